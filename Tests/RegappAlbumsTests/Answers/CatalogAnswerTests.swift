import Foundation
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct CatalogAnswerTests {
    private func fixture(_ name: String) throws -> CatalogAnswer {
        try CatalogAnswer(json: try #require(FakeCatalogueFiles.fixture(name)))
    }

    private func decodingError(_ text: String) -> CatalogError? {
        failure(try CatalogAnswer(json: Array(text.utf8)))
    }

    @Test func `an album has the values of its keys`() throws {
        let album = try #require(
            try fixture("search-night").albums.first { $0.collectionId == 9_000_000_003 })
        #expect(album.collectionName == "Night Harbour")
        #expect(album.artistName == "The Lanterns")
        #expect(album.trackCount == 14)
        #expect(album.releaseDay == "2019-10-04")
        #expect(album.releaseYear == "2019")
        #expect(album.collectionExplicitness == .explicit)
        #expect(album.collectionPrice == 7.99)
        #expect(album.collectionType == "Album")
        #expect(album.primaryGenreName == "Rock")
        #expect(album.storeLink == "https://shop.example/album/9000000003?uo=4")
    }

    @Test func `a price of minus one means that the album is not sold`() throws {
        let album = try #require(
            try fixture("search-night").albums.first { $0.collectionId == 9_000_000_001 })
        #expect(album.collectionPrice == nil)
    }

    @Test func `malformed items are dropped and counted, the rest stays`() throws {
        let answer = try fixture("search-malformed")
        #expect(answer.albums.map(\.collectionId) == [9_000_000_201, 9_000_000_202])
        #expect(answer.droppedCount == 16)
    }

    @Test func `an answer without albums is an answer`() throws {
        let answer = try fixture("nothing-found")
        #expect(answer.albums.isEmpty && answer.tracks.isEmpty && answer.droppedCount == 0)
    }

    @Test func `an identity that repeats counts once`() throws {
        let item = #"{"wrapperType":"collection","collectionId":5,"collectionName":"A"}"#
        let track = #"{"wrapperType":"track","kind":"song","trackId":5,"trackName":"A"}"#
        let answer = try CatalogAnswer(json: Array("{\"results\":[\(item),\(item),\(track),\(track)]}".utf8))
        #expect(answer.albums.count == 1)
        #expect(answer.tracks.count == 1)
    }

    /// The only album of an answer whose item holds these members besides an identity and a title.
    private func album(_ members: String) throws -> Album? {
        let item = #"{"wrapperType":"collection","collectionId":7,"collectionName":"A","# + members + "}"
        return try CatalogAnswer(json: Array("{\"results\":[\(item)]}".utf8)).albums.first
    }

    @Test func `if a key occurs twice, the first value wins`() throws {
        #expect(try album(#""trackCount":1,"trackCount":2"#)?.trackCount == 1)
        #expect(try album(#""trackCount":null,"trackCount":2"#)?.trackCount == nil)
        let answer = #"{"results":[],"results":[{"wrapperType":"collection"}]}"#
        #expect(try CatalogAnswer(json: Array(answer.utf8)).droppedCount == 0)
        #expect(decodingError(#"{"results":null,"results":[]}"#) == .unexpectedShape)
    }

    @Test func `keys that only the cache writes are ignored in an answer of the service`() throws {
        let answer = try CatalogAnswer(
            json: Array(#"{"droppedCount":9223372036854775807,"order":"ru_RU","results":[1]}"#.utf8))
        #expect(answer.droppedCount == 1)
        #expect(answer.order == nil)
    }

    @Test(arguments: [(-7, 1), (3, 4), (Int.max, 1 + 1 << 20)])
    func `a count of dropped items that was kept is held within bounds`(kept: Int, count: Int) throws {
        let answer = try CatalogAnswer(
            json: Array("{\"droppedCount\":\(kept),\"results\":[1]}".utf8), isCached: true)
        #expect(answer.droppedCount == count)
    }

    @Test func `a bounded number of items of a very long answer is kept`() throws {
        let items = (0..<3 * CatalogAnswer.greatestCount).map {
            "{\"wrapperType\":\"collection\",\"collectionId\":\($0),\"collectionName\":\"A\"}"
        }
        let answer = try CatalogAnswer(json: Array("{\"results\":[\(items.joined(separator: ","))]}".utf8))
        #expect(answer.albums.count == CatalogAnswer.greatestCount)
        #expect(answer.droppedCount == 2 * CatalogAnswer.greatestCount)
    }

    @Test func `a key may be written with escapes, and null says nothing`() throws {
        #expect(try album(#""\u0074rackCount":3,"artistName":null"#)?.trackCount == 3)
        #expect(try album(#""artistName":"\u0410\u0434\ud83d\ude00\n""#)?.artistName == "Ад😀\n")
    }

    @Test(
        arguments: [
            ("12", 12), ("12.0", 12), ("1.2e1", 12), ("-0", 0), ("-1", nil), ("0", 0),
            ("9223372036854775807", Int.max),
        ] as [(String, Int?)])
    func `a whole number may be written in every way of JSON`(number: String, count: Int?) throws {
        let album = try #require(try album("\"trackCount\":\(number)"))
        #expect(album.trackCount == count)
    }

    @Test(arguments: [
        "1.5", "9223372036854775808", "9007199254740993.0", "1e400", "\"1\"", "true", "[1]", "{}",
    ])
    func `a value that is not a whole number is malformed`(value: String) throws {
        #expect(try album("\"trackCount\":\(value)") == nil)
    }

    @Test func `an unknown key is passed over, whatever it holds`() throws {
        let unknown = #""x":{"trackCount":9,"y":[1,[2,{}],"]}\""]},"z":"\u0000","#
        #expect(try album(unknown + #""trackCount":3"#)?.trackCount == 3)
    }

    @Test(arguments: [
        #"{"results":[],}"#, #"{"results":[1,]}"#, #"{"results":[]} x"#, #"{"results":[01]}"#,
        #"{"results":[{"a":"\ud800"}]}"#, "{\"results\":[\"\u{1}\"]}", #"{"results":[nul]}"#,
    ])
    func `a text that breaks the grammar anywhere is not JSON`(text: String) {
        #expect(decodingError(text) == .notJSON)
    }

    @Test func `bytes that are no UTF-8 are no JSON`() {
        let bytes = Array(#"{"results":["a"#.utf8) + [0xC3] + Array(#""]}"#.utf8)
        #expect(failure(try CatalogAnswer(json: bytes)) == .notJSON)
    }

    private static func error(_ message: String) -> String { #"{"errorMessage":"\#(message)"}"# }

    private static func accents(_ count: Int) -> String { String(repeating: "\u{301}", count: count) }

    @Test(
        arguments: [
            ("", .notJSON), ("   ", .notJSON), ("<html>", .notJSON), ("[]", .notJSON), ("{", .notJSON),
            (#"{"results": [1, 2"#, .notJSON), ("{}", .unexpectedShape),
            (#"{"results": {}}"#, .unexpectedShape), (#"{"results": null}"#, .unexpectedShape),
            (#"{"results": 7}"#, .unexpectedShape), (#"{"errorMessage": 5}"#, .unexpectedShape),
            (
                error("Invalid value(s) for key(s): [country, language]"),
                .badParameter(["country", "language"])
            ),
            (error("Out of cheese"), .message("Out of cheese")),
            (
                error("Invalid value(s) for key(s): [country"),
                .message("Invalid value(s) for key(s): [country")
            ),
            (error("e" + accents(1000)), .message("e" + accents(199))),
        ] as [(String, CatalogError)])
    func `texts that are not answers are told apart`(text: String, error: CatalogError) {
        #expect(decodingError(text) == error)
    }

    @Test func `deep nesting ends in an error`() {
        #expect(decodingError("{\"results\":" + String(repeating: "[", count: 100_000)) == .notJSON)
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(decodingError("{\"results\":[" + nested + "]}") == .notJSON)
    }

    @Test func `an answer cut anywhere is an error or an answer, never a trap`() throws {
        let whole = try #require(FakeCatalogueFiles.fixture("lookup-9000000002"))
        for length in 0..<whole.count - 4 {
            #expect(throws: CatalogError.self) { try CatalogAnswer(json: Array(whole.prefix(length))) }
        }
    }

    @Test func `numbers of every size are accepted or refused without a trap`() {
        for number in ["1e400", "-1e400", "1e300", "9223372036854775808", "-0", "0.5", "1e2", "-3"] {
            for key in ["collectionId", "trackCount", "collectionPrice", "trackTimeMillis", "trackId"] {
                let item =
                    "{\"wrapperType\":\"collection\",\"collectionId\":1,\"collectionName\":\"a\",\"\(key)\":\(number)}"
                let track =
                    "{\"wrapperType\":\"track\",\"trackId\":1,\"trackName\":\"a\",\"\(key)\":\(number)}"
                _ = try? CatalogAnswer(json: Array("{\"results\":[\(item),\(track)]}".utf8))
            }
        }
    }

    @Test(
        arguments: [
            ("1975-11-21T08:00:00Z", "1975-11-21"), ("2030-01-01", "2030-01-01"), ("not a date", nil),
            ("1975-11-2", nil), ("1975/11/21", nil), ("", nil), ("197é-11-21", nil),
        ] as [(String, String?)])
    func `the release day is the first ten characters`(date: String, day: String?) {
        var album = Album(collectionId: 1, collectionName: "a")
        album.releaseDate = date
        #expect(album.releaseDay == day)
    }

    @Test(arguments: [
        ("https://shop.example/a?b=c", true), ("http://shop.example/a", false),
        ("https://shop.example/a b", false), ("https://shop.example/\u{1B}]8;;", false),
        ("javascript:alert(1)", false), ("https://shop.example/é", false),
        ("https://user:pw@shop.example/", false), ("https://shop.example\\a", false), ("https://", false),
        ("https://:80/", false), ("https://" + String(repeating: "a", count: 3000), false),
    ])
    func `a link is printed only if it is https in printable ASCII`(link: String, isPrinted: Bool) {
        var album = Album(collectionId: 1, collectionName: "a")
        album.collectionViewUrl = link
        #expect((album.storeLink != nil) == isPrinted)
    }

    @Test(
        arguments: [
            (nil, nil), (-1, nil), (0, "0:00"), (499, "0:00"), (500, "0:01"), (59_500, "1:00"),
            (187_000, "3:07"), (3_725_000, "1:02:05"), (Int64.max, "2562047788015:12:56"),
        ] as [(Int64?, String?)])
    func `a duration reads as a clock does`(milliseconds: Int64?, text: String?) {
        var track = Track(trackId: 1, trackName: "a", kind: "song")
        track.trackTimeMillis = milliseconds
        #expect(track.durationText == text)
    }

    @Test(arguments: FakeCatalogueFiles.recordedNames)
    func `a recorded answer decodes without a loss`(name: String) throws {
        let bytes = try #require(FakeCatalogueFiles.recorded(name))
        if name.hasPrefix("error") {
            #expect(throws: CatalogError.self) { try CatalogAnswer(json: bytes) }
            return
        }
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let items = try #require(whole["results"] as? [[String: Any]])
        let answer = try CatalogAnswer(json: bytes)
        #expect(answer.droppedCount == 0)
        #expect(answer.albums.count == items.count { $0["wrapperType"] as? String == "collection" })
        #expect(answer.tracks.count == items.count { $0["wrapperType"] as? String == "track" })
        let titles = items.compactMap { $0["trackName"] as? String ?? $0["collectionName"] as? String }
        #expect(titles == answer.albums.map(\.collectionName) + answer.tracks.map(\.trackName))
    }
}
