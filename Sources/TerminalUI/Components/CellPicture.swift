/// Pixels of a picture, row by row from the top left.
public struct Picture: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows of pixels.
    public let height: Int
    private let bytes: [UInt8]

    /// A picture of three bytes a pixel: red, green, blue; nil unless there are exactly `width` × `height` ×
    /// 3.
    public init?(width: Int, height: Int, rgb bytes: [UInt8]) {
        guard width > 0, height > 0 else { return nil }
        let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
        guard !overflows, bytes.count % 3 == 0, bytes.count / 3 == pixels else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// The picture as half-block cells: as large as fits into `size` with its proportions kept.
    ///
    /// A cell holds two square pixels, one above the other. Each is the mean of the pixels it covers (a box
    /// filter), so small covers stay recognisable. Scale once and keep the result: this reads every pixel.
    public func cells(fitting size: Size) -> CellPicture {
        let room = (columns: max(1, size.columns), rows: max(1, size.rows) * 2)
        var columns = room.columns
        var rows = max(1, columns * height / width)
        if rows > room.rows {
            rows = room.rows
            columns = min(room.columns, max(1, rows * width / height))
        }
        // A cell is two pixels high.
        rows = min(room.rows, rows + rows % 2)
        var pixels: [RGB] = []
        pixels.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                pixels.append(
                    mean(
                        Self.span(column, of: columns, over: width), Self.span(row, of: rows, over: height)))
            }
        }
        return CellPicture(size: Size(columns: columns, rows: rows / 2), pixels: pixels)
    }

    /// The source pixels that one target pixel covers; at least one.
    private static func span(_ index: Int, of count: Int, over length: Int) -> Range<Int> {
        let start = index * length / count
        return start..<max(start + 1, (index + 1) * length / count)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> RGB {
        var sums = (red: 0, green: 0, blue: 0)
        for row in rows {
            for column in columns {
                let index = (row * width + column) * 3
                sums.red += Int(bytes[index])
                sums.green += Int(bytes[index + 1])
                sums.blue += Int(bytes[index + 2])
            }
        }
        let count = columns.count * rows.count
        return RGB(
            UInt8(clamping: sums.red / count), UInt8(clamping: sums.green / count),
            UInt8(clamping: sums.blue / count))
    }
}

/// A picture scaled to cells, ready to draw.
public struct CellPicture: Hashable, Sendable {
    /// Its size in cells.
    public let size: Size
    /// Two rows of pixels for each row of cells.
    private let pixels: [RGB]

    fileprivate init(size: Size, pixels: [RGB]) {
        self.size = size
        self.pixels = pixels
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
