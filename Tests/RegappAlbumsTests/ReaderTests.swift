import Testing

@testable import RegappAlbums

struct ReaderTests {
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
}
