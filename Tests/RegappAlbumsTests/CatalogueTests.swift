import RegappTestSupport
import Testing

@testable import RegappAlbums

struct CatalogueTests {
    private let directory = TemporaryDirectory()
    private let clock = ManualClock()
    private let good = """
        {"results": [{"wrapperType":"collection","collectionId":2,"collectionName":"b"},
        {"wrapperType":"collection","collectionId":1,"collectionName":"A"}, 5]}
        """

    private func catalogue(_ transport: ScriptedTransport) -> Catalogue {
        Catalogue(
            address: .apple, transport: transport,
            cache: AnswerCache(root: directory.path + "/regapp", catalogue: .apple),
            surroundings: clock.surroundings(deadline: 15_000))
    }

    private func search(
        _ transport: ScriptedTransport, _ term: String = "x", refresh: Bool = false,
        reader: ReaderLocale = english
    ) throws(CatalogError) -> CatalogResult<[Album]> {
        try catalogue(transport).search(
            term, in: .unitedStates, for: reader, refresh: refresh, cancellation: Cancellation())
    }

    /// What comes of a question without a cache.
    private func uncached(
        _ transport: ScriptedTransport, _ surroundings: Surroundings,
        cancellation: Cancellation = Cancellation()
    ) -> CatalogError? {
        let catalogue = Catalogue(
            address: .apple, transport: transport, cache: nil, surroundings: surroundings)
        return failure(try catalogue.search("x", in: .unitedStates, for: english, cancellation: cancellation))
    }

    private func searchError(_ transport: ScriptedTransport) -> CatalogError? {
        failure(try search(transport))
    }

    @Test func `an answer is sorted, counted and kept for a day`() throws {
        let transport = ScriptedTransport(.answer(200, good))
        let first = try search(transport)
        #expect(first.value.map(\.collectionName) == ["A", "b"])
        #expect(first.freshness == .fetched)
        #expect(first.droppedCount == 1)
        clock.advance(seconds: 86_399)
        let second = try search(transport)
        #expect(second.value == first.value)
        #expect(second.freshness == .cached)
        #expect(second.droppedCount == 1)
        #expect(transport.asked.count == 1)
        clock.advance(seconds: 1)
        #expect(try search(ScriptedTransport(.answer(200, good))).freshness == .fetched)
    }

    @Test func `if the service sends more albums than asked for, the first ones are kept`() throws {
        for _ in 0..<2 {
            let found = try catalogue(ScriptedTransport(.answer(200, good))).search(
                "x", in: .unitedStates, limit: 1, for: english, cancellation: Cancellation())
            #expect(found.value.map(\.collectionName) == ["b"])
        }
    }

    @Test func `a kept answer is sorted anew for another reader`() throws {
        let mixed = """
            {"results": [{"wrapperType":"collection","collectionId":2,"collectionName":"Zebra"},
            {"wrapperType":"collection","collectionId":1,"collectionName":"Жук"}]}
            """
        #expect(try search(ScriptedTransport(.answer(200, mixed))).value.map(\.collectionId) == [2, 1])
        #expect(try search(ScriptedTransport(), reader: russian).value.map(\.collectionId) == [1, 2])
        #expect(try search(ScriptedTransport()).value.map(\.collectionId) == [2, 1])
    }

    @Test func `the service's word about keeping is followed`() throws {
        _ = try search(ScriptedTransport(.answer(200, good, ["cache-control": "max-age=60"])))
        clock.advance(seconds: 59)
        #expect(try search(ScriptedTransport()).freshness == .cached)
        clock.advance(seconds: 1)
        _ = try search(ScriptedTransport(.answer(200, good, ["cache-control": "no-store"])), refresh: true)
        #expect(try search(ScriptedTransport(.answer(200, good))).freshness == .fetched)
    }

    @Test func `refresh asks even where the kept answer is good`() throws {
        _ = try search(ScriptedTransport(.answer(200, good)))
        #expect(try search(ScriptedTransport(.answer(200, "{\"results\":[]}")), refresh: true).value.isEmpty)
        #expect(try search(ScriptedTransport()).value.isEmpty)
    }

    @Test(
        arguments: [
            .failure(.offline), .failure(.timeout(milliseconds: 5)), .failure(.insecure(host: "h")),
            .answer(500, ""), .answer(429, "", ["retry-after": "42"]), .answer(403, ""),
            .answer(200, "<html>"), .answer(200, "{}"), .answer(302, ""),
        ] as [ScriptedTransport.Step])
    func `when the service fails, an older answer comes with its age`(step: ScriptedTransport.Step) throws {
        let first = try search(ScriptedTransport(.answer(200, good)))
        clock.advance(seconds: 100_000)
        let old = try search(ScriptedTransport(step))
        #expect(old.value == first.value)
        guard case .outdated(let age, let reason) = old.freshness else {
            Issue.record("not outdated: \(old.freshness)")
            return
        }
        #expect(age == 100_000_000)
        #expect(reason.allowsOutdatedAnswer)
    }

    @Test func `a cancelled question and a refused parameter give no older answer`() throws {
        _ = try search(ScriptedTransport(.answer(200, good)))
        clock.advance(seconds: 100_000)
        #expect(searchError(ScriptedTransport(.failure(.cancelled))) == .cancelled)
        let refused = "{\"errorMessage\":\"Invalid value(s) for key(s): [country]\"}"
        #expect(searchError(ScriptedTransport(.answer(400, refused))) == .noSuchStore(.unitedStates))
    }

    @Test(
        arguments: [
            (
                .answer(400, "{\"errorMessage\":\"Invalid value(s) for key(s): [country]\"}"),
                .noSuchStore(.unitedStates)
            ),
            (.answer(200, "{\"errorMessage\":\"No\"}"), .message("No")),
            (.answer(403, "{\"errorMessage\":\"No\"}"), .message("No")),
            (.answer(400, "?"), .status(400)), (.answer(404, ""), .status(404)),
            (.answer(500, "{}"), .status(500)),
            (.answer(204, ""), .status(204)), (.answer(304, ""), .status(304)), (.answer(200, ""), .notJSON),
            (.answer(301, "", ["location": "https://evil.example/"]), .redirected("to 'evil.example'")),
            (.answer(302, "", ["location": "http://itunes.apple.com/"]), .redirected("out of HTTPS")),
        ] as [(ScriptedTransport.Step, CatalogError)])
    func `an error is reported by its facts and not kept`(step: ScriptedTransport.Step, error: CatalogError)
        throws
    {
        #expect(searchError(ScriptedTransport(step)) == error)
        #expect(directory.files.isEmpty)
        #expect(try search(ScriptedTransport(.answer(200, good))).freshness == .fetched)
    }

    @Test func `redirects on the same host are followed, three at most`() throws {
        let step = ScriptedTransport.Step.answer(307, "", ["location": "/else"])
        let short = ScriptedTransport(step, step, step, .answer(200, good))
        #expect(try search(short).value.count == 2)
        #expect(short.asked.last == "https://itunes.apple.com/else")
        let long = ScriptedTransport(step, step, step, step)
        #expect(failure(try search(long, "y")) == .redirected("more than 3 times"))
    }

    @Test func `all tries of a question share one deadline`() {
        let slow = ScriptedTransport(.answer(503, ""), .answer(503, ""))
        // The pauses of one and two seconds are more than there is.
        #expect(uncached(slow, clock.surroundings(deadline: 2500)) == .status(503))
        #expect(slow.asked.count == 2)
    }

    @Test func `a deadline that is over is reported in full, however little was left`() {
        let transport = ScriptedTransport(.answer(503, ""), .failure(.timeout(milliseconds: 1400)))
        #expect(uncached(transport, clock.surroundings(deadline: 2400)) == .timeout(milliseconds: 2400))
    }

    @Test func `a 503 is tried twice more with a pause`() throws {
        let transport = ScriptedTransport(.answer(503, ""), .answer(503, ""), .answer(200, good))
        #expect(try search(transport).value.count == 2)
        #expect(clock.pauses == [1000, 2000])
        let dead = ScriptedTransport(.answer(503, ""), .answer(503, ""), .answer(503, ""))
        #expect(failure(try search(dead, "y")) == .status(503))
    }

    @Test func `a question cancelled during a pause ends there`() {
        let cancellation = Cancellation()
        let transport = ScriptedTransport(.answer(503, ""))
        var surroundings = clock.surroundings()
        surroundings.pause = { _, cancellation in cancellation.cancel() }
        #expect(uncached(transport, surroundings, cancellation: cancellation) == .cancelled)
        #expect(transport.asked.count == 1)
    }

    @Test(
        arguments: [
            (.answer(429, "", ["retry-after": "42"]), 42), (.answer(403, ""), 60), (.answer(429, ""), 60),
        ] as [(ScriptedTransport.Step, Int)])
    func `after a refusal nothing is asked for a time`(step: ScriptedTransport.Step, seconds: Int) throws {
        #expect(searchError(ScriptedTransport(step)) == .rateLimited(seconds: seconds))
        clock.advance(seconds: Int64(seconds) - 12)
        // Another question, of a program that was started anew.
        #expect(failure(try search(ScriptedTransport(), "other")) == .rateLimited(seconds: 12))
        clock.advance(seconds: 12)
        #expect(try search(ScriptedTransport(.answer(200, good))).freshness == .fetched)
    }

    @Test func `while nothing may be asked, good answers are given as ever`() throws {
        _ = try search(ScriptedTransport(.answer(200, good)))
        #expect(failure(try search(ScriptedTransport(.answer(403, "")), "y")) != nil)
        #expect(try search(ScriptedTransport()).freshness == .cached)
    }

    @Test func `without a cache every question is asked`() throws {
        let transport = ScriptedTransport(.answer(200, good), .answer(200, good))
        let catalogue = Catalogue(
            address: .apple, transport: transport, cache: nil, surroundings: clock.surroundings())
        for _ in 0..<2 {
            let found = try catalogue.search("x", in: .russia, for: english, cancellation: Cancellation())
            #expect(found.freshness == .fetched)
        }
        #expect(catalogue.lastStore(holding: 1) == nil)
    }

    @Test func `the store of an album is that of the last search that found it`() throws {
        let catalogue = catalogue(
            ScriptedTransport(.answer(200, good), .answer(200, good), .answer(200, "{\"results\":[]}")))
        #expect(catalogue.lastStore(holding: 1) == nil)
        func search(_ store: Storefront) throws {
            _ = try catalogue.search("x", in: store, for: english, cancellation: Cancellation())
            clock.advance(seconds: 10)
        }
        try search(.russia)
        try search(.unitedStates)
        try search(try #require(Storefront("DE")))
        #expect(catalogue.lastStore(holding: 1) == .unitedStates)
        // Asked again, from the cache this time: now that is the last search.
        try search(.russia)
        #expect(catalogue.lastStore(holding: 1) == .russia)
        #expect(catalogue.lastStore(holding: 12) == nil)
    }

    @Test func `the last terms are those whose answers are kept, each once, the last first`() throws {
        let terms = ["night harbour", "ночь & день", "100%+", "a", "night harbour"]
        let catalogue = catalogue(
            ScriptedTransport(
                .answer(200, good), .answer(200, good), .answer(200, good), .answer(200, good),
                .answer(200, #"{"resultCount": 0, "results": []}"#)))
        #expect(catalogue.recentTerms(limit: 9).isEmpty)
        for term in terms {
            _ = try catalogue.search(term, in: .russia, for: english, cancellation: Cancellation())
            clock.advance(seconds: 10)
        }
        let nothing = try catalogue.search("zzz", in: .russia, for: english, cancellation: Cancellation())
        #expect(nothing.value.isEmpty)
        #expect(catalogue.recentTerms(limit: 9) == ["night harbour", "a", "100%+", "ночь & день"])
        #expect(catalogue.recentTerms(limit: 2) == ["night harbour", "a"])
    }

    @Test func `an album comes with its songs in order, other kinds apart, strangers left out`() throws {
        let body = String(
            decoding: try #require(FakeCatalogueFiles.fixture("lookup-9000000001")), as: UTF8.self)
        let catalogue = catalogue(ScriptedTransport(.answer(200, body)))
        for expected in [Freshness.fetched, .cached] {
            let found = try catalogue.album(9_000_000_001, in: .unitedStates, cancellation: Cancellation())
            #expect(found.freshness == expected)
            #expect(found.value.album.collectionName == "Night Harbour")
            #expect(found.value.songs.map(\.trackId) == [11, 12, 21, 22])
            #expect(found.value.others.map(\.trackId) == [23, 31])
            #expect(found.value.missingCount == 2)
            #expect(found.value.songs.map(\.durationText) == ["1:02:05", "1:05", "3:22", nil])
        }
    }

    @Test func `an unknown album is reported by number and store, and not kept`() throws {
        let body = String(
            decoding: try #require(FakeCatalogueFiles.fixture("lookup-9000000001")), as: UTF8.self)
        for answer in ["{\"results\":[]}", body] {
            let catalogue = catalogue(ScriptedTransport(.answer(200, answer)))
            let error = failure(try catalogue.album(5, in: .russia, cancellation: Cancellation()))
            #expect(error == .noSuchAlbum(id: 5, store: .russia))
            #expect(directory.files.isEmpty)
        }
    }

    @Test(.enabled(if: FakeCatalogueFiles.recordings != nil))
    func `a recorded album of two discs has its songs and its videos`() throws {
        let body = try #require(FakeCatalogueFiles.recorded("lookup-album-songs-two-discs.json"))
        let catalogue = catalogue(ScriptedTransport(.answer(200, String(decoding: body, as: UTF8.self))))
        let found = try catalogue.album(1_441_458_047, in: .unitedStates, cancellation: Cancellation())
        #expect(found.value.songs.count + found.value.others.count == 21)
        #expect(found.value.others.count == 3)
        #expect(found.value.missingCount == 0)
        #expect(Set(found.value.songs.compactMap(\.discNumber)) == [1, 2])
    }
}
