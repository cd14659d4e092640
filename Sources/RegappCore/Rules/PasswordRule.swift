package enum PasswordRule: Hashable, Sendable {
    /// A minimum, in characters as a person sees them.
    case length(Int)
    case letters(Int)
    case digits(Int)
    case kind(CharacterKind)
    case alphanumeric
    /// Neither the email nor its part before the `@`, compared without case.
    case notEmail
    /// A maximum in bytes of UTF-8, if the password gets hashed (bcrypt 72, crypt(3) 511).
    case bytes(Int)

    var facts: RuleFacts {
        switch self {
        case .length(let count): .bound("at least", count, "character", listing: .always)
        case .letters(let count):
            .bound("at least", count, "letter", " (A-Z, a-z)", named: "letters", listing: .always)
        case .digits(let count): .bound("at least", count, "digit", named: "digits", listing: .always)
        case .kind(let kind):
            .need(kind.requirement, named: kind.rawValue)
        case .alphanumeric:
            RuleFacts(
                name: "alphabet", requirement: "only letters and digits (A-Z, a-z, 0-9)", listing: .always)
        case .notEmail:
            RuleFacts(
                name: "email", requirement: Self.otherThanEmail, sentence: "must be " + Self.otherThanEmail,
                short: "must be " + Self.otherThanEmail, listing: .always, reads: [.email])
        case .bytes(let count): .bound("at most", count, "byte", named: "bytes")
        }
    }

    private static let otherThanEmail = "different from the email and its part before the @"

    /// The key of `policy.json` that sets it.
    var key: PolicyKey {
        switch self {
        case .length: .passwordLength
        case .letters: .passwordLetters
        case .digits: .passwordDigits
        case .kind: .passwordRequires
        case .alphanumeric: .passwordAlphabet
        case .notEmail: .passwordNotEmail
        case .bytes: .hash
        }
    }

    /// What a generated password needs: its length in one-byte characters, and how many characters of some kinds.
    struct Needs {
        var least = 0
        var most = Int.max
        var count = 0
        var kinds: [CharacterKind] = []
    }

    var needs: Needs {
        switch self {
        case .length(let count): Needs(least: count)
        case .letters(let count): Needs(count: count, kinds: [.lowercase, .uppercase])
        case .digits(let count): Needs(count: count, kinds: [.digit])
        case .kind(let kind): Needs(count: 1, kinds: [kind])
        case .alphanumeric, .notEmail: Needs()
        case .bytes(let count): Needs(most: count)
        }
    }

    static func broken(by value: String, in draft: Draft) -> [PasswordRule] {
        draft.policy.passwordRules.filter { !$0.isSatisfied(by: value, in: draft) }
    }

    static func listed(in draft: Draft) -> [PasswordRule] {
        draft.policy.passwordRules.filter { $0.facts.listing == .always }
    }

    /// - Parameter value: without forbidden characters.
    func isSatisfied(by value: String, in draft: Draft) -> Bool {
        switch self {
        case .length(let count): value.count >= count
        case .letters(let count): value.count(where: { $0.isEnglishLetter }) >= count
        case .digits(let count): value.count(where: CharacterKind.digit.contains) >= count
        case .kind(let kind): value.contains(where: kind.contains)
        case .alphanumeric: value.allSatisfy { $0.isEnglishLetter || CharacterKind.digit.contains($0) }
        case .notEmail: !Self.isEmail(value, in: draft)
        case .bytes(let count): value.composed.utf8.count <= count
        }
    }

    private static func isEmail(_ value: String, in draft: Draft) -> Bool {
        guard let email = draft.record[.email], !email.isEmpty else { return false }
        let local = email.prefix { $0 != "@" }
        let folded = value.lowercased()
        return folded == email.lowercased() || folded == local.lowercased()
    }
}

/// A kind of ASCII character that a password may have to contain.
package enum CharacterKind: String, CaseIterable, Hashable, Sendable {
    case digit, lowercase, uppercase

    fileprivate var requirement: String {
        switch self {
        case .digit: "a digit"
        case .lowercase: "a lowercase letter (a-z)"
        case .uppercase: "an uppercase letter (A-Z)"
        }
    }

    /// An `é` is not lowercase here.
    package func contains(_ character: Character) -> Bool {
        // Ranges of Character compare by canonical equivalence and would take the kelvin sign for a K.
        guard let byte = character.asciiValue, character.utf8.count == 1 else { return false }
        return switch self {
        case .digit: byte >= 0x30 && byte <= 0x39
        case .lowercase: byte >= 0x61 && byte <= 0x7A
        case .uppercase: byte >= 0x41 && byte <= 0x5A
        }
    }
}

extension Character {
    var isEnglishLetter: Bool {
        CharacterKind.lowercase.contains(self) || CharacterKind.uppercase.contains(self)
    }
}

extension Policy {
    /// In the order of a form's list.
    package var passwordRules: [PasswordRule] {
        var rules: [PasswordRule] = []
        if passwordLength > 0 { rules.append(.length(passwordLength)) }
        if passwordLetters > 0 { rules.append(.letters(passwordLetters)) }
        if passwordDigits > 0 { rules.append(.digits(passwordDigits)) }
        for kind in CharacterKind.allCases where passwordRequires.contains(kind) { rules.append(.kind(kind)) }
        if passwordAlphabet == .alphanumeric { rules.append(.alphanumeric) }
        if passwordNotEmail { rules.append(.notEmail) }
        // A profile's password is not hashed, so it has no limit.
        if isRegistry { rules.append(.bytes(hash.form.maximumPasswordBytes)) }
        return rules
    }
}
