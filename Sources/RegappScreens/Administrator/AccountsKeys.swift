import RegappValues
import RegappCore
import RegappTerminal
import RegappWording

/// What an administrator does to one account, or to those that are marked.
enum AccountAction: FormID, CaseIterable {
    case edit, lock, expiry, password, own, remove, history, editor

    var key: KeyBinding {
        switch self {
        case .edit:
            KeyBinding([.character("e")], "edit", meaning: "edit the account, if only one is selected")
        case .lock:
            KeyBinding(
                [.character("l")], "lock", meaning: "lock accounts; if all are locked already, unlock them")
        case .expiry: KeyBinding([.character("x")], "expiry", meaning: "set the last day, or none")
        case .password:
            KeyBinding(
                [.character("p")], "password",
                meaning: "set or generate a password, or make a link; of several, generate them")
        case .own:
            KeyBinding(
                [.character("t")], "custom key",
                meaning: "change a custom key, such as a team")
        case .remove: KeyBinding([.character("d")], "remove", meaning: "remove accounts, after a question")
        case .history:
            KeyBinding(
                [.character("h")], "history",
                meaning: "the account's history, or all if the list is empty")
        case .editor: PageKeys.editor
        }
    }
}

extension AccountAction {
    /// A file that cannot be accepted can only be corrected, locked or removed.
    static let forBroken: [AccountAction] = [.editor, .lock, .remove, .history]

    /// The key by what it does now: a locked account is unlocked, a broken file is corrected in the editor.
    func key(isLocked: Bool, isBroken: Bool = false) -> KeyBinding {
        switch self {
        case .lock:
            KeyBinding(
                key.keys, isLocked ? "unlock" : "lock", meaning: key.meaning, room: "unlock".count)
        case .editor where isBroken: FormButton.fix(self, hasKey: true).key
        default: key
        }
    }

    /// The buttons of the account's page.
    static func buttons(isBroken: Bool, isLocked: Bool = false) -> [FormButton<AccountAction>] {
        (isBroken ? forBroken : allCases).map { action in
            if action == .editor { return isBroken ? .fix(.editor, hasKey: true) : .editor(.editor) }
            let key = action.key(isLocked: isLocked)
            return FormButton(action, title: key.label.sentenceCased, key: key, room: key.room)
        }
    }

    /// How it asks before it acts on accounts that are out of sight; nil if it asks in any case, or changes nothing.
    func question(about targets: AccountTargets) -> (verb: String, answer: String)? {
        switch self {
        case .remove, .history: nil
        case .edit: ("edit", "Edit")
        case .lock: targets.areLocked ? ("unlock", "Unlock") : ("lock", "Lock")
        case .expiry: ("set the expiry of", "Set expiry")
        case .own: ("change a custom key of", "Change key")
        case .password: (BulkVerb.setPassword.rawValue, "Set password")
        case .editor: ("open the file of", "Open")
        }
    }

    /// What it does to one account, or to several; nil if it is for one only. On the account's own page, locking
    /// changes that in place.
    func effect(
        on targets: AccountTargets, _ directory: AccountStore, isOnItsPage: Bool = false
    ) -> ScreenEffect? {
        switch (self, targets.one) {
        case (.edit, let account?):
            .work(
                .find(account[.email]) { account, directory in
                    UserEditScreen(
                        account, DirectoryState(directory: directory, user: .loggedIn(account)),
                        .account(email: account.email))
                })
        case (.editor, let account?): .openEditor(.account(email: account[.email]))
        case (.edit, nil), (.editor, nil): nil
        case (.lock, _): .work(.lock(targets, stays: isOnItsPage))
        case (.history, let account): .push(HistoryScreen(of: account?[.email], directory.policy))
        case (.expiry, _): .push(AccountFormScreen(.expiry(targets), directory))
        // The list knows the keys in use; elsewhere the accounts are read for them.
        case (.own, _):
            .work(
                AccountTask("reading the accounts") { files in
                    let directory = try files.directory()
                    let inUse = try AccountRoster(directory).customValues
                    return .push(AccountFormScreen(.own(targets), directory, inUse: inUse))
                })
        case (.password, let account?):
            .work(.find(account[.email]) { AccountFormScreen(.password($0), $1) })
        case (.password, nil):
            .work(
                AccountTask("generating passwords", to: "generated") { files in
                    let registry = try files.registry()
                    try registry.requireSame(targets)
                    let generated = try registry.generatePasswords(for: targets.emails())
                    return .push(NewPasswordsScreen(generated, registry.directory.policy))
                })
        case (.remove, _): .work(.offerRemoval(of: targets))
        }
    }
}

extension AccountTask {
    /// Asks before accounts are removed, saying what undoing that would not bring back.
    fileprivate static func offerRemoval(of targets: AccountTargets) -> AccountTask {
        let verb = BulkVerb.remove
        let remove = AccountTask("removing", to: "removed") { files in
            let registry = try files.registry()
            try registry.requireSame(targets)
            let result = try registry.commit(verb.changes, of: targets.emails())
            let left = registry.filesLeft(of: targets.emails())
            return .done(left.reduce(.bulk(result, verb)) { $0.followed(by: .leftOfAccount(path: $1)) })
        }
        return AccountTask(to: "removed") { files in
            let found = try files.registry().commit(verb.changes, of: targets.emails(), isDryRun: true)
            return .ask(
                Dialog(
                    title: Message.question(before: verb, of: targets.one?[.email], count: targets.count)
                        .asked,
                    texts: Message.loss(of: found)?.texts ?? ["undo brings back what is removed"],
                    parts: targets.names, buttons: [("Back", nil), ("Remove", .work(remove))],
                    isDestructive: true))
        }
    }
}

enum AccountsKeys {
    static let filter = KeyBinding(
        [.character("/")], "filter", meaning: "filter by words, or by a value as in team=board")
    static let mark = KeyBinding([.character(" ")], "mark", meaning: "mark the account, or unmark it")
    static let markAll = KeyBinding(
        [.character("a")], "mark all", meaning: "mark all that the list shows, or unmark them")
    static let again = KeyBinding([.character("r")], "read again", meaning: "read all accounts again")
    static let back = KeyBinding(
        [.escape], "back", meaning: "go back to where you came from; first it unmarks all, then it shows all")

    static let register = KeyBinding([.character("n")], "new", meaning: "register an account")
    static let undo = KeyBinding(
        [.character("u")], "undo",
        meaning: "undo the last change, after a question; in a history, the selected one")
    static let history = KeyBinding(
        [.character("H")], "all history", meaning: "who changed what of all accounts, when")
    static let state = KeyBinding(
        [.character("f")], "state",
        meaning: "show one state, such as locked, expired or broken")
    static let order = KeyBinding([.character("s")], "sort", meaning: "sort the list by another field")
    /// What is done to the list as a whole.
    static let actions: [FormButton<AccountsScreen.Action>] = [
        FormButton(.state, title: "Choose a state", key: state),
        FormButton(.order, title: "Sort", key: order),
        FormButton(.register, title: "New account", key: register),
        FormButton(.undo, title: "Undo the last change", key: undo),
        FormButton(.history, title: "History", key: history),
    ]
    static let each = AccountAction.allCases.map(\.key)

    static let toList = KeyBinding([.enter, .down, .tab], "list", meaning: "into the list")
    static let showAll = KeyBinding([.escape], "show all", meaning: "remove the filter")
    /// The same, in few words.
    static let all = KeyBinding(showAll.keys, "all", meaning: "show all")
    static let unmark = KeyBinding([.escape], "unmark", meaning: "unmark all")
    /// Where the program began with the list.
    static let first = KeyBinding([.escape], "unmark", meaning: "unmark all, then show all")
    static let copy = KeyBinding(
        [.character("y")], "copy", meaning: "copy all to the clipboard, if the terminal has one")
    static let write = KeyBinding(
        [.character("w")], "to a file", meaning: "write all to a file in your home that only you can read")
    static let set = KeyBinding([.character("s")], "set them", meaning: "set these passwords or links")
    static let discard = KeyBinding([.escape], "discard", meaning: "set none of them, after a question")

    /// In the order of use; the keys that move in a list come first. `isFirst`: there is nowhere to go back to.
    static func listTables(isFirst: Bool) -> [KeyTable] {
        [
            KeyTable("Accounts: find", [filter, state, order]),
            KeyTable(
                "Accounts: change",
                [ListView.choose] + AccountAction.allCases.filter { $0 != .history }.map(\.key) + [register]),
            KeyTable("Accounts: several at once", [mark, markAll]),
            KeyTable("Accounts: history", [undo, AccountAction.history.key, history]),
            KeyTable("Accounts: page", [again, isFirst ? first : back, PageKeys.quit]),
        ]
    }
    static let filterTable = KeyTable("Accounts: the filter", [toList, showAll])
    static let passwordsTable = KeyTable("Accounts: new passwords", [set, copy, write, discard])
    static let historyTable = KeyTable(
        "Accounts: the history", [ListView.choose, undo, PageKeys.back, PageKeys.quit])
    static let tables = listTables(isFirst: false) + [filterTable, passwordsTable, historyTable]
}
