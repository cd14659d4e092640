package import RegappAlbums
internal import RegappStore
package import RegappTerminal
internal import RegappValues
internal import Synchronization

/// A question to the catalogue; at most one is open.
package enum AlbumQuestion: Hashable, Sendable {
    /// Albums for a term. A refresh asks the service even if a cached answer is still valid.
    case search(String, Storefront, isRefresh: Bool)
    case lookUp(Int64, Storefront, isRefresh: Bool)
}

package struct CoverRequest: Hashable, Sendable {
    let album: Album
    /// The requested width and height in pixels; the service scales the picture.
    let pixels: Int
    let cells: Size

    /// The cover as it is drawn: scaled in the background, since that reads every pixel.
    func scaled(_ picture: PixelGrid?) -> CellPicture? {
        picture.map { CellPicture($0, fitting: cells, gapBelow: pixels == AlbumCovers.rowPixels) }
    }
}

/// Background work that does not make keys wait.
package enum AlbumWork: Sendable {
    /// Ask the catalogue; the answer carries the same number.
    case ask(AlbumQuestion, number: Int)
    /// Look up the tracks of an album that is only selected, unless other work replaces it soon.
    case preview(Int64, Storefront)
    case recall
    case cancel
    case loadCovers([CoverRequest])
    case stop
}

package enum AlbumOutcome: Sendable {
    /// Sorted by title, as the catalogue does it for the reader.
    case found(CatalogResult<[Album]>, number: Int)
    case lookedUp(CatalogResult<AlbumContents>, number: Int)
    case failed(CatalogError, number: Int)
    case previewed(AlbumContents)
    case cover(CoverRequest, CellPicture?)
    case recalled([String])
}

package final class AlbumWorker: Sendable {
    /// In milliseconds, so that albums passed by are not asked about: the service answers some 20 questions a minute.
    private static let previewPause = 500

    private let catalogue: Catalogue
    private let reader: ReaderLocale
    private let report: @Sendable (AlbumOutcome) -> Void
    private let covers: CoverLoader
    private let question = Mutex<Cancellation?>(nil)

    package init(
        _ catalogue: Catalogue, reader: ReaderLocale,
        report: @escaping @Sendable (AlbumOutcome) -> Void
    ) {
        self.catalogue = catalogue
        self.reader = reader
        self.report = report
        covers = CoverLoader(catalogue) { report(.cover($0, $0.scaled($1))) }
    }

    package func start(_ work: AlbumWork) {
        switch work {
        case .ask(let asked, let number): ask(asked, number: number)
        case .preview(let identity, let store): preview(identity, store)
        case .recall:
            Workers.separate.start { [self] in
                report(.recalled(catalogue.recentTerms(limit: TermOffers.mostRecent)))
            }
        case .cancel: replaceQuestion(by: nil)
        case .loadCovers(let coverRequests): covers.load(coverRequests)
        case .stop:
            replaceQuestion(by: nil)
            covers.load([])
        }
    }

    private func replaceQuestion(by new: Cancellation?) {
        let old = question.withLock { question in
            defer { question = new }
            return question
        }
        old?.cancel()
    }

    /// An error leaves the album without songs until it is opened.
    private func preview(_ identity: Int64, _ store: Storefront) {
        let cancellation = Cancellation()
        replaceQuestion(by: cancellation)
        Workers.separate.start { [self] in
            cancellation.wait(milliseconds: Self.previewPause)
            guard !cancellation.isCancelled else { return }
            covers.hold()
            defer { covers.release() }
            if let found = try? catalogue.album(identity, in: store, cancellation: cancellation) {
                report(.previewed(found.value))
            }
        }
    }

    private func ask(_ asked: AlbumQuestion, number: Int) {
        let cancellation = Cancellation()
        replaceQuestion(by: cancellation)
        covers.hold()
        Workers.separate.start { [self] in
            defer { covers.release() }
            do throws(CatalogError) {
                switch asked {
                case .search(let term, let store, let isRefresh):
                    let found = try catalogue.search(
                        term, in: store, for: reader, refresh: isRefresh, cancellation: cancellation)
                    report(.found(found, number: number))
                case .lookUp(let identity, let store, let isRefresh):
                    let found = try catalogue.album(
                        identity, in: store, refresh: isRefresh, cancellation: cancellation)
                    report(.lookedUp(found, number: number))
                }
            } catch {
                report(.failed(error, number: number))
            }
        }
    }
}

/// Loads the visible covers in the background, in two lanes with one connection each. A new request replaces the
/// previous one and cancels covers that are being loaded: fast scrolling loads nothing that has passed by. Covers wait
/// while a question is open.
final class CoverLoader: Sendable {
    private struct Lane {
        var requests: [CoverRequest]
        let cancellation: Cancellation
    }

    private struct State {
        var wanted: [CoverRequest] = []
        /// A cancelled cover occupies its lane until it has ended.
        var lanes: [Lane] = []
        var holds = 0

        var live: [Lane] { lanes.filter { !$0.cancellation.isCancelled } }
    }

    private let catalogue: Catalogue
    private let report: @Sendable (CoverRequest, PixelGrid?) -> Void
    private let state = Mutex(State())

    init(_ catalogue: Catalogue, report: @escaping @Sendable (CoverRequest, PixelGrid?) -> Void) {
        self.catalogue = catalogue
        self.report = report
    }

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
            Workers.separate.start { [self] in
                perform(lane)
                startMore()
            }
        }
    }

    /// A free lane. If both are free, each gets every other cover, so that the first ones come first.
    private func next() -> Lane? {
        state.withLock { state in
            let most = CurlTransport.greatestConcurrency
            let live = state.live
            let queue = state.wanted.filter { request in !live.contains { $0.requests.contains(request) } }
            guard state.holds == 0, state.lanes.count < most, !queue.isEmpty else { return nil }
            let requests = stride(from: 0, to: queue.count, by: most - live.count).map { queue[$0] }
            let lane = Lane(requests: requests, cancellation: Cancellation())
            state.lanes.append(lane)
            return lane
        }
    }

    private func perform(_ lane: Lane) {
        let requests = lane.requests
        let cancellation = lane.cancellation
        catalogue.covers(requests.map { ($0.album, $0.pixels) }, cancellation: cancellation) { index, cover in
            // After a cancellation, nil does not mean that there is no cover.
            guard cover != nil || !cancellation.isCancelled else { return }
            if isLast(requests[index], of: lane) { cancellation.cancel() }
            report(requests[index], cover?.pixels)
        }
        state.withLock { state in state.lanes.removeAll { $0.cancellation === cancellation } }
    }

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
