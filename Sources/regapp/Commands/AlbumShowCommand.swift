import RegappAlbums
import RegappCommandLine
import RegappWording
import RegappTerminal

struct AlbumShowCommand: RegappCommand {
    private static let coverSize = Size(columns: 20, rows: 10)
    /// The fewest columns beside the cover in which facts are readable; with fewer they are printed below it.
    private static let leastRoom = 20

    static let words = ["albums", "show"]

    static let page = CommandPage(
        "Show an album and its songs",
        discussion: [
            "Without --country the store is the one where the last search found the album, else the one "
                + "that a search would ask."
        ],
        examples: ["Show an album": "regapp albums show 268443092"])

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
        try context.requireCurrentUser()
        let (id, named, catalogue) = (Int64(id), country, context.catalogue)
        let fallback = Storefront.preferred(forTerm: "", reader: context.reader)
        let (found, store) = try context.waiting.for("looking up the album") { cancellation in
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
        let (catalogue, album) = (context.catalogue, contents.album)
        let pixels = printer.pixels(columns: Self.coverSize.columns)
        let cover = try context.waiting.for("fetching the cover") { cancellation in
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
