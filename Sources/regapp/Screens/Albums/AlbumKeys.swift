import Accounts
import TerminalUI

/// The keys of the album screens.
enum AlbumKeys {
    // MARK: The search

    static let search = KeyBinding([.enter], "search")
    static let older = KeyBinding([.up], "last terms", meaning: "the term before")
    static let newer = KeyBinding([.down], "newer terms", meaning: "the term after")
    static let toList = KeyBinding([.down, .pageDown, .pageUp], "list", meaning: "into the list")
    static let next = KeyBinding([.tab], "next", meaning: "the next of field, button, filter and list")
    static let previous = KeyBinding([.shiftTab], "previous", meaning: "the one before")
    static let refresh = KeyBinding(
        [.control("r")], "ask again", meaning: "ask the catalogue, whatever was kept")
    static let retry = KeyBinding(
        [.enter, .character(" "), .character("r")], "retry", meaning: "press Retry")
    static let cancel = KeyBinding([.escape], "cancel", meaning: "cancel the question")
    static let quit = KeyBinding([.escape], "quit")
    static let back = KeyBinding([.escape], "back")
    static let leave = KeyBinding([.character("q")], "leave", meaning: "leave the albums")

    // MARK: The list

    static let field = KeyBinding([.character("/")], "search", meaning: "another search")
    static let filter = KeyBinding([.character("f")], "filter", meaning: "filter what was found")
    static let keep = KeyBinding(
        [.enter, .down, .pageDown, .pageUp], "list", meaning: "into the list")
    static let showAll = KeyBinding([.escape], "show all", meaning: "show all that was found")

    // MARK: An album

    static let scroll = KeyBinding([.up, .down], "scroll", name: "↑↓")
    static let page = KeyBinding([.pageUp, .pageDown, .character(" ")], "page", name: "PgUp/PgDn")
    static let ends = KeyBinding([Key(.home), Key(.end)], "first/last line")
    static let turn = KeyBinding([.tab, .shiftTab], "button", meaning: "to the button and back")

    // MARK: Tables

    static let searchTable = KeyTable(
        "Albums: the search", [search, older, newer, toList, next, previous, refresh, cancel, quit])
    static let retryTable = KeyTable(
        "Albums: the button", [retry, next, previous, refresh, quit, leave])
    static let filterTable = KeyTable("Albums: the filter", [keep, next, previous, refresh, showAll])
    static let listTable = KeyTable(
        "Albums: the list", [field, filter, next, previous, refresh, quit, leave])
    static let albumTable = KeyTable(
        "An album", [scroll, page, ends, turn, retry, refresh, back, leave])
    /// All of them.
    static let tables = [searchTable, retryTable, filterTable, listTable, albumTable]
}
