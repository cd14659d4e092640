internal import RegappValues

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
