package import RegappCore
package import RegappCommandLine
internal import RegappValues

/// What a command does to each of several accounts.
package enum BulkVerb: String, Sendable {
    case lock, unlock, remove, register
    case setPassword = "set the password of"
    case edit = "change"

    fileprivate var past: String {
        switch self {
        case .lock: "locked"
        case .unlock: "unlocked"
        case .remove: "removed"
        case .register: "registered"
        case .setPassword, .edit: "changed"
        }
    }

    /// Why an account stays as it is: about one, and about many.
    fileprivate var unchanged: (one: String, many: String) {
        switch self {
        case .lock: ("was locked already", "were locked already")
        case .unlock: ("was not locked", "were not locked")
        case .remove, .register, .setPassword, .edit:
            ("has these values already", "have these values already")
        }
    }
}

extension BulkVerb {
    /// What a dry run says of an account that stays as it is.
    package func leave(_ email: String) -> String { "leave \(email), which \(unchanged.one)" }
}

extension Int {
    package var accountsThatWouldStay: String {
        counted("account would stay as it is", "accounts would stay as they are")
    }
}

extension BulkResult {
    /// What would happen to each account, a line each, and then to all.
    package func dryRun(_ verb: BulkVerb, _ policy: Policy) -> [String] {
        let changes = changed.map { account in
            let values = account.values.map { $0.line(policy) }.joined(separator: "; ")
            return "\(verb.rawValue) \(account.email)" + (values.isEmpty ? "" : ": " + values)
        }
        let rest = unchanged.map(verb.leave)
        var summary = "\(changed.count.counted("account")) would be \(verb.past)"
        if !unchanged.isEmpty {
            summary += ", \(unchanged.count.accountsThatWouldStay)"
        }
        return changes + rest + [summary]
    }
}

extension Message {
    package static func bulk(_ result: BulkResult, _ verb: BulkVerb) -> Message {
        let (count, unchanged) = (result.changed.count, result.unchanged)
        if count + unchanged.count == 0 { return .done("no account was named; nothing was changed") }
        var facts: [Fact] = []
        if count == 1 { facts.append(verb.done(to: result.changed[0].email)) }
        if count > 1 { facts.append(.done(verb.done(toMany: count), next: .undoes)) }
        if unchanged.count == 1 {
            facts.append(.done("\(unchanged[0]) \(prose: verb.unchanged.one)"))
        } else if !unchanged.isEmpty {
            facts.append(.done("\(unchanged.count) accounts \(prose: verb.unchanged.many)"))
        }
        return Message(facts)
    }

    package static func leftOfAccount(path: String) -> Message {
        .warning("\(path) stays: it is not an account file, but it may hold the account")
    }
}

extension Sentence {
    package static func endsLock(of email: String) -> Sentence {
        "\(.regapp("accounts", "unlock", argument: email)) lets it log in again"
    }
}

extension BulkVerb {
    fileprivate func done(to email: String) -> Message.Fact {
        switch self {
        case .lock: .done("locked \(email)", next: .endsLock(of: email))
        case .unlock: .done("\(email) can log in again")
        case .remove: .done("the account of \(email) is removed", next: "\(.regapp("cancel")) brings it back")
        case .setPassword: .done("the password of \(email) is set")
        case .register: .done("registered \(email)")
        case .edit: .done("changed \(email)", next: .undoes)
        }
    }

    fileprivate func done(toMany count: Int) -> Sentence {
        self == .setPassword
            ? "the passwords of \(count) accounts are set"
            : "\(prose: past) \(prose: count.counted("account"))"
    }
}
