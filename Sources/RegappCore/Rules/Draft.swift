/// A proposed record: the present one overlaid with new values. Every change of an account builds one, so that rules
/// see the whole account, whichever values are new. Changes check the new values (``violations``), files and new
/// accounts all of them (``Policy/violations(in:)``).
package struct Draft: Sendable {
    package let policy: Policy
    /// For birthdays.
    package let today: CalendarDate
    /// For spans in an expiry date.
    let systemDate: CalendarDate
    /// Must not be empty, whatever the policy says.
    package let needed: [Field]
    package private(set) var record: AccountRecord
    /// Only the new values, as files hold them; an empty one clears its field. Also those under custom keys.
    package private(set) var changes = AccountRecord()

    /// - Parameter record: the present account; empty to create one.
    package init(
        _ policy: Policy, today: CalendarDate, systemDate: CalendarDate? = nil,
        over record: AccountRecord = [:], needing needed: [Field] = []
    ) {
        self.policy = policy
        self.today = today
        self.record = record
        self.needed = needed
        self.systemDate = systemDate ?? today
    }

    /// Adds a typed value in the form of files; a new password replaces a hash. An expiry date may be `+6m` or `never`.
    package mutating func set(_ value: String, as field: Field) {
        let value = stored(value, field)
        if field == .password { record[.passwordHash] = nil }
        record[field] = value
        changes[field] = value
    }

    private func stored(_ typed: String, _ field: Field) -> String {
        if field == .expires {
            let text = typed.filter { !$0.isWhitespace }
            if let span = DateSpan(text) { return span.after(systemDate)?.isoString ?? text }
            if let day = CalendarDate(words: typed, from: systemDate) { return day.isoString }
            if text.lowercased() == "never" { return "" }
        }
        return policy.normalized(typed, for: field)
    }

    package mutating func set(_ values: AccountRecord) {
        changes.ownChanges += values.ownChanges
        for field in values.fields { set(values[field] ?? "", as: field) }
    }

    /// The same, but its texts may also take the place of lists and objects.
    package var replacingLists: Draft {
        var draft = self
        draft.changes.ownChanges = changes.ownChanges.map(\.replacing)
        return draft
    }

    /// Throws `violations` if a new value breaks a rule.
    func requireChanges() throws(AccountsError) { try Self.requireNone(violations) }

    /// Throws `violations` if the account as a whole breaks a rule or lacks a required field.
    func requireWhole() throws(AccountsError) { try Self.requireNone(policy.violations(in: self)) }

    private static func requireNone(_ violations: [Violation]) throws(AccountsError) {
        guard violations.isEmpty else { throw .violations(violations) }
    }
}

extension AccountStore {
    package func draft(
        _ values: AccountRecord = [:], over record: AccountRecord = [:], needing needed: [Field] = []
    ) -> Draft {
        var draft = Draft(
            policy, today: today, systemDate: now.systemDate, over: record, needing: needed)
        draft.set(values)
        return draft
    }
}
