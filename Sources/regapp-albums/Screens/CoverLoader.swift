import AlbumCatalog
import Dispatch
import PlainValues
import Synchronization
import TerminalUI

/// Loads the covers that show, a few at a time, in the background.
///
/// Wishes that are replaced are forgotten, and taken back where they are under way: whoever scrolls fast loads nothing
/// that has gone by. While a question is open covers give way to it and wait.
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

    /// A loader that reports each cover, or that there is none, from any thread.
    init(_ catalogue: Catalogue, report: @escaping @Sendable (CoverWish, PixelGrid?) -> Void) {
        self.catalogue = catalogue
        self.report = report
    }

    /// Loads these from now on, the first first.
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

    /// Gives way until as many calls of `release`.
    func hold() {
        let loads = state.withLock { state in
            state.holds += 1
            let loads = state.loads.filter { !$0.cancellation.isCancelled }
            state.wishes = loads.map(\.wish) + state.wishes
            return loads
        }
        for load in loads { load.cancellation.cancel() }
    }

    /// Goes on after `hold`.
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
    /// Concurrent queues share as few threads as there are processors; a serial one gets a thread of its own, so that
    /// work which waits keeps no other from being done.
    static func waiting(_ name: String) -> DispatchQueue { DispatchQueue(label: "regapp-albums.\(name)") }
}
