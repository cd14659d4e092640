import RegappStore
import Testing

@testable import RegappAlbums

/// What programs that use the library get from the catalogue.
@Suite struct AlbumSearchTests {
    private typealias Reason = AlbumSearchError.Reason

    private static func search(_ transport: ScriptedTransport) -> AlbumSearch {
        let catalogue = Catalogue(
            address: .apple, transport: transport, cache: nil, surroundings: ManualClock().surroundings())
        return AlbumSearch(catalogue, reader: english)
    }

    @Test func `a search gives albums sorted by title`() async throws {
        let transport = ScriptedTransport(
            .answer(
                200,
                """
                {"results": [{"wrapperType":"collection","collectionId":2,"collectionName":"b"},
                {"wrapperType":"collection","collectionId":1,"collectionName":"A",
                "artistName":"C","releaseDate":"1999-05-31T07:00:00Z"}]}
                """))
        let albums = try await Self.search(transport).albums(matching: "a b", in: "de", limit: 5)
        #expect(albums.map(\.collectionName) == ["A", "b"])
        #expect(albums[0].artistName == "C" && albums[0].releaseYear == "1999")
        #expect(transport.asked.count == 1 && transport.asked[0].contains("term=a+b&country=DE"))
        #expect(transport.asked[0].hasSuffix("limit=5"))
    }

    @Test func `an album comes with its songs in their order`() async throws {
        let transport = ScriptedTransport(
            .answer(
                200,
                """
                {"results": [{"wrapperType":"collection","collectionId":7,"collectionName":"A"},
                {"wrapperType":"track","kind":"song","collectionId":7,"trackId":2,"trackName":"second","trackNumber":2},
                {"wrapperType":"track","kind":"song","collectionId":7,"trackId":1,"trackName":"first","trackNumber":1,
                "trackTimeMillis":187000}]}
                """))
        let contents = try await Self.search(transport).contents(of: 7)
        #expect(contents.album.collectionName == "A" && contents.others.isEmpty)
        #expect(contents.songs.map(\.trackName) == ["first", "second"])
        #expect(contents.songs[0].duration == .seconds(187))
    }

    /// Rows: every error of the catalogue, and what programs that use the library branch on.
    private static let rows: [(CatalogError, Reason)] = [
        (.noSuchStore(.russia), .noSuchStore(country: "RU")),
        (.noSuchAlbum(id: 7, store: .russia), .noSuchAlbum(id: 7)),
        (.rateLimited(seconds: 60), .tooManyQuestions(seconds: 60)),
        (.curlNotInstalled, .curlNotInstalled),
        (.cancelled, .cancelled),
        (.offline, .unavailable),
        // The deadline of the whole question, as the clock of these tests has it.
        (.timeout(milliseconds: 400), .unavailable),
        (.notJSON, .unavailable),
    ]

    @Test(arguments: rows.indices)
    func `an error has a reason and the program's sentence`(row: Int) async {
        let (error, reason) = Self.rows[row]
        let search = Self.search(ScriptedTransport(.failure(error)))
        let told = await #expect(throws: AlbumSearchError.self) { try await search.albums(matching: "a") }
        #expect(told?.reason == reason && told?.message == error.words)
        #expect(told?.description == error.words)
    }

    @Test func `a country has two letters`() async {
        let search = Self.search(ScriptedTransport())
        let told = await #expect(throws: AlbumSearchError.self) {
            try await search.contents(of: 7, in: "Norway")
        }
        #expect(told?.reason == .noSuchStore(country: "Norway"))
        #expect(told?.message == "there is no store Norway")
    }
}
