import RegappAlbums
import RegappTerminal

struct CoverPrinter {
    /// The columns between a cover and the lines beside it.
    static let gap = 2

    let palette: Palette
    let abilities: TerminalAbilities
    func pixels(columns: Int) -> Int {
        // A cell is one pixel wide with half blocks, and some ten pixels in a terminal that shows pictures.
        abilities.hasKittyGraphics ? columns * 12 : columns
    }

    /// Puts a cover of `size` cells to the left of lines, which must fit into `room(beside:columns:)`; without a cover
    /// its place stays empty.
    func beside(_ cover: Cover?, _ size: Size, _ lines: [String]) -> String {
        let empty = String(repeating: " ", count: size.columns)
        let space = String(repeating: " ", count: Self.gap)
        var drawing = Array(repeating: empty, count: size.rows)
        var start = ""
        if let cover {
            if abilities.hasKittyGraphics {
                start = kittyPicture(png: cover.png, size: size)
            } else {
                drawing = cells(cover, size)
            }
        }
        let rows = (0..<max(size.rows, lines.count)).map { row in
            let left = row < drawing.count ? drawing[row] : empty
            return row < lines.count && !lines[row].isEmpty ? left + space + lines[row] : left
        }
        return start + rows.joined(separator: "\n") + "\n"
    }

    private func cells(_ cover: Cover, _ size: Size) -> [String] {
        var frame = Frame(size)
        CellPicture(cover.pixels, fitting: size).draw(on: &frame, in: Rect(size))
        return frame.printed(palette)
    }

    /// A link as text for a width: whole if it fits, else shortened and linked; nil if it does not fit and the
    /// terminal does not support links, so that it needs a line of its own.
    func link(_ address: String, columns: Int?) -> String? {
        let columns = columns ?? address.utf8.count
        if abilities.hasLinks { return abilities.link(address.truncated(to: max(1, columns)), to: address) }
        return address.utf8.count <= columns ? address : nil
    }

    /// The columns left for lines beside a cover; nil if unlimited.
    func room(beside size: Size, columns: Int?) -> Int? {
        columns.map { max(1, $0 - size.columns - Self.gap) }
    }
}
