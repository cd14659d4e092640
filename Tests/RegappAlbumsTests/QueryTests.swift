import Testing

@testable import RegappAlbums

struct QueryTests {
    struct Row: CustomTestStringConvertible {
        let term: String
        let encoded: String
        var testDescription: String { term.debugDescription }
    }

    @Test(arguments: [
        Row(term: "night harbour", encoded: "night+harbour"),
        Row(term: "a+b", encoded: "a%2Bb"),
        Row(term: "rock & roll", encoded: "rock+%26+roll"),
        Row(term: "AC/DC", encoded: "AC%2FDC"),
        Row(term: "100%", encoded: "100%25"),
        Row(term: "a=b;c?d#e", encoded: "a%3Db%3Bc%3Fd%23e"),
        Row(term: "ночь", encoded: "%D0%BD%D0%BE%D1%87%D1%8C"),
        Row(term: "e\u{301}", encoded: "e%CC%81"),
        Row(term: "é", encoded: "%C3%A9"),
        Row(term: "🎵", encoded: "%F0%9F%8E%B5"),
        Row(term: "*-._~", encoded: "*-._%7E"),
        Row(term: "'\"<>", encoded: "%27%22%3C%3E"),
        Row(term: "line\nbreak\u{0}", encoded: "line%0Abreak%00"),
        Row(term: "", encoded: ""),
    ])
    func `a term is encoded as a form encodes it`(row: Row) {
        #expect(formEncoded(row.term) == row.encoded)
    }

    @Test func `a search has its parameters in one fixed order`() {
        let query = CatalogQuery.search(term: "a b", store: .russia, limit: 7)
        #expect(
            CatalogAddress.apple.url(of: query)
                == "https://itunes.apple.com/search?term=a+b&country=RU&media=music&entity=album&limit=7")
    }

    @Test(arguments: [(0, 1), (-5, 1), (1, 1), (200, 200), (201, 200), (Int.max, 200), (Int.min, 1)])
    func `a limit is brought into the range that the service accepts`(asked: Int, sent: Int) {
        let query = CatalogQuery.search(term: "x", store: .unitedStates, limit: asked)
        #expect(query.pathAndQuery.hasSuffix("&limit=\(sent)"))
    }

    @Test func `songs are looked up in the same store and without the default limit`() {
        let query = CatalogQuery.songs(collectionId: 9_007_199_254_740_993, store: .russia)
        #expect(query.pathAndQuery == "lookup?id=9007199254740993&entity=song&country=RU&limit=200")
    }
}
