package import RegappValues

package struct Cover: Sendable, Hashable {
    /// The decoded picture, no larger than requested.
    package let pixels: PixelGrid
    package let png: [UInt8]
}

extension Cover {
    /// Decodes a file; a picture larger than `size` pixels a side is scaled down at once, since a table holds many.
    init?(png: [UInt8], size: Int) {
        guard let whole = PNGDecoder.decode(png) else { return nil }
        let longest = max(whole.width, whole.height)
        guard longest > size, size > 0 else {
            self.init(pixels: whole, png: png)
            return
        }
        let scaled = whole.scaled(width: whole.width * size / longest, height: whole.height * size / longest)
        self.init(pixels: scaled, png: png)
    }
}
