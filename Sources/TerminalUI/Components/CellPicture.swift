public import PlainValues

/// A picture scaled to cells, ready to draw.
public struct CellPicture: Hashable, Sendable {
    /// Its size in cells.
    public let size: Size
    /// Two rows of pixels for each row of cells.
    private let pixels: [RGB]

    /// Scales a picture to half-block cells: as large as fits into `size` with its proportions kept.
    ///
    /// A cell holds two square pixels, one above the other. Clear parts show black. Scale once and keep the result:
    /// this reads every pixel.
    public init(_ picture: PixelGrid, fitting size: Size) {
        let room = (columns: max(1, size.columns), rows: max(1, size.rows) * 2)
        var columns = room.columns
        var rows = max(1, columns * picture.height / picture.width)
        if rows > room.rows {
            rows = room.rows
            columns = min(room.columns, max(1, rows * picture.width / picture.height))
        }
        // A cell is two pixels high.
        let scaled = picture.scaled(width: columns, height: min(room.rows, rows + rows % 2))
        self.size = Size(columns: scaled.width, rows: scaled.height / 2)
        pixels = scaled.pixels.map { pixel in
            let parts = [pixel.red, pixel.green, pixel.blue].map { UInt8(Int($0) * Int(pixel.alpha) / 255) }
            return RGB(parts[0], parts[1], parts[2])
        }
    }

    /// Draws what fits, from the top left.
    public func draw(on frame: inout Frame, in rect: Rect) {
        for row in 0..<min(size.rows, rect.rows) {
            for column in 0..<min(size.columns, rect.columns) {
                let upper = pixels[row * 2 * size.columns + column]
                let lower = pixels[(row * 2 + 1) * size.columns + column]
                frame.write(
                    "▀", column: rect.column + column, row: rect.row + row,
                    style: .pixels(upper: upper, lower: lower))
            }
        }
    }
}
