public import Accounts
public import TerminalUI

/// The keys of the album screens, which `regapp-albums` answers and `regapp help keys` lists.
public enum AlbumKeys {
    // MARK: The search

    public static let search = KeyBinding([.enter], "search")
    public static let older = KeyBinding([.up], "last terms", meaning: "the term before")
    public static let newer = KeyBinding([.down], "newer terms", meaning: "the term after")
    public static let toList = KeyBinding([.down, .pageDown, .pageUp], "list", meaning: "into the list")
    public static let next = KeyBinding([.tab], "next", meaning: "the next of field, button, filter and list")
    public static let previous = KeyBinding([.shiftTab], "previous", meaning: "the one before")
    public static let refresh = KeyBinding(
        [.control("r")], "ask again", meaning: "ask the catalogue, whatever was kept")
    public static let retry = KeyBinding(
        [.enter, .character(" "), .character("r")], "retry", meaning: "press Retry")
    public static let cancel = KeyBinding([.escape], "cancel", meaning: "take the question back")
    public static let quit = KeyBinding([.escape], "quit")
    public static let back = KeyBinding([.escape], "back")
    public static let leave = KeyBinding([.character("q")], "leave", meaning: "leave the albums")

    // MARK: The list

    public static let field = KeyBinding([.character("/")], "search", meaning: "another search")
    public static let filter = KeyBinding([.character("f")], "filter", meaning: "filter what was found")
    public static let keep = KeyBinding(
        [.enter, .down, .pageDown, .pageUp], "list", meaning: "into the list")
    public static let showAll = KeyBinding([.escape], "show all", meaning: "show all that was found")

    // MARK: An album

    public static let scroll = KeyBinding([.up, .down], "scroll", name: "↑↓")
    public static let page = KeyBinding([.pageUp, .pageDown, .character(" ")], "page", name: "PgUp/PgDn")
    public static let ends = KeyBinding([Key(.home), Key(.end)], "first/last line")
    public static let turn = KeyBinding([.tab, .shiftTab], "button", meaning: "to the button and back")

    // MARK: Tables

    public static let searchTable = KeyTable(
        "Albums: the search", [search, older, newer, toList, next, previous, refresh, cancel, quit])
    public static let retryTable = KeyTable(
        "Albums: the button", [retry, next, previous, refresh, quit, leave])
    public static let filterTable = KeyTable("Albums: the filter", [keep, next, previous, refresh, showAll])
    public static let listTable = KeyTable(
        "Albums: the list", [field, filter, next, previous, refresh, quit, leave])
    public static let albumTable = KeyTable(
        "An album", [scroll, page, ends, turn, retry, refresh, back, leave])
    /// All of them.
    public static let tables = [searchTable, retryTable, filterTable, listTable, albumTable]
}

/// What the overlay with the keys says besides keys.
public enum ScreenFacts {
    /// The facts about a page.
    ///
    /// - Parameters:
    ///   - policy: the rules in force; nil where they cannot be read.
    ///   - file: the path of what the page shows or writes, as people write it.
    public static func all(_ policy: Policy?, file: String?) -> [KeyHelp.Fact] {
        let rules = policy.map { policy in
            policy.kind.rawValue + (policy.overridden.isEmpty ? "" : ", changed in policy.json")
        }
        return [("Policy", rules), ("File", file), ("Version", "\(Regapp.name) \(Regapp.version)")].compactMap
        {
            label, text in text.map { KeyHelp.Fact(label, $0) }
        }
    }
}
