internal import RegappValues

/// The rules of a documents directory: which of the four systems it is, and what its values must satisfy.
public struct Rules: Sendable {
    let policy: Policy
    let today: CalendarDate

    init(_ policy: Policy, today: CalendarDate) { (self.policy, self.today) = (policy, today) }

    /// The rules of a system without a `policy.json`.
    ///
    /// - Parameters:
    ///   - name: `profile`, `service`, `albums` or `authorisation`.
    ///   - now: the moment whose date birthdays are compared with.
    /// - Returns: nil for another name, or without a moment.
    public init?(named name: String, now: Moment? = .current) {
        guard let kind = Policy.Kind(rawValue: name), let now else { return nil }
        self.init(.builtIn(kind), today: now.today)
    }

    /// The name of the system: `profile`, `service`, `albums` or `authorisation`.
    public var name: String { policy.kind.rawValue }

    /// Whether there is a registry of accounts rather than one profile.
    public var keepRegistry: Bool { policy.isRegistry }

    /// The fields that an account must have, in order.
    public var required: [Field] { policy.required }

    /// Every rule that an account with these values would break, missing ones included, in the order of the fields.
    public func violations(in values: [Field: String]) -> [Violation] {
        policy.violations(in: draft(values))
    }

    /// The rules that one value breaks, which may depend on other values of its account. An empty value breaks none if
    /// its field may be empty; a password must not be.
    ///
    /// - Parameters:
    ///   - value: the value as typed.
    ///   - field: its field.
    ///   - others: other values of the same account, if known.
    public func violations(
        of value: String, as field: Field, beside others: [Field: String] = [:]
    ) -> [Violation] {
        let values = others.merging([field: value]) { _, value in value }
        let draft = draft(values, needing: field == .password ? [.password] : [])
        return policy.violations(in: draft, about: [field]).filter { $0.field == field }
    }

    private func draft(_ values: [Field: String], needing needed: [Field] = []) -> Draft {
        var draft = Draft(policy, today: today, needing: needed)
        draft.set(AccountRecord(values))
        return draft
    }
}
