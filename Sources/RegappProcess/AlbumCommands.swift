public import CommandParser

// The commands for albums. `regapp` knows what they take and hands them over to `regapp-albums`, which does them.

/// `regapp albums`.
public enum AlbumsGroup: CommandGroup {
    public static let name = "albums"

    public static var page: CommandPage {
        CommandPage(
            "Search albums in the iTunes catalogue", section: HelpSection("ALBUMS"),
            discussion: ["For whoever is logged in. Alone, on a terminal, it opens the album screens."],
            examples: [Example("Search", "regapp albums search kind of blue")])
    }

    public static var alone: (any Command.Type)? { AlbumScreensCommand.self }
}

/// `regapp albums` alone: the album screens.
public struct AlbumScreensCommand: Command {
    public static let words = ["albums"]

    public static var page: CommandPage {
        CommandPage(
            "Open the album screens, on a terminal",
            examples: [Example("Open the album screens", "regapp albums")])
    }

    public let covers: CoversChoice

    public init(_ line: inout CommandLineReader) { covers = line.covers() }
}

/// `regapp albums search`: the albums that a term finds.
public struct AlbumSearchCommand: Command {
    public static let words = ["albums", "search"]

    public static var page: CommandPage {
        CommandPage(
            "Search albums by title or artist",
            discussion: [
                "The albums are sorted by title. Answers are kept for a day. Without --country the store is "
                    + "RU for a term in Cyrillic letters, else the one of your locale, else US.",
                "On a terminal they stand in a table, with covers where it has colours. Elsewhere each album is a "
                    + "line of six columns, separated by tabs: title, artist, number of songs, year, id, and "
                    + "'explicit', 'cleaned' or nothing.",
            ],
            examples: [
                Example("Search", "regapp albums search kind of blue"),
                Example("Search the Japanese store", "regapp albums search --country JP miles davis"),
            ])
    }

    /// The words of the term.
    public let terms: [String]
    /// Two letters.
    public let country: String?
    /// 1 to 200.
    public let limit: Int?
    public let refresh: Bool
    public let json: Bool
    public let covers: CoversChoice

    public init(_ line: inout CommandLineReader) {
        country = line.country()
        limit = line.option("limit", .number(1...200), "N", "at most N albums, 1 to 200 (the default is 200)")
        refresh = line.flag("refresh", "ask the catalogue even if an answer from today is kept")
        json = line.flag("json", "print a JSON array with the catalogue's own key names")
        covers = line.covers()
        terms = line.arguments("TERM", .text, "words of the title or of the artist")
    }
}

/// `regapp albums show`: one album and its songs.
public struct AlbumShowCommand: Command {
    public static let words = ["albums", "show"]

    public static var page: CommandPage {
        CommandPage(
            "Show an album and its songs",
            discussion: [
                "Without --country the store is the one where the last search found the album, else the one "
                    + "that a search would ask."
            ],
            examples: [Example("Show an album", "regapp albums show 268443092")])
    }

    /// The album's number.
    public let id: Int
    /// Two letters.
    public let country: String?
    public let json: Bool
    public let covers: CoversChoice

    public init(_ line: inout CommandLineReader) {
        id = line.argument("ID", .number(1...Int.max), "the album's number, as a search prints it")
        country = line.country()
        json = line.flag("json", "print one JSON object: album, songs, others")
        covers = line.covers()
    }
}

/// When covers are drawn; the raw value is what one types.
public enum CoversChoice: String, CaseIterable, Sendable {
    /// On a terminal with colours.
    case auto
    case always, never
}

extension CommandLineReader {
    fileprivate mutating func covers() -> CoversChoice {
        option("covers", .choice, "WHEN", "draw covers: auto (on a terminal, the default), always or never")
            ?? .auto
    }

    fileprivate mutating func country() -> String? {
        let letters = ValueType(expected: "two letters such as US", sample: "US") { text in
            let isCode =
                text.utf8.count == 2
                && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
            return isCode ? text : nil
        }
        return option("country", letters, "CC", "the store to ask, as two letters such as US")
    }
}
