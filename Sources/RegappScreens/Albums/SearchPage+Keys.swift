import RegappAlbums
import RegappTerminal

extension SearchPage {
    /// The keys that work now, the most important first.
    var bindings: [KeyBinding] {
        let hasFilter = results.filter != nil
        let escape = question.isAsking ? AlbumKeys.cancel : hasFilter ? AlbumKeys.showAll : AlbumKeys.back
        let canRefresh = !isOffering && !question.isAsking
        let refresh = canRefresh ? [isTyping ? AlbumKeys.refreshTyping : AlbumKeys.refresh] : []
        switch focus {
        case .field:
            let next = hasList || question.canRetry ? [AlbumKeys.next] : []
            let older = history.hasOlder(than: field.text) ? [AlbumKeys.older] : []
            return [AlbumKeys.search, escape] + next + older + refresh
        case .retry: return [AlbumKeys.retry, AlbumKeys.field, escape, AlbumKeys.next, AlbumKeys.quit]
        case .filter:
            return (results.albums.isEmpty ? [] : [AlbumKeys.keep]) + [escape, AlbumKeys.next] + refresh
        case .list where isOffering:
            return [AlbumKeys.tryTerm, AlbumKeys.field, escape, ListView.move, AlbumKeys.quit]
        case .list:
            return [ListView.choose, AlbumKeys.field, escape, AlbumKeys.filter, AlbumKeys.order]
                + (results.showsCovers ? [AlbumKeys.density] : []) + refresh
                + [AlbumKeys.quit, ListView.move, ListView.page, ListView.ends]
        }
    }

    var isTyping: Bool { focus == .field || focus == .filter }

    var copyable: String? {
        switch focus {
        case .field: field.text
        case .filter: results.filter?.field.text
        case .retry: nil
        case .list: isOffering ? offers.terms[offers.list.selected] : results.selected?.collectionName
        }
    }

    var keyTables: [KeyTable] {
        switch focus {
        case .field: [AlbumKeys.searchTable, .typing, .everywhere]
        case .retry: [AlbumKeys.retryTable, .everywhere]
        case .filter: [AlbumKeys.filterTable, .typing, .everywhere]
        case .list where isOffering: [AlbumKeys.offersTable, .list, .everywhere]
        case .list: [AlbumKeys.listTable, .list, .everywhere]
        }
    }
}
