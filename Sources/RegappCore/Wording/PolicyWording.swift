internal import RegappValues

extension PolicyProblem {
    /// The problem as a sentence: lowercase, without a period.
    package var message: String { "\(key.rawValue) \(words)" }

    static let quotesAdvice = ": remove its quotes"
    static let bracketsAdvice = ": put it in square brackets"

    static func wrongType(_ expected: String, isNull: Bool, _ advice: String) -> String {
        "must be \(expected)" + (isNull ? ", not null" : "") + advice
    }

    static func wrongElement(isNull: Bool) -> String {
        "must be an array of strings" + (isNull ? ", without null" : "")
    }

    static func outOfRange(_ allowed: ClosedRange<Int>) -> String {
        "must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    }

    /// - Parameter meant: a similar word that the key takes, if any.
    static func unknownWord(_ allowed: [String], meant: String?) -> String {
        "must be \(alternatives(allowed))" + question(meant)
    }

    static func unknownElement(_ allowed: [String], meant: String?) -> String {
        "can only contain \(alternatives(allowed))" + question(meant)
    }

    /// Of a text that begins like a mask of phones.
    static let notMask =
        "must be \"international\", \"none\" or a mask such as \"+49 (***) *******\": a + with the "
        + "country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them"

    static let duplicate = "holds this twice"

    /// No password can pass: the rules require more bytes than the hash takes, or contradict each other (nil).
    static func impossiblePassword(maximumBytes: Int?) -> String {
        maximumBytes.map { "asks for more than the \($0) bytes that the hash takes" }
            ?? "and the other rules leave no password that passes"
    }

    private static func question(_ meant: String?) -> String {
        meant.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    static func alternatives(_ words: [String]) -> String {
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
