internal import RegappJSON

/// The values that people can set themselves, as typed: nil leaves a value alone, an empty text clears it. They are
/// never printed.
///
/// ## Topics
///
/// - ``init(email:password:firstName:lastName:birthday:phone:)``
/// - ``init(form:)``
/// - ``init(from:)``
public struct PersonalValues: Hashable, Decodable, Sendable {
    /// In field order.
    private var texts = Hidden(value: [String?](repeating: nil, count: Field.allCases.count))

    /// Dates and phones may have any form that the rules can read. A registry stores the plain password as a hash.
    public init(
        email: String? = nil, password: String? = nil, firstName: String? = nil, lastName: String? = nil,
        birthday: String? = nil, phone: String? = nil
    ) {
        self[.email] = email
        self[.password] = password
        self[.firstName] = firstName
        self[.lastName] = lastName
        self[.birthday] = birthday
        self[.phone] = phone
    }

    /// Takes a form's values by the keys of ``Field/typedByPeople``, such as `firstName`. Other keys are for the caller:
    /// a form may have buttons, and nobody may give themselves another expiry date.
    public init(form: [String: String]) {
        for field in Field.typedByPeople { self[field] = form[field.rawValue] }
    }

    /// Takes an object's texts as ``init(form:)`` takes a form's values.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        for field in Field.typedByPeople {
            self[field] = try values.decodeIfPresent(String.self, forKey: Key(stringValue: field.rawValue))
        }
    }

    package subscript(field: Field) -> String? {
        get { texts.value[field.order] }
        set { texts.value[field.order] = newValue }
    }

    var record: AccountRecord {
        var record = AccountRecord()
        for field in Field.allCases { record[field] = self[field] }
        return record
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}

/// The values that only an administrator can set; nil leaves a value alone. A hash is never printed.
///
/// Decoding takes an object that has any of the values, such as `{"expires": "2026-12-31"}`.
public struct AdministrativeValues: Hashable, Decodable, Sendable {
    /// The last day, in any form that the rules can read; an empty text for no end.
    public var expires: String?
    /// Whether the account is locked.
    public var isLocked: Bool?
    /// Whether the owner must change the password at the next login. For a day by which the owner must change it, import
    /// the account with a date as `mustChange`.
    public var mustChange: Bool?
    /// A hash of the password (crypt(3)), stored as it is; one that regapp cannot verify breaks a rule.
    public var passwordHash: String? {
        get { hash?.value }
        set { hash = newValue.map { Hidden(value: $0) } }
    }
    /// New texts under custom keys: one text, a list of several, or none to remove the key. Texts that the account
    /// has already (``Account/custom``) leave it alone, so that a number stays one.
    public var custom: [String: [String]] {
        get { ownTexts ?? [:] }
        set { ownTexts = newValue.isEmpty ? nil : newValue }
    }

    private var hash: Hidden<String>?
    private var ownTexts: [String: [String]]?

    private enum CodingKeys: String, CodingKey {
        case expires, isLocked, mustChange
        case hash = "passwordHash"
        case ownTexts = "custom"
    }

    /// Nil values change nothing.
    public init(
        expires: String? = nil, isLocked: Bool? = nil, mustChange: Bool? = nil, passwordHash: String? = nil,
        custom: [String: [String]] = [:]
    ) {
        self.expires = expires
        self.isLocked = isLocked
        self.mustChange = mustChange
        self.passwordHash = passwordHash
        self.custom = custom
    }

    /// The values without the lock.
    ///
    /// - Throws: `unusableArgument` for a key that no account may have.
    func record() throws(AccountsError) -> AccountRecord {
        var record = AccountRecord(
            ownChanges: try custom.sorted { $0.key < $1.key }.map { key, texts throws(AccountsError) in
                try OwnValue(under: key, texts).requireOwnKey()
            })
        record[.passwordHash] = passwordHash
        record[.expires] = expires
        record[.mustChange] = mustChange.map { $0 ? Field.setFlag : "" }
        return record
    }
}

extension OwnValue {
    /// Sets a key to one text or a list, whatever it holds; no text removes the key.
    init(under key: String, _ texts: [String]) {
        self =
            texts.count > 1
            ? OwnValue(
                key, String(decoding: JSONText.array(texts.map(JSONText.string)).bytes, as: UTF8.self), .json)
            : OwnValue(key, texts.first ?? "").replacing
    }

    /// - Returns: the value itself.
    /// - Throws: `unusableArgument`.
    func requireOwnKey() throws(AccountsError) -> OwnValue {
        let reason: String
        switch refusalAsTyped {
        case nil: return self
        case .known(let column): reason = "'\(column.key)' is a known key"
        case .secret: reason = "'\(key)' is, or resembles, the key of a password"
        case .mistyped(let field): reason = "'\(key)' would be taken for a mistyped \(field.rawValue)"
        case .closing: reason = "'\(key)' would seem to lock the account"
        case .operation: reason = "'\(key)' ends like an operation on a list"
        }
        throw .unusableArgument("\(reason), and no custom key", hint: "choose another key")
    }
}
