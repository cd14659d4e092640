import AlbumCatalog
import Dispatch
import PlainValues
import Synchronization
import TerminalUI

/// Loads the visible covers in the background, two at a time, each line of them over one connection.
///
/// Replaced wishes are dropped, and cancelled if they are being loaded: scrolling fast loads nothing that has passed
/// by. While a question is open, covers wait.
final class CoverLoader: Sendable {
    private struct Load {
        /// What has not come yet.
        var wishes: [CoverWish]
        let cancellation: Cancellation
    }

    private struct State {
        var wishes: [CoverWish] = []
        var loads: [Load] = []
        var holds = 0
    }

    private let catalogue: Catalogue
    private let report: @Sendable (CoverWish, PixelGrid?) -> Void
    private let state = Mutex(State())

    /// Makes a loader that reports each cover, or that there is none, from any thread.
    init(_ catalogue: Catalogue, report: @escaping @Sendable (CoverWish, PixelGrid?) -> Void) {
        self.catalogue = catalogue
        self.report = report
    }

    /// Loads these covers from now on, in this order.
    func load(_ wishes: [CoverWish]) {
        let stale = state.withLock { state in
            let loads = state.loads.filter { !$0.cancellation.isCancelled }
            let stale = loads.filter { load in !load.wishes.allSatisfy(wishes.contains) }
            let coming = loads.filter { load in load.wishes.allSatisfy(wishes.contains) }.flatMap(\.wishes)
            state.wishes = wishes.filter { !coming.contains($0) }
            return stale
        }
        for load in stale { load.cancellation.cancel() }
        startMore()
    }

    /// Pauses until `release` has been called as often.
    func hold() {
        let loads = state.withLock { state in
            state.holds += 1
            let loads = state.loads.filter { !$0.cancellation.isCancelled }
            state.wishes = loads.flatMap(\.wishes) + state.wishes
            return loads
        }
        for load in loads { load.cancellation.cancel() }
    }

    /// Continues after `hold`.
    func release() {
        state.withLock { $0.holds -= 1 }
        startMore()
    }

    private func startMore() {
        while let load = next() {
            DispatchQueue.waiting("cover").async { [self] in
                perform(load)
                startMore()
            }
        }
    }

    /// A line of wishes for each place that is free: every other one, so that the first come first.
    private func next() -> Load? {
        state.withLock { state in
            let free = CurlTransport.greatestConcurrency - state.loads.count
            guard state.holds == 0, free > 0, !state.wishes.isEmpty else { return nil }
            let places = state.wishes.indices
            let load = Load(
                wishes: places.filter { $0 % free == 0 }.map { state.wishes[$0] }, cancellation: Cancellation())
            state.wishes = places.filter { $0 % free != 0 }.map { state.wishes[$0] }
            state.loads.append(load)
            return load
        }
    }

    private func perform(_ load: Load) {
        let wishes = load.wishes
        catalogue.covers(wishes.map { ($0.album, $0.pixels) }, cancellation: load.cancellation) { place, cover in
            // What was taken back has not been answered.
            guard cover != nil || !load.cancellation.isCancelled else { return }
            settle(wishes[place], of: load)
            report(wishes[place], cover?.pixels)
        }
        state.withLock { state in state.loads.removeAll { $0.cancellation === load.cancellation } }
    }

    private func settle(_ wish: CoverWish, of load: Load) {
        state.withLock { state in
            for place in state.loads.indices where state.loads[place].cancellation === load.cancellation {
                state.loads[place].wishes.removeAll { $0 == wish }
            }
        }
    }
}

extension DispatchQueue {
    /// A queue for one piece of work that mostly waits.
    ///
    /// Concurrent queues share as few threads as there are processors; a serial one gets its own thread, so that
    /// waiting work does not delay other work.
    static func waiting(_ name: String) -> DispatchQueue { DispatchQueue(label: "regapp.albums.\(name)") }
}
