import RegappValues
import RegappTestSupport
import Testing

@testable import RegappAlbums

@Suite(.serialized, .waiting)
struct CoverTests {
    private let directory = TemporaryDirectory()
    private let clock = ManualClock()
    private let server: FakeCatalogue

    init() throws { server = try FakeCatalogue() }

    private func catalogue(deadline: Int = 60_000) throws -> Catalogue {
        let address = try CatalogAddress(server.address)
        return Catalogue(
            address: address, transport: CurlTransport.test,
            cache: AnswerCache(root: directory.path + "/regapp", catalogue: address),
            surroundings: clock.surroundings(deadline: deadline))
    }

    private func album(_ artwork: String?) -> Album {
        var album = Album(collectionId: 1, collectionName: "a")
        album.artworkUrl100 = artwork
        return album
    }

    @Test func `a cover is fetched at the size needed, and kept`() throws {
        let album = album(server.address + "/art/good/100x100bb.jpg")
        let first = try catalogue().cover(of: album, size: 24, cancellation: Cancellation())
        #expect(first?.pixels.width == 16)
        #expect(first?.png == FakeCataloguePictures.picture("good"))
        #expect(server.requests == ["/art/good/24x24bb.png"])
        #expect(try catalogue().cover(of: album, size: 24, cancellation: Cancellation()) == first)
        #expect(server.requests.count == 1)
        clock.advance(seconds: 90_000)
        #expect(try catalogue().cover(of: album, size: 24, cancellation: Cancellation()) == first)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [(4, 4), (16, 16), (100, 16)])
    func `a cover is kept no larger than it was asked for`(size: Int, width: Int) throws {
        let picture = try #require(FakeCataloguePictures.picture("good"))
        let cover = try #require(Cover(png: picture, size: size))
        #expect(cover.pixels.width == width && cover.pixels.height == width)
    }

    @Test(arguments: ["bad-crc", "vast", "bomb", "cut", "text", "silent", "missing", "redirect", "too-large"])
    func `a cover that cannot be had is none, and is not kept`(kind: String) throws {
        let album = album(server.address + "/art/\(kind)/100x100bb.jpg")
        let catalogue = try catalogue(deadline: kind == "silent" ? 400 : 60_000)
        #expect(catalogue.cover(of: album, size: 16, cancellation: Cancellation()) == nil)
        // With the short deadline of the silent one, the question may not even have arrived.
        #expect(server.requests.count == 1 || kind == "silent")
        #expect(directory.files.isEmpty)
    }

    @Test func `an older cover stands in for one that cannot be fetched any more`() throws {
        let album = album(server.address + "/art/good/100x100bb.jpg")
        let catalogue = try catalogue()
        let first = catalogue.cover(of: album, size: 16, cancellation: Cancellation())
        server.stop()
        clock.advance(seconds: 90_000)
        #expect(first != nil)
        #expect(catalogue.cover(of: album, size: 16, cancellation: Cancellation()) == first)
    }

    @Test(arguments: [
        nil, "", "file:///etc/passwd", "http://127.0.0.1:1/art/good/100x100bb.jpg",
        "https://evil.example/100x100bb.jpg",
    ])
    func `a cover from elsewhere is not asked for`(artwork: String?) throws {
        #expect(try catalogue().cover(of: album(artwork), size: 16, cancellation: Cancellation()) == nil)
        #expect(server.requests.isEmpty)
    }

    @Test func `a cover that never comes does not keep those before it waiting`() throws {
        let albums = ["good", "silent"].map { album("\(server.address)/art/\($0)/100x100bb.jpg") }
        let cancellation = Cancellation()
        var widths: [Int?] = []
        try catalogue().covers(albums.map { ($0, 16) }, cancellation: cancellation) { place, cover in
            widths.append(cover?.pixels.width)
            if place == 0 { cancellation.cancel() }
        }
        #expect(widths == [16, nil])
    }

    @Test func `many covers come by identity`() throws {
        let catalogue = try catalogue()
        let albums = (0..<30).map { place in
            var album = Album(collectionId: Int64(place), collectionName: "a")
            album.artworkUrl100 =
                server.address + "/art/\(place % 3 == 0 ? "text" : "good")/\(place)/100x100bb.jpg"
            return album
        }
        let covers = catalogue.covers(of: albums, size: 16, patience: 60_000, cancellation: Cancellation())
        let pictures: [Int64] = (0..<30).filter { $0 % 3 != 0 }
        #expect(Set(covers.keys) == Set(pictures))
        // Two lines, each of which keeps its connection.
        #expect(server.connections == 2 && server.requests.count == 30)
        let cancelled = Cancellation()
        cancelled.cancel()
        #expect(catalogue.covers(of: albums, size: 16, patience: 60_000, cancellation: cancelled).isEmpty)
    }
}
