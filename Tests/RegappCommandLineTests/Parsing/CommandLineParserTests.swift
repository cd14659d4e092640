@testable import RegappCommandLine
import Testing

struct CommandLineParserTests {
    /// A command line, word by word, and what a command reads from it.
    static let commands: [([String], String)] = [
        ([], "ToyAlone(version: false)"),
        (["--version"], "ToyAlone(version: true)"),
        (["find", "--limit", "5", "a", "b"], #"ToyFind(limit: Optional(5), terms: ["a", "b"])"#),
        (["find", "a", "--limit=050", "b"], #"ToyFind(limit: Optional(50), terms: ["a", "b"])"#),
        (["books", "show", "268443092"], "ToyBooksShow(number: 268443092)"),
        (
            ["books", "read", "f.csv", "--format", "card-index"],
            #"ToyBooksRead(file: "f.csv", format: Optional(ToyFormat.cards))"#
        ),
        (["books", "read", "-"], #"ToyBooksRead(file: "-", format: nil)"#),
        (
            ["books", "list", "--format=json", "--long"],
            "ToyBooksList(isLong: true, json: false, format: Optional(ToyFormat.json))"
        ),
        (["books", "list", "--json", "--json"], "ToyBooksList(isLong: false, json: true, format: nil)"),
        (["books", "sort", "author", "--surname"], "ToyBooksSort(key: ToyKey.author, isBySurname: true)"),
        (["shelf"], "ToyShelfShow(country: nil)"),
        (["shelf", "--country", "CH"], #"ToyShelfShow(country: Optional("CH"))"#),
        (["shelf", "show"], "ToyShelfShow(country: nil)"),
        (["desk"], "ToyShelf(isWide: false)"),
        (["desk", "--wide"], "ToyShelf(isWide: true)"),
        (["--", "shelf", "show"], "ToyShelfShow(country: nil)"),
        (["find", "--", "a", "--", "--help"], #"ToyFind(limit: nil, terms: ["a", "--", "--help"])"#),
        (["--long", "books", "list"], "ToyBooksList(isLong: true, json: false, format: nil)"),
        (["--limit", "3", "find", "a"], #"ToyFind(limit: Optional(3), terms: ["a"])"#),
        (["books", "--quiet", "show", "7", "--house", "/h"], "ToyBooksShow(number: 7)"),
    ]

    static let help: [([String], String)] = [
        (["--help"], "help []"), (["-h"], "help []"), (["help"], "ToyHelp(topic: [])"),
        (["help", "books", "read"], #"ToyHelp(topic: ["books", "read"])"#),
        (["help", "--help"], #"help ["help"]"#), (["books", "--help"], #"help ["books"]"#),
        (["books", "read", "-h"], #"help ["books", "read"]"#), (["-h", "find"], #"help ["find"]"#),
        (["find", "--bogus", "--limit", "--help"], #"help ["find"]"#),
        (["sign", "--email", "--help"], #"help ["sign"]"#),
    ]

    @Test(arguments: commands + help)
    func `a command line means`(line: [String], meaning: String) throws {
        switch try Toy.parse(line) {
        case .run(let line):
            let read = String(describing: line.values.read(line.description.command))
            #expect(read.replacing("RegappCommandLineTests.", with: "") == meaning)
        case .help(let words): #expect("help \(words)" == meaning)
        case .complete: Issue.record("is no question of a script")
        }
    }

    private func read<Values: CommandLineReadable>(_ type: Values.Type, _ words: String...) throws -> Values {
        try Toy.line(words).values.read(type)
    }

    /// The words after `toy sign`, and what is given as email and as password.
    static let asked: [([String], Asked?, Asked?)] = [
        (["--email", "a@b"], .given("a@b"), nil), (["--email=a@b"], .given("a@b"), nil),
        (["--email", "--password"], .toBeAsked, .toBeAsked),
        (["--password", "--email=x"], .given("x"), .toBeAsked), (["--email", ""], .given(""), nil),
        (["--email="], .given(""), nil), (["--email", "--"], .toBeAsked, nil),
        (["--password=--x"], nil, .given("--x")), (["--password=a=b"], nil, .given("a=b")),
        (["--password", "-x"], nil, .given("-x")), (["--password", "-h"], nil, .given("-h")),
        (["--password", "-"], nil, .given("-")),
    ]

    @Test(arguments: asked)
    func `a value is given, to be asked for, or neither`(
        _ words: [String], _ email: Asked?, _ password: Asked?
    ) throws {
        let sign = try Toy.line(["sign"] + words).values.read(ToySign.self)
        #expect(sign.email == email)
        #expect(sign.password.typed == password)
        #expect(!sign.password.isOnStdin && sign.password.file == nil)
    }

    @Test func `a value keeps its scalars as they were typed`() throws {
        let sign = try read(ToySign.self, "sign", "--password=\u{301}e\u{301}\u{212A}", "--email", "\u{E9}")
        guard case .given(let password)? = sign.password.typed, case .given(let email)? = sign.email else {
            Issue.record("a value is missing")
            return
        }
        #expect(Array(password.unicodeScalars) == ["\u{301}", "e", "\u{301}", "\u{212A}"])
        #expect(Array(email.unicodeScalars) == ["\u{E9}"])
    }

    @Test func `the options of every command are read from any line`() throws {
        let everywhere = try read(ToyEverywhere.self, "--house", "/h", "find", "x", "--quiet")
        #expect(everywhere.house == "/h" && everywhere.isQuiet)
        #expect(try read(ToyEverywhere.self, "books", "list").house == nil)
    }

    @Test func `a missing value is reported as one that is required`() throws {
        let line = try Toy.line(["sign"])
        #expect(line.description.missing("email").hint.text.hasSuffix("to be asked"))
        #expect(line.description.missing("nowhere").message.text == "--nowhere needs a value")
    }
}
