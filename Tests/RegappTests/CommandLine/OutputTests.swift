import RegappValues
import RegappTestSupport
import Testing

/// Where the output goes, and what becomes of it there.
@Suite struct OutputTests {
    private static let text = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    static let printing = [
        ["show"], ["show", "--json"], ["show", "--field", "email"], ["help"], ["--version"], [],
    ]

    @Test(arguments: printing)
    func `a full device is an error`(command: [String]) throws {
        let result = try session.run(command, output: .path("/dev/full"))
        #expect(result == .error(74, "cannot write standard output: No space left on device"))
    }

    @Test func `a change is made and reported even where its output is lost`() throws {
        let edit = try session("edit --first-name Al", output: .path("/dev/full"))
        #expect(edit.says(74, Answer.saved("First name: not set → Al"), "cannot write standard output"))
        #expect(try session("show --field firstName").out == "Al\n")
    }

    @Test(arguments: printing)
    func `a pipe without a reader ends the program without a message`(command: [String]) throws {
        let result = try BuiltProgram.regapp.run(command, in: session.home, output: .brokenPipe)
        #expect(result.termination == .signalled(13) && result.stderr.isEmpty)
    }

    @Test func `a quiet run prints errors only`() throws {
        #expect(try session("edit --first-name Al --password 54321 --quiet") == Answer(0))
        #expect(try session("cancel --show --quiet") == Answer(0, out: "First name: Al → not set\n"))
        #expect(try session("show --field firstName --quiet") == Answer(0, out: "Al\n"))
        let registry = try RegistrySession(policy: RegistrySession.albums)
        try registry.home.write("notes.txt", "")
        let csv = try registry.file("a.csv", "email,firstName\nann@x.example,Ann\n")
        for command in [
            ["accounts", "import", csv, "--allow-missing"],
            ["accounts", "edit", "ann@x.example", "--last-name", "Lee"], ["policy", "use", "authorisation"],
            ["cancel", "--yes"], ["policy", "use", "profile"],
            ["login", "--email", "abc@def.gh", "--password", "54321"], ["check"],
            ["policy", "check", registry.home.path + "/documents/policy.json"], ["logout"],
        ] {
            #expect(try registry.run(command + ["--quiet"]) == Answer(0), "\(command)")
        }
        let refusals: [([String], Int32)] = [
            (["edit", "--email", "a b"], 65), (["edit", "--fist-name", "Al"], 64), (["acounts"], 64),
        ]
        for (line, status) in refusals {
            let refused = try session.run(line + ["--quiet"])
            #expect(refused.status == status && !refused.err.isEmpty)
            #expect(
                refused.err.split(separator: "\n").allSatisfy { $0.hasPrefix("regapp: error: ") },
                "\(refused)")
        }
    }

    @Test func `closed streams never become documents`() throws {
        #expect(
            try session.shell("\"$REGAPP\" show >&-")
                == .error(74, "cannot write standard output: Bad file descriptor"))
        #expect(
            try session.shell("\"$REGAPP\" show 2>&- <&-") == Answer(0, out: Answer.profile("abc@def.gh")))
        #expect(try session.shell("\"$REGAPP\" edit --first-name Al <&- >&- 2>&-").status == 74)
        #expect(session.profile == #"{"email":"abc@def.gh","password":"54321","firstName":"Al"}"#)
        #expect(try session.shell("\"$REGAPP\" shwo 2>&-") == Answer(64))
        #expect(
            try session.shell("\"$REGAPP\" login --email abc@def.gh --password-stdin <&-")
                == .error(74, "cannot read standard input: Bad file descriptor"))
    }

    @Test func `characters that steer a terminal are shown escaped`() throws {
        // A documents directory may have any name, and it stands in messages.
        let name = "a\u{1B}[31m\n\u{202E}\u{9B}\u{2028}b"
        let path = "~/a\\u{1B}[31m\\u{A}\\u{202E}\\u{9B}\\u{2028}b"
        // Where it is to be typed, in a form that a shell reads.
        let typed = #"$'a\033[31m\012\342\200\256\302\233\342\200\250b'"#
        let hint = #"check the path; "regapp login --documents \#(typed)" would create it"#
        let missing = "cannot read \(path): No such file or directory"
        #expect(try session("logout --documents", name) == .error(74, missing, hint: hint))
        let login = try session.run(
            ["login", "--email", "abc@def.gh", "--password-stdin", "--documents", name], input: .text("54321")
        )
        let place = typed.dropFirst(2).dropLast() + "/profile.json' as plain"
        #expect(login.err.contains("regapp: saved in $'~/\(place)"))
        let field = try session("show --documents", name, "--field", "phone")
        #expect(field == .error(65, "phone is not in \(path)/profile.json"))
    }

    @Test func `a terminal shows what it would not show, and a pipe gets it exactly`() throws {
        let registry = try RegistrySession(policy: RegistrySession.albums)
        let note = "a\u{1B}]0;x\u{7}\u{9B}2J\u{202E}b\u{200B}\u{E0001}👩\u{200D}💻\n"
        let json = #""a\u001b]0;x\u0007\u009b2J\u202eb\u200b\udb40\udc01👩\#u{200D}💻\n""#
        let shown = #"a\u{1B}]0;x\u{7}\u{9B}2J\u{202E}b\u{200B}\u{E0001}👩\#u{200D}💻\u{A}"#
        try registry.home.write(
            "accounts/ann@x.example.json", "{\"email\":\"ann@x.example\",\"note\":\(json)}")
        let inPipe = #""a\u001b]0;x\u0007\u009b2J\u202eb\#u{200B}\#u{E0001}👩\#u{200D}💻\n""#
        for (command, piped, visible) in [
            (["list", "--fields", "note"], shown, shown),
            (["list", "--fields", "note", "--csv"], note, shown),
            (["show", "ann@x.example", "--field", "note"], note, shown),
            (["show", "ann@x.example", "--json"], inPipe, json), (["list", "--json"], inPipe, json),
        ] {
            let pipe = try BuiltProgram.regapp.run(["accounts"] + command, in: registry.home)
            #expect(pipe.stdout.unicodeScalars.contains(piped.unicodeScalars), "\(command)")
            let terminal = try PseudoTerminal(
                .regapp, ["accounts"] + command + ["--no-color"], in: registry.home)
            _ = try terminal.waitForExit()
            #expect(
                terminal.output.unicodeScalars.contains(visible.unicodeScalars),
                "\(command) \(terminal.output)")
            let allowed: [UInt32] = [0x0A, 0x0D]
            let unseen = terminal.output.unicodeScalars.filter {
                $0.isUnprintable && !allowed.contains($0.value) || $0.isInvisible && $0 != "\u{200D}"
            }
            #expect(unseen.isEmpty, "\(command)")
        }
        let unknown = try session("accounts", "sh\u{200B}ow")
        #expect(unknown.err.contains(#"sh\u{200B}ow"#) && !unknown.err.contains("\u{200B}"))
    }

    @Test func `a terminal shows long help with the pager, a pipe gets it as it is`() throws {
        func shown(_ arguments: [String], pager: String? = "sed s/^/:/") throws -> String {
            let environment = ["PAGER": pager, "TERM": "xterm", "LESS": nil]
            let terminal = try PseudoTerminal(.regapp, arguments, in: session.home, environment: environment)
            #expect(try terminal.waitForExit() == .exited(0))
            return terminal.output
        }
        for page in [["help", "services"], ["help", "keys"], ["manual"]] {
            #expect(try shown(page).hasPrefix(":"), "\(page)")
            #expect(try !shown(page, pager: "cat").hasPrefix(":"), "\(page)")
        }
        #expect(try shown(["manual"]).hasPrefix(":SYNOPSIS\r\n:  regapp "))
        #expect(try shown(["help", "services"], pager: "echo $LESS").hasPrefix("FRX\r\n"))
        // What the pager cannot show is printed.
        #expect(try shown(["help", "services"], pager: "/none 2> /dev/null").hasPrefix("Let "))
        // A page that fits, or that `help` did not ask for, is printed without the pager.
        #expect(try shown(["help", "policy", "list"]).hasPrefix("List "))
        #expect(try shown(["accounts", "import", "--help"]).hasPrefix("Register "))
    }

    @Test func `on a terminal labels are faint and the kinds of messages coloured`() throws {
        func written(_ arguments: [String], _ environment: [String: String?] = [:]) throws -> String {
            let terminal = try PseudoTerminal(.regapp, arguments, in: session.home, environment: environment)
            _ = try terminal.waitForExit()
            return terminal.output
        }
        let (faint, red, end) = ("\u{1B}[0;2m", "\u{1B}[0;31m", "\u{1B}[0m")
        #expect(try written(["show"]).hasPrefix("\(faint)Email:\(end)      abc@def.gh\r\n"))
        let error = "\(red)error\(end): unknown command 'nonsense'"
        #expect(try written(["nonsense"]).hasPrefix("regapp: \(error)"))
        #expect(try written(["nonsense"], ["TERM": "screen"]).hasPrefix("regapp: \(error)"))
        for (options, environment) in [
            (["--no-color"], [:]), ([], ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]), ([], ["ACCESSIBLE": "1"]),
        ] as [([String], [String: String?])] {
            for command in ["show", "nonsense"] {
                #expect(try !written([command] + options, environment).contains("\u{1B}"))
            }
        }
    }

    @Test func `no output has an escape byte or a carriage return`() throws {
        let commands: [[String]] = [
            [], ["show", "--reveal"], ["show", "--json"], ["edit", "--last-name", "Ny"], ["cancel"],
            ["logout"],
            ["help"], ["help", "login"], ["--version"], ["nonsense\u{1B}"], ["login", "--email=\u{1B}[0m@x"],
        ]
        for command in commands {
            let result = try BuiltProgram.regapp.run(
                command, in: session.home, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
            let bytes = result.stdoutBytes + result.stderrBytes
            #expect(!bytes.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }, "\(command)")
        }
    }
}
