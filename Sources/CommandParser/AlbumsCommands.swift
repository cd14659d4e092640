/// The commands for the album catalogue.
enum AlbumsCommands {
    static let screens = CommandDeclaration(
        .albumsScreens, ["albums"], "Open the album screens, on a terminal",
        options: [.covers],
        examples: [Example("Open the album screens", "regapp albums")])

    static let search = CommandDeclaration(
        .albumsSearch, ["albums", "search"], "Search albums by title or artist",
        discussion: [
            "The albums are sorted by title. Answers are kept for a day. Without --country the store is "
                + "RU for a term in Cyrillic letters, else the one of your locale, else US.",
            "On a terminal they stand in a table, with covers where it has colours. Elsewhere each album is a "
                + "line of six columns, separated by tabs: title, artist, number of songs, year, id, and "
                + "'explicit', 'cleaned' or nothing.",
        ],
        arguments: [
            ArgumentDeclaration("TERM", .text, "words of the title or of the artist", repeats: true)
        ],
        options: [
            .country, .limit, .refresh,
            .json.with("print a JSON array with the catalogue's own key names"), .covers,
        ],
        examples: [
            Example("Search", "regapp albums search kind of blue"),
            Example("Search the Japanese store", "regapp albums search --country JP miles davis"),
        ])

    static let show = CommandDeclaration(
        .albumsShow, ["albums", "show"], "Show an album and its songs",
        discussion: [
            "Without --country the store is the one where the last search found the album, else the one "
                + "that a search would ask."
        ],
        arguments: [
            ArgumentDeclaration("ID", .number(1...Int.max), "the album's number, as a search prints it")
        ],
        options: [.country, .json.with("print one JSON object: album, songs, others"), .covers],
        examples: [Example("Show an album", "regapp albums show 268443092")])

    static let group = CommandGroup(
        name: "albums", summary: "Search albums in the iTunes catalogue",
        discussion: ["For whoever is logged in. Alone, on a terminal, it opens the album screens."],
        alone: screens, commands: [search, show],
        examples: [Example("Search", "regapp albums search kind of blue")])
}
