import AlbumCatalog
import CommandParser
import RegappProcess
import TerminalUI

/// `regapp albums show`: one album and its songs.
enum ShowAlbumCommand {
    /// The cover, in cells.
    private static let coverSize = Size(columns: 20, rows: 10)

    static func run(_ context: inout AlbumsContext) throws(Report) {
        let word = context.invocation.arguments.first ?? ""
        guard let id = Int64(word) else {
            throw Report(.usage, "'\(word)' is no album's number", hint: "'regapp albums search' prints them")
        }
        let named = try context.namedStore()
        let fallback = Storefront.preferred(forTerm: "", reader: context.reader)
        let catalogue = context.catalogue
        let found = try Waiting.for("looking up the album") { cancellation throws(CatalogError) in
            let store = named ?? catalogue.lastStore(holding: id) ?? fallback
            return try catalogue.album(id, in: store, cancellation: cancellation)
        }
        context.tell(found.freshness, droppedCount: found.droppedCount)
        if context.invocation.has(.json) {
            return try context.output.bytes(CatalogJSON.text(of: found.value))
        }
        try print(found.value, &context)
    }

    private static func print(_ contents: AlbumContents, _ context: inout AlbumsContext) throws(Report) {
        let columns = context.columns
        guard let printer = context.covers else {
            let page = PrintedAlbum(contents: contents, columns: columns)
            return try printLines(page.facts { $0 } + [""] + page.tracks, &context)
        }
        let (catalogue, album) = (context.catalogue, contents.album)
        let pixels = printer.pixels(columns: coverSize.columns)
        let cover = try Waiting.for("fetching the cover") { cancellation throws(CatalogError) in
            let cover = catalogue.cover(of: album, size: pixels, cancellation: cancellation)
            if cancellation.isCancelled { throw .cancelled }
            return cover
        }
        let page = PrintedAlbum(contents: contents, columns: columns)
        guard let cover else { return try printLines(page.facts { $0 } + [""] + page.tracks, &context) }
        let narrow = PrintedAlbum(
            contents: contents, columns: columns.map { max(20, $0 - coverSize.columns - 2) })
        let facts = narrow.facts {
            printer.link($0, columns: columns.map { max(20, $0 - coverSize.columns - 12) })
        }
        try context.output.text(printer.beside(cover, coverSize, facts) + "\n")
        try printLines(page.tracks, &context)
    }

    private static func printLines(_ lines: [String], _ context: inout AlbumsContext) throws(Report) {
        try context.output.text(lines.joined(separator: "\n") + "\n")
    }
}
