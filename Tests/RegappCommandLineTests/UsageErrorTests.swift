@testable import RegappCommandLine
import RegappTestSupport
import Testing

struct UsageErrorTests {
    static let commands: [WrongLine] = [
        .init("fnid", "unknown command 'fnid'", "did you mean 'toy find'?"),
        .init("FIND", "unknown command 'FIND'", "did you mean 'toy find'?"),
        .init("boo", "unknown command 'boo'", "did you mean 'toy books'?"),
        .init("read", "unknown command 'read'", "did you mean 'toy books read'?"),
        .init("version", "unknown command 'version'", "did you mean 'toy --version'?"),
        .init("login", "unknown command 'login'", "did you mean 'toy sign'?"),
        .init("xyzzy", "unknown command 'xyzzy'", "see 'toy help'"),
        .init("''", "unknown command ''", "see 'toy help'"),
        .init("-", "unknown command '-'", "see 'toy help'"),
        .init("fnid --help", "unknown command 'fnid'", "did you mean 'toy find'?"),
        .init("books lst", "unknown command 'books lst'", "did you mean 'toy books list'?"),
        .init("books 77", "unknown command 'books 77'", "did you mean 'toy books show 77'?"),
        .init("books author", "unknown command 'books author'", "did you mean 'toy books sort author'?"),
        .init("books ann@x", "unknown command 'books ann@x'", "did you mean 'toy books key ann@x'?"),
        .init("books night", "unknown command 'books night'", "see 'toy help books'"),
        .init(
            "books", "'toy books' needs a command", "type 'toy books' and one of: list, show, read, sort, key"
        ),
        .init(
            "'a\u{1B}[31m\u{202E}w\u{85}\n'", "unknown command 'a\\u{1B}[31m\\u{202E}w\\u{85}\\u{A}'",
            "see 'toy help'"),
        .init(
            "\(String(repeating: "x", count: 500))",
            "unknown command '\(String(repeating: "x", count: 100))...'", "see 'toy help'"),
    ]

    static let options: [WrongLine] = [
        .init("books list --jsn", "unknown option '--jsn'", "did you mean '--json'?"),
        .init("books list '--\u{301}json'", "unknown option '--\u{301}json'", "did you mean '--json'?"),
        .init("--verison", "unknown option '--verison'", "did you mean '--version'?"),
        .init("shelf --contry", "unknown option '--contry'", "did you mean '--country'?"),
        .init("find --xyzzy=1", "unknown option '--xyzzy'", "see 'toy help find'"),
        .init("books --xyzzy", "unknown option '--xyzzy'", "see 'toy help books'"),
        .init(
            "find -41", "unknown option '-41'",
            "see 'toy help find'; write '--' before an argument that starts with -"),
        .init(
            "enter --format csv", "'toy enter' has no option --format",
            "it is an option of 'toy books list' and 'toy books read'"),
        .init(
            "books show 1 --password", "'toy books show' has no option --password",
            "it is an option of 'toy books key' and 'toy sign'"),
        .init("--limit", "'toy' has no option --limit", "it is an option of 'toy find'"),
        .init("enter --version", "'toy enter' has no option --version", "type 'toy --version'"),
        .init("books list --json=yes", "--json takes no value", "write --json alone"),
        .init("sign --email a --email b", "--email is given twice", "give --email once"),
        .init(
            "sign --password=a --password-stdin", "--password and --password-stdin cannot be combined",
            "give only one of the two"),
        .init(
            "books list --format csv --json", "--json and --format cannot be combined",
            "give only one of the two"),
    ]

    static let values: [WrongLine] = [
        .init("find --house", "--house needs a value", "type '--house DIR'"),
        .init("find --house=", "--house needs a value", "type '--house DIR'"),
        .init("books read f --format", "--format needs a value", "give one of: csv, card-index"),
        .init(
            "books list --format jsno", "--format takes json, csv or card-index, not 'jsno'",
            "did you mean '--format json'?"),
        .init(
            "books read f --format json", "--format takes csv or card-index, not 'json'",
            "see 'toy help books read'"),
        .init("find x --limit 51", "--limit takes a number from 1 to 50, not '51'", "see 'toy help find'"),
        .init("find x --limit +5", "--limit takes a number from 1 to 50, not '+5'", "see 'toy help find'"),
        .init(
            "find x --limit=99999999999999999999",
            "--limit takes a number from 1 to 50, not '99999999999999999999'", "see 'toy help find'"),
        .init(
            "shelf --country rus", "--country takes two letters such as US, not 'rus'",
            "see 'toy help shelf show'"),
        .init("enter x", "unexpected argument 'x'", "see 'toy help enter'"),
        .init(
            "sign ann@example.com", "unexpected argument (not shown, it may be a password)",
            "did you mean '--email EMAIL'?"),
        .init(
            "sign --password my sec@ret", "unexpected argument (not shown, it may be a password)",
            "put a value with spaces in quotes; see 'toy help sign'"),
        .init("books list long", "unexpected argument 'long'", "did you mean '--long'?"),
        .init("books list csv", "unexpected argument 'csv'", "did you mean '--format csv'?"),
        .init("books read", "'toy books read' needs FILE", "type 'toy books read FILE'"),
        .init("find", "'toy find' needs TERM", "type 'toy find TERM...'"),
        .init("find ' ' '\u{A0}\u{3000}'", "TERM is empty", "type words of the title"),
        .init(
            "books show abba", "NUMBER must be a number from 1 on, not 'abba'", "see 'toy help books show'"),
        .init("books sort auhtor", "unknown key 'auhtor'", "did you mean 'toy books sort author'?"),
    ]

    @Test(arguments: commands + options + values)
    func `a wrong command line is answered with one line and a hint`(line: WrongLine) {
        let error = #expect(throws: UsageError.self) { try Toy.parse(line.words) }
        #expect(error?.message.text == line.error)
        #expect(error?.hint.text == line.hint)
    }

    @Test(arguments: [
        WrongLine("fnid", "no help for 'fnid'", "did you mean 'toy help find'?"),
        WrongLine("exlibris", "no help for 'exlibris'", "did you mean 'toy help ex-libris'?"),
        WrongLine("books lst", "no help for 'books lst'", "did you mean 'toy help books list'?"),
        WrongLine("xyzzy", "no help for 'xyzzy'", "see 'toy help'"),
        WrongLine("version", "no help for 'version'", "see 'toy help'"),
    ])
    func `help for what is not there names the nearest page`(line: WrongLine) {
        let error = #expect(throws: UsageError.self) { try Toy.program.help(for: line.words) }
        #expect(error?.message.text == line.error)
        #expect(error?.hint.text == line.hint)
    }

    @Test func `a missing value may be typed, asked for or handed over`() throws {
        let line = try Toy.line(["sign"])
        #expect(
            line.missingValue(of: "email").hint.text
                == "type '--email EMAIL', or run it on a terminal to be asked")
        #expect(
            line.missingValue(of: "password").hint.text
                == "use --password-stdin or --password-file FILE, or run it on a terminal to be asked")
    }
}

struct SecretTests {
    /// Wrong command lines with the password `hunter2` somewhere.
    @Test(arguments: [
        "sign --password hunter2 --password hunter2", "sign --password=hunter2 --password-stdin",
        "sign --password-stdin=hunter2", "sign --password-stdin hunter2", "sign --password my hunter2",
        "sign --password=my other hunter2", "sign --password --hunter2", "sign --password my --hunter2",
        "sign --password-stdin --hunter2", "sign --pasword=hunter2", "sign --pasword hunter2",
        "sign -password=hunter2", "sign ann@example.com hunter2", "sign password=hunter2",
        "password=hunter2", "enter password=hunter2", "--pasword hunter2 sign",
        "--password my hunter2 sign", "--password --hunter2 sign", "books --password my hunter2",
        "books password=hunter2", "enter --password hunter2", "enter --password=hunter2",
        "help --password my hunter2", "books show --password my hunter2",
    ])
    func `no password stands in an answer`(_ line: String) throws {
        let words = try ShellWords.split(line)
        let error = try #require(throws: UsageError.self) { try Toy.parse(words) }
        #expect(!error.message.text.contains("hunter2"))
        #expect(!error.hint.text.contains("hunter2"))
        #expect(!String(reflecting: error).contains("hunter2"))
    }

    @Test func `a password that starts like an option is answered with the way to give it`() {
        for line in [
            ["sign", "--password", "--x1"], ["sign", "--password-stdin", "--x1"], ["--password", "--x1"],
        ] {
            let error = #expect(throws: UsageError.self) { try Toy.parse(line) }
            #expect(
                error?.hint.text
                    == "write '--password=VALUE' for a password that starts with --")
        }
    }

    @Test func `a mistyped option after a password is still named`() {
        let line = ["sign", "--password", "x", "--emial", "ann@example.com"]
        let error = #expect(throws: UsageError.self) { try Toy.parse(line) }
        #expect(error?.message.text == "unknown option '--emial'")
        #expect(error?.hint.text == "did you mean '--email'?")
    }
}
