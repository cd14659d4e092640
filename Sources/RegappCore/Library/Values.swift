/// The values that people can set themselves, as typed: nil if a value is not given, an empty text to clear it.
///
/// Nothing that prints it shows a value.
///
/// ## Topics
///
/// - ``init(email:password:firstName:lastName:birthday:phone:)``
/// - ``init(form:)``
/// - ``subscript(_:)``
public struct PersonalValues: Hashable, Sendable {
    /// A text for each field, in their order; nil for all that people do not type.
    private var texts = [String?](repeating: nil, count: Field.allCases.count)

    /// Makes values as typed: dates and phones in any form that the rules can read, such as `31 May 1990`, and the
    /// password in plain; a registry stores its hash.
    public init(
        email: String? = nil, password: String? = nil, firstName: String? = nil, lastName: String? = nil,
        birthday: String? = nil, phone: String? = nil
    ) {
        (self[.email], self[.password], self[.firstName]) = (email, password, firstName)
        (self[.lastName], self[.birthday], self[.phone]) = (lastName, birthday, phone)
    }

    /// Takes the values of a form whose keys are those of ``Field/typedByPeople``, such as `firstName`; it passes over
    /// all other keys.
    public init(form: [String: String]) {
        for field in Field.typedByPeople { self[field] = form[field.rawValue] }
    }

    /// The value of a field; always nil for fields that people do not type.
    public subscript(field: Field) -> String? {
        get { texts[field.order] }
        set { if Field.typedByPeople.contains(field) { texts[field.order] = newValue } }
    }

    var record: AccountRecord {
        var record = AccountRecord()
        for field in Field.typedByPeople { record[field] = self[field] }
        return record
    }
}

extension PersonalValues: CustomStringConvertible, CustomReflectable {
    /// The fields that are given, without their values; also what debuggers and `String(reflecting:)` show.
    public var description: String {
        "PersonalValues(\(record.fields.map(\.rawValue).joined(separator: ", ")))"
    }

    /// Has no children, so that no value is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The values that only an administrator can set: nil if a value is not given.
///
/// Nothing that prints it shows a hash.
public struct AdministrativeValues: Hashable, Sendable {
    /// The last day of the account in any form that the rules can read; an empty text for no end.
    public var expires: String?
    /// Whether the account is locked.
    public var isLocked: Bool?
    /// Whether the owner is to change the password at the next login.
    public var mustChange: Bool?
    /// A hash of the password (crypt(3)), which is kept as it is; one that regapp does not verify breaks a rule.
    public var passwordHash: String?

    /// Makes values; without any, nothing is changed.
    public init(
        expires: String? = nil, isLocked: Bool? = nil, mustChange: Bool? = nil, passwordHash: String? = nil
    ) {
        (self.expires, self.isLocked) = (expires, isLocked)
        (self.mustChange, self.passwordHash) = (mustChange, passwordHash)
    }

    /// The values that fields of an account hold, but a lock.
    var record: AccountRecord {
        var record = AccountRecord()
        record[.passwordHash] = passwordHash
        record[.expires] = expires
        record[.mustChange] = mustChange.map { $0 ? Field.setFlag : "" }
        return record
    }
}

extension AdministrativeValues: CustomStringConvertible, CustomReflectable {
    /// The values that are given, without a hash.
    public var description: String {
        let given = [
            expires.map { "expires: \($0)" }, isLocked.map { "isLocked: \($0)" },
            mustChange.map { "mustChange: \($0)" }, passwordHash.map { _ in "passwordHash" },
        ]
        return "AdministrativeValues(\(given.compactMap(\.self).joined(separator: ", ")))"
    }

    /// Has no children, so that no hash is shown.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
