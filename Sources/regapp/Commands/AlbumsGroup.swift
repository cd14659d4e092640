import RegappCommandLine

enum AlbumsGroup: CommandGroup {
    static let name = "albums"

    static let page = CommandPage(
        "Search albums in the iTunes catalogue", section: .more,
        discussion: [
            "You must be logged in. Alone, on a terminal, it opens the album screens. Words that are not "
                + "a command are searched for.",
            "The program 'curl', found on your PATH, asks the catalogue. It uses the proxies and "
                + "certificates that the environment names, but not ~/.curlrc. Without curl, cached answers are still shown.",
        ],
        examples: [Example("Search", "regapp albums kind of blue")])

    static var alone: (any Command.Type)? { AlbumScreensCommand.self }
    static var unnamed: (any Command.Type)? { AlbumSearchCommand.self }
}
