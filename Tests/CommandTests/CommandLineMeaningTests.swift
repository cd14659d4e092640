import CommandParser
import Testing

/// A command line, word by word, and what it means.
struct MeaningRow: CustomTestStringConvertible, Sendable {
    let line: [String]
    let command: CommandID
    var arguments: [String] = []
    var values: [OptionID: OptionValue] = [:]
    var flags: Set<OptionID> = []

    init(
        _ line: [String], _ command: CommandID, _ arguments: [String] = [],
        values: [OptionID: OptionValue] = [:], flags: Set<OptionID> = []
    ) {
        self.line = line
        self.command = command
        self.arguments = arguments
        self.values = values
        self.flags = flags
    }

    var testDescription: String { (["regapp"] + line).map(String.init(reflecting:)).joined(separator: " ") }

    static let commands = [
        MeaningRow([], .screens),
        MeaningRow(["login"], .login),
        MeaningRow(["show"], .show),
        MeaningRow(["edit"], .edit),
        MeaningRow(["cancel"], .cancel),
        MeaningRow(["logout", "--forget"], .logout, flags: [.forget]),
        MeaningRow(["register"], .register),
        MeaningRow(["accounts", "list"], .accountsList),
        MeaningRow(["accounts", "show", "a@b.cd"], .accountsShow, ["a@b.cd"]),
        MeaningRow(
            ["accounts", "verify", "a@b.cd", "--password-stdin"], .accountsVerify, ["a@b.cd"],
            flags: [.passwordStdin]),
        MeaningRow(["accounts", "password", "a@b.cd"], .accountsPassword, ["a@b.cd"]),
        MeaningRow(["accounts", "remove", "a@b.cd", "--yes"], .accountsRemove, ["a@b.cd"], flags: [.yes]),
        MeaningRow(["accounts", "check"], .accountsCheck),
        MeaningRow(
            ["accounts", "import", "f.csv", "--update", "--allow-missing", "--dry-run", "--format", "csv"],
            .accountsImport, ["f.csv"], values: [.format: .given("csv")],
            flags: [.update, .allowMissing, .dryRun]),
        MeaningRow(
            ["accounts", "export", "--format=ldif"], .accountsExport, values: [.format: .given("ldif")]),
        MeaningRow(["policy"], .policyShow),
        MeaningRow(["policy", "--json"], .policyShow, flags: [.json]),
        MeaningRow(["policy", "show"], .policyShow),
        MeaningRow(["policy", "list"], .policyList),
        MeaningRow(
            ["policy", "use", "authorisation", "--demo"], .policyUse, ["authorisation"], flags: [.demo]),
        MeaningRow(["albums"], .albumsScreens),
        MeaningRow(["albums", "--covers", "never"], .albumsScreens, values: [.covers: .given("never")]),
        MeaningRow(
            ["albums", "search", "kind", "--limit", "5", "of", "--country", "us", "blue"], .albumsSearch,
            ["kind", "of", "blue"], values: [.limit: .given("5"), .country: .given("us")]),
        MeaningRow(["albums", "show", "268443092"], .albumsShow, ["268443092"]),
        MeaningRow(["completions", "fish"], .completions, ["fish"]),
        MeaningRow(["manual"], .manual),
        MeaningRow(["--version"], .version, flags: [.version]),
    ]

    static let help = [
        MeaningRow(["help"], .help),
        MeaningRow(["--help"], .help),
        MeaningRow(["-h"], .help),
        MeaningRow(["help", "accounts"], .help, ["accounts"]),
        MeaningRow(["help", "accounts", "import"], .help, ["accounts", "import"]),
        MeaningRow(["help", "exit-codes"], .help, ["exit-codes"]),
        MeaningRow(["help", "--help"], .help, ["help"]),
        MeaningRow(["accounts", "--help"], .help, ["accounts"]),
        MeaningRow(["policy", "-h"], .help, ["policy"]),
        MeaningRow(["accounts", "import", "-h"], .help, ["accounts", "import"]),
        MeaningRow(["-h", "login"], .help, ["login"]),
        MeaningRow(["login", "--bogus", "--limit", "--help"], .help, ["login"]),
        MeaningRow(["login", "--email", "--help"], .help, ["login"]),
        MeaningRow(["albums", "search", "--", "--help"], .albumsSearch, ["--help"]),
        MeaningRow(["login", "--password", "-h"], .login, values: [.password: .given("-h")]),
    ]

    static let options = [
        MeaningRow(["login", "--email", "a@b.cd"], .login, values: [.email: .given("a@b.cd")]),
        MeaningRow(["login", "--email=a@b.cd"], .login, values: [.email: .given("a@b.cd")]),
        MeaningRow(
            ["login", "--email", "--password"], .login, values: [.email: .toBeAsked, .password: .toBeAsked]),
        MeaningRow(
            ["login", "--password", "--email=x"], .login,
            values: [.email: .given("x"), .password: .toBeAsked]),
        MeaningRow(["edit", "--first-name", ""], .edit, values: [.firstName: .given("")]),
        MeaningRow(["edit", "--first-name="], .edit, values: [.firstName: .given("")]),
        MeaningRow(["edit", "--last-name", "--"], .edit, values: [.lastName: .toBeAsked]),
        MeaningRow(["login", "--password=--x"], .login, values: [.password: .given("--x")]),
        MeaningRow(["login", "--password=a=b"], .login, values: [.password: .given("a=b")]),
        MeaningRow(["login", "--password", "-x"], .login, values: [.password: .given("-x")]),
        MeaningRow(["login", "--password", "-"], .login, values: [.password: .given("-")]),
        MeaningRow(["login", "--password=\u{301}x"], .login, values: [.password: .given("\u{301}x")]),
        MeaningRow(["login", "--password=e\u{301}"], .login, values: [.password: .given("e\u{301}")]),
        MeaningRow(["accounts", "import", "-"], .accountsImport, ["-"]),
        MeaningRow(["accounts", "show", "--", "-x"], .accountsShow, ["-x"]),
        MeaningRow(["albums", "search", "--", "a", "--"], .albumsSearch, ["a", "--"]),
        MeaningRow(["--", "show"], .show),
        MeaningRow(["show", "--json", "--json"], .show, flags: [.json]),
    ]

    static let everywhere = [
        MeaningRow(["--documents", "/d", "show"], .show, values: [.documents: .given("/d")]),
        MeaningRow(["show", "--documents=/d"], .show, values: [.documents: .given("/d")]),
        MeaningRow(["accounts", "--no-input", "list"], .accountsList, flags: [.noInput]),
        MeaningRow(["--no-color"], .screens, flags: [.noColor]),
        MeaningRow(["--json", "show"], .show, flags: [.json]),
    ]
}

struct ParsingTests {
    @Test(arguments: MeaningRow.commands + MeaningRow.help + MeaningRow.options + MeaningRow.everywhere)
    func `a command line means`(_ row: MeaningRow) throws {
        let invocation = try CommandLineParser().parse(row.line)
        #expect(invocation.command == row.command)
        // Scalars, since == on strings takes é composed and decomposed for the same.
        #expect(
            invocation.arguments.map { Array($0.unicodeScalars) }
                == row.arguments.map { Array($0.unicodeScalars) })
        for option in OptionID.allCases {
            #expect(invocation.value(option) == row.values[option], "\(option.typed)")
            #expect(invocation.has(option) == (row.values[option] != nil || row.flags.contains(option)))
        }
    }

    @Test func `a value keeps its scalars as they were typed`() throws {
        let line = ["login", "--password=\u{301}e\u{301}\u{212A}", "--first-name", "\u{E9}"]
        let invocation = try CommandLineParser().parse(line)
        guard case .given(let password)? = invocation.value(.password),
            case .given(let name)? = invocation.value(.firstName)
        else {
            Issue.record("a value is missing")
            return
        }
        #expect(Array(password.unicodeScalars) == ["\u{301}", "e", "\u{301}", "\u{212A}"])
        #expect(Array(name.unicodeScalars) == ["\u{E9}"])
    }
}
