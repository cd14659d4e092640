import RegappValues
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct PNGDecoderTests {
    private typealias PNG = FakeCataloguePictures

    @Test func `an RGB picture has its pixels`() throws {
        let picture = try #require(PNG.picture("good").flatMap(PNGDecoder.decode))
        #expect((picture.width, picture.height) == (16, 16))
        #expect(picture[0, 0] == Pixel(red: 255, green: 0, blue: 0))
        #expect(picture[15, 0] == Pixel(red: 0, green: 255, blue: 0))
        #expect(picture[0, 15] == Pixel(red: 0, green: 0, blue: 255))
        #expect(picture[15, 15] == Pixel(red: 255, green: 255, blue: 255))
        #expect(picture[16, 0].alpha == 0 && picture[0, -1].alpha == 0)
    }

    @Test func `grey, RGBA and palette pictures have their pixels`() {
        let grey = PNGDecoder.decode(PNG.png(width: 2, height: 1, colour: 0, rows: [[0, 200]]))
        #expect(grey?.pixels == [Pixel(red: 0, green: 0, blue: 0), Pixel(red: 200, green: 200, blue: 200)])
        let rgba = PNGDecoder.decode(
            PNG.png(width: 1, height: 2, colour: 6, rows: [[1, 2, 3, 4], [5, 6, 7, 8]]))
        #expect(
            rgba?.pixels == [
                Pixel(red: 1, green: 2, blue: 3, alpha: 4), Pixel(red: 5, green: 6, blue: 7, alpha: 8),
            ])
        let palette = PNGDecoder.decode(
            PNG.png(
                width: 2, height: 1, colour: 3, rows: [[1, 0]],
                extra: [PNG.chunk("PLTE", [9, 8, 7, 6, 5, 4]), PNG.chunk("tRNS", [0])]))
        #expect(
            palette?.pixels == [
                Pixel(red: 6, green: 5, blue: 4), Pixel(red: 9, green: 8, blue: 7, alpha: 0),
            ])
    }

    @Test(
        arguments: [
            (1, [[10, 20, 30], [10, 20, 30]], [10, 30, 60, 10, 30, 60]),
            (2, [[10, 20, 30], [1, 2, 3]], [10, 20, 30, 11, 22, 33]),
            (3, [[10, 20, 30], [10, 20, 30]], [10, 25, 42, 15, 40, 71]),
            (4, [[10, 20, 30], [1, 2, 3]], [10, 30, 60, 11, 32, 63]),
            (1, [[255, 2, 0], [0, 0, 0]], [255, 1, 1, 0, 0, 0]),
        ] as [(UInt8, [[UInt8]], [UInt8])])
    func `each filter is undone`(filter: UInt8, rows: [[UInt8]], samples: [UInt8]) {
        let picture = PNGDecoder.decode(PNG.png(width: 3, height: 2, colour: 0, rows: rows, filter: filter))
        #expect(picture?.pixels.map(\.red) == samples)
    }

    @Test func `ancillary chunks are passed over, data may come in pieces`() {
        let data = PNG.zlibStored([0, 7])
        let file = PNG.file([
            PNG.header(), PNG.chunk("tEXt", [65, 0, 66]),
            PNG.chunk("tRNS", [0, 7]), PNG.chunk("IDAT", Array(data.prefix(3))),
            PNG.chunk("IDAT", Array(data.dropFirst(3))), PNG.chunk("IEND", []),
        ])
        #expect(PNGDecoder.decode(file)?.pixels == [Pixel(red: 7, green: 7, blue: 7)])
    }

    @Test(
        arguments: [
            ("nothing", []),
            ("text", PNG.picture("text") ?? []),
            ("a signature alone", PNG.file([])),
            ("cut in half", PNG.picture("cut") ?? []),
            ("a bad checksum", PNG.picture("bad-crc") ?? []),
            ("sides of 2^31", PNG.picture("vast") ?? []),
            ("a zip bomb", PNG.picture("bomb") ?? []),
            ("a side of 2^32-1", PNG.png(width: .max)),
            ("a side of 0", PNG.png(width: 0, rows: [[]])),
            ("a side of 1025", PNG.png(width: 1025, rows: [Array(repeating: 0, count: 1025)])),
            ("16 bits a sample", PNG.png(rows: [[0, 0]], depth: 16)),
            ("interlaced", PNG.png(interlace: 1)),
            ("grey with alpha", PNG.png(colour: 4, rows: [[0, 0]])),
            ("a colour that does not exist", PNG.png(colour: 9)),
            ("a filter that does not exist", PNG.png(filter: 5)),
            ("too few rows", PNG.png(height: 2)),
            ("too many rows", PNG.png(rows: [[0], [0]])),
            ("no palette", PNG.png(colour: 3)),
            (
                "an index beyond the palette",
                PNG.png(colour: 3, rows: [[1]], extra: [PNG.chunk("PLTE", [1, 2, 3])])
            ),
            ("a palette of 2 bytes", PNG.png(colour: 3, extra: [PNG.chunk("PLTE", [1, 2])])),
            (
                "more alphas than colours",
                PNG.png(colour: 3, extra: [PNG.chunk("PLTE", [1, 2, 3]), PNG.chunk("tRNS", [1, 2])])
            ),
            ("alphas before the palette", PNG.png(colour: 3, extra: [PNG.chunk("tRNS", [1])])),
            ("an unknown critical chunk", PNG.png(extra: [PNG.chunk("QQQQ", [])])),
            ("two headers", PNG.png(extra: [PNG.header()])),
            ("no data", PNG.file([PNG.header(), PNG.chunk("IEND", [])])),
            ("no end", PNG.file([PNG.header(), PNG.chunk("IDAT", PNG.zlibStored([0, 0]))])),
            (
                "data that is no zlib",
                PNG.file([PNG.header(), PNG.chunk("IDAT", [1, 2, 3]), PNG.chunk("IEND", [])])
            ),
            (
                "bytes after the stream",
                PNG.file([
                    PNG.header(), PNG.chunk("IDAT", PNG.zlibStored([0, 0]) + [9]), PNG.chunk("IEND", []),
                ])
            ),
            ("a chunk of 2^32-1 bytes", PNG.file([[255, 255, 255, 255, 73, 72, 68, 82, 0, 0, 0, 0]])),
        ] as [(String, [UInt8])])
    func `a damaged or unknown picture is none`(name: String, file: [UInt8]) {
        #expect(PNGDecoder.decode(file) == nil)
    }

    @Test func `a picture with any bit turned over, or cut anywhere, is never a trap`() throws {
        let good = PNG.png(
            width: 3, height: 2, colour: 2,
            rows: [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 5, 6, 7, 8, 9]])
        for place in good.indices {
            #expect(PNGDecoder.decode(Array(good.prefix(place))) == nil)
            for bit in 0..<8 {
                var bytes = good
                bytes[place] ^= 1 << bit
                #expect(PNGDecoder.decode(bytes) == nil)
            }
        }
    }

    @Test func `random chunks with right checksums are never a trap`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let names = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND", "gAMA"]
            let chunks = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
                let length = Int.random(in: 0..<20, using: &generator)
                let content = (0..<length).map { _ in UInt8.random(in: 0...8, using: &generator) }
                return PNG.chunk(names.randomElement(using: &generator) ?? "IEND", content)
            }
            let header = PNG.header(
                width: .random(in: 0...4, using: &generator), height: .random(in: 0...4, using: &generator),
                colour: .random(in: 0...7, using: &generator))
            _ = PNGDecoder.decode(PNG.file([header] + chunks))
        }
    }
}
