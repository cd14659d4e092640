import Foundation
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct CatalogJSONTests {
    private func fixture(_ name: String) throws -> CatalogAnswer {
        try CatalogAnswer(json: try #require(FakeCatalogueFiles.fixture(name)))
    }

    @Test func `no album is an empty array`() {
        #expect(CatalogJSON.text(of: [Album]()) == Array("[]\n".utf8))
    }

    @Test func `an album is an object with the service's key names`() {
        var album = Album(collectionId: 7, collectionName: "A \"B\" \\ C")
        album.artistName = "Ада"
        album.collectionPrice = 9.5
        #expect(
            String(decoding: CatalogJSON.text(of: [album]), as: UTF8.self) == #"""
                [
                  {"wrapperType": "collection", "collectionId": 7, "collectionName": "A \"B\" \\ C", "artistName": "Ада", "collectionExplicitness": "notExplicit", "collectionPrice": 9.5}
                ]

                """#)
    }

    @Test func `what is missing is decoded as an initialiser takes it`() throws {
        let text = #"""
            {"album": {"collectionId": 7, "collectionName": "Night"}, "songs": [{"trackId": 8, "trackName": "Day"}]}
            """#
        let contents = AlbumContents(
            album: Album(collectionId: 7, collectionName: "Night"),
            songs: [Track(trackId: 8, trackName: "Day")])
        #expect(try JSONDecoder().decode(AlbumContents.self, from: Data(text.utf8)) == contents)
        #expect(
            try JSONDecoder().decode(AlbumContents.self, from: JSONEncoder().encode(contents)) == contents)
    }

    @Test func `characters that could move a cursor are escaped`() {
        let hostile = "\u{1B}[31m \u{9B} \u{7F} \u{202E} \u{2066} \u{2028} \u{61C} \u{0} \n\r\t € Ф ا ™"
        let text = String(
            decoding: CatalogJSON.text(of: [Album(collectionId: 1, collectionName: hostile)]), as: UTF8.self)
        let escapes = #"\u001b[31m \u009b \u007f \u202e \u2066 \u2028 \u061c \u0000 \n\r\t € Ф ا ™"#
        #expect(text.contains("\"collectionName\": \"\(escapes)\""))
    }

    @Test(arguments: ["search-night", "search-noch", "search-hostile", "lookup-9000000001", "nothing-found"])
    func `an answer comes back from its kept form as it was`(name: String) throws {
        var answer = try fixture(name)
        answer.order = "ru_RU"
        answer.droppedCount = 3
        let again = try CatalogAnswer(json: CatalogJSON.text(of: answer), isCached: true)
        #expect(again.albums == answer.albums)
        #expect(again.tracks == answer.tracks)
        #expect(again.droppedCount == 3)
        #expect(again.order == "ru_RU")
    }

    @Test(arguments: FakeCatalogueFiles.recordedNames.filter { !$0.hasPrefix("error") })
    func `a recorded answer comes back from its kept form as it was`(name: String) throws {
        let answer = try CatalogAnswer(json: try #require(FakeCatalogueFiles.recorded(name)))
        let again = try CatalogAnswer(json: CatalogJSON.text(of: answer), isCached: true)
        #expect(again.albums == answer.albums)
        #expect(again.tracks == answer.tracks)
    }

    @Test func `an album with its songs is one object`() throws {
        let answer = try fixture("lookup-9000000002")
        let contents = AlbumContents(
            album: try #require(answer.albums.first), songs: answer.tracks, others: [])
        let object =
            try JSONSerialization.jsonObject(with: Data(CatalogJSON.text(of: contents))) as? [String: Any]
        #expect((object?["album"] as? [String: Any])?["collectionId"] as? Int == 9_000_000_002)
        let songs = object?["songs"] as? [[String: Any]]
        #expect(songs?.compactMap { $0["trackTimeMillis"] as? Int } == [180_000, 180_500])
        #expect((object?["others"] as? [Any])?.isEmpty == true)
    }
}
