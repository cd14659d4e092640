import AlbumCatalog
import CommandParser
import RegappProcess
import TerminalUI

/// `regapp albums show`: one album and its songs.
enum ShowAlbumCommand {
    /// The cover, in cells.
    private static let coverSize = Size(columns: 20, rows: 10)
    /// The fewest columns beside the cover in which facts can be read; with fewer they stand below it.
    private static let leastRoom = 20

    static func run(_ context: inout AlbumsContext) throws(Report) {
        let word = context.invocation.arguments.first ?? ""
        guard let id = Int64(word) else {
            throw Report(
                .usage, "'\(word)' is no album's number",
                hint: "\(.regapp("albums", "search", "TERM")) prints them")
        }
        let named = try context.namedStore()
        let fallback = Storefront.preferred(forTerm: "", reader: context.reader)
        let catalogue = context.catalogue
        let (found, store) = try context.waiting.for("looking up the album") {
            cancellation throws(CatalogError) in
            let store = named ?? catalogue.lastStore(holding: id) ?? fallback
            return (try catalogue.album(id, in: store, cancellation: cancellation), store)
        }
        if named == nil { context.tell(store) }
        context.tell(found.freshness, droppedCount: found.droppedCount)
        if context.invocation.has(.json) {
            return try context.output.bytes(CatalogJSON.text(of: found.value))
        }
        try print(found.value, &context)
    }

    private static func print(_ contents: AlbumContents, _ context: inout AlbumsContext) throws(Report) {
        let page = PrintedAlbum(contents: contents, columns: context.columns)
        // The link to the store stands wherever a cover does.
        guard let printer = context.covers, let address = contents.album.storeLink else {
            return try printWhole(page, &context)
        }
        let (catalogue, album) = (context.catalogue, contents.album)
        let pixels = printer.pixels(columns: coverSize.columns)
        let cover = try context.waiting.for("fetching the cover") { cancellation throws(CatalogError) in
            let cover = catalogue.cover(of: album, size: pixels, cancellation: cancellation)
            if cancellation.isCancelled { throw .cancelled }
            return cover
        }
        guard let cover else { return try printWhole(page, &context) }
        let room = printer.room(beside: coverSize, columns: context.columns)
        guard room.map({ $0 >= leastRoom }) ?? true else {
            try context.output.text(printer.beside(cover, coverSize, []))
            return try printWhole(page, &context)
        }
        let link = printer.link(address, columns: room.map { $0 - PrintedAlbum.labelWidth })
        let facts = PrintedAlbum(contents: contents, columns: room).facts
        let lines = facts + (link.map { [PrintedAlbum.store($0)] } ?? [])
        try context.output.text(printer.beside(cover, coverSize, lines))
        if link == nil { try context.output.line(PrintedAlbum.store(address)) }
        try printLines([""] + page.tracks, &context)
    }

    private static func printWhole(_ page: PrintedAlbum, _ context: inout AlbumsContext) throws(Report) {
        try printLines(page.page(context.abilities) + [""] + page.tracks, &context)
    }

    private static func printLines(_ lines: [String], _ context: inout AlbumsContext) throws(Report) {
        try context.output.text(lines.joined(separator: "\n") + "\n")
    }
}
