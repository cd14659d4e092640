package import RegappAlbums
internal import RegappStore
internal import Synchronization

/// Does the album screens' work in the background and reports the outcomes.
package final class AlbumWorker: Sendable {
    /// In milliseconds: the service answers some 20 questions a minute, so albums that are passed by are not asked about.
    private static let previewPause = 500

    private let catalogue: Catalogue
    private let reader: ReaderLocale
    private let report: @Sendable (AlbumOutcome) -> Void
    private let covers: CoverLoader
    /// Cancels the open question.
    private let question = Mutex<Cancellation?>(nil)

    /// - Parameter report: called with each outcome, on any thread.
    package init(
        _ catalogue: Catalogue, reader: ReaderLocale,
        report: @escaping @Sendable (AlbumOutcome) -> Void
    ) {
        self.catalogue = catalogue
        self.reader = reader
        self.report = report
        covers = CoverLoader(catalogue) { report(.cover($0, $1)) }
    }

    /// Returns at once.
    package func start(_ work: AlbumWork) {
        switch work {
        case .ask(let asked, let number): ask(asked, number: number)
        case .preview(let identity, let store): preview(identity, store)
        case .recall:
            BackgroundQueue().start { [self] in
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
        BackgroundQueue().start { [self] in
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
        BackgroundQueue().start { [self] in
            defer { covers.release() }
            do throws(CatalogError) {
                report(try answer(asked, number, cancellation))
            } catch {
                report(.failed(error, number: number))
            }
        }
    }

    private func answer(
        _ asked: AlbumQuestion, _ number: Int, _ cancellation: Cancellation
    ) throws(CatalogError) -> AlbumOutcome {
        switch asked {
        case .search(let term, let store, let isRefresh):
            let found = try catalogue.search(
                term, in: store, for: reader, refresh: isRefresh, cancellation: cancellation)
            return .found(found, number: number)
        case .lookUp(let identity, let store, let isRefresh):
            let found = try catalogue.album(
                identity, in: store, refresh: isRefresh, cancellation: cancellation)
            return .lookedUp(found, number: number)
        }
    }
}
