import Dispatch
import RegappStore
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// A network on which searches are answered at once and covers never come, until they are cancelled.
private final class SlowCovers: Transport {
    private struct State {
        var started: [String] = []
        var cancelled = 0
    }

    private let state = Locked(State())
    private let change = DispatchSemaphore(value: 0)

    var started: [String] { state.withLock { $0.started } }
    var cancelled: Int { state.withLock { $0.cancelled } }

    func send(
        _ requests: [TransportRequest], patience: Int, cancellation: Cancellation,
        receive: (Int, Result<TransportAnswer, CatalogError>) -> Void
    ) {
        for (index, request) in requests.enumerated() {
            receive(index, Result { () throws(CatalogError) in try answer(request, cancellation) })
        }
    }

    private func answer(
        _ request: TransportRequest, _ cancellation: Cancellation
    ) throws(CatalogError) -> TransportAnswer {
        if cancellation.isCancelled { throw .cancelled }
        guard request.url.contains("/art/") else {
            return TransportAnswer(status: 200, headers: [:], body: Array(#"{"results": []}"#.utf8))
        }
        state.withLock { $0.started.append(request.url) }
        change.signal()
        cancellation.wait(milliseconds: 600_000)
        state.withLock { $0.cancelled += 1 }
        change.signal()
        throw .cancelled
    }

    /// Waits until it has come to this; false when it does not, however busy the machine is with other tests.
    func wait(until condition: (SlowCovers) -> Bool) -> Bool {
        while !condition(self) {
            guard change.wait(timeout: .now() + .seconds(120)) == .success else { return condition(self) }
        }
        return true
    }
}

/// The work behind the album screens.
@Suite struct AlbumScreenWorkTests {
    private let network = SlowCovers()

    private func withWorker(_ body: (AlbumWorker, AsyncStream<AlbumOutcome>) async throws -> Void)
        async throws
    {
        let catalogue = Catalogue(
            address: try CatalogAddress("http://127.0.0.1:9"), transport: network, cache: nil,
            surroundings: Surroundings(now: { 0 }, pause: { _, _ in }))
        let (stream, continuation) = AsyncStream.makeStream(of: AlbumOutcome.self)
        let worker = AlbumWorker(catalogue, reader: AlbumScreenDriver.reader) {
            continuation.yield($0)
        }
        try await body(worker, stream)
        worker.start(.stop)
    }

    private func request(_ id: Int64) -> CoverRequest {
        var album = AlbumSamples.album(id, "Night", "The Lanterns", nil)
        album.artworkUrl100 = "http://127.0.0.1:9/art/\(id)/100x100bb.jpg"
        return CoverRequest(album: album, pixels: AlbumCovers.rowPixels, cells: AlbumCovers.rowSize)
    }

    private let search = AlbumQuestion.search("night", .unitedStates, isRefresh: false)

    @Test func `covers give way to a question and go on after it`() async throws {
        try await withWorker { worker, stream in
            worker.start(.loadCovers([request(1), request(2), request(3)]))
            #expect(network.wait { $0.started.count == 2 })
            worker.start(.ask(search, number: 7))
            for await outcome in stream {
                guard case .found(_, number: 7) = outcome else { continue }
                break
            }
            #expect(network.wait { $0.cancelled == 2 && $0.started.count == 4 })
            let names = network.started.map { $0.split(separator: "/")[3] }
            #expect(Set(names[..<2]) == ["1", "2"] && Set(names[2...]) == ["1", "2"])
        }
    }

    @Test func `covers that have scrolled away are cancelled`() async throws {
        try await withWorker { worker, _ in
            worker.start(.loadCovers([request(1), request(2), request(3), request(4)]))
            #expect(network.wait { $0.started.count == 2 })
            worker.start(.loadCovers([request(2), request(5)]))
            #expect(network.wait { $0.cancelled == 1 && $0.started.count == 3 })
            #expect(network.started.last?.contains("/5/") == true)
        }
    }
}
