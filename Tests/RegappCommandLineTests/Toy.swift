@testable import RegappCommandLine
import RegappValues

/// A program that lends books: it has one of everything that can be declared.
enum Toy {
    static let program = Program(
        name: "toy", version: "1.2", date: "2026-01-31",
        commands: [
            ToyAlone.self, ToySign.self, ToyEnter.self, ToyFind.self, ToyBooksList.self, ToyBooksShow.self,
            ToyBooksRead.self, ToyBooksSort.self, ToyBooksKey.self, ToyShelfShow.self, ToyShelf.self,
            ToyHelp.self,
        ],
        groups: [
            CommandGroup("books"), CommandGroup("shelf", alone: ToyShelfShow.self),
            CommandGroup("desk", alone: ToyShelf.self),
        ],
        everywhere: ToyEverywhere.self, pages: { allPages },
        topics: {
            [
                HelpTopic(
                    name: "ex-libris", summary: "How a book is marked", manualTitle: "Marks",
                    blocks: .text(
                        """
                        Each book
                        has a mark.
                        # Colours
                        - red | it is lent
                        - .green | it is
                          there
                        """))
            ]
        })

    private static let allPages = CommandPage.all(in: pages)
    private static let pages = """
        # toy
        Lend books

        Alone, toy says who has which book.

        - See who has what | toy

        # sign | PEOPLE
        Sign in

        - Be asked | toy sign

            login

        # enter | BOOKS
        Enter a book

        # find | BOOKS
        Find books

        # books | BOOKS
        Keep the books

        A book has a number.

        - List the books | toy books list

        # books list
        List the books

        # books show
        Show a book

        # books read
        Enter the books of a file

        Either all of them are entered or none. What is wrong is
        named with its line.

        - Enter the books of a card index | toy books read cards.txt --format card-index

        # books sort
        Sort the books

        # books key
        Set the password of a borrower

        # shelf | BOOKS
        Show the shelf

        # shelf show
        Show what is on the shelf

        # desk | PEOPLE
        Work at the desk

        # help | PEOPLE
        Explain a command or a topic
        """

    static func parse(_ line: [String]) throws(UsageError) -> CommandLineMeaning { try program.parse(line) }

    /// A line that runs a command.
    static func line(_ words: [String]) throws -> ParsedLine {
        guard case .run(let line) = try parse(words) else { throw NoCommand() }
        return line
    }

    struct NoCommand: Error {}
}

struct ToyEverywhere: CommandLineReadable {
    let house: String?
    let isQuiet: Bool

    init(_ line: inout CommandLineReader) {
        house = line.option("house", .directory, "DIR", "keep the books in DIR")
        isQuiet = line.flag("quiet", "say nothing")
    }
}

struct ToyAlone: Command {
    static let words: [String] = []
    let version: Bool

    init(_ line: inout CommandLineReader) { version = line.flag("version", "print the version") }
}

/// The ways to hand over a password.
struct ToyPassword: CommandLineReadable {
    let typed: Asked?
    let isOnStdin: Bool
    let file: String?

    init(_ line: inout CommandLineReader) {
        typed = line.askable(
            "password", .text, "PASSWORD", noun: "password", oneOf: "password", isSecret: true,
            isAlwaysAsked: true,
            "the password")
        isOnStdin = line.flag(
            "password-stdin", oneOf: "password", isSecret: true, "read the password from standard input")
        file = line.option("password-file", .file, "FILE", oneOf: "password", "read the password from FILE")
    }
}

struct ToySign: Command {
    static let words = ["sign"]
    let email: Asked?
    let password: ToyPassword

    init(_ line: inout CommandLineReader) {
        email = line.askable("email", .address, "EMAIL", noun: "email", "the email")
        password = ToyPassword(&line)
    }
}

struct ToyEnter: Command {
    static let words = ["enter"]
    let title: Asked?
    let author: Asked?

    init(_ line: inout CommandLineReader) {
        title = line.askable("title", .text, "TITLE", noun: "title", isRequired: true, "the title")
        author = line.askable("author", .text, "NAME", noun: "author", "the author")
    }
}

struct ToyFind: Command {
    static let words = ["find"]
    let limit: Int?
    let terms: [String]

    init(_ line: inout CommandLineReader) {
        limit = line.option("limit", .number(1...50), "N", "at most N books")
        terms = line.arguments("TERM", .text, "words of the title")
    }
}

enum ToyFormat: String, CaseIterable {
    case json, csv, cards = "card-index"
}

struct ToyBooksList: Command {
    static let words = ["books", "list"]
    let isLong: Bool
    let json: Bool
    let format: ToyFormat?

    init(_ line: inout CommandLineReader) {
        isLong = line.flag("long", "print all there is to a book")
        json = line.flag("json", oneOf: "form", "print JSON")
        format = line.option("format", .choice, "FORMAT", oneOf: "form", "the format to print")
    }
}

struct ToyBooksShow: Command {
    static let words = ["books", "show"]
    let number: Int

    init(_ line: inout CommandLineReader) {
        number = line.argument("NUMBER", .number(1...Int.max), "the book's number")
    }
}

struct ToyBooksRead: Command {
    static let words = ["books", "read"]
    let file: String
    let format: ToyFormat?

    init(_ line: inout CommandLineReader) {
        file = line.argument("FILE", .file, "the file to read")
        format = line.option(
            "format", .choice(of: [.csv, .cards]), "FORMAT", "the format of the file: csv or card-index")
    }
}

enum ToyKey: String, CaseIterable {
    case title, author
}

struct ToyBooksSort: Command {
    static let words = ["books", "sort"]
    let key: ToyKey
    let isBySurname: Bool

    init(_ line: inout CommandLineReader) {
        key = line.argument("KEY", .choice, "title or author")
        isBySurname = line.flag("surname", "go by the surname")
    }
}

struct ToyBooksKey: Command {
    static let words = ["books", "key"]
    let email: String
    let others: [String]
    let password: ToyPassword

    init(_ line: inout CommandLineReader) {
        email = line.argument("EMAIL", .address, "the borrower's email")
        others = line.arguments("EMAIL", .address, isRequired: false, "others with the same password")
        password = ToyPassword(&line)
    }
}

struct ToyShelfShow: Command {
    static let words = ["shelf", "show"]
    let country: String?

    init(_ line: inout CommandLineReader) {
        country = line.option("country", .country, "CC", "the country, such as US")
    }
}

/// What the word of a group does alone without being one of its commands.
struct ToyShelf: Command {
    static let words = ["desk"]
    let isWide: Bool

    init(_ line: inout CommandLineReader) { isWide = line.flag("wide", "use the whole screen") }
}

struct ToyHelp: Command {
    static let words = ["help"]
    let topic: [String]

    init(_ line: inout CommandLineReader) {
        topic = line.arguments("COMMAND", .helpTopic, isRequired: false, "a command or a topic")
    }
}

extension ValueType<String> {
    static var address: ValueType {
        let completion = Completion.answers { context in
            let house = context.values.read(ToyEverywhere.self).house ?? "here"
            return ["ann@\(house).example", "anton@\(house).example"].map { Offer($0) }
        }
        return ValueType(completion: completion, looksLike: { $0.contains("@") }, sample: "") { $0 }
    }

    static var country: ValueType {
        ValueType(expected: "two letters such as US", sample: "US") { $0.utf8.count == 2 ? $0 : nil }
    }
}

extension Sentence {
    /// The sentence as it reads without any quoting but around commands.
    var text: String {
        parts.map { part in
            switch part {
            case .prose(let text), .value(let text): text
            case .command(let command): "'\(command.line)'"
            case .bareCommand(let command): command.line
            case .thisLine(let words): words.joined(separator: " ")
            }
        }.joined()
    }
}

extension ShellCommand {
    fileprivate var line: String { ((kind == .other ? [] : ["toy"]) + words).joined(separator: " ") }
}
