// So that programs need one import for dates; nothing else in RegappValues is public.
@_exported public import RegappValues
internal import RegappJSON

/// A person's account, without its password or hash: the local profile, or an account of a registry.
///
/// Decoding takes an object that lacks values as ``init(email:firstName:lastName:birthday:phone:registeredAt:expires:hasPassword:isLocked:lockedUntil:lockReason:isExpired:missing:mustChange:custom:credentialVersion:)``
/// takes arguments: `{"email": "ann@mail.example"}` is an account.
public struct Account: Hashable, Codable, Sendable, Identifiable {
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
    /// When the account was registered: seconds since 1 January 1970, UTC.
    public let registeredAt: Int?
    /// The last day on which the account can be logged in to.
    public let expires: CalendarDate?
    /// Whether there is a password, in plain text or hashed.
    public let hasPassword: Bool
    /// Whether the account is locked, so that no password logs it in.
    public let isLocked: Bool
    /// The day on which the lock ends by itself, or has ended; nil for a lock that lasts.
    public let lockedUntil: CalendarDate?
    /// Why the account was locked, for administrators.
    public let lockReason: String?
    /// Whether the account had expired when it was read.
    public let isExpired: Bool
    /// Required fields that the account lacks; they do not make it invalid.
    public let missing: [Field]
    /// Whether the owner must change the password at the next login.
    public let mustChange: Bool
    /// The texts under each custom key, such as `team`: several for a list, one for any other value, which is JSON
    /// if it is an object. A number or a boolean is its JSON text. A `null` is left out, in a list too, and so are keys that
    /// resemble a password's.
    public let custom: [String: [String]]
    /// Changes with the password, the lock and its end, and the expiry date, and reveals none of them. Unlocking, removing
    /// an expiry date and undoing a new password bring the former version back, and with it every session that made no
    /// request meanwhile. To end the sessions of a person for good, set another password.
    ///
    /// A server notes it when a person logs in, and ends the session once the account has another one, is gone, or
    /// cannot log in (``canLogIn``). That a day is over changes nothing of it. It also changes when a login with the program
    /// replaces a weak hash; that of a password in plain text, or of a hash without a salt, is another one in each process.
    /// 32 hexadecimal digits.
    public let credentialVersion: String

    /// Makes an account for a test.
    public init(
        email: String, firstName: String? = nil, lastName: String? = nil, birthday: CalendarDate? = nil,
        phone: String? = nil, registeredAt: Int? = nil, expires: CalendarDate? = nil,
        hasPassword: Bool = true, isLocked: Bool = false, lockedUntil: CalendarDate? = nil,
        lockReason: String? = nil, isExpired: Bool = false, missing: [Field] = [], mustChange: Bool = false,
        custom: [String: [String]] = [:], credentialVersion: String = ""
    ) {
        self.email = email
        self.firstName = firstName
        self.lastName = lastName
        self.birthday = birthday
        self.phone = phone
        self.registeredAt = registeredAt
        self.expires = expires
        self.hasPassword = hasPassword
        self.isLocked = isLocked
        self.lockedUntil = lockedUntil
        self.lockReason = lockReason
        self.isExpired = isExpired
        self.missing = missing
        self.mustChange = mustChange
        self.custom = custom
        self.credentialVersion = credentialVersion
    }

    /// The email in lower case: two accounts whose emails differ only in case are one.
    public var id: String { email.lowercased() }

    /// The day in UTC on which the account was registered.
    public var registered: CalendarDate? { registeredAt.flatMap(CalendarDate.init(secondsSince1970:)) }

    /// Whether the right password logs the account in: it has one and is neither locked nor expired. It stays true for a
    /// first password that is over, for which ``AccountRegistry/authenticate(_:password:)`` throws `firstPasswordOver`: so
    /// look at ``mustChange``, too.
    public var canLogIn: Bool { hasPassword && !isLocked && !isExpired }

    /// Only the email has to be there.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func value<Value: Decodable>(_ key: CodingKeys, else fallback: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? fallback
        }
        self.init(
            email: try values.decode(String.self, forKey: .email),
            firstName: try value(.firstName, else: nil), lastName: try value(.lastName, else: nil),
            birthday: try value(.birthday, else: nil), phone: try value(.phone, else: nil),
            registeredAt: try value(.registeredAt, else: nil), expires: try value(.expires, else: nil),
            hasPassword: try value(.hasPassword, else: true), isLocked: try value(.isLocked, else: false),
            lockedUntil: try value(.lockedUntil, else: nil), lockReason: try value(.lockReason, else: nil),
            isExpired: try value(.isExpired, else: false), missing: try value(.missing, else: []),
            mustChange: try value(.mustChange, else: false), custom: try value(.custom, else: [:]),
            credentialVersion: try value(.credentialVersion, else: ""))
    }

    init(_ file: AccountFile) {
        self.init(
            email: file.email, firstName: file.value(.firstName), lastName: file.value(.lastName),
            birthday: file.date(.birthday), phone: file.value(.phone),
            registeredAt: file.value(.registered).flatMap(Timestamp.init(rfc3339:))?.secondsSince1970,
            expires: file.date(.expires), hasPassword: file.isPasswordSet, isLocked: file.has(.locked),
            lockedUntil: file.date(.lockedUntil), lockReason: file.value(.lockReason),
            isExpired: file.has(.expired), missing: file.missing, mustChange: file.values.mustChange,
            custom: file.custom, credentialVersion: file.credentialVersion)
    }
}

extension AccountFile {
    /// ``Account/custom``.
    var custom: [String: [String]] {
        let members = ownMembers(besides: Field.keys).hidingHashes.map { ($0.key, $0.value.texts) }
        return Dictionary(members.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
    }

    /// ``Account/credentialVersion``.
    fileprivate var credentialVersion: String {
        // Whoever sees the digest of a salted hash learns nothing, since he cannot guess the salt. Without one, a secret
        // stands for it.
        let isSalted = !values.hasPlainPassword && storedHash?.hash?.scheme != .sha
        let parts = [
            isSalted ? "" : Self.secret, value(.passwordHash) ?? "", value(.password) ?? "",
            value(.lockedUntil) ?? "", value(.expires) ?? "",
        ]
        return String(SHA256Digest(Array(parts.joined(separator: "\n").utf8)).text.prefix(32))
    }

    private static let secret = (0..<4).map { _ in "\(UInt64.random(in: 0...UInt64.max))" }.joined()
}

extension JSONText {
    fileprivate var texts: [String] {
        if isBlank { return [] }
        guard case .array(let elements) = self else { return [cell] }
        return elements.compactMap { element in
            if case .null = element { nil } else { element.cell }
        }
    }
}
