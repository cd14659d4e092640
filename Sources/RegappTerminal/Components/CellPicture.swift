package import RegappValues

/// A picture scaled to cells, ready to draw. A cell shows four quarters in the two colours that come closest to it.
package struct CellPicture: Hashable, Sendable {
    package let size: Size
    private let blocks: [Block]

    /// Scales a picture to the largest size that fits into `size` and keeps its proportions. Transparent pixels become
    /// black. Reads every pixel, so scale once and keep the result. `gapBelow` leaves half a row free below the
    /// picture, so that it stands apart from the next.
    package init(_ picture: PixelGrid, fitting size: Size, gapBelow: Bool = false) {
        // A cell is twice as high as wide, so rows are counted in half cells.
        let room = (columns: max(1, size.columns), rows: max(1, size.rows) * 2 - (gapBelow ? 1 : 0))
        var columns = room.columns
        var rows = max(1, columns * picture.height / picture.width)
        if rows > room.rows {
            rows = room.rows
            columns = min(room.columns, max(1, rows * picture.width / picture.height))
        }
        if !gapBelow { rows = min(room.rows, rows + rows % 2) }
        let scaled = picture.scaled(width: columns * 2, height: rows)
        self.size = Size(columns: scaled.width / 2, rows: (scaled.height + 1) / 2)
        let parts = scaled.pixels.map { pixel in
            let parts = [pixel.red, pixel.green, pixel.blue].map { UInt8(Int($0) * Int(pixel.alpha) / 255) }
            return RGB(parts[0], parts[1], parts[2])
        }
        var blocks: [Block] = []
        for row in 0..<self.size.rows {
            for column in 0..<self.size.columns {
                let upper = row * 2 * scaled.width + column * 2
                let lower = upper + scaled.width
                let halves = [upper, lower].filter { $0 + 1 < parts.count }
                blocks.append(Block(halves.flatMap { [parts[$0], parts[$0 + 1]] }))
            }
        }
        self.blocks = blocks
    }

    package func draw(on frame: inout Frame, in rect: Rect) {
        for row in 0..<min(size.rows, rect.rows) {
            for column in 0..<min(size.columns, rect.columns) {
                let block = blocks[row * size.columns + column]
                frame.setGlyph(
                    block.glyph.value, style: .pixels(upper: block.ink, lower: block.paper),
                    column: rect.column + column, row: rect.row + row)
            }
        }
    }
}

/// A cell of a picture: a block element of Unicode, its colour (ink) and the colour behind it (paper).
private struct Block: Hashable, Sendable {
    /// The ways to divide four quarters between two colours: which are ink, from top left to bottom right.
    private static let divisions: [(isInk: [Bool], glyph: Unicode.Scalar)] = [
        ([true, true, false, false], "▀"), ([true, false, true, false], "▌"),
        ([true, false, false, true], "▚"), ([true, false, false, false], "▘"),
        ([false, true, false, false], "▝"), ([false, false, true, false], "▖"),
        ([false, false, false, true], "▗"),
    ]

    let glyph: Unicode.Scalar
    let ink: RGB
    let paper: RGB?

    /// The closest block to four quarters, or to two with nothing below them.
    init(_ parts: [RGB]) {
        var best = (glyph: "▀" as Unicode.Scalar, ink: RGB.mean(parts).colour, paper: RGB?.none)
        var least = Int.max
        for division in Self.divisions where parts.count == 4 {
            let ink = RGB.mean(zip(parts, division.isInk).filter { $0.1 }.map(\.0))
            let paper = RGB.mean(zip(parts, division.isInk).filter { !$0.1 }.map(\.0))
            if ink.error + paper.error < least {
                least = ink.error + paper.error
                best = (division.glyph, ink.colour, paper.colour)
            }
        }
        (glyph, ink, paper) = best
    }
}

extension RGB {
    /// The mean of at least one colour, and the sum of squared deviations from it.
    fileprivate static func mean(_ colours: [RGB]) -> (colour: RGB, error: Int) {
        var red = 0
        var green = 0
        var blue = 0
        var squares = 0
        for colour in colours {
            let r = Int(colour.red)
            let g = Int(colour.green)
            let b = Int(colour.blue)
            red += r
            green += g
            blue += b
            squares += r * r + g * g + b * b
        }
        let count = max(1, colours.count)
        let mean = RGB(UInt8(red / count), UInt8(green / count), UInt8(blue / count))
        return (mean, squares - (red * red + green * green + blue * blue) / count)
    }
}
