package import RegappValues

/// A small decoder of PNG pictures (W3C PNG, Third Edition): 8 bits a sample, not interlaced, grey, RGB, RGBA or
/// palette, at most 1024 pixels a side. Anything else, and anything damaged, is refused.
///
/// Memory is bounded by the size in the header, which is checked before anything is decompressed; the compressed data
/// must decompress to exactly that size.
package enum PNGDecoder {
    /// The greatest width and height, in pixels; covers are requested at a few hundred at most.
    package static let greatestSide = 1024

    package static func decode(_ file: [UInt8]) -> PixelGrid? {
        guard let parts = PNGParts(file) else { return nil }
        let header = parts.header
        let rowLength = header.width * header.colour.sampleCount
        guard let packedRows = Zlib.inflated(parts.data, count: (rowLength + 1) * header.height),
            let rows = unfiltered(packedRows, rowLength: rowLength, stride: header.colour.sampleCount)
        else { return nil }
        guard let pixels = pixels(of: rows, parts) else { return nil }
        return PixelGrid(width: header.width, height: header.height, pixels: pixels)
    }

    private static func pixels(of samples: [UInt8], _ parts: PNGParts) -> [Pixel]? {
        switch parts.header.colour {
        case .grey:
            return samples.map { Pixel(red: $0, green: $0, blue: $0) }
        case .rgb:
            return stride(from: 0, to: samples.count, by: 3).map {
                Pixel(red: samples[$0], green: samples[$0 + 1], blue: samples[$0 + 2])
            }
        case .rgba:
            return stride(from: 0, to: samples.count, by: 4).map {
                Pixel(red: samples[$0], green: samples[$0 + 1], blue: samples[$0 + 2], alpha: samples[$0 + 3])
            }
        case .palette:
            guard samples.allSatisfy({ Int($0) < parts.palette.count }) else { return nil }
            return samples.map { parts.palette[Int($0)] }
        }
    }
}

/// Undoes the filters of all rows (PNG, 9.2), each a filter byte and `rowLength` samples; nil for an unknown filter.
/// `stride` is the number of bytes of one pixel.
private func unfiltered(_ packed: [UInt8], rowLength: Int, stride: Int) -> [UInt8]? {
    var rows = [UInt8](repeating: 0, count: packed.count / (rowLength + 1) * rowLength)
    for (row, start) in Swift.stride(from: 0, to: packed.count, by: rowLength + 1).enumerated() {
        let filter = packed[start]
        guard filter <= 4 else { return nil }
        let target = row * rowLength
        for index in 0..<rowLength {
            let left = index >= stride ? rows[target + index - stride] : 0
            let above = row > 0 ? rows[target + index - rowLength] : 0
            let corner = row > 0 && index >= stride ? rows[target + index - rowLength - stride] : 0
            rows[target + index] = packed[start + 1 + index] &+ predicted(filter, left, above, corner)
        }
    }
    return rows
}

private func predicted(_ filter: UInt8, _ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    switch filter {
    case 1: left
    case 2: above
    case 3: UInt8((Int(left) + Int(above)) / 2)
    case 4: paeth(Int(left), Int(above), Int(corner))
    default: 0
    }
}

/// The nearest of the three neighbours to `left + above - corner` (PNG, 9.4).
private func paeth(_ left: Int, _ above: Int, _ corner: Int) -> UInt8 {
    let estimate = left + above - corner
    let (toLeft, toAbove, toCorner) = (abs(estimate - left), abs(estimate - above), abs(estimate - corner))
    if toLeft <= toAbove && toLeft <= toCorner { return UInt8(left) }
    return UInt8(toAbove <= toCorner ? above : corner)
}
