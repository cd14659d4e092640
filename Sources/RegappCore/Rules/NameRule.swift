package enum NameRule: Hashable, Sendable {
    /// English letters, with single spaces, hyphens or apostrophes between them.
    case english
    /// A maximum, in characters as a person sees them.
    case length(Int)

    /// In characters: longer than any person's name, yet short enough to show, send and search every name.
    package static let maximumLength = 1_000

    var facts: RuleFacts {
        switch self {
        case .english:
            let requirement = "English letters, with single spaces, - or ' between them"
            return RuleFacts(
                name: "english", requirement: requirement, sentence: "must be " + requirement,
                short: "use " + requirement, listing: .always)
        case .length(let count): return .bound("at most", count, "character")
        }
    }

    static func broken(by value: String, in draft: Draft) -> [NameRule] {
        // Counting characters is slow, and few bytes cannot be many characters.
        let isLong = value.utf8.count > maximumLength && value.count > maximumLength
        return (isEnglish(value) ? [] : listed(in: draft))
            + (isLong ? [.length(maximumLength)] : [])
    }

    static func listed(in draft: Draft) -> [NameRule] {
        draft.policy.nameAlphabet == .english ? [.english] : []
    }

    /// English letters with single spaces, hyphens or apostrophes between them: `O'Neil`, `Anna-Maria`, `De La Cruz`.
    private static func isEnglish(_ name: String) -> Bool {
        var lastWasLetter = false
        // By scalars, so that a combining accent counts as no letter.
        for scalar in name.unicodeScalars {
            if UInt8(exactly: scalar.value)?.isLetter == true {
                lastWasLetter = true
            } else if lastWasLetter, scalar == "-" || scalar == "'" || scalar.isSpace {
                lastWasLetter = false
            } else {
                return false
            }
        }
        return lastWasLetter
    }
}

/// Names compare without case, as a person sees them: an é is an é however encoded. A blank name matches none.
package enum FirstName {
    package static func matches(_ left: String, _ right: String) -> Bool {
        !left.isBlank && left.lowercased() == right.lowercased()
    }
}
