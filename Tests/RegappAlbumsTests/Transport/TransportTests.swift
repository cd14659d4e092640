import Dispatch
import Glibc
import RegappTestSupport
import Testing

@testable import RegappAlbums

@Suite(.serialized, .waiting)
struct TransportTests {
    private static let server = try? FakeCatalogue()
    private let transport = CurlTransport.test

    /// A deadline in milliseconds that no good answer on this machine needs.
    private static let ample = 60_000

    private func catalogue(at address: String, deadline: Int = ample) throws -> Catalogue {
        Catalogue(
            address: try CatalogAddress(address), transport: transport, cache: nil,
            surroundings: ManualClock().surroundings(deadline: deadline))
    }

    private func search(_ behaviour: FakeCatalogueBehaviour) throws -> Result<
        CatalogResult<[Album]>, CatalogError
    > {
        let server = try #require(Self.server)
        let waits: [FakeCatalogueBehaviour] = [.slow, .silent, .stalls]
        let deadline = waits.contains(behaviour) ? 400 : Self.ample
        let catalogue = try catalogue(at: server.address(behaviour), deadline: deadline)
        do throws(CatalogError) {
            return .success(
                try catalogue.search("night", in: .unitedStates, for: english, cancellation: Cancellation()))
        } catch {
            return .failure(error)
        }
    }

    private func isExpected(_ error: CatalogError, of behaviour: FakeCatalogueBehaviour) -> Bool? {
        switch behaviour {
        case .slow, .silent, .stalls: error == .timeout(milliseconds: 400)
        case .stops, .hangsUp, .resets, .resetsInTheMiddle, .badChunk: error == .connectionLost
        case .huge, .endless, .torrent, .bomb: error == .tooLarge(limit: Catalogue.answerByteLimit)
        case .redirectLoop, .redirectPlain: error == .redirected("out of HTTPS")
        case .redirectAway: error == .redirected("to 'catalogue.invalid'")
        case .redirectNowhere: error == .redirected("to an address that cannot be read")
        case .badParameter: error == .noSuchStore(.unitedStates)
        case .oldError: error == .badParameter(["itunesId"])
        case .forbidden: error == .rateLimited(seconds: 60)
        case .rateLimited: error == .rateLimited(seconds: 42)
        case .unauthorized: error == .status(401)
        case .broken: error == .status(500)
        case .unavailable: error == .status(503)
        case .missing: error == .status(404)
        case .html, .truncatedJSON, .crumbs: error == .notJSON
        case .http09, .badStatus, .badEncoding: error == .notHTTP
        case .hugeHead: error == .connectionLost
        case .deepJSON: error == .notJSON
        case .otherShape: error == .unexpectedShape
        case .unavailableOnce, .wrongType, .newlines, .malformedItems, .hostileText, .longNames, .duplicates,
            .gravel, .noStore, .silentCovers:
            nil
        }
    }

    @Test(arguments: FakeCatalogueBehaviour.allCases)
    func `each misbehaviour of the service is told by its facts`(behaviour: FakeCatalogueBehaviour) throws {
        switch try search(behaviour) {
        case .failure(let error):
            #expect(isExpected(error, of: behaviour) == true, "\(error)")
        case .success(let found):
            let counts: [FakeCatalogueBehaviour: Int] = [
                .unavailableOnce: 7, .wrongType: 7, .newlines: 7, .malformedItems: 2, .hostileText: 4,
                .longNames: 200, .duplicates: 5, .gravel: 0, .noStore: 7, .silentCovers: 7,
            ]
            #expect(found.value.count == counts[behaviour], "\(behaviour)")
        }
    }

    @Test func `an answer comes with status, header and body`() throws {
        let server = try #require(Self.server)
        let request = TransportRequest(
            url: server.address + "/search?term=nothing", deadline: Self.ample, byteLimit: 1000)
        let answer = try transport.send(request, cancellation: Cancellation())
        #expect(answer.status == 200)
        #expect(answer.headers["cache-control"] == "max-age=86400")
        #expect(answer.body == FakeCatalogueFiles.fixture("nothing-found"))
    }

    @Test func `a body of exactly the limit is accepted, one byte more is not`() throws {
        let server = try #require(Self.server)
        let size = try #require(FakeCatalogueFiles.fixture("nothing-found")).count
        var request = TransportRequest(
            url: server.address + "/search?term=nothing", deadline: Self.ample, byteLimit: size)
        #expect(try transport.send(request, cancellation: Cancellation()).body.count == size)
        request.byteLimit = size - 1
        let error = failure(try transport.send(request, cancellation: Cancellation()))
        #expect(error == .tooLarge(limit: size - 1))
    }

    @Test func `the term arrives as it was typed`() throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        let term = "a+b & c/d? ночь 🎵 100%"
        let query = CatalogQuery.search(term: term, store: .russia, limit: 3)
        let request = TransportRequest(
            url: try CatalogAddress(server.address).url(of: query), deadline: Self.ample, byteLimit: 10_000)
        _ = try transport.send(request, cancellation: Cancellation())
        #expect(server.requests == ["/" + query.pathAndQuery])
    }

    @Test(
        arguments: [
            ("http://no-such-host.invalid/", .unknownHost("no-such-host.invalid")),
            ("http://127.0.0.1:1/", .unreachable(host: "127.0.0.1")),
            ("http://255.255.255.255/", .unreachable(host: "255.255.255.255")),
            ("", .notHTTP),
            ("no-scheme", .notHTTP),
        ] as [(String, CatalogError)])
    func `a host that cannot be reached is reported by what is missing`(url: String, error: CatalogError) {
        let request = TransportRequest(url: url, deadline: Self.ample, byteLimit: 1000)
        #expect(failure(try transport.send(request, cancellation: Cancellation())) == error)
    }

    @Test func `bytes that are not encrypted where they should be are reported as such`() throws {
        let server = try #require(Self.server)
        let request = TransportRequest(
            url: "https://127.0.0.1:\(server.port)/search", deadline: 1000, byteLimit: 1000)
        let error = failure(try transport.send(request, cancellation: Cancellation()))
        #expect(
            error == .insecure(host: "127.0.0.1") || error == .timeout(milliseconds: 1000), "\(error as Any)")
    }

    @Test func `a question can be cancelled while it waits for an answer`() throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        let cancellation = Cancellation()
        DispatchQueue.global().async {
            server.waitForRequests()
            cancellation.cancel()
        }
        let request = TransportRequest(url: server.address(.silent), deadline: Self.ample, byteLimit: 1000)
        #expect(failure(try transport.send(request, cancellation: cancellation)) == .cancelled)
    }

    @Test func `a question cancelled before it was asked is not asked`() throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        let cancellation = Cancellation()
        cancellation.cancel()
        let request = TransportRequest(url: server.address, deadline: Self.ample, byteLimit: 1000)
        #expect(failure(try transport.send(request, cancellation: cancellation)) == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func `no more than two questions are under way at once`() async throws {
        let server = try FakeCatalogue()
        defer { server.stop() }
        let transport = transport
        let cancellation = Cancellation()
        let request = TransportRequest(url: server.address(.silent), deadline: Self.ample, byteLimit: 1000)
        @Sendable func error(of request: TransportRequest, _ cancellation: Cancellation) -> CatalogError? {
            failure(try transport.send(request, cancellation: cancellation))
        }
        let errors = await withTaskGroup(of: CatalogError?.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    await detached { error(of: request, cancellation) }
                }
            }
            group.addTask {
                await detached {
                    server.waitForRequests(2)
                    // Both places are in use, so this one runs out of time in the queue.
                    let third = TransportRequest(url: server.address(.silent), deadline: 100, byteLimit: 1000)
                    let error = error(of: third, Cancellation())
                    let asked = server.requests.count
                    cancellation.cancel()
                    #expect(asked == 2)
                    return error
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count { $0 == .cancelled } == 2)
        #expect(errors.count { $0 == .timeout(milliseconds: 100) } == 1)
    }

    @Test func `many failing questions in a row leave the transport in working order`() throws {
        let server = try #require(Self.server)
        for behaviour in [FakeCatalogueBehaviour.resets, .stops, .hangsUp, .endless, .badChunk] {
            for _ in 0..<20 {
                let request = TransportRequest(
                    url: server.address(behaviour), deadline: 10_000, byteLimit: 100_000)
                let error = failure(try transport.send(request, cancellation: Cancellation()))
                #expect(error != nil && error != .timeout(milliseconds: 10_000), "\(behaviour)")
            }
        }
        let request = TransportRequest(
            url: server.address + "/many-200/search", deadline: Self.ample, byteLimit: 1 << 20)
        let answer = try transport.send(request, cancellation: Cancellation())
        #expect(try CatalogAnswer(json: answer.body).albums.count == 200)
    }

    @Test(arguments: FakeCatalogueFiles.recordedNames.filter { !$0.hasPrefix("error") })
    func `a recorded answer comes through the network as it was`(name: String) throws {
        let server = try #require(Self.server)
        let catalogue = try catalogue(at: server.address + "/recorded/\(name)")
        let found = try catalogue.search("x", in: .unitedStates, for: english, cancellation: Cancellation())
        let direct = try CatalogAnswer(json: try #require(FakeCatalogueFiles.recorded(name)))
        #expect(Set(found.value) == Set(direct.albums))
        #expect(found.droppedCount == 0)
    }
}

/// Runs blocking work on a thread that is no part of the pool of tasks.
func detached<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "detached").async { continuation.resume(returning: work()) }
    }
}
