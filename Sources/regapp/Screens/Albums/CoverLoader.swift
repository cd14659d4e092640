import AlbumCatalog
import Dispatch
import PlainValues
import Synchronization
import TerminalUI

/// Loads the visible covers in the background, a few at a time.
///
/// Replaced wishes are dropped, and cancelled if they are being loaded: scrolling fast loads nothing that has passed
/// by. While a question is open, covers wait.
final class CoverLoader: Sendable {
    private struct Load {
        let wish: CoverWish
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
            let loads = state.loads
            state.wishes = wishes.filter { wish in
                !loads.contains { $0.wish == wish && !$0.cancellation.isCancelled }
            }
            return loads.filter { !wishes.contains($0.wish) }
        }
        for load in stale { load.cancellation.cancel() }
        startMore()
    }

    /// Pauses until `release` has been called as often.
    func hold() {
        let loads = state.withLock { state in
            state.holds += 1
            let loads = state.loads.filter { !$0.cancellation.isCancelled }
            state.wishes = loads.map(\.wish) + state.wishes
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

    private func next() -> Load? {
        state.withLock { state in
            guard state.holds == 0, state.loads.count < URLSessionTransport.greatestConcurrency,
                !state.wishes.isEmpty
            else { return nil }
            let load = Load(wish: state.wishes.removeFirst(), cancellation: Cancellation())
            state.loads.append(load)
            return load
        }
    }

    private func perform(_ load: Load) {
        let wish = load.wish
        let cover = catalogue.cover(of: wish.album, size: wish.pixels, cancellation: load.cancellation)
        state.withLock { state in state.loads.removeAll { $0.cancellation === load.cancellation } }
        // What was taken back has not been answered.
        if cover != nil || !load.cancellation.isCancelled {
            report(wish, cover?.pixels)
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
