internal import PlainValues

/// One line of `policy show`: what a policy asks for under one key.
public struct RuleInWords: Hashable, Sendable {
    /// The key of `policy.json`, or the field whose rule no key changes (`email`, `firstName` …).
    public let key: String
    /// The rule in words: a lowercase phrase without a period.
    public let words: String
    /// Whether `policy.json` changes the rule.
    public let isOverridden: Bool
}

extension Policy {
    /// Every rule in words, first those that no key changes, then those of the keys of `policy.json`.
    public var rulesInWords: [RuleInWords] {
        let fixed = [
            RuleInWords(key: Field.email.rawValue, words: emailWords, isOverridden: false),
            RuleInWords(key: Field.firstName.rawValue, words: nameWords, isOverridden: false),
            RuleInWords(key: Field.lastName.rawValue, words: nameWords, isOverridden: false),
            RuleInWords(key: Field.birthday.rawValue, words: birthdayWords, isOverridden: false),
        ]
        let keyed = PolicyKey.allCases.filter { $0 != .policy && isOfUse($0) }.map { key in
            RuleInWords(key: key.rawValue, words: words(for: key), isOverridden: overridden.contains(key))
        }
        return fixed + keyed
    }

    /// The value that a key of `policy.json` has or would have, for programs.
    public func value(of key: PolicyKey) -> PolicyValue {
        switch key {
        case .policy: .string(kind.rawValue)
        case .passwordLength: .integer(passwordLength)
        case .passwordLetters: .integer(passwordLetters)
        case .passwordDigits: .integer(passwordDigits)
        case .passwordRequires: .strings(passwordRequires.map(\.rawValue))
        case .passwordAlphabet: .string(passwordAlphabet.rawValue)
        case .required: .strings(required.map(\.rawValue))
        case .minimumAge: .integer(minimumAge)
        case .phoneMask: .string(phoneMask.rawValue)
        case .loginKey: .string(loginKey.rawValue)
        case .hash: .string(hash.rawValue)
        case .hashCost: .integer(hashCost)
        }
    }

    /// A profile hashes nothing and is not looked up, so these keys say nothing about it.
    private func isOfUse(_ key: PolicyKey) -> Bool {
        isRegistry || ![.loginKey, .hash, .hashCost].contains(key)
    }

    private func words(for key: PolicyKey) -> String {
        switch key {
        case .policy: kind.rawValue
        case .passwordLength: bound(.minimumLength(passwordLength), passwordLength)
        case .passwordLetters: bound(.letters(passwordLetters), passwordLetters)
        case .passwordDigits: bound(.digits(passwordDigits), passwordDigits)
        case .passwordRequires: list(passwordRequires.map { Rule.kind($0).requirement })
        case .passwordAlphabet:
            passwordAlphabet == .any ? "any characters" : Rule.alphanumeric.requirement
        case .required: list(required.map(\.noun))
        case .minimumAge: minimumAge == 0 ? "any age" : "at least \(minimumAge) years old"
        case .phoneMask: phoneMask == .none ? "any text" : phoneMask.rawValue
        case .loginKey: "logged in by \(loginKey.field.noun) and password"
        case .hash: "\(hash.rawValue), passwords of at most \(hash.maximumPasswordBytes) bytes"
        case .hashCost: hash == .sha512Crypt ? "\(hashCost) rounds" : "cost \(hashCost)"
        }
    }

    private func bound(_ rule: Rule, _ count: Int) -> String {
        count == 0 ? "no minimum" : rule.requirement
    }

    private func list(_ words: [String]) -> String {
        words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private var emailWords: String {
        switch emailForm {
        case .short:
            "at least \(EmailAddress.profileLocalLength) characters, @, a label of at least "
                + "\(EmailAddress.profileHostLength), a dot, at least \(EmailAddress.profileEndingLength) more"
        case .registry:
            "an ASCII address like name@host.example, of at most \(EmailAddress.maximumFileNameBytes) bytes "
                + "as a file name"
        }
    }

    private var nameWords: String { namesAreEnglish ? Rule.english.requirement : "any characters" }

    private var birthdayWords: String {
        "a date like 1990-12-31, \(CalendarDate.earliestBirthday.isoString) or later"
    }
}
