package import RegappCore
package import RegappValues
internal import RegappStore

/// What is being done to accounts, for a line that shows the progress.
package enum AccountsProgress: String, Sendable {
    case reading = "reading accounts"
    case comparing = "comparing accounts"
    case hashing = "hashing passwords"
    case writing = "writing accounts"
    case checking = "checking accounts"
    /// Waiting until the data is on the disk.
    case waiting = "waiting for the disk"

    /// - Parameter all: the amount of work, if known.
    package func line(_ count: Int, of all: Int? = nil) -> String {
        rawValue + (all.map { ": \(count) of \($0)" } ?? (count == 0 ? "" : ": \(count)"))
    }
}

// What commands and screens say of something that is done to accounts.
extension BulkVerb {
    package var past: String {
        switch self {
        case .lock: "locked"
        case .unlock: "unlocked"
        case .remove: "removed"
        case .forget: "removed and forgotten"
        case .register: "registered"
        case .setPassword, .edit: "changed"
        case .link: "given a link"
        }
    }

    /// Why so many accounts stay as they are.
    fileprivate func unchanged(_ count: Int = 1) -> String {
        switch self {
        case .lock: count == 1 ? "was already locked" : "were already locked"
        case .unlock: count == 1 ? "was not locked" : "were not locked"
        case .remove, .register, .setPassword, .link, .edit, .forget:
            count == 1 ? "already has these values" : "already have these values"
        }
    }

    /// What a dry run says of an account that stays as it is.
    package func leave(_ email: String) -> String { "leave \(email), which \(unchanged())" }
}

extension Int {
    package var accountsThatWouldStay: String {
        counted("account would stay as it is", "accounts would stay as they are")
    }
}

extension Message {
    /// Asks before accounts change.
    ///
    /// - Parameter email: the only account's; nil for several.
    package static func question(before verb: BulkVerb, of email: String?, count: Int) -> Message {
        let accounts = count.counted("account")
        switch verb {
        case .remove, .forget:
            let removal = "remove " + (email.map { "the account of \($0)" } ?? accounts)
            guard verb == .forget else { return .question(removal + "?") }
            let whose = count == 1 ? "its" : "their"
            return .question("\(removal), and delete \(whose) history? This cannot be undone")
        case .lock, .unlock, .register, .setPassword, .link, .edit:
            return .question("\(verb.rawValue) \(email ?? accounts)?")
        }
    }

    /// - Parameter control: what registers an account on the present screen.
    package static func nobodyRegistered(_ control: ShellCommand.Control? = nil) -> Message {
        hint(
            Sentence(prose: AccountsError.nobodyRegistered.explanation.messages.joined()),
            next: .register(control))
    }

    /// - Parameter control: what shows all accounts on the present screen.
    package static func noAccountMatches(_ control: ShellCommand.Control? = nil) -> Message {
        hint("no account matches", next: "see all with \(.regapp("accounts", "list", control: control))")
    }

    /// - Parameter option: the option that is for one account; nil for a key on a screen.
    package static func onlyForOneAccount(_ option: String? = nil) -> Message {
        let advice: Sentence =
            option.map { "name one account as an argument, or leave \(prose: $0) out" } ?? "unmark the others"
        return Message(.usage, "\(option ?? "this") is for one account", hint: advice)
    }

    /// - Parameter isUndoneUnasked: whether `undo` without a number undoes it.
    package static func bulk(
        _ result: BulkResult, _ verb: BulkVerb, isUndoneUnasked: Bool = true
    ) -> Message {
        let undoes: Sentence? = isUndoneUnasked ? .undoes : nil
        let count = result.changed.count
        let unchanged = result.unchanged
        if count + unchanged.count == 0 { return .note("no account was given; nothing was changed") }
        var facts: [Message] = []
        if count == 1 {
            let email = result.changed[0].email
            let fact: Message =
                switch verb {
                case .lock, .unlock, .edit: .done("\(prose: verb.past) \(email)", next: undoes)
                case .remove where result.changed[0].loss == .text:
                    .done("removed the account of \(email)")
                case .remove:
                    .done("removed the account of \(email)", next: "\(.regapp("undo")) brings it back")
                case .forget: .done("removed the account of \(email), and its history")
                case .setPassword: .done("password set for \(email)")
                case .link: .done("\(email) has a link, which is not shown again", next: .undoes)
                case .register: .done("registered \(email)")
                }
            facts.append(fact)
        } else if count > 1 {
            let outcome: Sentence =
                switch verb {
                case .setPassword: "the passwords of \(count) accounts are set"
                case .link: "\(count) accounts have links, which are not shown again"
                default: "\(prose: verb.past) \(prose: count.counted("account"))"
                }
            facts.append(verb == .forget ? .done(outcome) : .done(outcome, next: undoes))
            let texts = result.changed.count { $0.values.contains(where: \.becomesText) }
            if texts > 0 {
                facts.append(
                    .note("in \(texts), a text took the place of a number: --set-json sets a number"))
            }
        }
        if verb == .remove, let loss = Message.loss(of: result) { facts.append(loss) }
        if unchanged.count == 1 {
            facts.append(.note("\(unchanged[0]) \(prose: verb.unchanged())"))
        } else if !unchanged.isEmpty {
            facts.append(.note("\(unchanged.count) accounts \(prose: verb.unchanged(unchanged.count))"))
        }
        return Message(facts)
    }

    /// What undoing the removal of accounts does not bring back; nil if it brings back all.
    package static func loss(of result: BulkResult) -> Message? {
        let lossy = result.changed.filter { $0.loss != nil }
        guard let first = lossy.first else { return nil }
        let fact: String =
            switch first.loss {
            case .values(let keys)? where lossy.count == 1:
                "undo brings \(first.email) back without \(keys.joined(separator: ", "))"
            default:
                lossy.count == 1
                    ? "undo cannot bring \(first.email) back"
                    : "of \(lossy.count) accounts, such as \(first.email), undo cannot bring back everything"
            }
        return .warning("\(fact): the history keeps nothing that may be a plain password")
    }

    package static func leftOfAccount(path: String) -> Message {
        .warning("\(path) stays: it is not an account file, but it may hold the account")
    }
}

extension AccountStatus {
    package var predicate: String {
        switch self {
        case .expired: "has expired"
        case .overdue: "has not changed its first password in time"
        default: "is \(words)"
        }
    }

    /// What an administrator may want to know about an account with this status.
    package func note(_ email: String) -> Sentence {
        switch self {
        case .expired: "expired; \(.endsExpiry(of: email))"
        case .mustChange: "\(.regapp("login")) asks for a new password"
        case .overdue: "\(prose: .firstPasswordEnded()); \(.prolongsFirstPassword(of: email))"
        case .claimable:
            "no password, so the first login sets it; type \(.regapp("accounts", "password", argument: email))"
        case .noPassword:
            "no password, so it cannot log in; type \(.regapp("accounts", "password", argument: email))"
        case .locked, .incomplete, .broken: "\(prose: words)"
        }
    }

    /// What gives an account this status, for people who try to write it into a file.
    package var source: Sentence {
        switch self {
        case .locked:
            "change it with \(.regapp("accounts", "lock", "EMAIL")) or \(.regapp("accounts", "unlock", "EMAIL"))"
        case .expired: "change it with \(.words("--expires", "DATE"))"
        case .mustChange, .overdue: "set it with \(.words("--must-change"))"
        case .noPassword, .claimable: .setPassword()
        case .incomplete, .broken: "it says which required fields are missing"
        }
    }
}

extension Sentence {
    package static func endsExpiry(of email: String) -> Sentence {
        "\(.regapp("accounts", "edit", "--expires=", argument: email)) removes the date"
    }

    package static let formerEmailsStay = "mail folders, LDAP and other programs keep the old email"
    package static let formerEmails: Sentence =
        "\(prose: formerEmailsStay): see \(.regapp("help", "services"))"

    package static func prolongsFirstPassword(of email: String) -> Sentence {
        "\(.regapp("accounts", "password", "--generate", "--must-change-by", "+14d", argument: email)) gives another"
    }

    package static func setPassword(of email: String = "EMAIL") -> Sentence {
        "set a password with \(.regapp("accounts", "password", argument: email))"
    }
}
