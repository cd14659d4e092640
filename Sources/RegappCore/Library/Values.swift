/// The values that people can set themselves, as typed: nil leaves a value alone, an empty text clears it. They are
/// never printed, not even by a debugger.
///
/// ## Topics
///
/// - ``init(email:password:firstName:lastName:birthday:phone:)``
/// - ``init(form:)``
/// - ``subscript(_:)``
public struct PersonalValues: Hashable, Sendable {
    /// In field order; nil for fields that people do not type.
    private var texts = [String?](repeating: nil, count: Field.allCases.count)

    /// Dates and phones may have any form that the rules can read. A registry stores the plain password as a hash.
    public init(
        email: String? = nil, password: String? = nil, firstName: String? = nil, lastName: String? = nil,
        birthday: String? = nil, phone: String? = nil
    ) {
        (self[.email], self[.password], self[.firstName]) = (email, password, firstName)
        (self[.lastName], self[.birthday], self[.phone]) = (lastName, birthday, phone)
    }

    /// Takes a form's values by the keys of ``Field/typedByPeople``, such as `firstName`; ignores other keys.
    public init(form: [String: String]) {
        for field in Field.typedByPeople { self[field] = form[field.rawValue] }
    }

    /// Always nil for fields that people do not type.
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
    /// The given fields without their values; also for debuggers and `String(reflecting:)`.
    public var description: String {
        "PersonalValues(\(record.fields.map(\.rawValue).joined(separator: ", ")))"
    }

    /// Shows no value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The values that only an administrator can set; nil leaves a value alone. A hash is never printed.
public struct AdministrativeValues: Hashable, Sendable {
    /// The last day, in any form that the rules can read; an empty text for no end.
    public var expires: String?
    /// Whether the account is locked.
    public var isLocked: Bool?
    /// Whether the owner must change the password at the next login.
    public var mustChange: Bool?
    /// A hash of the password (crypt(3)), stored as it is; one that regapp cannot verify breaks a rule.
    public var passwordHash: String?

    /// Nil values change nothing.
    public init(
        expires: String? = nil, isLocked: Bool? = nil, mustChange: Bool? = nil, passwordHash: String? = nil
    ) {
        (self.expires, self.isLocked) = (expires, isLocked)
        (self.mustChange, self.passwordHash) = (mustChange, passwordHash)
    }

    /// The values as fields, without the lock.
    var record: AccountRecord {
        var record = AccountRecord()
        record[.passwordHash] = passwordHash
        record[.expires] = expires
        record[.mustChange] = mustChange.map { $0 ? Field.setFlag : "" }
        return record
    }
}

extension AdministrativeValues: CustomStringConvertible, CustomReflectable {
    /// The given values without the hash.
    public var description: String {
        let given = [
            expires.map { "expires: \($0)" }, isLocked.map { "isLocked: \($0)" },
            mustChange.map { "mustChange: \($0)" }, passwordHash.map { _ in "passwordHash" },
        ]
        return "AdministrativeValues(\(given.compactMap(\.self).joined(separator: ", ")))"
    }

    /// Shows no hash.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
