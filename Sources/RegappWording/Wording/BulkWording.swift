package import RegappCore
internal import RegappCommandLine
internal import RegappValues

/// What a command does to each of several accounts.
package enum BulkVerb: Sendable {
    case lock, unlock, remove, setPassword, edit

    /// What it does to an account, as an order.
    fileprivate func order(_ email: String) -> String {
        switch self {
        case .lock: "lock \(email)"
        case .unlock: "unlock \(email)"
        case .remove: "remove \(email)"
        case .setPassword: "set the password of \(email)"
        case .edit: "change \(email)"
        }
    }

    fileprivate var past: String {
        switch self {
        case .lock: "locked"
        case .unlock: "unlocked"
        case .remove: "removed"
        case .setPassword, .edit: "changed"
        }
    }

    /// Why an account stays as it is: about one, and about many.
    fileprivate var unchanged: (one: String, many: String) {
        switch self {
        case .lock: ("was locked already", "were locked already")
        case .unlock: ("was not locked", "were not locked")
        case .remove, .setPassword, .edit: ("has these values already", "have these values already")
        }
    }
}

extension BulkResult {
    /// What would happen to each account, a line each, and then to all.
    package func dryRun(_ verb: BulkVerb, _ policy: Policy) -> [String] {
        let changes = changed.map { account in
            let values = account.values.map { $0.line(policy) }.joined(separator: "; ")
            return verb.order(account.email) + (values.isEmpty ? "" : ": " + values)
        }
        let rest = unchanged.map { "leave \($0), which \(verb.unchanged.one)" }
        var summary = "\(changed.count.counted("account")) would be \(verb.past)"
        if !unchanged.isEmpty {
            summary +=
                ", "
                + unchanged.count.counted(
                    "account would stay as it is", "accounts would stay as they are")
        }
        return changes + rest + [summary]
    }

    /// The email of the only account that was named, if it changed.
    var onlyChanged: String? { changed.count == 1 && unchanged.isEmpty ? changed[0].email : nil }
}

extension Message {
    package static func bulk(_ result: BulkResult, _ verb: BulkVerb) -> Message {
        switch verb {
        case .lock:
            if let email = result.onlyChanged {
                return Message(
                    .done(
                        "locked",
                        next: "\(.regapp("accounts", "unlock", argument: email)) lets it log in again"))
            }
        case .unlock:
            if let email = result.onlyChanged { return Message(.done("\(email) can log in again")) }
        case .remove:
            if let email = result.onlyChanged {
                return Message(
                    .done("the account of \(email) is removed", next: "\(.regapp("cancel")) brings it back"))
            }
        case .setPassword: return passwordsAreSet(result.changed.map(\.email))
        case .edit: break
        }
        return changed(result, verb)
    }

    private static func changed(_ result: BulkResult, _ verb: BulkVerb) -> Message {
        let unchanged = result.unchanged
        if unchanged.isEmpty, result.changed.isEmpty { return nobodyNamed }
        var lines: [Message.Fact] = []
        if !result.changed.isEmpty { lines.append(.changed(verb.past, result.changed.count)) }
        if unchanged.count == 1 {
            lines.append(.done("\(unchanged[0]) \(prose: verb.unchanged.one)"))
        } else if !unchanged.isEmpty {
            lines.append(.done("\(unchanged.count) accounts \(prose: verb.unchanged.many)"))
        }
        return Message(lines)
    }

    private static func passwordsAreSet(_ emails: [String]) -> Message {
        if emails.isEmpty { return nobodyNamed }
        if emails.count == 1 { return Message(.done("the password of \(emails[0]) is set")) }
        return Message(.done("the passwords of \(emails.count) accounts are set", next: .undoes))
    }

    package static func leftOfAccount(path: String) -> Message {
        Message(.warning("\(path) stays: it is not an account file, but it may hold the account"))
    }

    private static let nobodyNamed = Message(.done("no account was named; nothing was changed"))
}

extension Message.Fact {
    /// The result for several accounts.
    fileprivate static func changed(_ verb: String, _ count: Int) -> Self {
        .done("\(prose: verb) \(prose: count.counted("account"))", next: .undoes)
    }
}
