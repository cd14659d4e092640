package import PlainValues

/// The record that a door proposes: the one that is there, with the new values laid over it.
///
/// Every door builds one, so that a rule sees the whole account, whichever of its values is new. Those that change values
/// ask about these, ``violations``; files, and whoever makes an account, about all of it, ``Policy/violations(in:)``.
package struct Draft: Sendable {
    package let policy: Policy
    /// The local date, which birthdays are held against.
    package let today: CalendarDate
    /// Fields that must be filled in whatever the policy says.
    package let needed: [Field]
    /// The account as it would be.
    package private(set) var record: AccountRecord
    /// The new values alone, as files hold them; an empty one clears its field.
    package private(set) var changes = AccountRecord()

    /// - Parameter record: the account that is there; nothing where it is to be made.
    package init(
        _ policy: Policy, today: CalendarDate, over record: AccountRecord = [:], needing needed: [Field] = []
    ) {
        (self.policy, self.today, self.record, self.needed) = (policy, today, record, needed)
    }

    /// Lays a typed value over the record, as files hold it; a new password takes the place of a hash.
    package mutating func lay(_ value: String, as field: Field) {
        let value = policy.normalized(value, for: field)
        if field == .password { record[.passwordHash] = nil }
        record[field] = value
        changes[field] = value
    }

    /// Lays several values over the record.
    package mutating func lay(_ values: AccountRecord) {
        for field in values.fields { lay(values[field] ?? "", as: field) }
    }

    /// Every rule that a new value has a part in breaking.
    package var violations: [Violation] { policy.violations(in: self, about: changes.fields) }

    /// Throws `violations` where a new value breaks a rule.
    func requireChanges() throws(AccountsError) { try Self.requireNone(violations) }

    /// Throws `violations` where the account as a whole breaks a rule, or lacks a required field.
    func requireWhole() throws(AccountsError) { try Self.requireNone(policy.violations(in: self)) }

    private static func requireNone(_ violations: [Violation]) throws(AccountsError) {
        guard violations.isEmpty else { throw .violations(violations) }
    }
}

extension AccountsDirectory {
    /// A draft under the rules of this directory.
    ///
    /// - Parameters:
    ///   - values: what is new in it.
    ///   - record: the account that is there.
    ///   - needed: fields that must be filled in whatever the rules say.
    package func draft(
        _ values: AccountRecord = [:], over record: AccountRecord = [:], needing needed: [Field] = []
    ) -> Draft {
        var draft = Draft(policy, today: today, over: record, needing: needed)
        draft.lay(values)
        return draft
    }
}
