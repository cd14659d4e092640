import RegappValues
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct PNGTests {
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
            PNG.header(width: 1, height: 1, colour: 0), PNG.chunk("tEXt", [65, 0, 66]),
            PNG.chunk("tRNS", [0, 7]),
            PNG.chunk("IDAT", Array(data.prefix(3))), PNG.chunk("IDAT", Array(data.dropFirst(3))),
            PNG.chunk("IEND", []),
        ])
        #expect(PNGDecoder.decode(file)?.pixels == [Pixel(red: 7, green: 7, blue: 7)])
    }

    struct Hostile: CustomTestStringConvertible {
        let name: String
        let file: [UInt8]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Hostile(name: "nothing", file: []), Hostile(name: "text", file: PNG.picture("text") ?? []),
        Hostile(name: "a signature alone", file: PNG.file([])),
        Hostile(name: "cut in half", file: PNG.picture("cut") ?? []),
        Hostile(name: "a bad checksum", file: PNG.picture("bad-crc") ?? []),
        Hostile(name: "sides of 2^31", file: PNG.picture("vast") ?? []),
        Hostile(name: "a zip bomb", file: PNG.picture("bomb") ?? []),
        Hostile(name: "a side of 2^32-1", file: PNG.png(width: .max, height: 1, colour: 0, rows: [[0]])),
        Hostile(name: "a side of 0", file: PNG.png(width: 0, height: 1, colour: 0, rows: [[]])),
        Hostile(
            name: "a side of 1025",
            file: PNG.png(width: 1025, height: 1, colour: 0, rows: [Array(repeating: 0, count: 1025)])),
        Hostile(
            name: "16 bits a sample",
            file: PNG.png(width: 1, height: 1, colour: 0, rows: [[0, 0]], depth: 16)),
        Hostile(name: "interlaced", file: PNG.png(width: 1, height: 1, colour: 0, rows: [[0]], interlace: 1)),
        Hostile(name: "grey with alpha", file: PNG.png(width: 1, height: 1, colour: 4, rows: [[0, 0]])),
        Hostile(
            name: "a colour that does not exist", file: PNG.png(width: 1, height: 1, colour: 9, rows: [[0]])),
        Hostile(
            name: "a filter that does not exist",
            file: PNG.png(width: 1, height: 1, colour: 0, rows: [[0]], filter: 5)),
        Hostile(name: "too few rows", file: PNG.png(width: 1, height: 2, colour: 0, rows: [[0]])),
        Hostile(name: "too many rows", file: PNG.png(width: 1, height: 1, colour: 0, rows: [[0], [0]])),
        Hostile(name: "no palette", file: PNG.png(width: 1, height: 1, colour: 3, rows: [[0]])),
        Hostile(
            name: "an index beyond the palette",
            file: PNG.png(width: 1, height: 1, colour: 3, rows: [[1]], extra: [PNG.chunk("PLTE", [1, 2, 3])])),
        Hostile(
            name: "a palette of 2 bytes",
            file: PNG.png(width: 1, height: 1, colour: 3, rows: [[0]], extra: [PNG.chunk("PLTE", [1, 2])])),
        Hostile(
            name: "more alphas than colours",
            file: PNG.png(
                width: 1, height: 1, colour: 3, rows: [[0]],
                extra: [PNG.chunk("PLTE", [1, 2, 3]), PNG.chunk("tRNS", [1, 2])])),
        Hostile(
            name: "alphas before the palette",
            file: PNG.png(width: 1, height: 1, colour: 3, rows: [[0]], extra: [PNG.chunk("tRNS", [1])])),
        Hostile(
            name: "an unknown critical chunk",
            file: PNG.png(width: 1, height: 1, colour: 0, rows: [[0]], extra: [PNG.chunk("QQQQ", [])])),
        Hostile(
            name: "two headers",
            file: PNG.png(
                width: 1, height: 1, colour: 0, rows: [[0]],
                extra: [PNG.header(width: 1, height: 1, colour: 0)])),
        Hostile(
            name: "no data",
            file: PNG.file([PNG.header(width: 1, height: 1, colour: 0), PNG.chunk("IEND", [])])),
        Hostile(
            name: "no end",
            file: PNG.file([
                PNG.header(width: 1, height: 1, colour: 0), PNG.chunk("IDAT", PNG.zlibStored([0, 0])),
            ])),
        Hostile(
            name: "data that is no zlib",
            file: PNG.file([
                PNG.header(width: 1, height: 1, colour: 0), PNG.chunk("IDAT", [1, 2, 3]),
                PNG.chunk("IEND", []),
            ])),
        Hostile(
            name: "bytes after the stream",
            file: PNG.file([
                PNG.header(width: 1, height: 1, colour: 0), PNG.chunk("IDAT", PNG.zlibStored([0, 0]) + [9]),
                PNG.chunk("IEND", []),
            ])),
        Hostile(
            name: "a chunk of 2^32-1 bytes",
            file: PNG.file([[255, 255, 255, 255, 73, 72, 68, 82, 0, 0, 0, 0]])),
    ])
    func `a damaged or unknown picture is none`(hostile: Hostile) {
        #expect(PNGDecoder.decode(hostile.file) == nil)
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
