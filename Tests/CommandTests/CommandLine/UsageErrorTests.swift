import CommandParser
import Testing

@testable import regapp

/// A wrong command line, and the two lines that answer it.
struct AnswerRow: CustomTestStringConvertible, Sendable {
    let line: [String]
    let message: String
    let hint: String

    init(_ line: [String], _ message: String, _ hint: String) {
        self.line = line
        self.message = message
        self.hint = hint
    }

    var testDescription: String { (["regapp"] + line).map(String.init(reflecting:)).joined(separator: " ") }

    static let commands = [
        AnswerRow(["shwo"], "unknown command 'shwo'", "did you mean 'regapp show'?"),
        AnswerRow(["SHOW"], "unknown command 'SHOW'", "did you mean 'regapp show'?"),
        AnswerRow(["acc"], "unknown command 'acc'", "did you mean 'regapp accounts'?"),
        AnswerRow(["import"], "unknown command 'import'", "did you mean 'regapp accounts import'?"),
        AnswerRow(["version"], "unknown command 'version'", "did you mean 'regapp --version'?"),
        AnswerRow(["xyzzy"], "unknown command 'xyzzy'", "see 'regapp help'"),
        AnswerRow([""], "unknown command ''", "see 'regapp help'"),
        AnswerRow(["-"], "unknown command '-'", "see 'regapp help'"),
        AnswerRow(["shwo", "--help"], "unknown command 'shwo'", "did you mean 'regapp show'?"),
        AnswerRow(
            ["accounts", "lst"], "unknown command 'accounts lst'", "did you mean 'regapp accounts list'?"),
        AnswerRow(
            ["albums", "serach"], "unknown command 'albums serach'", "did you mean 'regapp albums search'?"),
        AnswerRow(
            ["albums", "a\u{1B}=b"], "unknown command 'albums a\\u{1B}'", "see 'regapp help albums'"),
        AnswerRow(["albums", " "], "TERM is empty", "type words of the title or of the artist"),
        AnswerRow(
            ["accounts", "ann@example.com"], "unknown command 'accounts ann@example.com'",
            "did you mean 'regapp accounts show ann@example.com'?"),
        AnswerRow(
            ["accounts", "ann"], "unknown command 'accounts ann'", "did you mean 'regapp accounts list ann'?"),
        AnswerRow(
            ["policy", "albums"], "unknown command 'policy albums'",
            "did you mean 'regapp policy use albums'?"),
        AnswerRow(
            ["accounts"], "'regapp accounts' needs a command",
            "type 'regapp accounts' and one of: list, show, verify, edit, password, lock, unlock, remove, import, export"
        ),
        AnswerRow(
            ["sh\u{1B}[31m\u{202E}w\u{85}\n"], "unknown command 'sh\\u{1B}[31m\\u{202E}w\\u{85}\\u{A}'",
            "see 'regapp help'"),
        AnswerRow(
            [String(repeating: "x", count: 500)],
            "unknown command '\(String(repeating: "x", count: 100))...'", "see 'regapp help'"),
        AnswerRow(["help", "shwo"], "no help for 'shwo'", "did you mean 'regapp help show'?"),
        AnswerRow(
            ["help", "exitcodes"], "no help for 'exitcodes'", "did you mean 'regapp help exit-codes'?"),
        AnswerRow(
            ["help", "accounts", "lst"], "no help for 'accounts lst'",
            "did you mean 'regapp help accounts list'?"),
        AnswerRow(["help", "xyzzy"], "no help for 'xyzzy'", "see 'regapp help'"),
        AnswerRow(["help", "version"], "no help for 'version'", "see 'regapp help'"),
    ]

    static let options = [
        AnswerRow(["show", "--jsn"], "unknown option '--jsn'", "did you mean '--json'?"),
        AnswerRow(
            ["show", "--\u{301}json"], "unknown option '--\u{301}json'", "did you mean '--json'?"),
        AnswerRow(["show", "-json"], "unknown option '-json'", "did you mean '--json'?"),
        AnswerRow(["show", "--no-colour"], "unknown option '--no-colour'", "did you mean '--no-color'?"),
        AnswerRow(["login", "--first"], "unknown option '--first'", "did you mean '--first-name'?"),
        AnswerRow(["--verison"], "unknown option '--verison'", "did you mean '--version'?"),
        AnswerRow(["show", "--xyzzy=1"], "unknown option '--xyzzy'", "see 'regapp help show'"),
        AnswerRow(["accounts", "--xyzzy"], "unknown option '--xyzzy'", "see 'regapp help accounts'"),
        AnswerRow(
            ["albums", "search", "-41"], "unknown option '-41'",
            "see 'regapp help albums search'; write '--' before an argument that starts with -"),
        AnswerRow(
            ["show", "--format", "csv"], "'regapp show' has no option --format",
            "it is an option of 'regapp accounts import' and 'regapp accounts export'"),
        AnswerRow(
            ["albums", "--json"], "'regapp albums' has no option --json",
            "it is an option of 'regapp albums search', 'regapp albums show', 'regapp show' and others"),
        AnswerRow(
            ["--forget"], "'regapp' has no option --forget", "it is an option of 'regapp logout'"),
        AnswerRow(["show", "--version"], "'regapp show' has no option --version", "type 'regapp --version'"),
        AnswerRow(["show", "--json=yes"], "--json takes no value", "write --json alone"),
        AnswerRow(["login", "--email", "a", "--email", "b"], "--email is given twice", "give --email once"),
        AnswerRow(
            ["login", "--password=a", "--password-stdin"],
            "--password and --password-stdin cannot be combined",
            "give only one of the two"),
        AnswerRow(
            ["show", "--field", "email", "--json"], "--json and --field cannot be combined",
            "give only one of the two"),
        AnswerRow(
            ["policy", "use", "albums", "--demo"], "--demo goes only with 'authorisation'",
            "type 'regapp policy use authorisation --demo', or leave --demo out"),
    ]

    static let values = [
        AnswerRow(["show", "--documents"], "--documents needs a value", "type '--documents DIR'"),
        AnswerRow(["show", "--documents="], "--documents needs a value", "type '--documents DIR'"),
        AnswerRow(
            ["login", "--password-file", "--email"], "--password-file needs a value",
            "type '--password-file FILE'"),
        AnswerRow(
            ["accounts", "import", "f", "--format"], "--format needs a value",
            "give one of: json, csv, htpasswd, passwd-file, ldif"),
        AnswerRow(
            ["accounts", "verify", "a@b.cd", "--protocol", "pam"], "--protocol and EMAIL cannot be combined",
            "give only one of the two"),
        AnswerRow(
            ["accounts", "verify", "--protocol", "pam", "--password-stdin"],
            "--protocol and --password-stdin cannot be combined", "give only one of the two"),
        AnswerRow(
            ["accounts", "export", "--format", "jsno"],
            "--format takes json, csv, htpasswd, passwd-file or ldif, not 'jsno'",
            "did you mean '--format json'?"),
        AnswerRow(
            ["accounts", "import", "f", "--format", "xls"],
            "--format takes json, csv, htpasswd, passwd-file or ldif, not 'xls'",
            "see 'regapp help accounts import'"),
        AnswerRow(
            ["show", "--field", "first-name"],
            "--field takes email, password, firstName, lastName, birthday, phone, registered or expires, not 'first-name'",
            "did you mean '--field firstName'?"),
        AnswerRow(
            ["albums", "search", "x", "--limit", "201"], "--limit takes a number from 1 to 200, not '201'",
            "see 'regapp help albums search'"),
        AnswerRow(
            ["albums", "search", "x", "--limit", "+5"], "--limit takes a number from 1 to 200, not '+5'",
            "see 'regapp help albums search'"),
        AnswerRow(
            ["albums", "search", "x", "--limit=99999999999999999999"],
            "--limit takes a number from 1 to 200, not '99999999999999999999'",
            "see 'regapp help albums search'"),
        AnswerRow(
            ["albums", "show", "1", "--country", "rus"], "--country takes two letters such as US, not 'rus'",
            "see 'regapp help albums show'"),
        AnswerRow(["show", "me"], "unexpected argument 'me'", "see 'regapp help show'"),
        AnswerRow(
            ["login", "ann@example.com"], "unexpected argument (not shown, it may be a password)",
            "did you mean '--email EMAIL'?"),
        AnswerRow(
            ["login", "--password", "my", "sec@ret"], "unexpected argument (not shown, it may be a password)",
            "put a value with spaces in quotes; see 'regapp help login'"),
        AnswerRow(
            ["show", "ann@example.com"], "unexpected argument 'ann@example.com'", "see 'regapp help show'"),
        AnswerRow(["show", "json"], "unexpected argument 'json'", "did you mean '--json'?"),
        AnswerRow(
            ["accounts", "show"], "'regapp accounts show' needs EMAIL", "type 'regapp accounts show EMAIL'"),
        AnswerRow(
            ["albums", "search"], "'regapp albums search' needs TERM", "type 'regapp albums search TERM...'"),
        AnswerRow(["albums", "search", ""], "TERM is empty", "type words of the title or of the artist"),
        AnswerRow(
            ["albums", "search", " ", "\u{A0}\u{3000}"], "TERM is empty",
            "type words of the title or of the artist"),
        AnswerRow(
            ["albums", "show", "abba"], "ID is a number from 1 on, not 'abba'",
            "see 'regapp help albums show'"),
        AnswerRow(
            ["policy", "use", "authorization"],
            "NAME is profile, albums or authorisation, not 'authorization'",
            "did you mean 'regapp policy use authorisation'?"),
        AnswerRow(
            ["completions", "bsh"], "SHELL is bash, zsh or fish, not 'bsh'",
            "did you mean 'regapp completions bash'?"),
    ]
}

struct UsageErrorTests {
    /// The error that a line is answered with; `help` with words that name nothing has read them already.
    private func mistake(_ line: [String]) -> UsageError? {
        do throws(UsageError) {
            guard case .run(let parsed) = try Regapp.program.parse(line) else { return nil }
            guard parsed.command == HelpCommand.self else { return nil }
            _ = try Regapp.program.help(for: Array(line.dropFirst()))
            return nil
        } catch { return error }
    }

    @Test(arguments: AnswerRow.commands + AnswerRow.options + AnswerRow.values)
    func `a wrong command line is answered with one line and a hint`(_ row: AnswerRow) throws {
        let error = try #require(mistake(row.line))
        #expect(error.message(program: "regapp") == row.message)
        #expect(error.hint(program: "regapp").text(documents: nil) == row.hint)
    }

    /// An option whose value is missing where nobody can be asked for it, and what to do.
    @Test(arguments: [
        ("email", "type '--email EMAIL', or run it on a terminal to be asked"),
        ("password", "use --password-stdin or --password-file FILE, or run it on a terminal to be asked"),
    ])
    func `a value that nobody can be asked for is said to be missing`(option: String, hint: String) throws {
        guard case .run(let line) = try Regapp.program.parse(["login"]) else {
            Issue.record("is no command")
            return
        }
        let error = line.missingValue(of: option)
        #expect(error.message(program: "regapp") == "--\(option) needs a value")
        #expect(error.hint(program: "regapp").text(documents: nil) == hint)
    }

    /// Wrong command lines with the password `hunter2` somewhere.
    static let secrets = [
        ["login", "--password", "hunter2", "--password", "hunter2"],
        ["login", "--password=hunter2", "--password-stdin"], ["login", "--password-stdin=hunter2"],
        ["login", "--password-stdin", "hunter2"], ["login", "--password", "my", "hunter2"],
        ["login", "--password=my", "other", "hunter2"], ["login", "--password", "--hunter2"],
        ["login", "--password", "my", "--hunter2"], ["login", "--pasword=hunter2"],
        ["login", "--pasword", "hunter2"], ["login", "-password=hunter2"],
        ["login", "ann@example.com", "hunter2"], ["login", "password=hunter2"], ["password=hunter2"],
        ["show", "password=hunter2"], ["--pasword", "hunter2", "login"],
        ["--password", "my", "hunter2", "login"], ["--password", "--hunter2", "login"],
        ["accounts", "password", "ann@example.com", "hunter2"],
        ["accounts", "verify", "ann@example.com", "hunter2"], ["accounts", "--password", "my", "hunter2"],
        ["show", "--password", "hunter2"], ["show", "--password=hunter2"],
        ["help", "--password", "my", "hunter2"], ["albums", "show", "--password", "my", "hunter2"],
        ["albums", "password=hunter2"],
    ]

    @Test(arguments: secrets)
    func `no password stands in an answer`(_ line: [String]) throws {
        let error = try #require(mistake(line))
        #expect(!error.message(program: "regapp").contains("hunter2"))
        #expect(!error.hint(program: "regapp").text(documents: nil).contains("hunter2"))
        #expect(!String(reflecting: error).contains("hunter2"))
    }
}
