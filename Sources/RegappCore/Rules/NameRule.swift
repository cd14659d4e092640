package enum NameRule: Hashable, Sendable {
    /// English letters, with single spaces, hyphens or apostrophes between them.
    case english
    /// At most this many characters, counted as a person sees them.
    case length(Int)

    /// In characters: more than any person's name has, and so few that every name can be shown, sent and searched.
    package static let maximumLength = 1_000

    var facts: RuleFacts {
        switch self {
        case .english:
            let requirement = "English letters, with single spaces, - or ' between them"
            return RuleFacts(
                name: "english", requirement: requirement, sentence: "must be " + requirement,
                short: "only " + requirement, listing: .always)
        case .length(let count): return .bound("at most", count, "character")
        }
    }

    static func broken(by value: String, in draft: Draft) -> [NameRule] {
        // Few bytes cannot be many characters, which are slow to count.
        let isLong = value.utf8.count > maximumLength && value.count > maximumLength
        return (isEnglish(value) ? [] : listed(in: draft))
            + (isLong ? [.length(maximumLength)] : [])
    }

    static func listed(in draft: Draft) -> [NameRule] {
        draft.policy.nameAlphabet == .english ? [.english] : []
    }

    /// Whether a name has English letters, with a space, a hyphen or an apostrophe standing singly between two of them,
    /// such as `O'Neil`, `Anna-Maria` and `De La Cruz`.
    private static func isEnglish(_ name: String) -> Bool {
        var lastWasLetter = false
        // By scalars, so that a letter with a combining accent is followed by something that is no letter.
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

/// How names compare at login: ignoring case, by what a person sees (an é is an é however it is encoded). A name with
/// nothing to see, such as an empty one, matches no account.
package enum FirstName {
    package static func matches(_ left: String, _ right: String) -> Bool {
        !left.isBlank && left.lowercased() == right.lowercased()
    }
}
