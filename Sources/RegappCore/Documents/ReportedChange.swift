package import RegappStore

/// A registry's change, reduced to what may be logged: emails, and names of fields and rules.
package enum ReportedChange: Equatable, Sendable {
    case added(email: String)
    case removed(email: String)
    /// The day on which the lock ends, and its reason; empty if there is none.
    case locked(email: String, until: String = "", reason: String = "")
    case unlocked(email: String)
    /// A login stored a new hash of the same password.
    case rehashed(email: String)
    /// It got a link by which its owner may choose a password.
    case linkMade(email: String)
    /// The changed keys, the owner's own included; empty if only the rest of the text changed.
    case changed(email: String, formerly: String? = nil, keys: [String])
    case rules(keys: [String])
    case loggedIn(email: String)
    /// The email is nil if the session could not be read.
    case loggedOut(email: String?)
    /// How many accounts had each fate. The day and the reason of locks that all have the same; empty if there are none.
    case many([AccountFate: Int], until: String = "", reason: String = "")

    package static let mostAccounts = 20

    /// Leaves out logins to existing accounts: they are logged separately, as not every login changes a document.
    package static func all(in made: MadeChange) -> [ReportedChange] {
        let accounts = made.documents.filter { EmailAddress.ofPath($0.file) != nil }
        let others = made.documents.filter { EmailAddress.ofPath($0.file) == nil }
        let isAddition = accounts.count == 1 && accounts[0].before == nil
        if made.isRenewal, let account = accounts.first, account.before != nil {
            // A link that is mailed is reported with the mail.
            let link = [account.before, account.after].map { AccountRecord(text: $0 ?? [])?[.passwordLink] }
            return link[0] == link[1] ? [.rehashed(email: EmailAddress.ofPath(account.file) ?? "")] : []
        }
        let count = made.count - others.count
        let reported: [ReportedChange]
        if count > mostAccounts {
            let listed = accounts.map { AccountFate($0) }
            let fates = listed.compactMap { $0 } + made.unlisted.compactMap(AccountFate.init)
            let locks = zip(accounts, listed).filter { $1 == .locked }.map { $0.0 }
            reported = [
                .many(
                    fates.reduce(into: [:]) { $0[$1, default: 0] += 1 },
                    until: shared(.lockedUntil, after: locks), reason: shared(.lockReason, after: locks))
            ]
        } else {
            let moved = Set(accounts.compactMap(\.former))
            reported = accounts.filter { !moved.contains($0.file) }.map { account($0, among: accounts) }
        }
        return reported + others.flatMap { other($0, isAddition: isAddition) }
    }

    /// The value that the field has in all of them; empty if they differ.
    private static func shared(_ field: Field, after changes: [DocumentChange]) -> String {
        let values = Set(changes.map { AccountRecord(text: $0.after ?? [])?[field] ?? "" })
        return values.count == 1 ? values.first ?? "" : ""
    }

    private static func account(_ change: DocumentChange, among all: [DocumentChange]) -> ReportedChange {
        let email = EmailAddress.ofPath(change.file) ?? ""
        let former = change.former.flatMap { former in all.first { $0.file == former } }
        switch AccountDifference(from: (former ?? change).before, to: change.after) {
        case .added: return .added(email: email)
        case .removed: return .removed(email: email)
        case .mended, .spoiled, .spoiledRemoved: return .changed(email: email, keys: [])
        case .fields(let changes):
            if !changes.isEmpty, changes.allSatisfy(\.isOfLock) {
                let account = change.after.flatMap { AccountRecord(text: $0) } ?? [:]
                let until = account[.lockedUntil] ?? ""
                let reason = account[.lockReason] ?? ""
                return account.hasLock
                    ? .locked(email: email, until: until, reason: reason) : .unlocked(email: email)
            }
            if changes.count == 1, changes[0].field == .passwordLink, !changes[0].new.isEmpty {
                return .linkMade(email: email)
            }
            let keys = changes.map { change in
                switch change.key {
                case .field(let field): field.rawValue
                case .own(let key): key
                }
            }
            return .changed(
                email: email, formerly: former.flatMap { EmailAddress.ofPath($0.file) }, keys: keys)
        }
    }

    private static func other(_ change: DocumentChange, isAddition: Bool) -> [ReportedChange] {
        switch change.file {
        case StoreLayout.policy: return [.rules(keys: rules(change))]
        case StoreLayout.session:
            guard let after = change.after else {
                return [.loggedOut(email: change.before.flatMap(SessionFile.email(in:)))]
            }
            return isAddition ? SessionFile.email(in: after).map { [.loggedIn(email: $0)] } ?? [] : []
        default: return []
        }
    }

    private static func rules(_ change: DocumentChange) -> [String] {
        guard let old = PolicyFile.policy(of: change.before), let new = PolicyFile.policy(of: change.after)
        else { return [] }
        // Another policy changes most values, so only its name is reported.
        let keys = old.name == new.name ? PolicyKey.allCases : [.policy]
        return keys.filter { old.value(of: $0) != new.value(of: $0) }.map(\.rawValue)
    }
}

/// What a change of many accounts did to one of them.
package enum AccountFate: String, CaseIterable, Sendable {
    case registered
    case updated
    case locked
    case unlocked
    case removed
    case moved

    /// Nil for the former file of an account that has moved.
    init?(_ change: DocumentChange) {
        if change.moved != nil {
            guard change.former != nil else { return nil }
            self = .moved
            return
        }
        guard let old = change.before, let new = change.after else {
            self = change.before == nil ? .registered : .removed
            return
        }
        let wasLocked = AccountRecord(text: old)?.hasLock ?? false
        let isLocked = AccountRecord(text: new)?.hasLock ?? false
        if wasLocked == isLocked {
            self = .updated
        } else {
            self = isLocked ? .locked : .unlocked
        }
    }
}

extension MadeChange {
    /// Whether the rules before or after it require an entry in the system's log; true if they are unknown.
    package func isLogged(_ reader: DocumentReader) -> Bool {
        // A profile's changes are never logged, even beside a registry.
        guard documents.contains(where: { $0.file != StoreLayout.profile }) else { return false }
        guard let change = documents.first(where: { $0.file == StoreLayout.policy }) else {
            return (try? PolicyFile(reader))?.policy.isLogged ?? true
        }
        return [change.before, change.after].contains { PolicyFile.policy(of: $0)?.isLogged ?? true }
    }
}
