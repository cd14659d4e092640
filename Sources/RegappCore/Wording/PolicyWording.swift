internal import RegappValues

extension PolicyProblem {
    /// The problem as a sentence: lowercase, without a period.
    package var message: String {
        switch reason {
        case .wrongType(.word(let allowed), let isNull, _):
            "\(key.rawValue) must be a string\(Self.notNull(isNull)): \(Self.alternatives(allowed))"
        case .wrongType(.integer, let isNull, let remedy):
            "\(key.rawValue) must be a whole number" + Self.notNull(isNull) + Self.advice(remedy)
        case .wrongType(.boolean, let isNull, let remedy):
            "\(key.rawValue) must be true or false" + Self.notNull(isNull) + Self.advice(remedy)
        case .wrongType(.strings, let isNull, let remedy):
            "\(key.rawValue) must be an array of strings" + Self.notNull(isNull) + Self.advice(remedy)
        case .wrongElement(isNull: false): "\(key.rawValue) must be an array of strings"
        case .wrongElement(isNull: true): "\(key.rawValue) must be an array of strings, without null"
        case .outOfRange(let allowed):
            "\(key.rawValue) must be from \(allowed.lowerBound) to \(allowed.upperBound)"
        case .unknownWord(let allowed, let meant):
            "\(key.rawValue) must be \(Self.alternatives(allowed))" + Self.question(meant)
        case .notMask:
            "\(key.rawValue) must be \"international\", \"none\" or a mask such as \"+49 (***) *******\": a + with the "
                + "country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them"
        case .unknownElement(let allowed, let meant):
            "\(key.rawValue) can only contain \(Self.alternatives(allowed))" + Self.question(meant)
        case .duplicate: "\(key.rawValue) holds this twice"
        case .impossiblePassword(let maximum?):
            "\(key.rawValue) asks for more than the \(maximum) bytes that the hash takes"
        case .impossiblePassword(nil):
            "\(key.rawValue) and the other rules leave no password that passes"
        }
    }

    private static func advice(_ remedy: Remedy?) -> String {
        switch remedy {
        case .withoutQuotes: ": remove its quotes"
        case .inBrackets: ": put it in square brackets"
        case nil: ""
        }
    }

    private static func question(_ meant: String?) -> String {
        meant.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private static func notNull(_ isNull: Bool) -> String { isNull ? ", not null" : "" }

    private static func alternatives(_ words: [String]) -> String {
        let quoted = words.map { "\"\($0)\"" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}

/// One line of `policy show`: what a policy requires under one key.
package struct RuleInWords: Hashable, Sendable {
    /// The key of `policy.json`, or a field with a rule that no key changes (`email`, `firstName` …).
    package let key: String
    /// The rule in words: a lowercase phrase without a period.
    package let words: String
    package let isOverridden: Bool
}

extension Policy {
    /// Every rule in words, first those that no key changes, then those of the keys of `policy.json`.
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

    var emailWords: String {
        isRegistry
            ? "an ASCII address like name@host.example, of at most \(EmailAddress.maximumFileNameBytes) bytes "
                + "as a file name"
            : "at least \(EmailRule.profileLocalLength) characters, @, a label of at least "
                + "\(EmailRule.profileHostLength), a dot, at least \(EmailRule.profileEndingLength) more"
    }

    /// What a birthday must be, as a phrase; the age belongs to a key.
    var birthdayWords: String {
        "a date like 1990-12-31, \(CalendarDate.earliest.isoString) or later"
    }
}
