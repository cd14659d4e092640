import RegappCore
import Foundation
import RegappTestSupport
import Testing

/// A line up to the cursor, and what a shell offers for its last word.
struct OfferRow: CustomTestStringConvertible, Sendable {
    let words: [String]
    let offers: [String]

    init(_ words: [String], _ offers: [String]) {
        self.words = words
        self.offers = offers
    }

    var testDescription: String { (["regapp"] + words).joined(separator: " ") }

    private static let firstWords = [
        "policy", "register", "accounts", "check", "history", "undo", "redo", "login", "show", "edit",
        "logout", "albums", "path", "completions", "manual", "help",
    ]
    private static let everywhere = [
        "--documents", "--no-input", "--color", "--no-color", "--no-mouse", "--quiet", "--help",
    ]

    static let rows = [
        OfferRow([""], firstWords),
        OfferRow(["sh"], ["show"]),
        OfferRow(["--v"], ["--version"]),
        OfferRow(["xyzzy", "--f"], []),
        OfferRow(["accounts", "e"], ["edit", "export"]),
        OfferRow(["policy", ""], ["show", "list", "check", "edit", "use", "set", "unset"]),
        OfferRow(["policy", "use", ""], Rules.PolicyName.allCases.map(\.rawValue)),
        OfferRow(["policy", "edit", "--y"], ["--yes"]),
        OfferRow(["policy", "set", "h"], ["history", "hash", "hashCost"]),
        OfferRow(["policy", "set", "hash", ""], ["yescrypt", "sha512-crypt", "bcrypt"]),
        OfferRow(["policy", "set", "passwordNotEmail", "t"], ["true"]),
        OfferRow(["show", ""], ["--reveal", "--json", "--field"] + everywhere),
        OfferRow(["show", "--json", "--"], ["--reveal", "--field"] + everywhere),
        OfferRow(["--no-input", "show", "--r"], ["--reveal"]),
        OfferRow(["login", "--email", "--pass"], ["--password", "--password-stdin", "--password-file"]),
        OfferRow(["login", "--email", ""], []),
        OfferRow(["show", "--field", ""], Field.printed.map(\.rawValue)),
        OfferRow(["accounts", "export", "--format", ""], ExchangeFormat.allCases.map(\.rawValue)),
        OfferRow(["accounts", "import", "--format", ""], ExchangeFormat.allCases.map(\.rawValue)),
        OfferRow(["albums", "search", "x", "--covers", ""], ["auto", "always", "never"]),
        OfferRow(["help", "ex"], ["exit-codes"]),
        OfferRow(["help", "accounts", "im"], ["import"]),
        OfferRow(["completions", ""], ["bash", "zsh", "fish"]),
        OfferRow(["accounts", "show", "a"], ["ann@example.com", "anton@example.com"]),
        OfferRow(["--documents", "my files", "accounts", "show", "b"], ["bob@example.com"]),
        OfferRow(["accounts", "remove", "--yes", "--", "an"], ["ann@example.com", "anton@example.com"]),
        OfferRow(["accounts", "import", "peo"], ["people.csv"]),
        OfferRow(["accounts", "import", "a"], ["a b.csv"]),
        OfferRow(["--documents", "fol"], ["folder"]),
        OfferRow(["--documents", "own", "accounts", "list", "--where", "t"], ["team="]),
        OfferRow(["--documents", "own", "accounts", "list", "--where", "team=a", "--wh"], ["--where"]),
        OfferRow(["--documents", "own", "accounts", "edit", "x@x", "--set", ""], ["team="]),
        OfferRow(["--documents", "own", "accounts", "list", "--sort", "te"], ["team"]),
        OfferRow(["accounts", "remove", ""], ["ann@example.com", "anton@example.com"]),
        OfferRow(["--documents", "own", "accounts", "list", "--where", "pwd="], []),
    ]
}

/// The scripts in their shells, which ask the built program.
struct CompletionsCommandTests {
    private let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        let directory = BuiltProgram.regapp.path.split(separator: "/").dropLast().joined(separator: "/")
        path = "/" + directory + ":/usr/local/bin:/usr/bin:/bin"
        for name in ["ann@example.com", "anton@example.com", "README"] {
            try home.write("accounts/\(name).json", "not even read")
        }
        try home.write("accounts/.ann@example.com.json.swp", "")
        for name in ["../my files/accounts/bob@example.com.json", "../people.csv", "../a b.csv"] {
            try home.write(name, "")
        }
        for name in ["%60touch%60@example.com", "$x&y@example.com", "%24x%26y@example.com"] {
            try home.write("../hostile/accounts/\(name).json", "")
        }
        try home.write("../folder/x", "")
        try home.write("../own/policy.json", #"{"policy":"albums"}"#)
        try home.write(
            "../own/accounts/ann@x.example.json",
            #"{"email":"ann@x.example","team":"a b's #1","pwd":"secret"}"#)
    }

    private let path: String

    /// Runs a shell and returns what it prints.
    private func shell(_ name: String, _ arguments: [String]) throws -> ProgramResult {
        let program = BuiltProgram(path: try #require(Tool.path(name)))
        return try program.run(arguments, in: home, environment: ["PATH": path, "TERM": "dumb"])
    }

    private func script(_ shell: String) throws -> String {
        try home.write("../script", try BuiltProgram.regapp.run(["completions", shell], in: home).stdout)
        return home.path + "/script"
    }

    @Test(
        Tool.require("bash", install: "bash"), Tool.require("zsh", install: "zsh"),
        Tool.require("fish", install: "fish"), arguments: ["bash", "zsh", "fish"])
    func `a shell reads its script, which knows nothing of the commands`(_ name: String) throws {
        let result = try shell(name, ["-n", try script(name)])
        #expect(result.status == 0)
        #expect(result.stdout + result.stderr == "")
        let text = try BuiltProgram.regapp.run(["completions", name], in: home).stdout
        #expect(text.split(separator: "\n").count < 40 && !text.contains("accounts"))
    }

    @Test(Tool.require("bash", install: "bash"), arguments: OfferRow.rows)
    func `bash offers`(_ row: OfferRow) throws {
        let quoted = row.words.map { $0.contains(" ") ? "'\($0)'" : $0 }
        let offers = try bashOffers((["regapp"] + quoted).joined(separator: " "), word: row.words.last ?? "")
        #expect(offers == row.offers)
    }

    @Test(Tool.require("bash", install: "bash"))
    func `bash completes what it splits at = and @`() throws {
        #expect(try bashOffers("regapp show --field=fi", word: "fi") == ["firstName"])
        #expect(try bashOffers("regapp albums --covers=", word: "") == ["auto", "always", "never"])
        #expect(try bashOffers("regapp accounts show ann@ex", word: "@ex") == ["@example.com"])
    }

    @Test(Tool.require("bash", install: "bash"))
    func `an address that the shell would run is quoted in bash`() throws {
        let line = "regapp --documents hostile accounts show "
        #expect(try bashOffers(line + "\\`", word: "\\`") == ["\\`touch\\`@example.com"])
        #expect(try bashOffers(line + "'$'", word: "'$'") == ["\\$x\\&y@example.com"])
        #expect(try bashOffers(line + "'$", word: "$") == ["$x&y@example.com"])
        #expect(try bashOffers(line + "\"\\$", word: "\\$") == ["\\$x&y@example.com"])
        let team = "regapp --documents own accounts list --where "
        #expect(try bashOffers(team + "team=", word: "") == ["a\\ b\\'s\\ \\#1"])
        #expect(try bashOffers(team + "team=a\\ b", word: "a\\ b") == ["a\\ b\\'s\\ \\#1"])
        #expect(try bashOffers(team + "'team=a b", word: "team=a b") == ["team=a b'\\''s #1"])
        #expect(try bashOffers(team + "\"team=a b", word: "team=a b") == ["team=a b's #1"])
    }

    /// Calls the completion function as bash does.
    private func bashOffers(_ line: String, word: String) throws -> [String] {
        let program = """
            source \(try script("bash"))
            COMP_LINE=$1 COMP_POINT=${#1}
            _regapp regapp "$2" x
            for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
            """
        let result = try shell("bash", ["--norc", "-u", "-c", program, "test", line, word])
        #expect(result.stderr == "")
        return result.stdout.split(separator: "\n").map(String.init)
    }

    @Test(Tool.require("fish", install: "fish"))
    func `fish offers the same`() throws {
        let questions = OfferRow.rows.map { row in
            let words = row.words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }
            return "echo '>'; complete -C 'regapp \(words.joined(separator: " "))'"
        }
        let program = (["source \(try script("fish"))"] + questions).joined(separator: "\n")
        let answers = try answers("fish", ["--no-config", "-c", program])
        for (row, offers) in zip(OfferRow.rows, answers) {
            let expected = row.offers.map { $0 == "folder" ? "folder/" : $0 }
            #expect(offers.sorted() == expected.sorted(), "\(row.testDescription)")
        }
    }

    /// In zsh completion runs only inside its line editor: what that offers is printed instead.
    @Test(Tool.require("zsh", install: "zsh"))
    func `zsh offers the same`() throws {
        let stubs = """
            compdef() { }
            _describe() { local row; for row in "${(@P)@[-1]}"; do print -r -- ${row%%:*}; done }
            _files() { if [[ $1 == -/ ]]; then print -rl -- *(/); else print -rl -- *; fi }
            source \(try script("zsh"))
            """
        let questions = OfferRow.rows.map { row in
            let words = (["regapp"] + row.words).map { "'\($0.replacing(" ", with: "\\ "))'" }
            return
                "print '>'; words=(\(words.joined(separator: " "))); CURRENT=$#words; PREFIX=$words[-1]; _regapp"
        }
        let program = ([stubs] + questions).joined(separator: "\n")
        for (row, offers) in zip(OfferRow.rows, try answers("zsh", ["-f", "-c", program])) {
            #expect(offers == row.offers, "\(row.testDescription)")
        }
    }

    /// What a shell offered after each `>`, without explanations, in one run over all rows.
    ///
    /// Where nothing begins with what is typed, fish offers what holds it: that is left out.
    private func answers(_ name: String, _ arguments: [String]) throws -> [[String]] {
        let result = try shell(name, arguments)
        #expect(result.stderr == "")
        let answers = result.stdout.split(separator: ">\n", omittingEmptySubsequences: false).dropFirst()
        #expect(answers.count == OfferRow.rows.count)
        return zip(OfferRow.rows, answers).map { row, answer in
            answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
                .filter { $0.hasPrefix(row.words.last ?? "") }
        }
    }

    @Test(Tool.require("fish", install: "fish"))
    func `fish completes within quotes and after a backslash`() throws {
        for word in ["'team=a b", "\"team=a b", "team=a\\ b"] {
            let line = "regapp --documents own accounts list --where \(word)"
            let program = "source \(try script("fish")); complete -C $argv[1]"
            let result = try shell("fish", ["--no-config", "-c", program, line])
            #expect(result.stdout.contains("team=a") && result.stdout.contains("#1"), "\(word)")
        }
    }

    @Test func `200 accounts are offered at most, or how they go on, by their names alone`() throws {
        for number in 100..<400 { try home.write("accounts/many\(number)@example.com.json", "", mode: 0o000) }
        for (typed, offered) in [
            "": "a\nm\n", "m": "many1\nmany2\nmany3\n",
            "many39": (0...9).map { "many39\($0)@example.com\n" }.joined(),
        ] {
            let offers = try BuiltProgram.regapp.run(
                ["__complete", "fish", "accounts", "show", typed], in: home)
            #expect(offers.stdout.replacing("R\n", with: "") == "words\n\(typed)\n\n" + offered, "\(typed)")
        }
    }

    @Test func `a question that cannot be answered is answered with nothing`() throws {
        for words in [[], ["tcsh", "x"], ["bash"], ["bash", "x"], ["zsh"], ["bash", "", ""]] {
            let result = try BuiltProgram.regapp.run(["__complete"] + words, in: home)
            #expect(result.status == 0 && result.stderr == "" && result.stdout == "", "\(words)")
        }
        let missing = try BuiltProgram.regapp.run(
            ["__complete", "zsh", "--documents", "gone", "accounts", "show", "a"], in: home)
        #expect(missing.status == 0 && missing.stderr == "" && !missing.stdout.contains("@"))
    }
}
