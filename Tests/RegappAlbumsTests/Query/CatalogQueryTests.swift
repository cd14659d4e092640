import Testing

@testable import RegappAlbums

/// What the catalogue is asked, in whose store, and what the header of an answer says.
@Suite struct CatalogQueryTests {
    @Test(
        arguments: [
            ("night harbour", "night+harbour"),
            ("a+b", "a%2Bb"),
            ("rock & roll", "rock+%26+roll"),
            ("AC/DC", "AC%2FDC"),
            ("100%", "100%25"),
            ("a=b;c?d#e", "a%3Db%3Bc%3Fd%23e"),
            ("ночь", "%D0%BD%D0%BE%D1%87%D1%8C"),
            ("e\u{301}", "e%CC%81"),
            ("é", "%C3%A9"),
            ("🎵", "%F0%9F%8E%B5"),
            ("*-._~", "*-._%7E"),
            ("'\"<>", "%27%22%3C%3E"),
            ("line\nbreak\u{0}", "line%0Abreak%00"),
            ("", ""),
        ] as [(String, String)])
    func `a term is encoded as a form encodes it`(term: String, encoded: String) {
        #expect(formEncoded(term) == encoded)
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

    struct Row: CustomTestStringConvertible {
        var all: String?
        var collate: String?
        var lang: String?
        let identifier: String
        var country: String?
        var testDescription: String {
            "LC_ALL=\(all ?? "-") LC_COLLATE=\(collate ?? "-") LANG=\(lang ?? "-")"
        }
    }

    @Test(arguments: [
        Row(identifier: ""),
        Row(lang: "ru_RU.UTF-8", identifier: "ru_RU", country: "RU"),
        Row(all: "", collate: "", lang: "de_AT", identifier: "de_AT", country: "AT"),
        Row(
            all: "sv_SE.UTF-8", collate: "ru_RU.UTF-8", lang: "en_GB.UTF-8", identifier: "sv_SE",
            country: "SE"),
        Row(collate: "ru_RU.UTF-8", lang: "en_GB.UTF-8", identifier: "ru_RU", country: "RU"),
        Row(lang: "C.UTF-8", identifier: ""),
        Row(lang: "POSIX", identifier: ""),
        Row(lang: "ru", identifier: "ru"),
        Row(lang: "sr_RS@latin", identifier: "sr_RS", country: "RS"),
        Row(lang: "zh_Hant_TW", identifier: "zh_Hant_TW", country: "TW"),
        Row(lang: "../../etc/passwd", identifier: ""),
        Row(lang: String(repeating: "a", count: 5000), identifier: ""),
    ])
    func `the locale comes from the first variable that is set`(row: Row) {
        let reader = ReaderLocale(allCategories: row.all, collation: row.collate, language: row.lang)
        #expect(reader.identifier == row.identifier)
        #expect(reader.storefront?.code == row.country)
    }

    @Test(arguments: [
        ("ночь", "en_US.UTF-8", "RU"), ("Ёлка 2", "C", "RU"), ("night", "ru_RU.UTF-8", "RU"),
        ("night", "de_DE.UTF-8", "DE"), ("night", "C", "US"), ("night", "", "US"), ("夜", "ja_JP", "JP"),
        ("a\u{A640}", "de_DE", "RU"), ("Ελλάδα", "el_GR", "GR"), ("", "fr", "US"),
    ])
    func `the store is Russia's for Cyrillic letters, else the reader's`(
        term: String, lang: String, store: String
    ) {
        let reader = ReaderLocale(allCategories: nil, collation: nil, language: lang)
        #expect(Storefront.preferred(forTerm: term, reader: reader).code == store)
    }

    @Test(arguments: [("us", "US"), ("RU", "RU"), ("gB", "GB")])
    func `two letters name a store`(text: String, code: String) {
        #expect(Storefront(text)?.code == code)
    }

    @Test(arguments: ["", "u", "usa", "1a", "U ", "ру", "é", "@A", "a\u{301}b"])
    func `other texts name no store`(text: String) {
        #expect(Storefront(text) == nil)
    }

    private static func answer(_ name: String, _ field: String?) -> TransportAnswer {
        TransportAnswer(status: 200, headers: field.map { [name: $0] } ?? [:], body: [])
    }

    @Test(
        arguments: [
            (nil, 60), ("42", 42), (" 30\t", 30), ("0", 1), ("86401", 86_400),
            ("99999999999999999999", 86_400), ("", 60),
            ("-5", 60), ("1.5", 60), ("soon", 60), ("+5", 60), ("Sun, 06 Nov 1994 08:49:37 GMT", 60),
        ] as [(String?, Int)])
    func `retry-after gives the seconds to wait`(field: String?, seconds: Int) {
        #expect(Self.answer("retry-after", field).pause == seconds)
    }

    @Test(
        arguments: [
            (nil, 86_400), ("max-age=86400", 86_400), ("public, max-age=3600", 3600), ("Max-Age=\"60\"", 60),
            ("max-age=0", 0), ("no-store", 0), ("no-cache, max-age=5", 0), ("max-age=x", 86_400),
            ("max-age=", 86_400),
            ("max-age=99999999999999999999", 604_800), ("private", 86_400), ("max-age=-1", 86_400),
        ] as [(String?, Int64)])
    func `cache-control gives how long an answer is good`(field: String?, seconds: Int64) {
        #expect(Self.answer("cache-control", field).validity == seconds)
    }
}
