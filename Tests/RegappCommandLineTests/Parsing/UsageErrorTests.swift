@testable import RegappCommandLine
import RegappTestSupport
import Testing

struct UsageErrorTests {
    /// What a table cannot hold.
    static let special: [WrongLine] = [
        .init(
            "'a\u{1B}[31m\u{202E}w\u{85}\n'", "unknown command 'a\\u{1B}[31m\\u{202E}w\\u{85}\\u{A}'",
            "see 'toy help'"),
        .init(
            "\(String(repeating: "x", count: 500))",
            "unknown command '\(String(repeating: "x", count: 100))...'", "see 'toy help'"),
        .init("books list '--\u{301}json'", "unknown option '--\u{301}json'", "did you mean '--json'?"),
        .init(
            "find ' ' '\u{A0}\u{3000}'", "TERM is empty", "type 'toy find TERM...', with words of the title"),
    ]

    @Test(arguments: WrongLine.table("toy") + special)
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
            line.description.missing("email").hint.text
                == "type '--email EMAIL', or run it on a terminal to be asked")
        #expect(
            line.description.missing("password").hint.text
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
            ["sign", "--password", "--other"],
        ] {
            let error = #expect(throws: UsageError.self) { try Toy.parse(line) }
            #expect(error?.hint.text == "write '--password=VALUE' for a password that starts with --")
        }
    }

    @Test(arguments: ["--password x", "--password=x", "--password-stdin"])
    func `an option of letters after a whole password option is answered as elsewhere`(_ given: String) {
        let words = given.split(separator: " ").map(String.init)
        for wrong in [["--emial", "ann@example.com"], ["--name", "Ann"], ["-v"]] {
            let error = #expect(throws: UsageError.self) { try Toy.parse(["sign"] + words + wrong) }
            let elsewhere = #expect(throws: UsageError.self) { try Toy.parse(["sign"] + wrong + words) }
            #expect(error == elsewhere)
            #expect(error?.message.text == "unknown option '\(wrong[0])'")
        }
    }
}
