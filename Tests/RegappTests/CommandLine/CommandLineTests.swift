import RegappCore
import RegappTestSupport
import Testing

@Suite struct CommandLineTests {
    private let session: Session

    init() throws { session = try Session() }

    /// What the table cannot hold, or runs an option.
    static let special: [WrongLine] = [
        .init(
            "albums search x --limit 201", "--limit takes a number from 1 to 200, not '201'",
            "see 'regapp help albums search'"),
        .init("albums 'a\u{1B}=b'", "unknown command 'albums a\\u{1B}'", "see 'regapp help albums'"),
        .init(
            "undo 'a\nb\u{9B}\u{2028}'",
            "NUMBER must be the number of a change, not 'a\\u{A}b\\u{9B}\\u{2028}'",
            "see 'regapp history'"),
    ]

    @Test(arguments: WrongLine.table("wrong") + special)
    func `a mistake is one line and a hint`(line: WrongLine) throws {
        #expect(try session.run(line.words) == .error(64, line.error, hint: line.hint))
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `an argument that is not UTF-8 is refused before anything is made of it`() throws {
        let script = #"bad=$(printf 'pass\377word'); "$REGAPP" login --email abc@def.gh --password "$bad""#
        #expect(try session.shell(script) == .error(64, "argument 5 is not UTF-8"))
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `a word too many that may be a piece of a password is not repeated`() throws {
        let answer = try session("login --email abc@def.gh --password open sesame")
        #expect(answer.status == 64 && !answer.err.contains("sesame") && !answer.err.contains("open"))
    }

    @Test func `the version is one line`() throws {
        let answer = try session("--version")
        #expect(answer.status == 0 && answer.err.isEmpty)
        #expect(answer.out.wholeMatch(of: /regapp [0-9]+\.[0-9]+\.[0-9]+(-dev)?\n/) != nil)
    }

    @Test func `what a synopsis has without brackets is all that a registry always requires`() throws {
        let usage = try session("help register").out.split(separator: "\n").drop { $0 != "USAGE" }
            .prefix { $0 != "OPTIONS" }.joined(separator: " ")
        let bare = usage.replacing(/\[[^\]]*\]/, with: "").matches(of: /--[a-z-]+/).map { String($0.output) }
        #expect(bare == ["--email"])
        _ = try session("policy use service")
        #expect(try session("register --email ann@mail.example --password SilverFox7").status == 0)
    }

    static let helped = ["login", "show", "edit", "undo", "logout"]

    @Test(arguments: helped)
    func `a command's help is the same however it is asked for`(command: String) throws {
        let page = try session("help", command)
        #expect(page.status == 0 && page.err.isEmpty && page.out.contains("USAGE\n  regapp \(command)"))
        #expect(try session(command, "--help") == page)
        #expect(try session(command, "-h") == page)
        #expect(page.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test(arguments: [("manual", 1), ("completions", 2)])
    func `what the help installs is installed in an empty home`(page: String, count: Int) throws {
        let lines = try session("help", page).out.replacing(" \\\n", with: "").split(separator: "\n")
        let installing = lines.filter { $0.hasPrefix("    ") && $0.contains(" > ") }
        #expect(installing.count == count)
        for line in installing {
            #expect(try session.shell("regapp() { \"$REGAPP\" \"$@\"; }\n" + line) == Answer(0), "\(line)")
        }
        let installed = try everything(below: session.home.path).filter { $0.contains("regapp") }
        #expect(installed.count == count, "\(installed)")
    }

    @Test func `the help of a search names the columns that a script reads`() throws {
        let words = try session("help albums search").out.split(whereSeparator: \.isWhitespace)
        let text = words.joined(separator: " ")
        #expect(
            text.contains("title, artist, number of songs, year, id, and 'explicit', 'cleaned' or nothing"))
        let manual = try session("manual").out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(manual.contains("number of songs, year, id"))
    }

    @Test func `the exit codes and the files are topics of help`() throws {
        let codes = try session("help exit-codes").out
        for code in [0, 1, 64, 65, 67, 69, 73, 74, 75, 77, 130] { #expect(codes.contains("  \(code) ")) }
        let files = try session("help files").out
        for name in ["profile.json", "history", ".lock", "REGAPP_DOCUMENTS", "ACCESSIBLE", "TERM "] {
            #expect(files.contains(name))
        }
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `the lines for services are not broken, whatever the width`() throws {
        let help = try session("help services").out
        let lines = help.split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.count > 60 && lines.contains { $0.count > 100 })
    }

    @Test(Tool.require("groff", install: "groff"), Tool.require("mandoc", install: "mandoc"))
    func `groff and mandoc have nothing to say about the manual page`() throws {
        let page = try session("manual").out
        for (tool, arguments) in [("groff", ["-man", "-ww", "-Tutf8", "-z"]), ("mandoc", ["-T", "lint"])] {
            let program = BuiltProgram(path: try #require(Tool.path(tool)))
            let result = try program.run(arguments, in: session.home, input: .text(page))
            #expect(
                result.status == 0 && result.stdout + result.stderr == "", "\(result.stdout)\(result.stderr)")
        }
        let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map {
            $0.dropFirst(5).dropLast()
        }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "GLOBAL OPTIONS", "COMMON OPTIONS", "COMMANDS",
                "EXIT STATUS",
                "DIAGNOSTICS", "QUESTIONS", "SEVERAL ACCOUNTS", "FILES", "ENVIRONMENT", "POLICIES", "JSON",
                "SECURITY", "BACKUP", "SERVICES", "THE PAGE FOR PASSWORDS", "KEYS OF THE SCREENS", "EXAMPLES",
                "BUGS", "SEE ALSO",
            ])
    }
}
