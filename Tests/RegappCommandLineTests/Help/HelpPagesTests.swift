@testable import RegappCommandLine
import RegappValues
import Testing

struct HelpPagesTests {
    @Test func `the overview lists every command`() throws {
        #expect(
            try Toy.program.help() == """
                Lend books.

                USAGE
                  toy [COMMAND] [ARGUMENTS] [OPTIONS]

                  Alone, toy says who has which book.

                PEOPLE
                  sign         sign in
                  desk         work at the desk
                  help         explain a command or a topic

                BOOKS
                  enter        enter a book
                  find         find books
                  books        keep the books
                  shelf        show the shelf

                TOPICS
                  ex-libris

                OPTIONS
                  --house DIR  keep the books in DIR
                  --quiet      say nothing
                  -h, --help   explain the command
                  --version    print the version

                """)
    }

    @Test func `a command, at 45 columns`() throws {
        #expect(
            try Toy.program.help(for: ["books", "read"], width: 45) == """
                Enter the books of a file.

                Either all of them are entered or none. What
                is wrong is named with its line.

                USAGE
                  toy books read FILE [--format FORMAT]

                ARGUMENTS
                  FILE             the file to read

                OPTIONS
                  --format FORMAT  the format of the file:
                                   csv or card-index

                GLOBAL OPTIONS
                  --house DIR      keep the books in DIR
                  --quiet          say nothing
                  -h, --help       explain the command

                EXAMPLES
                  Enter the books of a card index:
                    toy books read cards.txt --format \\
                        card-index

                """)
    }

    @Test(arguments: [
        (
            ["sign"],
            "toy sign [--email EMAIL] [--password PASSWORD | --password-stdin | --password-file FILE]"
        ),
        (["enter"], "toy enter --title TITLE [--author NAME]"),
        (["find"], "toy find TERM... [--limit N]"),
        (["books", "list"], "toy books list [--long] [--json | --format FORMAT]"),
        (
            ["books", "key"],
            "toy books key EMAIL [EMAIL...] [--password PASSWORD | --password-stdin | "
                + "--password-file FILE]"
        ),
        (["help"], "toy help [COMMAND...]"), (["desk"], "toy desk [--wide]"),
        (["shelf"], "toy shelf [--country CC]"),
    ])
    func `a usage line shows options and what excludes what`(_ words: [String], _ usage: String) throws {
        #expect(try Toy.program.help(for: words, width: 200).contains("USAGE\n  \(usage)\n"))
    }

    @Test func `a group lists its commands and what it does alone`() throws {
        let page = try Toy.program.help(for: ["shelf"])
        #expect(page.contains("  toy shelf [--country CC]\n  toy shelf show [--country CC]\n"))
        #expect(page.contains("COMMANDS\n  show          show what is on the shelf\n"))
        #expect(page.contains("OPTIONS\n  --country CC  the country, such as US\n"))
        #expect(page.contains("LEARN MORE\n  'toy help shelf COMMAND' explains one of them.\n"))
    }

    @Test func `a topic is its summary and what it says`() throws {
        #expect(
            try Toy.program.help(for: ["ex-libris"]) == """
                How a book is marked.

                Each book has a mark.

                COLOURS
                  red     it is lent
                  .green  it is there

                """)
    }

    @Test(arguments: ["colours", "Colours"])
    func `a word of a heading shows that part of its topic`(_ word: String) throws {
        #expect(
            try Toy.program.help(for: [word]) == """
                A part of 'toy help ex-libris'.

                COLOURS
                  red     it is lent
                  .green  it is there

                """)
    }

    @Test func `the list of topics names their parts`() throws {
        let page = try Toy.program.help(for: ["topics"])
        #expect(page.hasPrefix("What 'toy help TOPIC' explains.\n\n  ex-libris  how a book is marked\n"))
        #expect(page.hasSuffix("\n  ex-libris  Colours\n"))
        for word in ["rs", "lours"] {
            #expect(throws: UsageError.self) { try Toy.program.help(for: [word]) }
        }
    }

    @Test(arguments: [[]] + Toy.program.pageNames, [40, 60, 80, 200])
    func `no line is longer than asked for`(_ words: [String], _ width: Int) throws {
        let lines = try Toy.program.help(for: words, width: width).split(separator: "\n")
        // A word that is longer than the line stands alone on it.
        #expect(lines.allSatisfy { $0.count <= width || $0.split(separator: " ").count == 1 })
        #expect(lines.allSatisfy { $0.last != " " })
    }

    @Test(arguments: [Int.min, -1, 0, 39])
    func `a width too small for words counts as 40`(_ width: Int) throws {
        let program = Toy.program
        #expect(try program.help(for: ["sign"], width: width) == program.help(for: ["sign"], width: 40))
    }

    @Test func `a page is a summary, paragraphs, examples and nicknames`() throws {
        let pages = CommandPage.all(
            in: """
                # {shared}
                Said on several pages.

                # books read | BOOKS
                Enter the books
                of a file

                {shared}

                - Enter some | toy books read - | tee log

                    load, take in = --all
                """)
        let page = try #require(pages["books read"])
        #expect(page.summary == "Enter the books of a file" && page.section == "BOOKS")
        #expect(page.discussion == ["Said on several pages."])
        #expect(page.examples == [HelpRow("Enter some", "toy books read - | tee log")])
        #expect(page.nicknames.map(\.word) == ["load", "take in"])
        #expect(page.nicknames.map(\.options) == [[], ["--all"]])
    }
}
