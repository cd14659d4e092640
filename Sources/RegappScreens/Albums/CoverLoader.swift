import RegappAlbums
import RegappStore
import RegappValues
import Synchronization

/// Loads the visible covers in the background, in two lanes with one connection each.
///
/// A new request replaces the previous one and cancels covers that are being loaded: fast scrolling loads nothing
/// that has passed by. Covers wait while a question is open.
final class CoverLoader: Sendable {
    private struct Lane {
        /// The next one first.
        var requests: [CoverRequest]
        let cancellation: Cancellation
    }

    private struct State {
        /// The covers that have not arrived, in the requested order.
        var wanted: [CoverRequest] = []
        /// A cancelled cover occupies its lane until it has ended.
        var lanes: [Lane] = []
        var holds = 0

        var live: [Lane] { lanes.filter { !$0.cancellation.isCancelled } }
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
            for index in state.lanes.indices {
                state.lanes[index].requests = Array(
                    state.lanes[index].requests.prefix(while: coverRequests.contains))
            }
            return state.live.filter(\.requests.isEmpty)
        }
        for lane in stale { lane.cancellation.cancel() }
        startMore()
    }

    /// Pauses until ``release()`` has been called as often.
    func hold() {
        let lanes = state.withLock { state in
            state.holds += 1
            return state.lanes
        }
        for lane in lanes { lane.cancellation.cancel() }
    }

    func release() {
        state.withLock { $0.holds -= 1 }
        startMore()
    }

    private func startMore() {
        while let lane = next() {
            BackgroundQueue().start { [self] in
                perform(lane)
                startMore()
            }
        }
    }

    /// A free lane. If both are free, each gets every other cover, so that the first ones come first.
    private func next() -> Lane? {
        state.withLock { state in
            let (most, live) = (CurlTransport.greatestConcurrency, state.live)
            let queue = state.wanted.filter { request in !live.contains { $0.requests.contains(request) } }
            guard state.holds == 0, state.lanes.count < most, !queue.isEmpty else { return nil }
            let requests = stride(from: 0, to: queue.count, by: most - live.count).map { queue[$0] }
            let lane = Lane(requests: requests, cancellation: Cancellation())
            state.lanes.append(lane)
            return lane
        }
    }

    private func perform(_ lane: Lane) {
        let (requests, cancellation) = (lane.requests, lane.cancellation)
        catalogue.covers(requests.map { ($0.album, $0.pixels) }, cancellation: cancellation) { index, cover in
            // A cancelled request was not answered.
            guard cover != nil || !cancellation.isCancelled else { return }
            if isLast(requests[index], of: lane) { cancellation.cancel() }
            report(requests[index], cover?.pixels)
        }
        state.withLock { state in state.lanes.removeAll { $0.cancellation === cancellation } }
    }

    /// Notes an answer; true if nothing more is wanted from its lane.
    private func isLast(_ request: CoverRequest, of lane: Lane) -> Bool {
        state.withLock { state in
            state.wanted.removeAll { $0 == request }
            let index = state.lanes.firstIndex { $0.cancellation === lane.cancellation }
            guard let index else { return true }
            state.lanes[index].requests.removeAll { $0 == request }
            return state.lanes[index].requests.isEmpty
        }
    }
}
