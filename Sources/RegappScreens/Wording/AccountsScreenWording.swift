import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

extension AccountsScreen {
    static let title = "Accounts"
    static let guidance = "The keys act on the marked accounts, or on the selected one"
    static let choosing = "choosing the accounts"

    static func count(_ shown: Int, of all: Int) -> String {
        shown == all ? all.counted("account") : "\(shown) of \(all.counted("account"))"
    }

    static func marked(_ count: Int) -> String { "\(count) marked" }
    static func only(_ state: AccountState) -> String { "only \(state.word)" }
    static func sorted(by field: Field) -> String { "by \(field.noun)" }

    static let newPasswords = "New passwords"
    static let seenOnce = "They are shown only here, and not set yet: s sets them, y copies them."
}

extension AccountState {
    var word: String {
        switch self {
        case .locked: "locked"
        case .expired: "expired"
        case .noPassword: "no password"
        case .incomplete: "incomplete"
        case .broken: "broken"
        }
    }
}

extension AccountFacts {
    static func answer(_ account: AccountFile, _ admitsLogin: Bool) -> String {
        guard admitsLogin else { return account.obstacle }
        return account.isPasswordSet ? "yes" : "yes, and sets the password by that"
    }
}

extension Guidance {
    static func of(_ targets: AccountTargets) -> Guidance {
        Guidance("for \(targets.one?[.email] ?? targets.count.counted("account"))")
    }
}

extension Message {
    static let nothingWasSet = done("no password was set")
}

extension Dialog {
    static func removal(of targets: AccountTargets, remove: Answer) -> Dialog {
        Dialog(
            title: Message.removal(of: targets.one?[.email], count: targets.count).asked,
            texts: [.undoBringsBack("what is removed")],
            buttons: [("Back", nil), ("Remove", remove)])
    }

    static func discardsPasswords(discard: Answer) -> Dialog {
        Dialog(
            title: "Set none of them?", texts: ["these passwords are not set, and would be lost"],
            buttons: [("Back", nil), ("Set none", discard)])
    }

    static func states(_ states: [AccountState], all: Answer, _ answer: (AccountState) -> Answer) -> Dialog {
        Dialog(
            title: "Show which accounts?", texts: [],
            buttons: [("All", all)] + states.map { ($0.word.sentence, answer($0)) })
    }

    static func orders(_ fields: [Field], _ answer: (Field) -> Answer) -> Dialog {
        Dialog(title: "Sort by", texts: [], buttons: fields.map { ($0.noun.sentence, answer($0)) })
    }
}
