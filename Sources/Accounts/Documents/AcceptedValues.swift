/// Values for the fields of an account that pass the rules of its directory, as files hold them.
///
/// Each is held against the rules once, when it is taken in. Whoever makes or changes an account needs them in this
/// form; ``AccountsDirectory`` has the empty ones to begin with.
public struct AcceptedValues: Sendable {
    private let directory: AccountsDirectory
    /// The values: a phone in any typed form is `+79161234567`, a birthday `YYYY-MM-DD`, everything else as it was taken
    /// in.
    public private(set) var values = AccountRecord()

    init(_ directory: AccountsDirectory) { self.directory = directory }

    /// Takes in a value, unless it breaks rules; an empty one clears the field.
    ///
    /// - Returns: every rule that it breaks, in the order of the rules.
    public mutating func take(_ value: String, as field: Field) -> [Violation] {
        let value = directory.policy.normalized(value, for: field)
        let violations = directory.policy.violations(of: value, for: field, today: directory.today)
        if violations.isEmpty { values[field] = value }
        return violations
    }

    /// The values of some of the fields alone.
    public func only(_ fields: Set<Field>) -> AcceptedValues {
        var some = self
        some.values = values.filter { field, _ in fields.contains(field) }
        return some
    }

    /// Makes sure that a new account has all the fields that the policy requires.
    ///
    /// - Throws: `violations`, in field order.
    func requireComplete() throws(AccountsError) {
        let missing = directory.policy.required.filter { values[$0]?.isEmpty ?? true }
        guard missing.isEmpty else {
            throw .violations(missing.map { Violation(field: $0, rule: .required) })
        }
    }
}

extension AccountsDirectory {
    /// No values yet.
    public var noValues: AcceptedValues { AcceptedValues(self) }

    /// Holds the values of a new account against the rules.
    ///
    /// - Throws: `violations` with all that is wrong or missing, in field order.
    public func accepting(newAccount values: AccountRecord) throws(AccountsError) -> AcceptedValues {
        try accepting { field in values[field] ?? (policy.required.contains(field) ? "" : nil) }
    }

    /// Holds new values of an account against the rules.
    ///
    /// - Throws: `violations` with all that is wrong, in field order.
    public func accepting(changes values: AccountRecord) throws(AccountsError) -> AcceptedValues {
        try accepting { values[$0] }
    }

    private func accepting(_ value: (Field) -> String?) throws(AccountsError) -> AcceptedValues {
        var accepted = noValues
        let violations = Field.typed.flatMap { field in
            value(field).map { accepted.take($0, as: field) } ?? []
        }
        guard violations.isEmpty else { throw .violations(violations) }
        return accepted
    }
}
