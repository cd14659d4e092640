/// A colour with 0 … 255 per channel, not premultiplied; `alpha` 0 is transparent.
package struct Pixel: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// A picture: rows of pixels from the top, each from the left.
package struct PixelGrid: Sendable, Hashable {
    /// Pixels in a row, at least 1.
    package let width: Int
    /// Rows, at least 1.
    package let height: Int
    /// `width * height` pixels.
    package let pixels: [Pixel]

    /// Nil if a size is not positive or does not fit the number of pixels.
    package init?(width: Int, height: Int, pixels: [Pixel]) {
        let area = width.multipliedReportingOverflow(by: height)
        guard width > 0, height > 0, !area.overflow, area.partialValue == pixels.count else { return nil }
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The pixel at a column and row; transparent outside.
    package subscript(column: Int, row: Int) -> Pixel {
        guard (0..<width).contains(column), (0..<height).contains(row) else {
            return Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        }
        return pixels[row * width + column]
    }

    /// Returns the picture at another size; each new pixel is the mean of those it covers (a box filter), weighted by
    /// their opacity. Sizes are clamped to 1 … 1024.
    package func scaled(width newWidth: Int, height newHeight: Int) -> PixelGrid {
        let newWidth = min(max(newWidth, 1), 1024)
        let newHeight = min(max(newHeight, 1), 1024)
        guard newWidth != width || newHeight != height else { return self }
        let pixels = (0..<newHeight).flatMap { row in
            let rows = span(row, of: newHeight, over: height)
            return (0..<newWidth).map { mean(span($0, of: newWidth, over: width), rows) }
        }
        return PixelGrid(width: newWidth, height: newHeight, pixels: pixels) ?? self
    }

    /// The old indices that a new index covers; at least one.
    private func span(_ place: Int, of count: Int, over length: Int) -> Range<Int> {
        let start = place * length / count
        return start..<max(start + 1, (place + 1) * length / count)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Pixel {
        var red = 0
        var green = 0
        var blue = 0
        var alpha = 0
        for row in rows {
            for column in columns {
                let pixel = self[column, row]
                let weight = Int(pixel.alpha)
                red += Int(pixel.red) * weight
                green += Int(pixel.green) * weight
                blue += Int(pixel.blue) * weight
                alpha += weight
            }
        }
        guard alpha > 0 else { return Pixel(red: 0, green: 0, blue: 0, alpha: 0) }
        let part: (Int) -> UInt8 = { UInt8(clamping: ($0 + alpha / 2) / alpha) }
        let cover = alpha / (rows.count * columns.count)
        return Pixel(red: part(red), green: part(green), blue: part(blue), alpha: UInt8(clamping: cover))
    }
}
