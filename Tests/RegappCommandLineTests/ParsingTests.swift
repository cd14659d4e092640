@testable import RegappCommandLine
import Testing

/// A command line, word by word, and what a command reads from it.
struct MeaningRow: CustomTestStringConvertible, Sendable {
    let line: [String]
    let meaning: String

    init(_ line: [String], _ meaning: String) {
        self.line = line
        self.meaning = meaning
    }

    var testDescription: String { (["toy"] + line).map(String.init(reflecting:)).joined(separator: " ") }

    static let commands = [
        MeaningRow([], "ToyAlone(version: false)"),
        MeaningRow(["--version"], "ToyAlone(version: true)"),
        MeaningRow(["find", "--limit", "5", "a", "b"], #"ToyFind(limit: Optional(5), terms: ["a", "b"])"#),
        MeaningRow(["find", "a", "--limit=050", "b"], #"ToyFind(limit: Optional(50), terms: ["a", "b"])"#),
        MeaningRow(["books", "show", "268443092"], "ToyBooksShow(number: 268443092)"),
        MeaningRow(
            ["books", "read", "f.csv", "--format", "card-index"],
            #"ToyBooksRead(file: "f.csv", format: Optional(ToyFormat.cards))"#),
        MeaningRow(["books", "read", "-"], #"ToyBooksRead(file: "-", format: nil)"#),
        MeaningRow(
            ["books", "list", "--format=json", "--long"],
            "ToyBooksList(isLong: true, json: false, format: Optional(ToyFormat.json))"),
        MeaningRow(
            ["books", "list", "--json", "--json"],
            "ToyBooksList(isLong: false, json: true, format: nil)"),
        MeaningRow(
            ["books", "sort", "author", "--surname"], "ToyBooksSort(key: ToyKey.author, isBySurname: true)"),
        MeaningRow(["shelf"], "ToyShelfShow(country: nil)"),
        MeaningRow(["shelf", "--country", "CH"], #"ToyShelfShow(country: Optional("CH"))"#),
        MeaningRow(["shelf", "show"], "ToyShelfShow(country: nil)"),
        MeaningRow(["desk"], "ToyShelf(isWide: false)"),
        MeaningRow(["desk", "--wide"], "ToyShelf(isWide: true)"),
        MeaningRow(["--", "shelf", "show"], "ToyShelfShow(country: nil)"),
        MeaningRow(
            ["find", "--", "a", "--", "--help"], #"ToyFind(limit: nil, terms: ["a", "--", "--help"])"#),
        MeaningRow(["--long", "books", "list"], "ToyBooksList(isLong: true, json: false, format: nil)"),
        MeaningRow(["--limit", "3", "find", "a"], #"ToyFind(limit: Optional(3), terms: ["a"])"#),
        MeaningRow(["books", "--quiet", "show", "7", "--house", "/h"], "ToyBooksShow(number: 7)"),
    ]

    static let help = [
        MeaningRow(["--help"], "help []"), MeaningRow(["-h"], "help []"),
        MeaningRow(["help"], "ToyHelp(topic: [])"),
        MeaningRow(["help", "books", "read"], #"ToyHelp(topic: ["books", "read"])"#),
        MeaningRow(["help", "--help"], #"help ["help"]"#),
        MeaningRow(["books", "--help"], #"help ["books"]"#),
        MeaningRow(["books", "read", "-h"], #"help ["books", "read"]"#),
        MeaningRow(["-h", "find"], #"help ["find"]"#),
        MeaningRow(["find", "--bogus", "--limit", "--help"], #"help ["find"]"#),
        MeaningRow(["sign", "--email", "--help"], #"help ["sign"]"#),
    ]
}

struct ParsingTests {
    @Test(arguments: MeaningRow.commands + MeaningRow.help)
    func `a command line means`(_ row: MeaningRow) throws {
        switch try Toy.parse(row.line) {
        case .run(let line):
            let read = String(describing: line.read(line.command))
            #expect(read.replacing("RegappCommandLineTests.", with: "") == row.meaning)
        case .help(let words): #expect("help \(words)" == row.meaning)
        case .complete: Issue.record("is no question of a script")
        }
    }

    private func read<Values: CommandLineReadable>(_ type: Values.Type, _ words: String...) throws -> Values {
        try Toy.line(words).read(type)
    }

    /// The words after `toy sign`, and what is given as email and as password.
    static let asked: [([String], Asked<String>?, Asked<String>?)] = [
        (["--email", "a@b"], .given("a@b"), nil), (["--email=a@b"], .given("a@b"), nil),
        (["--email", "--password"], .toBeAsked, .toBeAsked),
        (["--password", "--email=x"], .given("x"), .toBeAsked),
        (["--email", ""], .given(""), nil), (["--email="], .given(""), nil),
        (["--email", "--"], .toBeAsked, nil),
        (["--password=--x"], nil, .given("--x")), (["--password=a=b"], nil, .given("a=b")),
        (["--password", "-x"], nil, .given("-x")), (["--password", "-h"], nil, .given("-h")),
        (["--password", "-"], nil, .given("-")),
    ]

    @Test(arguments: asked)
    func `a value is given, to be asked for, or neither`(
        _ words: [String], _ email: Asked<String>?, _ password: Asked<String>?
    ) throws {
        let sign = try Toy.line(["sign"] + words).read(ToySign.self)
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
        #expect(line.missingValue(of: "email").hint(program: "toy").text.hasSuffix("to be asked"))
        #expect(line.missingValue(of: "nowhere").message(program: "toy") == "--nowhere needs a value")
    }
}
