import CommandParser
import Foundation
import Testing

/// A line up to the cursor, and what a shell offers for its last word.
struct OfferRow: CustomTestStringConvertible, Sendable {
    /// As bash splits it: `=` and `@` begin words of their own.
    let words: [String]
    let offers: [String]

    init(_ words: [String], _ offers: [String]) {
        self.words = words
        self.offers = offers
    }

    var testDescription: String { (["regapp"] + words).joined(separator: " ") }

    private static let firstWords = [
        "login", "show", "edit", "cancel", "logout", "register", "accounts", "policy", "albums",
        "completions",
        "manual", "help",
    ]
    private static let everywhere = ["--documents", "--no-input", "--no-color", "--help"]

    static let rows = [
        OfferRow([""], firstWords),
        OfferRow(["sh"], ["show"]),
        OfferRow(["--v"], ["--version"]),
        OfferRow(["xyzzy", "--f"], []),
        OfferRow(["accounts", "e"], ["export"]),
        OfferRow(["policy", ""], ["show", "list", "use"]),
        OfferRow(["policy", "use", ""], ["profile", "albums", "authorisation"]),
        OfferRow(["show", "--"], ["--reveal", "--json", "--field"] + everywhere),
        OfferRow(["show", ""], ["--reveal", "--json", "--field"] + everywhere),
        OfferRow(["show", "--json", "--"], ["--reveal", "--field"] + everywhere),
        OfferRow(["--no-input", "show", "--r"], ["--reveal"]),
        OfferRow(["login", "--email", "--pass"], ["--password", "--password-stdin", "--password-file"]),
        OfferRow(["login", "--email", ""], []),
        OfferRow(
            ["show", "--field", ""],
            ["email", "password", "firstName", "lastName", "birthday", "phone", "registered"]),
        OfferRow(
            ["accounts", "export", "--format", ""], ["json", "csv", "htpasswd", "passwd-file", "ldif"]),
        OfferRow(
            ["accounts", "import", "--format", ""], ["json", "csv", "htpasswd", "passwd-file"]),
        OfferRow(["albums", "search", "x", "--covers", ""], ["auto", "always", "never"]),
        OfferRow(["help", "ex"], ["exit-codes"]),
        OfferRow(["help", "accounts", "im"], ["import"]),
        OfferRow(["completions", ""], ["bash", "zsh", "fish"]),
        OfferRow(["accounts", "show", "a"], ["ann@example.com", "anton@example.com"]),
        OfferRow(["--documents", "elsewhere", "accounts", "show", ""], ["bob@example.com"]),
        OfferRow(["accounts", "remove", "--yes", "--", "an"], ["ann@example.com", "anton@example.com"]),
        OfferRow(["accounts", "import", "peo"], ["people.csv"]),
        OfferRow(["accounts", "import", "a"], ["a b.csv"]),
        OfferRow(["--documents", "fol"], ["folder"]),
    ]
}

struct CompletionTests {
    @Test(InstalledTool.bash.required, arguments: [Shell.bash])
    func `bash reads its script`(_ shell: Shell) throws { try expectNoComplaint(.bash, shell) }

    @Test(InstalledTool.zsh.required, arguments: [Shell.zsh])
    func `zsh reads its script`(_ shell: Shell) throws { try expectNoComplaint(.zsh, shell) }

    @Test(InstalledTool.fish.required, arguments: [Shell.fish])
    func `fish reads its script`(_ shell: Shell) throws { try expectNoComplaint(.fish, shell) }

    private func expectNoComplaint(_ tool: InstalledTool, _ shell: Shell) throws {
        let directory = try ScratchDirectory()
        try directory.file("script", Regapp.completions(for: shell))
        let result = try tool.run(["-n", "script"], in: directory)
        #expect(result.status == 0)
        #expect(result.output + result.errors == "")
    }

    @Test(InstalledTool.bash.required, arguments: OfferRow.rows)
    func `bash offers`(_ row: OfferRow) throws {
        #expect(try bashOffers(["regapp"] + row.words) == row.offers)
    }

    @Test(InstalledTool.bash.required)
    func `bash completes what it splits at = and @`() throws {
        let value = ["regapp", "show", "--field", "=", "fi"]
        #expect(try bashOffers(value, line: "regapp show --field=fi") == ["firstName"])
        let empty = ["regapp", "albums", "--covers", "="]
        #expect(
            try bashOffers(empty, line: "regapp albums --covers=", word: "") == ["auto", "always", "never"])
        let address = ["regapp", "accounts", "show", "ann", "@", "ex"]
        #expect(try bashOffers(address, line: "regapp accounts show ann@ex", word: "@ex") == ["@example.com"])
    }

    @Test(InstalledTool.bash.required)
    func `an address that the shell would run is quoted in bash`() throws {
        let line = ["regapp", "--documents", "hostile", "accounts", "show", ""]
        #expect(try bashOffers(line) == ["\\`touch\\`@example.com", "\\$x\\&y@example.com"])
    }

    /// Calls the completion function as bash does.
    private func bashOffers(_ words: [String], line: String? = nil, word: String? = nil) throws -> [String] {
        let directory = try directoryWithAccounts()
        try directory.file("script", Regapp.completions(for: .bash))
        let program = """
            source ./script
            COMP_LINE=$1 COMP_POINT=${#1} COMP_CWORD=$(($# - 3))
            typed=$2
            shift 2
            COMP_WORDS=("$@")
            _regapp regapp "$typed" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let arguments = [line ?? words.joined(separator: " "), word ?? words.last ?? ""] + words
        let result = try InstalledTool.bash.run(
            ["--norc", "-u", "-c", program, "test"] + arguments, in: directory)
        #expect(result.errors == "")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test(InstalledTool.fish.required)
    func `fish offers the same`() throws {
        let questions = OfferRow.rows.map { "echo '>'; complete -C '\($0.testDescription)'" }
        let program = (["source ./script"] + questions).joined(separator: "\n")
        let answers = try self.answers(.fish, .fish, ["--no-config", "-c", program])
        for (row, offers) in zip(OfferRow.rows, answers) {
            let expected = row.offers.map { $0 == "folder" ? "folder/" : $0 }
            #expect(offers.sorted() == expected.sorted(), "\(row.testDescription)")
        }
    }

    /// In zsh completion runs only inside its line editor: what that offers is printed instead.
    @Test(InstalledTool.zsh.required)
    func `zsh offers the same`() throws {
        let stubs = """
            compdef() { }
            compadd() { shift; print -rl -- "$@" }
            _describe() { local row; for row in "${(@P)@[-1]}"; do print -r -- ${row%%:*}; done }
            _message() { }
            _files() { if [[ $1 == -/ ]]; then print -rl -- *(/); else print -rl -- *; fi }
            source ./script
            """
        let questions = OfferRow.rows.map { row in
            let words = (["regapp"] + row.words).map { "'\($0)'" }.joined(separator: " ")
            return "print '>'; words=(\(words)); CURRENT=$#words; PREFIX=$words[-1]; _regapp"
        }
        let program = ([stubs] + questions).joined(separator: "\n")
        let answers = try self.answers(.zsh, .zsh, ["-f", "-c", program])
        for (row, offers) in zip(OfferRow.rows, answers) {
            #expect(offers == row.offers, "\(row.testDescription)")
        }
    }

    /// What a shell offered after each `>`, without explanations, in one run over all rows.
    ///
    /// Where nothing begins with what is typed, fish offers what holds it: that is left out.
    private func answers(_ tool: InstalledTool, _ shell: Shell, _ arguments: [String]) throws -> [[String]] {
        let directory = try directoryWithAccounts()
        try directory.file("script", Regapp.completions(for: shell))
        let result = try tool.run(arguments, in: directory)
        #expect(result.errors == "")
        let answers = result.output.split(separator: ">\n", omittingEmptySubsequences: false).dropFirst()
        #expect(answers.count == OfferRow.rows.count)
        return zip(OfferRow.rows, answers).map { row, answer in
            answer.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
                .filter { $0.hasPrefix(row.words.last ?? "") }
        }
    }

    /// A `regapp` that lists accounts, beside files to complete.
    private func directoryWithAccounts() throws -> ScratchDirectory {
        let directory = try ScratchDirectory()
        let stub = """
            #!/bin/sh
            case $* in
            "--no-input accounts list") printf 'ann@example.com\\tAnn\\nanton@example.com\\tAnton\\n' ;;
            "--documents=elsewhere --no-input accounts list") printf 'bob@example.com\\n' ;;
            "--documents=hostile --no-input accounts list") printf '`touch`@example.com\\n$x&y@example.com\\n' ;;
            *) echo "unexpected: $*" >&2 ;;
            esac
            """
        try directory.file("regapp", stub, executable: true)
        try directory.file("people.csv")
        try directory.file("a b.csv")
        try FileManager.default.createDirectory(
            at: directory.url.appendingPathComponent("folder"), withIntermediateDirectories: false)
        return directory
    }
}
