/// The rules of one documents directory, as data.
///
/// One value serves flags, prompts, screens, hand-edited files and imports alike. The built-in policies are
/// ``profile``, ``albums`` and ``authorisation``; ``PolicyOverrides`` makes others out of them.
public struct Policy: Hashable, Sendable {
    /// The system that a policy implements; the raw value is its name in `policy.json`.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case profile, albums, authorisation
    }

    /// The characters that a password may have.
    public enum PasswordAlphabet: String, CaseIterable, Hashable, Sendable {
        case any, alphanumeric
    }

    /// The form of a phone.
    public enum PhoneMask: String, CaseIterable, Hashable, Sendable {
        case russian = "+7 (***) ***-**-**"
        case none
    }

    /// The field that names an account at login.
    public enum LoginKey: String, CaseIterable, Hashable, Sendable {
        case email, firstName

        /// The field of that name.
        public var field: Field { self == .email ? .email : .firstName }
    }

    /// The form of an e-mail.
    public enum EmailForm: Hashable, Sendable {
        /// Three characters, `@`, a label of three, a dot, two more: ``EmailAddress/profileFaults(of:)``.
        case short
        /// RFC 5321 with a file name: ``EmailAddress/registryFaults(of:)``.
        case registry
    }

    /// The system that these are the rules of.
    public let kind: Kind
    /// The least number of characters of a password; 0 where only the other rules bound it.
    public internal(set) var passwordLength: Int
    /// The least number of ASCII letters in a password.
    public internal(set) var passwordLetters: Int
    /// The least number of ASCII digits in a password.
    public internal(set) var passwordDigits: Int
    /// The kinds of character that a password must contain.
    public internal(set) var passwordRequires: [CharacterKind]
    /// The characters that a password may have.
    public internal(set) var passwordAlphabet: PasswordAlphabet
    /// The fields that an account must have, in field order; `email` is always among them.
    public internal(set) var required: [Field]
    /// The least age in years today; 0 where any birthday up to today will do.
    public internal(set) var minimumAge: Int
    /// The form of a phone.
    public internal(set) var phoneMask: PhoneMask
    /// The field that names an account at login.
    public internal(set) var loginKey: LoginKey
    /// How new password hashes are made.
    public internal(set) var hash: HashMethod
    /// The cost of new password hashes, within the range of ``hash``.
    public internal(set) var hashCost: Int
    /// The form of an e-mail.
    public let emailForm: EmailForm
    /// Whether first and last name are in English letters.
    public let namesAreEnglish: Bool
    /// The keys of `policy.json` that this policy was changed by, in their order.
    public internal(set) var overridden: [PolicyKey] = []

    /// Whether accounts are registered in `accounts/`, rather than one profile kept in `profile.json`.
    public var isRegistry: Bool { kind != .profile }

    /// Whether an account may set its password at its first login, because the policy does not require one.
    public var allowsClaims: Bool { isRegistry && !required.contains(.password) }
}
