@testable import RegappCommandLine
import RegappValues
import RegappTestSupport
import Testing

/// A line up to the cursor, and what may follow.
struct OfferRow: CustomTestStringConvertible, Sendable {
    let words: [String]
    let kind: CompletionAnswer.Kind
    let before: String
    let offers: [String]

    init(_ words: [String], _ offers: [String], _ kind: CompletionAnswer.Kind = .words, before: String = "") {
        self.words = words
        self.kind = kind
        self.before = before
        self.offers = offers
    }

    var testDescription: String { (["toy"] + words).joined(separator: " ") }

    private static let firstWords = ["sign", "enter", "find", "books", "shelf", "desk", "help"]
    private static let everywhere = ["--house", "--quiet", "--help"]

    static let rows = [
        OfferRow([""], firstWords),
        OfferRow(["f"], ["find"]),
        OfferRow(["--v"], ["--version"]),
        OfferRow(["xyzzy", "--v"], []),
        OfferRow(["books", "re"], ["read"]),
        OfferRow(["shelf", ""], ["show"]),
        OfferRow(["shelf", "-"], ["--country"] + everywhere),
        OfferRow(["books", "sort", ""], ["title", "author"]),
        OfferRow(["books", "sort", "title", ""], ["--surname"] + everywhere),
        OfferRow(["books", "list", ""], ["--long", "--json", "--format"] + everywhere),
        OfferRow(["books", "list", "--json", "--"], ["--long", "--format"] + everywhere),
        OfferRow(["--quiet", "books", "list", "--l"], ["--long"]),
        OfferRow(["sign", "--email", "--pass"], ["--password", "--password-stdin", "--password-file"]),
        OfferRow(["sign", "--password", ""], []),
        OfferRow(["books", "list", "--format", ""], ["json", "csv", "card-index"]),
        OfferRow(["books", "read", "x", "--format", "c"], ["csv", "card-index"]),
        OfferRow(["books", "list", "--format=c"], ["csv", "card-index"], before: "--format="),
        OfferRow(["--format", "c"], ["csv", "card-index"]),
        OfferRow(["find", ""], ["--limit"] + everywhere),
        OfferRow(["find", "--", ""], []),
        OfferRow(["find", "--", "--l"], []),
        OfferRow(["help", "ex"], ["ex-libris"]),
        OfferRow(["help", "books", "s"], ["show", "sort"]),
        OfferRow(["books", "key", "an"], ["ann@here.example", "anton@here.example"]),
        OfferRow(["books", "key", "--quiet", "x", "y", "ann"], ["ann@here.example"]),
        OfferRow(["books", "key", "--", "ann"], ["ann@here.example"]),
        OfferRow(["--house", "h", "books", "key", "ann"], ["ann@h.example"]),
        OfferRow(["books", "--house=h", "sign", "--email", "ann"], []),
        OfferRow(["sign", "--house=h", "--email", "ann"], ["ann@h.example"]),
        OfferRow(["books", "read", "x"], [], .file),
        OfferRow(["--house", ""], [], .directory),
        OfferRow(["--house=x"], [], .directory, before: "--house="),
        OfferRow(["sign", "--quiet=x"], [], before: ""),
    ]
}

struct CompletionTests {
    @Test(arguments: OfferRow.rows)
    func `the words that may follow are offered`(_ row: OfferRow) {
        let answer = Toy.program.completions(after: row.words.dropLast(), typed: row.words.last ?? "")
        #expect(answer.offers.map(\.word) == row.offers)
        #expect(answer.kind == row.kind)
        #expect(answer.before == row.before)
    }

    @Test func `commands and options are offered with their explanations`() {
        let answer = Toy.program.completions(after: ["books"], typed: "li")
        #expect(answer.offers == [Offer("list", "list the books")])
        let options = Toy.program.completions(after: ["books", "list"], typed: "--l")
        #expect(options.offers == [Offer("--long", "print all there is to a book")])
    }

    private func answer(_ words: String...) throws -> String {
        guard case .complete(let question) = try Toy.parse(["__complete"] + words) else {
            Issue.record("is no question")
            return ""
        }
        return question.answer(Toy.program)
    }

    @Test func `each shell gets its own notation`() throws {
        #expect(try answer("zsh", "books", "li") == "words\nli\n\nlist:list the books\n")
        #expect(try answer("fish", "books", "li") == "words\nli\n\nlist\tlist the books\n")
        #expect(try answer("bash", "li", "toy books li") == "words\nli\n\nlist\n")
        #expect(try answer("zsh", "books", "list", "--format=c") == "words\nc\n--format=\ncsv\ncard-index\n")
        #expect(try answer("tcsh", "books", "li") == "")
        #expect(try answer() == "")
    }

    @Test func `the options of a wrapper are the first words of a line`() throws {
        for (shell, typed) in [
            ("zsh", ["books", "list", "--format=c"]), ("bash", ["c", "books-of books list --format=c"]),
        ] {
            guard
                case .complete(let question) = try Toy.parse(
                    ["--house", "North", "__complete", shell] + typed)
            else {
                Issue.record("\(shell): is no question")
                continue
            }
            #expect(question.answer(Toy.program).contains("\ncsv\n"), "\(shell)")
        }
        #expect(throws: UsageError.self) { try Toy.parse(["books", "__complete", "zsh", ""]) }
        let script = Toy.program.completionScript(for: .bash, wrapper: "books-of")
        #expect(script.contains("complete -F _books-of books-of") && !script.contains("toy"))
    }

    @Test func `bash gets what it considers the beginning of a word`() throws {
        #expect(try answer("bash", "c", "toy books list --format=c") == "words\nc\n\ncsv\ncard-index\n")
        #expect(try answer("bash", "", "toy books list --format=") == "words\n\n\njson\ncsv\ncard-index\n")
        #expect(try answer("bash", "@he", "toy books key ann@he") == "words\nann@he\nann\n@here.example\n")
        #expect(try answer("bash", "\"a b", "toy books read \"a b") == "file\na b\n\n")
    }

    @Test(arguments: [
        ("", [""]), ("toy", ["toy"]), ("toy ", ["toy", ""]), ("toy  a", ["toy", "a"]),
        ("toy 'a b'c d", ["toy", "a bc", "d"]), ("toy \"a b", ["toy", "a b"]), ("toy a\\ b", ["toy", "a b"]),
        ("toy \"\\\"\\a\"", ["toy", "\"\\a"]), ("toy '\\'", ["toy", "\\"]), ("toy '' x", ["toy", "", "x"]),
        ("toy a\\", ["toy", "a"]), ("toy \u{301} é", ["toy", "\u{301}", "é"]),
    ])
    func `a line is split as a shell does`(_ line: String, _ words: [String]) {
        #expect(ShellLine.read(line).words == words)
    }

    @Test func `a script names the program and nothing of what it declares`() {
        for shell in Shell.allCases {
            let script = Toy.program.completionScript(for: shell)
            #expect(
                script.contains("__complete \(shell)") && script.contains("toy") && !script.contains("NAME"))
            #expect(!script.contains("books") && !script.contains("house"))
        }
    }
}
