internal import RegappValues
internal import RegappJSON

/// A condition on the value under one key of an account, as `--where` states it: `team=board`, `team!=board`, or
/// `team=` for accounts without a value there.
///
/// Texts are compared exactly; fields as the rules compare them: emails and names without case, dates and phones in any
/// form that can be typed. Numbers and booleans are compared by their JSON text. A list has the value if one of its
/// elements is equal to it. An object satisfies no condition. No condition is about a password or a hash.
package struct AccountCondition: Sendable {
    package let column: AccountColumn
    private let isNegated: Bool
    /// Empty to require that there is no value.
    private let text: String
    private let policy: Policy

    /// Nil if the key is, or sounds like, that of a password.
    package init?(_ key: String, isNegated: Bool = false, _ text: String, under policy: Policy) {
        guard let column = AccountColumn(key: key) else { return nil }
        (self.column, self.isNegated, self.text, self.policy) = (column, isNegated, text, policy)
    }

    /// The key, if it is not a known one: then it may be misspelt.
    package var ownKey: String? { if case .own(let key) = column { key } else { nil } }

    package func holds(for account: AccountFile) -> Bool {
        let value = column.value(of: account) ?? .null
        if case .object = value { return false }
        return (text.isEmpty ? value.isBlank : holds(value)) != isNegated
    }

    private func holds(_ value: JSONText) -> Bool {
        switch value {
        case .null, .object: false
        case .string(let string): isEqual(string)
        case .array(let elements): elements.contains(where: holds)
        case .boolean, .integer, .number: text.hasSameScalars(as: value.cell)
        }
    }

    private func isEqual(_ value: String) -> Bool {
        guard case .field(let field) = column else { return text.hasSameScalars(as: value) }
        if field == .email { return EmailAddress.matches(value, text) }
        if field.entryStyle == .name { return FirstName.matches(value, text) }
        return policy.normalized(value, for: field).hasSameScalars(as: policy.normalized(text, for: field))
    }
}

extension JSONText {
    /// Whether it is nothing that a condition could be equal to.
    var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .boolean, .integer, .number, .object: false
        }
    }
}
