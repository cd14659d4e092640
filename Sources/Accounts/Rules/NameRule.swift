internal import PlainValues

/// The rules for a first or last name; the raw value is the stable machine name.
package enum NameRule: String, RuleFamily {
    /// English letters, with single spaces, hyphens or apostrophes between them.
    case english

    package var name: String { rawValue }

    var listing: RuleListing { .always }

    static func broken(by value: String, in draft: Draft) -> [NameRule] {
        EnglishName.matches(value) ? [] : listed(in: draft)
    }

    static func listed(in draft: Draft) -> [NameRule] {
        draft.policy.nameAlphabet == .english ? [.english] : []
    }
}

/// A name in English letters: `A–Z a–z`, with a space, a hyphen or an apostrophe standing singly between two
/// letters, such as `O'Neil`, `Anna-Maria` and `De La Cruz`.
enum EnglishName {
    static func matches(_ name: String) -> Bool {
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
/// nothing to see, such as an empty one, matches nobody.
package enum FirstName {
    package static func matches(_ left: String, _ right: String) -> Bool {
        !left.isBlank && left.lowercased() == right.lowercased()
    }
}
