import RegappAlbums
import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct AlbumSearchCommand: RegappCommand {
    private static let coverSize = Size(columns: 6, rows: 3)
    /// How long a table waits for covers, in milliseconds. Those that come later are left out.
    private static let coverPatience = 6000

    static let words = ["albums", "search"]
    static let page = #"""
        # albums search
        Search albums by title or artist

        Albums are sorted by title, and answers cached for a day. Without --country, regapp searches the RU store for a term in
        Cyrillic letters, else the store of your locale, else the US store.

        A terminal shows a table, with covers if it has colours. Elsewhere each album is a line of six columns, separated by
        tabs: title, artist, number of songs, year, id, and 'explicit', 'cleaned' or nothing.

        - Search the Japanese store | regapp albums search --country JP miles davis

            music, songs
        """#

    private let terms: [String]
    private let country: Storefront?
    private let limit: Int
    private let refresh: Bool
    private let json: Bool
    private let covers: Wanted

    init(_ line: inout CommandLineReader) {
        country = line.country()
        limit =
            line.option("limit", .number(1...200), "N", "at most N albums, 1 to 200 (the default is 200)")
            ?? CatalogQuery.greatestLimit
        refresh = line.flag("refresh", "ask the catalogue even if an answer from today is cached")
        json = line.flag("json", "print a JSON array with the catalogue's own key names")
        covers = line.covers()
        terms = line.arguments("TERM", .text, "words of the title or of the artist")
    }

    func run(_ command: inout CommandContext) throws {
        let context = try AlbumsContext(&command)
        guard try command.state().account != nil else { throw try command.nobodyLoggedIn() }
        let term = SearchTerm.text(terms.joined(separator: " "))
        let store = country ?? .preferred(forTerm: term, reader: context.reader)
        guard term.utf8.count <= SearchTerm.greatestSize else {
            throw Message.termTooLong(limit: "\(SearchTerm.greatestSize) bytes")
        }
        if country == nil { Diagnostics.report(.store(store)) }
        let catalogue = context.catalogue
        let reader = context.reader
        let limit = limit
        let refresh = refresh
        let found = try context.run("searching albums") { cancellation in
            try catalogue.search(
                term, in: store, limit: limit, for: reader, refresh: refresh, cancellation: cancellation)
        }
        context.report(found.freshness, droppedCount: found.droppedCount)
        if json { return try command.output.json(CatalogJSON.text(of: found.value)) }
        guard !found.value.isEmpty else {
            return Diagnostics.report(.done(Sentence(prose: .albumsFound(0, for: term, in: store))))
        }
        try print(found.value, context, &command.output)
    }

    private func print(_ albums: [Album], _ context: AlbumsContext, _ output: inout Output) throws {
        guard let printer = Appearance.live.covers(covers) else {
            guard let columns = context.columns else {
                return try output.text(AlbumTable.tabSeparated(albums))
            }
            let table = AlbumTable.rows(albums, columns: columns)
            return try output.text(([output.faint(table.head)] + table.rows).joined(separator: "\n") + "\n")
        }
        let catalogue = context.catalogue
        let pixels = printer.pixels(columns: Self.coverSize.columns)
        let covers = try context.run("fetching covers") { cancellation in
            // The link to the store must accompany every cover.
            catalogue.covers(
                of: albums.filter { $0.storeLink != nil }, size: pixels, patience: Self.coverPatience,
                cancellation: cancellation)
        }
        let columns = printer.room(beside: Self.coverSize, columns: context.columns)
        let table = AlbumTable.rows(albums, columns: columns)
        let indent = String(repeating: " ", count: Self.coverSize.columns + CoverPrinter.gap)
        try output.text(indent + output.faint(table.head) + "\n")
        for (album, row) in zip(albums, table.rows) {
            let link = album.storeLink.flatMap { printer.link($0, columns: columns) }
            let lines = [row] + (link.map { [$0] } ?? [])
            try output.text(printer.beside(covers[album.collectionId], Self.coverSize, lines))
            if link == nil, let address = album.storeLink { try output.line(address) }
        }
    }
}

struct AlbumShowCommand: RegappCommand {
    private static let coverSize = Size(columns: 20, rows: 10)
    /// The fewest columns beside the cover in which facts are readable; with fewer they are printed below it.
    private static let leastRoom = 20

    static let words = ["albums", "show"]
    static let page = #"""
        # albums show
        Show an album and its songs

        Without --country, regapp uses the store where the last search found the album, else the one that a search would use.

        - Show an album | regapp albums show 268443092
        """#

    private let id: Int
    private let country: Storefront?
    private let json: Bool
    private let covers: Wanted

    init(_ line: inout CommandLineReader) {
        id = line.argument("ID", .number(1...Int.max), "the album's number, as a search prints it")
        country = line.country()
        json = line.flag("json", "print one JSON object: album, songs, others")
        covers = line.covers()
    }

    func run(_ command: inout CommandContext) throws {
        let context = try AlbumsContext(&command)
        guard try command.state().account != nil else { throw try command.nobodyLoggedIn() }
        let id = Int64(id)
        let named = country
        let catalogue = context.catalogue
        let fallback = Storefront.preferred(forTerm: "", reader: context.reader)
        let (found, store) = try context.run("looking up the album") { cancellation in
            let store = named ?? catalogue.lastStore(holding: id) ?? fallback
            return (try catalogue.album(id, in: store, cancellation: cancellation), store)
        }
        if named == nil { Diagnostics.report(.store(store)) }
        context.report(found.freshness, droppedCount: found.droppedCount)
        if json { return try command.output.json(CatalogJSON.text(of: found.value)) }
        try print(found.value, context, &command.output)
    }

    private func print(_ contents: AlbumContents, _ context: AlbumsContext, _ output: inout Output) throws {
        let page = PrintedAlbum(contents: contents, columns: context.columns)
        // The link to the store must accompany every cover.
        guard let printer = Appearance.live.covers(covers), let address = contents.album.storeLink else {
            return try printWhole(page, &output)
        }
        let catalogue = context.catalogue
        let album = contents.album
        let pixels = printer.pixels(columns: Self.coverSize.columns)
        let cover = try context.run("fetching the cover") { cancellation in
            catalogue.cover(of: album, size: pixels, cancellation: cancellation)
        }
        guard let cover else { return try printWhole(page, &output) }
        let room = printer.room(beside: Self.coverSize, columns: context.columns)
        guard room.map({ $0 >= Self.leastRoom }) ?? true else {
            try output.text(printer.beside(cover, Self.coverSize, []))
            return try printWhole(page, &output)
        }
        let link = printer.link(address, columns: room.map { $0 - PrintedAlbum.labelWidth })
        let facts = PrintedAlbum(contents: contents, columns: room).facts.map { output.withFaintLabel($0) }
        let lines = facts + (link.map { [output.withFaintLabel(PrintedAlbum.store($0))] } ?? [])
        try output.text(printer.beside(cover, Self.coverSize, lines))
        if link == nil { try output.labelled(PrintedAlbum.store(address)) }
        try output.text(([""] + page.tracks).joined(separator: "\n") + "\n")
    }

    private func printWhole(_ page: PrintedAlbum, _ output: inout Output) throws {
        let facts = page.page(Appearance.live.abilities).map { output.withFaintLabel($0) }
        try output.text((facts + [""] + page.tracks).joined(separator: "\n") + "\n")
    }
}
