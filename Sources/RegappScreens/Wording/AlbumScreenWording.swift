import RegappCore
import RegappAlbums
import RegappTerminal
import RegappValues
import RegappWording

extension SearchPage {
    static let guidance = "Asks the iTunes catalogue by title or artist; answers are kept for a day"
}

extension QuestionLine {
    /// The name of the button that asks again; nil while nothing has been asked.
    var again: String? {
        switch state {
        case .idle, .asking: nil
        case .answered(_, nil): "Refresh"
        case .answered, .failed, .cancelled: Self.retry
        }
    }

    static let retry = "Retry"
}

extension QuestionLine.State {
    static let beforeSearch = Self.idle("Type a few words and press Enter.")
    static let loadingSongs = Self.asking("loading the songs")

    static func searching(_ term: String, in store: Storefront) -> Self {
        .asking("searching “\(term)” in the \(store.code) store")
    }

    init(_ found: CatalogResult<[Album]>, for term: String, in store: Storefront) {
        var words = String.albumsFound(found.value.count, for: term, in: store).sentence
        if found.droppedCount > 0 { words += "; " + .unreadable(found.droppedCount) }
        switch found.freshness {
        case .fetched, .cached: self = .answered(words)
        case .outdated(let age, let error): self = .answered("\(words), \(String.asOf(age))", error)
        }
    }

    /// Whether an album's songs are recent; says so only if they are not.
    init(_ freshness: Freshness) {
        switch freshness {
        case .fetched, .cached: self = .answered("")
        case .outdated(let age, let error): self = .answered(.asOf(age), error)
        }
    }
}

extension Dialog {
    static func notOpened(_ section: ScreenSection, _ error: any Error) -> Dialog {
        let report = Report(of: error)
        let title =
            switch section {
            case .albums: "Albums"
            case .accounts: AccountsScreen.title
            }
        return Dialog(
            title: title, texts: [(report.errors + report.hints.map(\.text)).joined(separator: "; ")],
            buttons: [("OK", nil)])
    }

    static func leavesAlbums(_ error: AccountsError, leave: Answer) -> Dialog {
        let report = Report(error)
        // The account screens have a form to log in.
        let hints =
            error == .nobodyLoggedIn ? ["leave the albums to log in"] : report.hints.map(\.text)
        return Dialog(
            title: "Your account", texts: [(report.errors + hints).joined(separator: " · ")],
            buttons: [("Leave the albums", leave)])
    }
}
