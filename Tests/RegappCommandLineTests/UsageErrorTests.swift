@testable import RegappCommandLine
import Testing

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

    var testDescription: String { (["toy"] + line).map(String.init(reflecting:)).joined(separator: " ") }

    static let commands = [
        AnswerRow(["fnid"], "unknown command 'fnid'", "did you mean 'toy find'?"),
        AnswerRow(["FIND"], "unknown command 'FIND'", "did you mean 'toy find'?"),
        AnswerRow(["boo"], "unknown command 'boo'", "did you mean 'toy books'?"),
        AnswerRow(["read"], "unknown command 'read'", "did you mean 'toy books read'?"),
        AnswerRow(["version"], "unknown command 'version'", "did you mean 'toy --version'?"),
        AnswerRow(["login"], "unknown command 'login'", "did you mean 'toy sign'?"),
        AnswerRow(["xyzzy"], "unknown command 'xyzzy'", "see 'toy help'"),
        AnswerRow([""], "unknown command ''", "see 'toy help'"),
        AnswerRow(["-"], "unknown command '-'", "see 'toy help'"),
        AnswerRow(["fnid", "--help"], "unknown command 'fnid'", "did you mean 'toy find'?"),
        AnswerRow(["books", "lst"], "unknown command 'books lst'", "did you mean 'toy books list'?"),
        AnswerRow(["books", "77"], "unknown command 'books 77'", "did you mean 'toy books show 77'?"),
        AnswerRow(
            ["books", "author"], "unknown command 'books author'", "did you mean 'toy books sort author'?"),
        AnswerRow(
            ["books", "ann@x"], "unknown command 'books ann@x'", "did you mean 'toy books key ann@x'?"),
        AnswerRow(["books", "night"], "unknown command 'books night'", "see 'toy help books'"),
        AnswerRow(
            ["books"], "'toy books' needs a command",
            "type 'toy books' and one of: list, show, read, sort, key"),
        AnswerRow(
            ["a\u{1B}[31m\u{202E}w\u{85}\n"], "unknown command 'a\\u{1B}[31m\\u{202E}w\\u{85}\\u{A}'",
            "see 'toy help'"),
        AnswerRow(
            [String(repeating: "x", count: 500)],
            "unknown command '\(String(repeating: "x", count: 100))...'", "see 'toy help'"),
    ]

    static let options = [
        AnswerRow(["books", "list", "--jsn"], "unknown option '--jsn'", "did you mean '--json'?"),
        AnswerRow(
            ["books", "list", "--\u{301}json"], "unknown option '--\u{301}json'", "did you mean '--json'?"),
        AnswerRow(["--verison"], "unknown option '--verison'", "did you mean '--version'?"),
        AnswerRow(["shelf", "--contry"], "unknown option '--contry'", "did you mean '--country'?"),
        AnswerRow(["find", "--xyzzy=1"], "unknown option '--xyzzy'", "see 'toy help find'"),
        AnswerRow(["books", "--xyzzy"], "unknown option '--xyzzy'", "see 'toy help books'"),
        AnswerRow(
            ["find", "-41"], "unknown option '-41'",
            "see 'toy help find'; write '--' before an argument that starts with -"),
        AnswerRow(
            ["enter", "--format", "csv"], "'toy enter' has no option --format",
            "it is an option of 'toy books list' and 'toy books read'"),
        AnswerRow(
            ["books", "show", "1", "--password"], "'toy books show' has no option --password",
            "it is an option of 'toy books key' and 'toy sign'"),
        AnswerRow(["--limit"], "'toy' has no option --limit", "it is an option of 'toy find'"),
        AnswerRow(["enter", "--version"], "'toy enter' has no option --version", "type 'toy --version'"),
        AnswerRow(["books", "list", "--json=yes"], "--json takes no value", "write --json alone"),
        AnswerRow(
            ["sign", "--email", "a", "--email", "b"], "--email is given twice", "give --email once"),
        AnswerRow(
            ["sign", "--password=a", "--password-stdin"],
            "--password and --password-stdin cannot be combined", "give only one of the two"),
        AnswerRow(
            ["books", "list", "--format", "csv", "--json"], "--json and --format cannot be combined",
            "give only one of the two"),
        AnswerRow(
            ["books", "sort", "title", "--surname"], "--surname goes only with 'author'",
            "type 'toy books sort author --surname', or leave --surname out"),
    ]

    static let values = [
        AnswerRow(["find", "--house"], "--house needs a value", "type '--house DIR'"),
        AnswerRow(["find", "--house="], "--house needs a value", "type '--house DIR'"),
        AnswerRow(
            ["books", "read", "f", "--format"], "--format needs a value", "give one of: csv, card-index"),
        AnswerRow(
            ["books", "list", "--format", "jsno"], "--format takes json, csv or card-index, not 'jsno'",
            "did you mean '--format json'?"),
        AnswerRow(
            ["books", "read", "f", "--format", "json"], "--format takes csv or card-index, not 'json'",
            "see 'toy help books read'"),
        AnswerRow(
            ["find", "x", "--limit", "51"], "--limit takes a number from 1 to 50, not '51'",
            "see 'toy help find'"),
        AnswerRow(
            ["find", "x", "--limit", "+5"], "--limit takes a number from 1 to 50, not '+5'",
            "see 'toy help find'"),
        AnswerRow(
            ["find", "x", "--limit=99999999999999999999"],
            "--limit takes a number from 1 to 50, not '99999999999999999999'", "see 'toy help find'"),
        AnswerRow(
            ["shelf", "--country", "rus"], "--country takes two letters such as US, not 'rus'",
            "see 'toy help shelf show'"),
        AnswerRow(["enter", "x"], "unexpected argument 'x'", "see 'toy help enter'"),
        AnswerRow(
            ["sign", "ann@example.com"], "unexpected argument (not shown, it may be a password)",
            "did you mean '--email EMAIL'?"),
        AnswerRow(
            ["sign", "--password", "my", "sec@ret"], "unexpected argument (not shown, it may be a password)",
            "put a value with spaces in quotes; see 'toy help sign'"),
        AnswerRow(["books", "list", "long"], "unexpected argument 'long'", "did you mean '--long'?"),
        AnswerRow(["books", "list", "csv"], "unexpected argument 'csv'", "did you mean '--format csv'?"),
        AnswerRow(["books", "read"], "'toy books read' needs FILE", "type 'toy books read FILE'"),
        AnswerRow(["find"], "'toy find' needs TERM", "type 'toy find TERM...'"),
        AnswerRow(["find", " ", "\u{A0}\u{3000}"], "TERM is empty", "type words of the title"),
        AnswerRow(
            ["books", "show", "abba"], "NUMBER is a number from 1 on, not 'abba'",
            "see 'toy help books show'"),
        AnswerRow(
            ["books", "sort", "auhtor"], "unknown key 'auhtor'",
            "did you mean 'toy books sort author'?"),
    ]
}

struct UsageErrorTests {
    @Test(arguments: AnswerRow.commands + AnswerRow.options + AnswerRow.values)
    func `a wrong command line is answered with one line and a hint`(_ row: AnswerRow) {
        do throws(UsageError) {
            Issue.record("was taken as \(try Toy.parse(row.line))")
        } catch {
            #expect(error.message(program: "toy") == row.message)
            #expect(error.hint(program: "toy").text == row.hint)
        }
    }

    @Test(arguments: [
        (["fnid"], "no help for 'fnid'", "did you mean 'toy help find'?"),
        (["exlibris"], "no help for 'exlibris'", "did you mean 'toy help ex-libris'?"),
        (["books", "lst"], "no help for 'books lst'", "did you mean 'toy help books list'?"),
        (["xyzzy"], "no help for 'xyzzy'", "see 'toy help'"),
        (["version"], "no help for 'version'", "see 'toy help'"),
    ])
    func `help for what is not there names the nearest page`(
        _ words: [String], _ message: String, _ hint: String
    ) {
        let error = #expect(throws: UsageError.self) { try Toy.program.help(for: words) }
        #expect(error?.message(program: "toy") == message)
        #expect(error?.hint(program: "toy").text == hint)
    }

    @Test func `a missing value may be typed, asked for or handed over`() throws {
        let line = try Toy.line(["sign"])
        #expect(
            line.missingValue(of: "email").hint(program: "toy").text
                == "type '--email EMAIL', or run it on a terminal to be asked")
        #expect(
            line.missingValue(of: "password").hint(program: "toy").text
                == "use --password-stdin or --password-file FILE, or run it on a terminal to be asked")
    }
}

struct SecretTests {
    /// Wrong command lines with the password `hunter2` somewhere.
    static let lines = [
        ["sign", "--password", "hunter2", "--password", "hunter2"],
        ["sign", "--password=hunter2", "--password-stdin"],
        ["sign", "--password-stdin=hunter2"], ["sign", "--password-stdin", "hunter2"],
        ["sign", "--password", "my", "hunter2"], ["sign", "--password=my", "other", "hunter2"],
        ["sign", "--password", "--hunter2"], ["sign", "--password", "my", "--hunter2"],
        ["sign", "--password-stdin", "--hunter2"],
        ["sign", "--pasword=hunter2"], ["sign", "--pasword", "hunter2"], ["sign", "-password=hunter2"],
        ["sign", "ann@example.com", "hunter2"],
        ["sign", "password=hunter2"], ["password=hunter2"], ["enter", "password=hunter2"],
        ["--pasword", "hunter2", "sign"], ["--password", "my", "hunter2", "sign"],
        ["--password", "--hunter2", "sign"], ["books", "--password", "my", "hunter2"],
        ["books", "password=hunter2"],
        ["enter", "--password", "hunter2"], ["enter", "--password=hunter2"],
        ["help", "--password", "my", "hunter2"], ["books", "show", "--password", "my", "hunter2"],
    ]

    @Test(arguments: lines)
    func `no password stands in an answer`(_ line: [String]) {
        do throws(UsageError) {
            Issue.record("was taken as \(try Toy.parse(line))")
        } catch {
            #expect(!error.message(program: "toy").contains("hunter2"))
            #expect(!error.hint(program: "toy").text.contains("hunter2"))
            #expect(!String(reflecting: error).contains("hunter2"))
        }
    }

    @Test func `a password that starts like an option is answered with the way to give it`() {
        for line in [
            ["sign", "--password", "--x1"], ["sign", "--password-stdin", "--x1"], ["--password", "--x1"],
        ] {
            let error = #expect(throws: UsageError.self) { try Toy.parse(line) }
            #expect(
                error?.hint(program: "toy").text
                    == "write '--password=VALUE' for a password that starts with --")
        }
    }

    @Test func `a mistyped option after a password is still named`() {
        let line = ["sign", "--password", "x", "--emial", "ann@example.com"]
        let error = #expect(throws: UsageError.self) { try Toy.parse(line) }
        #expect(error?.message(program: "toy") == "unknown option '--emial'")
        #expect(error?.hint(program: "toy").text == "did you mean '--email'?")
    }
}
