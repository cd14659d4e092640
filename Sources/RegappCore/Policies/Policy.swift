internal import RegappStore

/// The rules of one directory, as data for options, prompts, screens, files and imports alike. The built-in
/// policies are ``profile``, ``service``, ``albums`` and ``authorisation``; ``PolicyKey``s change them.
package struct Policy: Hashable, Sendable {
    package enum PasswordAlphabet: String, CaseIterable, Hashable, Sendable {
        case any, alphanumeric
    }

    package enum NameAlphabet: String, CaseIterable, Hashable, Sendable {
        case any, english
    }

    /// Whether logins, password checks and changes are written to the system's log.
    package enum Log: String, CaseIterable, Hashable, Sendable {
        /// Under the facility AUTHPRIV of syslog(3).
        case auth
        case none
    }

    /// What people type with their password to log in.
    package enum LoginKey: Hashable, Sendable {
        case email, firstName
        /// A custom key, whose values are login names; if `orEmail`, people may type their email instead.
        case own(String, orEmail: Bool)

        /// The field of forms and options into which people type it.
        package var field: Field { self == .firstName ? .firstName : .email }

        package var ownKey: String? { if case .own(let key, _) = self { key } else { nil } }

        /// Whether people can log in as they did by another key.
        package func includes(_ other: LoginKey) -> Bool {
            switch (self, other) {
            case (.own(_, orEmail: true), .email): true
            case (.own(let key, orEmail: true), .own(let former, _)): key.hasSameScalars(as: former)
            default: self == other
            }
        }

        /// As in a sentence: `email`, `first name`, `login`, `email or login`.
        package var noun: String {
            switch self {
            case .email, .firstName: field.noun
            case .own(let key, orEmail: false): key
            case .own(let key, orEmail: true): "\(Field.email.noun) or \(key)"
            }
        }
    }

    package let name: Rules.PolicyName
    /// In characters; 0 for no minimum. Only ASCII letters and digits count as such.
    package internal(set) var passwordLength = 0
    package internal(set) var passwordLetters = 0
    package internal(set) var passwordDigits = 0
    package internal(set) var passwordRequires: [CharacterKind] = []
    package internal(set) var passwordAlphabet = PasswordAlphabet.any
    /// Refuses the email and its part before the `@` as passwords.
    package internal(set) var passwordNotEmail = false
    /// In field order; always includes `email`.
    package internal(set) var required: [Field]
    /// In years; 0 accepts any birthday up to today.
    package internal(set) var minimumAge = 0
    package internal(set) var phoneMask = PhoneRule.mask(.russian)
    package internal(set) var loginKey = LoginKey.email
    package internal(set) var log = Log.auth
    /// How many changes the history keeps; the newest is always kept.
    package internal(set) var history = DocumentStore.usualHistory
    package internal(set) var hash = HashMethod.yescrypt
    /// Within the range of ``hash``.
    package internal(set) var hashCost = HashMethod.yescrypt.form.defaultCost
    package internal(set) var nameAlphabet = NameAlphabet.any
    /// The keys of `policy.json` that changed this policy, in order.
    package internal(set) var overridden: [PolicyKey] = []

    /// One local profile; any email and password that satisfy the rules log in.
    package static let profile = Policy(
        name: .profile, passwordLength: 5, required: Field.required(in: .profile))

    /// A registry for web and mail servers, with login by email; only email and password are required.
    package static let service = Policy(
        name: .service, passwordLength: 8, passwordNotEmail: true, required: Field.required(in: .service),
        phoneMask: .international)

    /// A registry of adults, with login by email; every field is required.
    package static let albums = Policy(
        name: .albums, passwordLength: 6, passwordRequires: [.digit, .lowercase, .uppercase],
        required: Field.required(in: .albums), minimumAge: 18, nameAlphabet: .english)

    /// A registry with login by first name, where the first login may set the password.
    package static let authorisation = Policy(
        name: .authorisation, passwordLetters: 8, passwordDigits: 1, passwordAlphabet: .alphanumeric,
        required: Field.required(in: .authorisation), loginKey: .firstName)

    package static func builtIn(_ name: Rules.PolicyName) -> Policy {
        switch name {
        case .profile: profile
        case .service: service
        case .albums: albums
        case .authorisation: authorisation
        }
    }

    package var isRegistry: Bool { name != .profile }

    /// Never for a profile.
    package var isLogged: Bool { isRegistry && log == .auth }

    /// Whether the first login may set the password, because the policy does not require one.
    package var allowsFirstPassword: Bool { isRegistry && !required.contains(.password) }

    /// Whether an account may wait for its password without being wrong. Under `service` a person may be known to servers,
    /// as in an address book, long before the administrator sets a password.
    var admitsNoPassword: Bool { name == .service || allowsFirstPassword }

    package var summary: String {
        let login = PolicyKey.loginKey.definition.words(self)
        return switch name {
        case .profile: "one local profile, created by the first login"
        case .service: "a registry for web and mail servers; \(login)"
        case .albums: "a registry; \(login), then search albums"
        case .authorisation: "a registry; \(login)"
        }
    }

    package var logsInAtRegistration: Bool { name == .authorisation }

    package var leadsToAlbums: Bool { name != .service }

    /// The fields of `show` and the edit form, in order.
    package var fields: [Field] {
        let always = Field.formFields(in: name)
        return Field.typedByPeople.filter { always.contains($0) || required.contains($0) }
    }

    /// The fields to ask for when creating an account, in the order of all forms: for a profile those of `login`. Screens
    /// skip the password if ``allowsFirstPassword``.
    package var registrationFields: [Field] {
        isRegistry ? fields : fields.filter { [.email, .password].contains($0) || required.contains($0) }
    }

    /// The known keys of an account file, in the order of a new file. A `password` may be written by hand into a
    /// registry's file; the next login hashes it.
    package var knownFields: [Field] { isRegistry ? Field.allCases : Field.typedByPeople }

    /// As files hold it: a phone becomes one such as `+79161234567`, a date `YYYY-MM-DD`, even one that never was.
    package func normalized(_ value: String, for field: Field) -> String {
        switch field.entryStyle {
        case .date: if case .day(let iso)? = TypedDate(value) { iso } else { value }
        case .phone: phoneMask.stored(value) ?? value
        case .text, .name, .secret: value
        }
    }

    /// For people: a phone gets its mask, all other values stay. Control characters are not escaped yet.
    package func displayed(_ value: String, for field: Field) -> String {
        guard field.entryStyle == .phone, case .mask(let mask) = phoneMask else { return value }
        return PhoneNumber(value, under: mask)?.masked ?? value
    }
}

/// One line of `policy show`.
package struct RuleInWords: Hashable, Sendable {
    /// The key of `policy.json`, or a field whose rule no key changes (`email`, `firstName` …).
    package let key: String
    /// A lowercase phrase without a period.
    package let words: String
    package let isOverridden: Bool
}

extension Policy {
    /// Rules that no key changes come first, then those of the keys of `policy.json`.
    package var rulesInWords: [RuleInWords] {
        let fixed = Field.allCases.compactMap { field in
            field.definition.rule.map {
                RuleInWords(key: field.rawValue, words: $0(self), isOverridden: false)
            }
        }
        let keyed: [RuleInWords] = PolicyKey.allCases.compactMap { key in
            let definition = key.definition
            guard key != .policy, isRegistry || !definition.isForRegistries else { return nil }
            let isOverridden = overridden.contains(key)
            return RuleInWords(key: key.rawValue, words: definition.words(self), isOverridden: isOverridden)
        }
        return fixed + keyed
    }
}
