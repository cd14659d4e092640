// So that programs need one import for dates; nothing else in RegappValues is public.
@_exported public import RegappValues

/// A person's account, without its password or hash: the local profile, or an account of a registry.
public struct Account: Hashable, Codable, Sendable {
    /// The email, which names the account, as its file spells it.
    public let email: String
    /// The first name; nil if it is missing or empty, like every other value.
    public let firstName: String?
    /// The last name.
    public let lastName: String?
    /// The date of birth.
    public let birthday: CalendarDate?
    /// The phone, such as `+79161234567`.
    public let phone: String?
    /// The day in UTC on which the account was registered.
    public let registered: CalendarDate?
    /// The last day on which the account can be logged in to.
    public let expires: CalendarDate?
    /// Whether there is a password, in plain text or hashed.
    public let hasPassword: Bool
    /// Whether the account is locked, so that no password logs it in.
    public let isLocked: Bool
    /// Whether the account had expired when it was read.
    public let isExpired: Bool
    /// Required fields that the account lacks; they do not make it invalid.
    public let missing: [Field]
    /// Whether the owner must change the password at the next login.
    public let mustChange: Bool

    /// Makes an account for a test.
    public init(
        email: String, firstName: String? = nil, lastName: String? = nil, birthday: CalendarDate? = nil,
        phone: String? = nil, registered: CalendarDate? = nil, expires: CalendarDate? = nil,
        hasPassword: Bool = true, isLocked: Bool = false, isExpired: Bool = false, missing: [Field] = [],
        mustChange: Bool = false
    ) {
        (self.email, self.firstName, self.lastName) = (email, firstName, lastName)
        (self.birthday, self.phone, self.registered) = (birthday, phone, registered)
        (self.expires, self.hasPassword, self.isLocked) = (expires, hasPassword, isLocked)
        (self.isExpired, self.missing, self.mustChange) = (isExpired, missing, mustChange)
    }

    /// Whether the right password logs the account in: it has one and is neither locked nor expired.
    public var canLogIn: Bool { hasPassword && !isLocked && !isExpired }

    init(_ file: AccountFile) {
        self.init(
            email: file.email, firstName: file.value(.firstName), lastName: file.value(.lastName),
            birthday: file.date(.birthday), phone: file.value(.phone), registered: file.date(.registered),
            expires: file.date(.expires), hasPassword: file.isPasswordSet, isLocked: file.isLocked,
            isExpired: file.isExpired, missing: file.missing, mustChange: file.values.mustChange)
    }
}
