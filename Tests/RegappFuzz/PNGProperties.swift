internal import RegappAlbums
internal import RegappValues
internal import RegappTestSupport

/// A picture: as a file, and as the rows of one that is made of it.
struct PNGProperties {
    private let input: [UInt8]

    init(_ input: [UInt8]) {
        self.input = input
    }

    func check() throws(BrokenProperty) {
        if let picture = PNGDecoder.decode(input) { try check(picture) }
        try checkMade()
    }

    private func check(_ picture: PixelGrid) throws(BrokenProperty) {
        let sides = 1...PNGDecoder.greatestSide
        try require(
            sides.contains(picture.width) && sides.contains(picture.height)
                && picture.pixels.count == picture.width * picture.height, "a picture has all its pixels")
        let rows = (0..<picture.height).map { row in
            (0..<picture.width).flatMap { picture[$0, row].samples }
        }
        let written = FakeCataloguePictures.png(
            width: UInt32(picture.width), height: UInt32(picture.height), colour: 6, rows: rows)
        try require(
            PNGDecoder.decode(written) == picture, "what is written from the pixels has the same pixels")
        let small = picture.scaled(width: 3, height: 2)
        try require((small.width, small.height) == (3, 2), "a scaled picture has the size that was asked for")
        let colours = Set(picture.pixels)
        if colours.count == 1 {
            let isKept = small.pixels.allSatisfy { colours.contains($0) || $0.alpha == 0 }
            try require(isKept, "one colour stays that colour at any size")
        }
    }

    /// The pixels of a file whose samples and filters the input gives are those samples.
    private func checkMade() throws(BrokenProperty) {
        var rest = FuzzInput(input)
        let kind = rest.pick(Self.kinds)
        let (width, height) = (rest.number() % 9 + 1, rest.number() % 9 + 1)
        var rows: [[UInt8]] = []
        var filters: [UInt8] = []
        for _ in 0..<height {
            filters.append(UInt8(rest.number() % 5))
            rows.append((0..<width * kind.samples).map { _ in UInt8(rest.number()) })
        }
        let palette = (UInt8.min...UInt8.max).flatMap { (index: UInt8) -> [UInt8] in
            [index, 255 - index, index ^ 0x55]
        }
        let filtered = zip(filters, rows).enumerated().flatMap { index, row in
            [row.0]
                + Self.filtered(row.1, above: index > 0 ? rows[index - 1] : nil, row.0, stride: kind.samples)
        }
        let head = FakeCataloguePictures.header(
            width: UInt32(width), height: UInt32(height), colour: kind.number)
        let data = FakeCataloguePictures.zlibStored(filtered)
        let cut = min(rest.number(), data.count)
        let file = FakeCataloguePictures.file(
            [head] + (kind.number == 3 ? [FakeCataloguePictures.chunk("PLTE", palette)] : [])
                + [
                    FakeCataloguePictures.chunk("IDAT", Array(data[..<cut])),
                    FakeCataloguePictures.chunk("IDAT", Array(data[cut...])),
                    FakeCataloguePictures.chunk("IEND", []),
                ])
        guard let picture = PNGDecoder.decode(file) else {
            throw BrokenProperty(description: "a whole picture is taken")
        }
        let expected = rows.flatMap { row in
            stride(from: 0, to: row.count, by: kind.samples).map {
                kind.pixel(Array(row[$0..<$0 + kind.samples]))
            }
        }
        try require(picture.pixels == expected, "the pixels are those that were written")
        try check(picture)
    }

    // MARK: Writing

    private struct Kind: Sendable {
        let number: UInt8
        let samples: Int
        let pixel: @Sendable ([UInt8]) -> Pixel
    }

    private static let kinds = [
        Kind(number: 0, samples: 1) { Pixel(red: $0[0], green: $0[0], blue: $0[0]) },
        Kind(number: 2, samples: 3) { Pixel(red: $0[0], green: $0[1], blue: $0[2]) },
        Kind(number: 3, samples: 1) { Pixel(red: $0[0], green: 255 - $0[0], blue: $0[0] ^ 0x55) },
        Kind(number: 6, samples: 4) { Pixel(red: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) },
    ]

    /// A row of samples as a filter stores it (W3C PNG, 9.2).
    private static func filtered(_ row: [UInt8], above: [UInt8]?, _ filter: UInt8, stride: Int) -> [UInt8] {
        row.indices.map { index in
            let left = index >= stride ? Int(row[index - stride]) : 0
            let over = Int(above?[index] ?? 0)
            let corner = index >= stride ? Int(above?[index - stride] ?? 0) : 0
            let guess =
                switch filter {
                case 1: left
                case 2: over
                case 3: (left + over) / 2
                case 4:
                    [left, over, corner].min {
                        abs(left + over - corner - $0) < abs(left + over - corner - $1)
                    } ?? 0
                default: 0
                }
            return row[index] &- UInt8(guess)
        }
    }
}

extension Pixel {
    fileprivate var samples: [UInt8] { [red, green, blue, alpha] }
}
