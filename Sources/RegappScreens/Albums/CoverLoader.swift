import RegappAlbums
import RegappStore
import RegappValues
import Synchronization

/// Loads the visible covers in the background, in two lanes with one connection each.
///
/// A new request replaces the previous one and cancels covers that are being loaded: fast scrolling loads nothing
/// that has passed by. Covers wait while a question is open.
final class CoverLoader: Sendable {
    private struct Line {
        /// The next one first.
        var coverRequests: [CoverRequest]
        let cancellation: Cancellation
    }

    private struct State {
        /// The covers that have not arrived, in the requested order.
        var wanted: [CoverRequest] = []
        /// A cancelled cover occupies its lane until it has ended.
        var lines: [Line] = []
        var holds = 0

        var live: [Line] { lines.filter { !$0.cancellation.isCancelled } }
    }

    private let catalogue: Catalogue
    private let report: @Sendable (CoverRequest, PixelGrid?) -> Void
    private let state = Mutex(State())

    /// - Parameter report: called with each cover, or nil if there is none, on any thread.
    init(_ catalogue: Catalogue, report: @escaping @Sendable (CoverRequest, PixelGrid?) -> Void) {
        self.catalogue = catalogue
        self.report = report
    }

    /// From now on, loads only these covers, in this order.
    func load(_ coverRequests: [CoverRequest]) {
        let stale = state.withLock { state in
            state.wanted = coverRequests
            for place in state.lines.indices {
                state.lines[place].coverRequests = Array(
                    state.lines[place].coverRequests.prefix(while: coverRequests.contains))
            }
            return state.live.filter(\.coverRequests.isEmpty)
        }
        for line in stale { line.cancellation.cancel() }
        startMore()
    }

    /// Pauses until ``release()`` has been called as often.
    func hold() {
        let lines = state.withLock { state in
            state.holds += 1
            return state.lines
        }
        for line in lines { line.cancellation.cancel() }
    }

    func release() {
        state.withLock { $0.holds -= 1 }
        startMore()
    }

    private func startMore() {
        while let line = next() {
            BackgroundQueue().start { [self] in
                perform(line)
                startMore()
            }
        }
    }

    /// A free lane. If both are free, each gets every other cover, so that the first ones come first.
    private func next() -> Line? {
        state.withLock { state in
            let (places, live) = (CurlTransport.greatestConcurrency, state.live)
            let queue = state.wanted.filter { request in !live.contains { $0.coverRequests.contains(request) }
            }
            guard state.holds == 0, state.lines.count < places, !queue.isEmpty else { return nil }
            let step = places - live.count
            let coverRequests = stride(from: 0, to: queue.count, by: step).map { queue[$0] }
            let line = Line(coverRequests: coverRequests, cancellation: Cancellation())
            state.lines.append(line)
            return line
        }
    }

    private func perform(_ line: Line) {
        let (coverRequests, cancellation) = (line.coverRequests, line.cancellation)
        catalogue.covers(coverRequests.map { ($0.album, $0.pixels) }, cancellation: cancellation) {
            place, cover in
            // A cancelled request was not answered.
            guard cover != nil || !cancellation.isCancelled else { return }
            if settle(coverRequests[place], of: line) { cancellation.cancel() }
            report(coverRequests[place], cover?.pixels)
        }
        state.withLock { state in state.lines.removeAll { $0.cancellation === cancellation } }
    }

    /// Records an answer; true if nothing more is wanted from its lane.
    private func settle(_ request: CoverRequest, of line: Line) -> Bool {
        state.withLock { state in
            state.wanted.removeAll { $0 == request }
            guard let place = state.lines.firstIndex(where: { $0.cancellation === line.cancellation }) else {
                return true
            }
            state.lines[place].coverRequests.removeAll { $0 == request }
            return state.lines[place].coverRequests.isEmpty
        }
    }
}
