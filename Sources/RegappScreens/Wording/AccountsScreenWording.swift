import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

extension AccountsScreen {
    static let title = "Accounts"

    static func count(_ shown: Int, of all: Int) -> String {
        shown == all ? all.counted("account") : "\(shown) of \(all.counted("account"))"
    }
}

extension Guidance {
    static func of(_ targets: AccountTargets) -> Guidance {
        Guidance("for \(targets.one?[.email] ?? targets.count.counted("account"))")
    }
}

extension Message {
    /// Why an account cannot be shown or changed any more.
    ///
    /// - Parameter keeping: whether the page stays, with what was typed.
    static func lost(_ error: AccountsError, keeping: Bool = false) -> Message {
        guard case .noAccount(let email) = error else {
            return problem(error, advice: keeping ? .keptHere : .correct)
        }
        return warning("\(email) was removed elsewhere" + (keeping ? "; what you typed is kept here" : ""))
    }

    /// Why generated passwords are not for these accounts any more.
    static func cannotBeSet(_ errors: [AccountsError]) -> Message {
        Message(
            errors.flatMap { error in
                if case .rulesChanged = error {
                    warning("\(String.rulesChanged); no password was set").facts
                } else {
                    lost(error).facts
                }
            })
    }
}

extension Edit.Saved {
    /// Of an account, the message says whose.
    func message(of subject: Edit.Subject) -> Message {
        guard case .account(let named) = subject else { return .saved(isChanged) }
        let email = account?.email ?? named
        return .bulk(
            isChanged ? BulkResult(changed: [.init(email)]) : BulkResult(unchanged: [email]), .edit)
    }
}

extension AccountTargets {
    /// More emails than these are only counted.
    private static let mostNames = 5

    /// Who they are, a line each, if the title does not say it.
    fileprivate var names: [String] {
        guard one == nil else { return [] }
        let rest = count - Self.mostNames
        return emails(upTo: Self.mostNames) + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

extension Dialog {
    /// - Parameter hidden: how many of them are out of sight.
    static func action(
        _ action: AccountAction, on targets: AccountTargets, hidden: Int, act: ScreenEffect
    ) -> Dialog {
        let (verb, answer) =
            switch action {
            case .edit: ("edit", "Edit")
            case .lock: targets.areLocked ? ("unlock", "Unlock") : ("lock", "Lock")
            case .expiry: ("set the expiry of", "Set expiry")
            case .password: ("set the password of", "Set password")
            case .remove: ("remove", "Remove")
            case .editor: ("open the file of", "Open")
            }
        let whom = targets.one?[.email] ?? targets.count.counted("account")
        let sight = targets.count == 1 ? "it is out of sight" : "\(hidden) of them out of sight"
        return Dialog(
            title: "\(verb) \(whom)?".sentence, texts: targets.names + (hidden > 0 ? [sight] : []),
            buttons: [("Back", nil), (answer, act)])
    }

    static func removal(of targets: AccountTargets, remove: ScreenEffect) -> Dialog {
        Dialog(
            title: Message.removal(of: targets.one?[.email], count: targets.count).asked,
            texts: targets.names + [.undoBringsBack("what is removed")],
            buttons: [("Back", nil), ("Remove", remove)])
    }

    static func discardsPasswords(discard: ScreenEffect) -> Dialog {
        Dialog(
            title: "Set none of them?", texts: ["these passwords are not set, and would be lost"],
            buttons: [("Back", nil), ("Set none", discard)])
    }

    static func states(
        _ states: [AccountStatus], all: ScreenEffect, _ answer: (AccountStatus) -> ScreenEffect
    )
        -> Dialog
    {
        Dialog(
            title: "Show which accounts?", texts: [],
            buttons: [("All", all)] + states.map { ($0.rawValue.sentence, answer($0)) })
    }

    static func orders(_ fields: [Field], _ answer: (Field) -> ScreenEffect) -> Dialog {
        Dialog(title: "Sort by", texts: [], buttons: fields.map { ($0.noun.sentence, answer($0)) })
    }
}
