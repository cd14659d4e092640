import RegappAlbums
import RegappTerminal

enum AlbumKeys {
    // MARK: The search

    static let search = KeyBinding([.enter] + submit.keys, "search")
    static let submit = KeyBinding(
        [.control("s")], "search", meaning: "search for what is in the field")
    static let older = KeyBinding([.up], "last terms", meaning: "the term before")
    static let newer = KeyBinding([.down], "newer terms", meaning: "the term after")
    static let toList = KeyBinding([.down, .pageDown, .pageUp], "list", meaning: "into the list")
    static let next = KeyBinding([.tab], "next", meaning: "the next of field, button, filter and list")
    static let previous = KeyBinding([.shiftTab], "previous", meaning: "the one before")
    /// Asks the catalogue instead of the cache, while nothing is typed.
    static let refresh = KeyBinding(
        [.character("r")] + refreshTyping.keys, "refresh", meaning: refreshTyping.meaning)
    static let refreshTyping = KeyBinding(
        [KeyPress(.function(5))], "refresh", meaning: "ask the catalogue, even if an answer is cached")
    static let retry = KeyBinding([.enter, .character(" ")], "retry", meaning: "press Retry")
    static let cancel = KeyBinding([.escape], "cancel", meaning: "cancel the search")

    // MARK: The list

    static let field = KeyBinding(
        [.character("/")], "search", meaning: "another search: what you type replaces the last one")
    static let filter = KeyBinding([.character("f")], "filter", meaning: "filter what was found")
    static let keep = KeyBinding(
        [.enter, .down, .pageDown, .pageUp], "list", meaning: "into the list")
    static let density = KeyBinding(
        [.character("d")], "density", meaning: "one line for each album, or two with covers")
    static let order = KeyBinding(
        [.character("s")], "sort", meaning: "sort by title, artist or year")
    static let tryTerm = KeyBinding([.enter], "try", meaning: "search for the selected term")
    static let showAll = KeyBinding([.escape], "show all", meaning: "show all that was found")

    // MARK: An album

    static let scroll = KeyBinding(
        [.up, .down, .character("k"), .character("j")], "scroll", name: "↑↓")
    static let page = KeyBinding([.pageUp, .pageDown, .character(" ")], "page", name: "PgUp/PgDn")
    static let ends = KeyBinding(
        [.character("g"), .character("G"), KeyPress(.home), KeyPress(.end)], "first/last line", name: "g/G")
    static let neighbours = KeyBinding(
        [.character("<"), .character(">")], "other albums", meaning: "the album before or after in the list",
        name: "</>")
    static let turn = KeyBinding([.tab, .shiftTab], "button", meaning: "to the button and back")

    // MARK: Tables

    static let searchTable = KeyTable(
        "Albums: the search",
        [search, older, newer, toList, next, previous, refreshTyping, cancel, PageKeys.back])
    static let retryTable = KeyTable(
        "Albums: the button", [retry, field, submit, next, previous, refresh, PageKeys.back, PageKeys.quit])
    static let filterTable = KeyTable(
        "Albums: the filter", [keep, submit, next, previous, refreshTyping, showAll])
    static let listTable = KeyTable(
        "Albums: the list",
        [
            ListView.choose, field, filter, order, density, submit, next, previous, refresh, PageKeys.back,
            PageKeys.quit,
        ])
    static let offersTable = KeyTable(
        "Albums: terms to try", [tryTerm, field, next, previous, PageKeys.back, PageKeys.quit])
    static let albumTable = KeyTable(
        "An album",
        [scroll, page, ends, neighbours, turn, retry, field, refresh, PageKeys.back, PageKeys.quit])
    static let tables = [searchTable, offersTable, retryTable, filterTable, listTable, albumTable]
}

extension SearchPage {
    /// The keys that work now, the most important first.
    var bindings: [KeyBinding] {
        let hasFilter = results.filter != nil
        var escape = hasFilter ? AlbumKeys.showAll : PageKeys.back
        if question.isAsking { escape = AlbumKeys.cancel }
        let canRefresh = !isOffering && !question.isAsking
        let refreshing = isTyping ? AlbumKeys.refreshTyping : AlbumKeys.refresh
        let refresh = canRefresh ? [refreshing] : []
        switch focus {
        case .field:
            let next = hasList || question.canRetry ? [AlbumKeys.next] : []
            let older = history.olderIndex(than: field.text) != nil ? [AlbumKeys.older] : []
            return [AlbumKeys.search, escape] + next + older + refresh
        case .retry: return [AlbumKeys.retry, AlbumKeys.field, escape, AlbumKeys.next, PageKeys.quit]
        case .filter:
            return (results.albums.isEmpty ? [] : [AlbumKeys.keep]) + [escape, AlbumKeys.next] + refresh
        case .list where isOffering:
            return [AlbumKeys.tryTerm, AlbumKeys.field, escape, ListView.move, PageKeys.quit]
        case .list:
            return [ListView.choose, AlbumKeys.field, escape, AlbumKeys.filter, AlbumKeys.order]
                + (results.showsCovers ? [AlbumKeys.density] : []) + refresh
                + [PageKeys.quit, ListView.move, ListView.page, ListView.ends]
        }
    }

    var traits: ScreenTraits { ScreenTraits(activity: question.activity, isTyping: isTyping) }

    var isTyping: Bool { focus == .field || focus == .filter }

    var copyable: String? {
        switch focus {
        case .field: field.text
        case .filter: results.filter?.text
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
