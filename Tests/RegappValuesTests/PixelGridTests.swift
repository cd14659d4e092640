import RegappValues
import Testing

@Suite struct `Pictures` {
    @Test func `a picture is scaled to the mean of what each pixel covers`() throws {
        let colours = [
            [255, 0, 0], [255, 0, 0], [0, 255, 0], [0, 255, 0], [0, 0, 255], [0, 0, 255], [255, 255, 255],
            [255, 255, 255],
        ].map { Pixel(red: $0[0], green: $0[1], blue: $0[2]) }
        let rows = [colours[..<4], colours[..<4], colours[4...], colours[4...]]
        let picture = try #require(PixelGrid(width: 4, height: 4, pixels: rows.flatMap { $0 }))
        #expect(
            picture.scaled(width: 2, height: 2).pixels == [
                Pixel(red: 255, green: 0, blue: 0), Pixel(red: 0, green: 255, blue: 0),
                Pixel(red: 0, green: 0, blue: 255), Pixel(red: 255, green: 255, blue: 255),
            ])
        #expect(picture.scaled(width: 1, height: 1).pixels == [Pixel(red: 128, green: 128, blue: 128)])
        #expect(picture.scaled(width: 4, height: 4) == picture)
        #expect(picture.scaled(width: 33, height: 5).pixels.count == 165)
        let tiny = picture.scaled(width: 0, height: -3)
        #expect((tiny.width, tiny.height) == (1, 1))
    }

    @Test func `transparent pixels do not colour their neighbours`() throws {
        let pixels = [Pixel(red: 200, green: 0, blue: 0), Pixel(red: 0, green: 200, blue: 0, alpha: 0)]
        let picture = try #require(PixelGrid(width: 2, height: 1, pixels: pixels))
        #expect(
            picture.scaled(width: 1, height: 1).pixels == [Pixel(red: 200, green: 0, blue: 0, alpha: 127)])
        let clear = try #require(PixelGrid(width: 1, height: 2, pixels: [pixels[1], pixels[1]]))
        #expect(clear.scaled(width: 1, height: 1).pixels.first?.alpha == 0)
    }

    @Test(arguments: [(0, 0), (1, 2), (-1, -1), (Int.max, 2)])
    func `sizes that do not fit the pixels make no picture`(width: Int, height: Int) {
        #expect(PixelGrid(width: width, height: height, pixels: [Pixel(red: 0, green: 0, blue: 0)]) == nil)
    }
}
