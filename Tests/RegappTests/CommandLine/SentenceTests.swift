import RegappValues
import RegappTestSupport
import Testing

@testable import RegappWording
@testable import regapp

/// Hints can be pasted. What every other test sees of them is read by `HintCheck`; here are values with characters that a shell acts upon.
@Suite struct SentenceTests {
    /// Texts that mean something to a shell, each as it is to be written.
    static let words: [(text: String, written: String)] = [
        ("ann@example.com", "ann@example.com"),
        ("/srv/Ünï-1_2.3+4,5:6%", "/srv/Ünï-1_2.3+4,5:6%"),
        ("", "\"\""),
        ("my documents", "my\\ documents"),
        ("a`touch x`@b.cd", "a\\`touch\\ x\\`@b.cd"),
        ("a$HOME$(touch x)", "a\\$HOME\\$\\(touch\\ x\\)"),
        ("o'neil@b.cd", "o\\'neil@b.cd"),
        ("\"'\\", "\\\"\\'\\\\"),
        ("~/x", "\\~/x"), ("a~", "a\\~"),
        ("=ls", "\\=ls"), ("a=b", "a=b"),
        ("#x", "\\#x"), ("!1", "\\!1"), ("^a^b", "\\^a\\^b"), ("*?[a]{b,c}", "\\*\\?\\[a\\]\\{b,c\\}"),
        ("a;b&c|d<e>f", "a\\;b\\&c\\|d\\<e\\>f"),
        ("\u{301}a", "\u{301}a"), ("'\u{301}", "\\'\u{301}"),
        ("a\nb\u{1B}[2J", "$'a\\012b\\033[2J'"),
        ("\u{202E}'\\é", "$'\\342\\200\\256\\'\\\\\\303\\251'"),
        ("\t", "$'\\011'"),
        (
            "e" + String(repeating: "\u{301}", count: 40),
            "$'e" + String(repeating: "\\314\\201", count: 40) + "'"
        ),
    ]

    @Test(arguments: words)
    func `a value is quoted where needed, and bash reads it back`(text: String, written: String) throws {
        let hint: Sentence = "it is in \(text)"
        #expect(Array(hint.text(for: Invocation()).utf8) == Array("it is in \(written)".utf8))
        let split = try ShellWords.split(written)
        #expect(split.count == 1 && Array(split[0].utf8) == Array(text.utf8))
        if let read = try HintCheck.wordsOfBash(written, in: TemporaryHome()) {
            #expect(read.count == 1 && Array(read[0].utf8) == Array(text.utf8))
        }
    }

    @Test(Tool.require("python3", install: "python3-minimal"))
    func `Python's splitter reads back whatever can be shown`() throws {
        let home = try TemporaryHome()
        let texts = Self.words.filter { !$0.written.hasPrefix("$") }
        let script = "import shlex, sys; sys.stdout.write('\\0'.join(shlex.split(sys.argv[1])))"
        let line = texts.map(\.written).joined(separator: " ")
        let python = try #require(Tool.path("python3"))
        let result = try BuiltProgram(path: python).run(["-c", script, line], in: home)
        let read = result.stdoutBytes.split(separator: 0, omittingEmptySubsequences: false)
        #expect(read.map(Array.init) == texts.map { Array($0.text.utf8) })
    }

    /// A sentence, the documents that the command line named, and the line.
    static let sentences: [(hint: Sentence, documents: String?, text: String)] = [
        ("type \(.regapp("login"))", nil, "type 'regapp login'"),
        ("type \(.regapp("login")) again", "d", "type 'regapp login --documents d' again"),
        ("type \(.regapp("login"))", "my files", "type 'regapp login --documents my\\ files'"),
        ("type \(.regapp("login"))", "it's", "type \"regapp login --documents it\\'s\""),
        ("type \(.regapp("login"))", "--x", "type 'regapp login --documents=--x'"),
        (
            "type \(.regapp("accounts", "show", argument: "-x@y.zz"))", "d",
            "type 'regapp accounts show --documents d -- -x@y.zz'"
        ),
        ("type \(.regapp("accounts", "show", argument: "-"))", nil, "type 'regapp accounts show -'"),
        ("see \(.help(["login"]))", "d", "see 'regapp help login'"),
        ("did you mean \(.words("--format", "json"))?", "d", "did you mean '--format json'?"),
        ("\(bare: .words("chmod", "700", "a b"))", "d", "chmod 700 a\\ b"),
        ("\(3) are \(prose: "left out")\u{1B}", "d", "3 are left out\\u{1B}"),
    ]

    @Test(arguments: sentences)
    func `a sentence becomes text`(hint: Sentence, documents: String?, text: String) {
        #expect(hint.text(for: Invocation(documents: documents)) == text)
    }

    @Test func `a script that names the directory is what hints begin with`() throws {
        let keeper = Invocation(program: "keeper")
        let hint: Sentence = "type \(.regapp("login")), or see \(.help(["login"]))"
        #expect(hint.text(for: keeper) == "type 'keeper login', or see 'keeper help login'")
        let session = try Session()
        func hints(_ name: String, _ arguments: String...) throws -> String {
            let result = try BuiltProgram.regapp.run(
                ["--documents", session.home.documents] + arguments, in: session.home,
                environment: ["REGAPP_COMMAND": name])
            return result.stderr.split(separator: "\n").last.map(String.init) ?? ""
        }
        #expect(
            try hints("ke-e.p_1", "policy", "use", "albums")
                == "regapp: hint: \(Answer.nobodyYet); begin with 'ke-e.p_1 register', or import many with 'ke-e.p_1 accounts import FILE'"
        )
        #expect(
            try hints("keeper", "accounts", "lisst") == "regapp: hint: did you mean 'keeper accounts list'?")
        for name in ["kee per", "k;r", "", "käp", "../k"] {
            #expect(try hints(name, "show").contains("'regapp login --documents "), "\(name)")
        }
    }

    @Test func `a hint is for the command that was typed, and for the account that it names`() throws {
        let registry = try RegistrySession(of: "ann@x.example")
        #expect(
            try registry("accounts edit ann@x.example").says(
                64, "type 'regapp accounts edit --first-name Ann ann@x.example'"))
        #expect(
            try registry("accounts list --documents gone").says(
                74, "'regapp policy use service --documents gone'"))
        #expect(try registry("accounts lock ann@x.example").status == 0)
        try registry.put("ann@x.example", "Anna")
        #expect(try registry("cancel").says(65, "with 'regapp accounts edit ann@x.example'"))
        // Any directory may be named; its mode is nothing to regapp.
        for command in [["check"], ["show"], ["accounts", "list"]] {
            let result = try BuiltProgram.regapp.run(command + ["--documents", "/usr"], in: registry.home)
            #expect(!(result.stdout + result.stderr).contains("chmod"), "\(command)")
        }
    }

    static let directories = [
        "plain", "my documents", "it's", "a\"b", "a`touch x`$(touch x)", "~", "-d", "--e", "a\nb", "%s;\\",
    ]

    /// The command that the last hint of an answer proposes.
    private func proposed(by answer: Answer) throws -> String {
        let hint = answer.err.split(separator: "hint: ").last.map(String.init) ?? ""
        return try #require(HintCheck.commands(in: hint).first, "\(answer)")
    }

    @Test(Tool.require("bash", install: "bash"), arguments: directories)
    func `commands in hints can be pasted, and use the directory of the command before`(name: String) throws {
        let session = try Session()
        let option = name == "~" ? "--documents=./~" : "--documents=\(name)"
        let missing = try session("show", option)
        #expect(missing.status == 74)
        let form = " --email abc@def.gh --password-stdin"
        let made = try session.paste(try proposed(by: missing) + form, input: "54321")
        #expect(made.status == 0, "\(made)")
        let out = try session("logout", option)
        #expect(out.status == 0)
        #expect(try session.paste(try proposed(by: out)).status == 0)
        let edited = try session("edit --first-name Al", option)
        #expect(edited.status == 0)
        #expect(try session.paste(try proposed(by: edited)).status == 0)
        let mistyped = try session("shwo", option)
        #expect(mistyped.status == 64)
        #expect(try session.paste(try proposed(by: mistyped)) == Answer(0, out: Answer.profile("abc@def.gh")))
        let files = try everything(below: session.home.path).filter { $0 == "x" || $0.hasSuffix("/x") }
        #expect(files.isEmpty)
    }

    static let emails = [
        "a`touch${IFS}x`@x.example", "o'neil@x.example", "$HOME@x.example", "!1&{a}|b*?^~#@x.example",
        "-rf@x.example",
    ]

    @Test(Tool.require("bash", install: "bash"), arguments: emails)
    func `commands that check proposes can be pasted, whatever the email`(email: String) throws {
        let session = try RegistrySession()
        let registered = try session(
            "register", "--email=\(email)", "--first-name", "Ann", "--last-name", "Doe")
        #expect(registered.status == 0, "\(registered)")
        let line = try session("check").out.split(separator: "\n").first ?? ""
        let proposed = try #require(HintCheck.commands(in: String(line.drop { $0 != ";" })).first, "\(line)")
        #expect(try ShellWords.split(proposed).last == email)
        let set = try session.paste(
            proposed.replacing("accounts password", with: "accounts password --password-stdin"),
            input: "password1")
        #expect(set.status == 0, "\(set)")
        #expect(try session("check").status == 0)
        #expect(try !everything(below: session.home.path).contains("x"))
    }

    @Test func `the program for albums carries the directory too`() throws {
        let session = try Session()
        try session.home.write("policy.json", "{\"policy\":\"profile\"}")
        let answer = try session("albums search x --documents documents")
        #expect(
            answer == .error(77, "nobody is logged in", hint: "type 'regapp login --documents documents'"))
        #expect(try session("albums search x --documents gone").status == 74)
    }

    @Test func `the ten thousandth message costs no more than the first`() {
        #expect((0..<20_000).allSatisfy { _ in Invocation.live.documents == nil })
    }
}

extension CommandSession {
    /// Gives bash a line in which `regapp` is the built program.
    fileprivate func paste(_ line: String, input: String = "") throws -> Answer {
        let result = try BuiltProgram(path: try #require(Tool.path("bash"))).run(
            ["-c", "regapp() { \"$REGAPP\" \"$@\"; }\n" + line], in: home, input: .text(input),
            environment: ["REGAPP": BuiltProgram.regapp.path])
        return Answer(result, in: home)
    }
}
