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
    var names: [String] {
        guard one == nil else { return [] }
        let rest = count - Self.mostNames
        return emails(upTo: Self.mostNames) + (rest > 0 ? ["and \(rest) more"] : [])
    }
}

extension Dialog {
    static func removal(of targets: AccountTargets, remove: ScreenEffect) -> Dialog {
        Dialog(
            title: Message.removal(of: targets.one?[.email], count: targets.count).asked,
            texts: targets.names + [.undoBringsBack("what is removed")],
            buttons: [("Back", nil), ("Remove", remove)], isDestructive: true)
    }
}
