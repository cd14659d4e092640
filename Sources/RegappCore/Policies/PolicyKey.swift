package import RegappJSON

/// A key of `policy.json`, in the order of `policy show`. All else about a key is in its ``definition``.
package enum PolicyKey: String, CaseIterable, Hashable, Sendable {
    case policy, passwordLength, passwordLetters, passwordDigits, passwordRequires, passwordAlphabet
    case passwordNotEmail
    case required, nameAlphabet, minimumAge, phoneMask, loginKey, log, history, hash, hashCost

    package var definition: PolicyKeyDefinition {
        switch self {
        case .policy:
            PolicyKeyDefinition(
                help: "profile, service, albums or authorisation; required, the others change its rules",
                // The policy was already determined before any key is set.
                set: { value, policy in
                    var name = policy.name
                    return value.read(into: &name)
                },
                value: { .string($0.name.rawValue) },
                words: { $0.name.rawValue })
        case .passwordLength:
            .number(
                \.passwordLength, in: 1...128, help: "the minimum number of characters",
                otherNames: [
                    "length", "minlength", "minimumlength", "minpasswordlength", "passwordminlength",
                ]
            ) {
                $0.passwordLength == 0
                    ? "no minimum" : PasswordRule.length($0.passwordLength).facts.requirement
            }
        case .passwordLetters:
            .number(\.passwordLetters, in: 0...128, help: "the minimum number of letters") {
                $0.passwordLetters == 0
                    ? "no minimum" : PasswordRule.letters($0.passwordLetters).facts.requirement
            }
        case .passwordDigits:
            .number(\.passwordDigits, in: 0...128, help: "the minimum number of digits") {
                $0.passwordDigits == 0
                    ? "no minimum" : PasswordRule.digits($0.passwordDigits).facts.requirement
            }
        case .passwordRequires:
            .words(
                \.passwordRequires, help: "a list of kinds: \"digit\", \"lowercase\", \"uppercase\""
            ) { PasswordRule.kind($0).facts.requirement }
        case .passwordAlphabet:
            .word(
                \.passwordAlphabet,
                help: "\"any\", or \"alphanumeric\" for ASCII letters and digits only"
            ) { $0.passwordAlphabet == .any ? "any characters" : PasswordRule.alphanumeric.facts.requirement }
        case .passwordNotEmail:
            PolicyKeyDefinition(
                help: "true or false: whether the email and its part before the @ are refused as passwords",
                offers: ["true", "false"], set: { $0.read(into: &$1.passwordNotEmail) },
                value: { .boolean($0.passwordNotEmail) },
                words: { $0.passwordNotEmail ? PasswordRule.notEmail.facts.requirement : "may be the email" })
        case .required:
            .words(
                \.required, among: Field.typedByPeople, help: "a list of fields that every account must have",
                remark: {
                    $0.allowsFirstPassword ? "an account without a password gets one at the first login" : nil
                }
            ) { $0.noun }
        case .nameAlphabet:
            .word(
                \.nameAlphabet, help: "\"any\", or \"english\" for first and last names in English letters"
            ) { $0.nameAlphabet == .any ? "any characters" : NameRule.english.facts.requirement }
        case .minimumAge:
            // Birthdays begin in 1900, so a much higher age would admit no person.
            .number(
                \.minimumAge, in: 0...120, help: "the minimum age in years, by the birthday",
                otherNames: ["age", "minage", "leastage"]
            ) {
                $0.minimumAge == 0 ? "any age" : "at least \($0.minimumAge) years old"
            }
        case .phoneMask:
            PolicyKeyDefinition(
                help: "a mask such as \"+7 (***) ***-**-**\" with the country code and a * for each digit, "
                    + "\"international\" for + and 7 to 15 digits, or \"none\" for phones as they are typed",
                offers: ["international", "none"], set: { $0.read(into: &$1.phoneMask) },
                value: { .string($0.phoneMask.text) },
                words: {
                    if case .mask(let mask) = $0.phoneMask { return mask.text }
                    return $0.phoneMask.facts.requirement
                })
        case .loginKey:
            PolicyKeyDefinition(
                help: "what accounts log in by: \"email\", \"firstName\", a custom key such as \"login\", or "
                    + "\"email,login\" for either",
                isForRegistries: true, offers: ["email", "firstName"],
                set: { $0.read(into: &$1.loginKey) }, value: { .string($0.loginKey.text) },
                words: { "accounts log in by \($0.loginKey.noun) and password" })
        case .hash:
            .word(
                \.hash, help: "how passwords are hashed: \"yescrypt\", \"sha512-crypt\" or \"bcrypt\"",
                isForRegistries: true
            ) { "\($0.hash.rawValue), passwords of at most \($0.hash.form.maximumPasswordBytes) bytes" }
        case .log:
            .word(
                \.log,
                help:
                    "\"auth\" or \"none\": whether password checks, logins and changes are logged to syslog",
                isForRegistries: true
            ) { $0.log == .auth ? "logged to syslog" : "not logged to syslog" }
        case .history:
            .number(
                \.history, in: 0...10_000, help: "how many changes the history keeps; 0 for the newest alone"
            ) { $0.history == 0 ? "the newest change alone" : $0.history.counted("change") }
        case .hashCost:
            // `Policy.finish` checks the hash's own range.
            .number(
                \.hashCost, in: .min ... .max,
                help: "the cost of yescrypt or bcrypt, or the rounds of sha512-crypt",
                isForRegistries: true
            ) { $0.hash == .sha512Crypt ? "\($0.hashCost) rounds" : "cost \($0.hashCost)" }
        }
    }
}

package struct PolicyKeyDefinition {
    /// A lowercase phrase without a period.
    package let help: String
    /// In lowercase letters only.
    var otherNames: [String] = []
    /// Whether the key has no effect on a profile, which has no hashes, no log and no `loginKey`.
    var isForRegistries = false
    /// The words that the key accepts; empty for numbers and lists.
    package var offers: [String] = []
    var isList = false
    /// Changes the policy, or returns all that is wrong with the value.
    let set: (JSONText, inout Policy) -> [JSONText.Mistake]
    let value: (Policy) -> JSONText
    /// A lowercase phrase without a period.
    let words: (Policy) -> String

    static func number(
        _ property: WritableKeyPath<Policy, Int>, in range: ClosedRange<Int>, help: String,
        otherNames: [String] = [], isForRegistries: Bool = false, words: @escaping (Policy) -> String
    ) -> PolicyKeyDefinition {
        PolicyKeyDefinition(
            help: help, otherNames: otherNames, isForRegistries: isForRegistries,
            set: { $0.read(into: &$1[keyPath: property], in: range) },
            value: { .integer($0[keyPath: property]) }, words: words)
    }

    static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ property: WritableKeyPath<Policy, Word>, help: String, isForRegistries: Bool = false,
        words: @escaping (Policy) -> String
    ) -> PolicyKeyDefinition {
        PolicyKeyDefinition(
            help: help, isForRegistries: isForRegistries, offers: Word.allCases.map(\.rawValue),
            set: { $0.read(into: &$1[keyPath: property]) },
            value: { .string($0[keyPath: property].rawValue) }, words: words)
    }

    /// A key with an array of words; `phrase` describes one of them, `remark` says what follows.
    static func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ property: WritableKeyPath<Policy, [Word]>, among allowed: [Word] = Array(Word.allCases),
        help: String, remark: @escaping (Policy) -> String? = { _ in nil }, phrase: @escaping (Word) -> String
    ) -> PolicyKeyDefinition {
        PolicyKeyDefinition(
            help: help, isList: true,
            set: { $0.read(into: &$1[keyPath: property], among: allowed) },
            value: { .array($0[keyPath: property].map { .string($0.rawValue) }) },
            words: { policy in
                let words = policy[keyPath: property].map(phrase)
                let list = words.isEmpty ? "none" : words.joined(separator: ", ")
                return remark(policy).map { "\(list); \($0)" } ?? list
            })
    }
}

extension Policy {
    package func value(of key: PolicyKey) -> JSONText { key.definition.value(self) }

    /// Call ``finish()`` after the last key.
    ///
    /// - Returns: all that is wrong with the value, in the order of the text; then nothing is changed.
    package mutating func set(_ key: PolicyKey, to value: JSONText) -> [PolicyProblem] {
        let mistakes = key.definition.set(value, &self)
        if mistakes.isEmpty, key != .policy { overridden.append(key) }
        return mistakes.map { PolicyProblem(key: key, index: $0.index, words: $0.words) }
    }

    /// Adjusts what depends on several keys, once all are set.
    ///
    /// `email` is always required, since it names the account, and so is a profile's password. A `hash` without a
    /// `hashCost` gets its own default cost. A key that only repeats the default overrides nothing.
    ///
    /// - Returns: mistakes of several keys: a cost outside the hash's range, password rules that no password can
    ///   satisfy.
    package mutating func finish() -> [PolicyProblem] {
        overridden = PolicyKey.allCases.filter(overridden.contains)
        required = Field.typedByPeople.filter { field in
            required.contains(field) || field == .email || (field == .password && !isRegistry)
        }
        if overridden.contains(.hash), !overridden.contains(.hashCost) { hashCost = hash.form.defaultCost }
        var problems: [PolicyProblem] = []
        if !hash.form.costRange.contains(hashCost) {
            problems.append(
                PolicyProblem(key: .hashCost, words: PolicyProblem.outOfRange(hash.form.costRange)))
        }
        problems += passwordProblems
        overridden = overridden.filter { key in
            key == .hashCost
                ? hashCost != hash.form.defaultCost : value(of: key) != Self.builtIn(name).value(of: key)
        }
        return problems
    }

    /// Password rules that no password can satisfy, since it would exceed the hash's bytes: those too long by
    /// themselves, then the first of those too long together.
    private var passwordProblems: [PolicyProblem] {
        var rules = passwordRules
        guard rules.contains(where: { overridden.contains($0.key) }), !canBePassed(rules) else { return [] }
        let bounds = rules.filter { $0.key == .hash }
        let tooLong = rules.filter { !bounds.contains($0) && !canBePassed(bounds + [$0]) }
        var problems = tooLong.map { problem(of: [$0]) }
        rules.removeAll(where: tooLong.contains)
        if !canBePassed(rules) {
            problems.append(problem(of: rules.filter { rule in canBePassed(rules.filter { $0 != rule }) }))
        }
        return problems
    }

    /// Placed at the first of these rules' keys in `policy.json`, or else at `hash`.
    private func problem(of rules: [PasswordRule]) -> PolicyProblem {
        let key = rules.first { overridden.contains($0.key) && $0.key != .hash }?.key ?? .hash
        return PolicyProblem(
            key: key,
            words: "asks for more than the \(hash.form.maximumPasswordBytes) bytes that the hash takes")
    }
}
