package import RegappValues

/// A small decoder of PNG pictures (W3C PNG, Third Edition): 8 bits a sample, not interlaced, grey, RGB, RGBA or
/// palette. Refuses anything else and anything damaged; checks the size before it decompresses, to bound memory.
package enum PNGDecoder {
    /// The greatest width and height, in pixels; covers are requested at a few hundred at most.
    package static let greatestSide = 1024

    package static func decode(_ file: [UInt8]) -> PixelGrid? {
        guard let parts = PNGParts(file) else { return nil }
        let rowLength = parts.width * parts.colour.sampleCount
        guard let packedRows = Zlib.inflated(parts.data, count: (rowLength + 1) * parts.height),
            let rows = unfiltered(packedRows, rowLength: rowLength, stride: parts.colour.sampleCount),
            let pixels = pixels(of: rows, parts)
        else { return nil }
        return PixelGrid(width: parts.width, height: parts.height, pixels: pixels)
    }

    private static func pixels(of samples: [UInt8], _ parts: PNGParts) -> [Pixel]? {
        switch parts.colour {
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
    let toLeft = abs(estimate - left)
    let toAbove = abs(estimate - above)
    let toCorner = abs(estimate - corner)
    if toLeft <= toAbove && toLeft <= toCorner { return UInt8(left) }
    return UInt8(toAbove <= toCorner ? above : corner)
}

/// The relevant chunks of a PNG file (W3C PNG, Third Edition, 5 and 11).
struct PNGParts {
    /// The supported colour types, by their number in the header.
    enum Colour: UInt8 {
        case grey = 0
        case rgb = 2
        case palette = 3
        case rgba = 6

        var sampleCount: Int {
            switch self {
            case .grey, .palette: 1
            case .rgb: 3
            case .rgba: 4
            }
        }
    }

    let width, height: Int
    let colour: Colour
    private(set) var palette: [Pixel] = []
    private(set) var data: [UInt8] = []

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Splits a file into its chunks; nil if it is damaged, unsupported, or has no picture.
    init?(_ file: [UInt8]) {
        guard file.starts(with: Self.signature) else { return nil }
        var rest = file[8...]
        guard let first = PNGChunk(&rest), first.name == "IHDR", first.content.count == 13 else { return nil }
        let header = Array(first.content)
        let sides = 1...UInt32(PNGDecoder.greatestSide)
        let width = header.bigEndianWord(at: 0)
        let height = header.bigEndianWord(at: 4)
        // Depth 8, deflate, the five filters, not interlaced.
        guard header[8] == 8, header[10...].allSatisfy({ $0 == 0 }), let colour = Colour(rawValue: header[9]),
            sides.contains(width), sides.contains(height)
        else { return nil }
        self.width = Int(width)
        self.height = Int(height)
        self.colour = colour
        while let chunk = PNGChunk(&rest) {
            switch chunk.name {
            case "PLTE": guard readPalette(chunk.content) else { return nil }
            case "tRNS": guard readTransparency(chunk.content) else { return nil }
            case "IDAT": data += chunk.content
            case "IEND":
                guard !data.isEmpty, colour != .palette || !palette.isEmpty else { return nil }
                return
            // A lowercase first letter marks a chunk that decoders may ignore; they must know all others.
            case let name: guard let first = name.utf8.first, first & 0x20 != 0 else { return nil }
            }
        }
        return nil
    }

    private mutating func readPalette(_ content: ArraySlice<UInt8>) -> Bool {
        guard colour == .palette else { return true }
        guard palette.isEmpty, data.isEmpty, (3...768).contains(content.count), content.count % 3 == 0
        else { return false }
        palette = stride(from: content.startIndex, to: content.endIndex, by: 3).map {
            Pixel(red: content[$0], green: content[$0 + 1], blue: content[$0 + 2])
        }
        return true
    }

    /// Sets the transparency of the palette; a transparent colour of other colour types is ignored.
    private mutating func readTransparency(_ content: ArraySlice<UInt8>) -> Bool {
        guard colour == .palette else { return true }
        guard content.count <= palette.count else { return false }
        for (index, alpha) in content.enumerated() { palette[index].alpha = alpha }
        return true
    }
}

/// A chunk: a name of four letters and its content, with a valid checksum.
private struct PNGChunk {
    let name: String
    let content: ArraySlice<UInt8>

    init?(_ rest: inout ArraySlice<UInt8>) {
        guard rest.count >= 12, let length = Int(exactly: Array(rest.prefix(4)).bigEndianWord(at: 0)),
            length <= rest.count - 12
        else { return nil }
        let named = rest.dropFirst(4).prefix(4 + length)
        let checksum = Array(rest.dropFirst(8 + length).prefix(4)).bigEndianWord(at: 0)
        guard checksum == Zlib.checksum(named) else { return nil }
        name = String(decoding: named.prefix(4), as: UTF8.self)
        content = named.dropFirst(4)
        rest = rest.dropFirst(12 + length)
    }
}
