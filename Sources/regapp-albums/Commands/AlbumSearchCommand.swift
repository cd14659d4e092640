import AlbumCatalog
import CommandParser
import RegappProcess
import TerminalUI

extension AlbumSearchCommand: AlbumCommand {
    /// The size of a cover in the table, in cells.
    private static let coverSize = Size(columns: 6, rows: 3)
    /// How long a table waits for covers, in milliseconds; later ones are left out, and are in the cache for the next
    /// time.
    private static let coverPatience = 6000

    func run(_ context: inout AlbumsContext) throws(Report) {
        try context.requireVisitor()
        let term = SearchTerm.text(terms.joined(separator: " "))
        let store = country.flatMap(Storefront.init) ?? .preferred(forTerm: term, reader: context.reader)
        guard term.utf8.count <= SearchTerm.greatestSize else {
            throw Report(.termTooLong(limit: SearchTerm.greatestSize))
        }
        if country == nil { Diagnostics.tell(AlbumsRemark.store(store)) }
        let limit = limit ?? CatalogQuery.greatestLimit
        let (catalogue, reader, refresh) = (context.catalogue, context.reader, refresh)
        let found = try context.waiting.for(.search) { cancellation throws(CatalogError) in
            try catalogue.search(
                term, in: store, limit: limit, for: reader, refresh: refresh, cancellation: cancellation)
        }
        context.tell(found.freshness, droppedCount: found.droppedCount)
        if json {
            try context.output.bytes(CatalogJSON.text(of: found.value))
        } else {
            try print(found.value, &context)
        }
    }

    private func print(_ albums: [Album], _ context: inout AlbumsContext) throws(Report) {
        guard !albums.isEmpty else { return Diagnostics.tell(AlbumsRemark.nothingFound) }
        if let printer = context.covers(covers) {
            return try print(albums, with: printer, &context)
        }
        guard let columns = context.columns else {
            return try context.output.text(PrintedTable.tabSeparated(albums))
        }
        let table = PrintedTable.rows(albums, columns: columns)
        try context.output.text(([table.head] + table.rows).joined(separator: "\n") + "\n")
    }

    private func print(
        _ albums: [Album], with printer: CoverPrinter, _ context: inout AlbumsContext
    ) throws(Report) {
        let catalogue = context.catalogue
        let pixels = printer.pixels(columns: Self.coverSize.columns)
        let covers = try context.waiting.for(.covers) { cancellation throws(CatalogError) in
            // The link to the store stands wherever a cover does.
            let covers = catalogue.covers(
                of: albums.filter { $0.storeLink != nil }, size: pixels, patience: Self.coverPatience,
                cancellation: cancellation)
            if cancellation.isCancelled { throw .cancelled }
            return covers
        }
        let columns = printer.room(beside: Self.coverSize, columns: context.columns)
        let table = PrintedTable.rows(albums, columns: columns)
        let indent = String(repeating: " ", count: Self.coverSize.columns + CoverPrinter.gap)
        try context.output.text(indent + table.head + "\n")
        for (album, row) in zip(albums, table.rows) {
            let link = album.storeLink.flatMap { printer.link($0, columns: columns) }
            let lines = [row] + (link.map { [$0] } ?? [])
            try context.output.text(printer.beside(covers[album.collectionId], Self.coverSize, lines))
            if link == nil, let address = album.storeLink { try context.output.line(address) }
        }
    }
}

/// A search term.
enum SearchTerm {
    /// The longest term, in bytes: servers refuse addresses of some 8,000 bytes, and each byte can become three.
    static let greatestSize = 1000

    /// The typed words, with one space between them.
    static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
