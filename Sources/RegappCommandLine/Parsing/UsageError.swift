package import RegappValues

/// Why a command line is refused, and what to type next; neither contains any part of a password.
package struct UsageError: Error, Equatable, Sendable {
    /// What is wrong: one lowercase line without a period.
    package let message: Sentence
    /// What to type next: one lowercase line without a period.
    package let hint: Sentence

    package static func conflictingOptions(_ one: String, _ other: String) -> UsageError {
        UsageError(
            message: "\(prose: one) and \(prose: other) cannot be combined", hint: "give only one of the two")
    }

    /// A word that seems to be part of a value that lacks its quotes.
    static func partOfValue(of words: [String]) -> UsageError {
        hiddenArgument("put a value with spaces in quotes; see \(.help(words))")
    }

    /// One word too many, which may be part of a password.
    static func hiddenArgument(_ hint: Sentence) -> UsageError {
        UsageError(message: "unexpected argument (not shown, it may be a password)", hint: hint)
    }
}

extension Sentence {
    static func didYouMean(_ line: ShellCommand) -> Sentence { "did you mean \(line)?" }

    static func seeHelp(_ words: [String]) -> Sentence { "see \(.help(words))" }
}

extension [Sentence] {
    /// `a, b and c`
    func listed() -> Sentence {
        guard let first, let last, count > 1 else { return first ?? "" }
        let start = dropFirst().dropLast().reduce(first) { "\($0), \($1)" }
        return "\(start) and \(last)"
    }
}

extension [String] {
    /// Words with spaces between them. `joined` would look up a conformance, making every start a tenth slower.
    package var spaced: String { dropFirst().reduce(first ?? "") { "\($0) \($1)" } }

    /// `a, b and c`, or `a or b`.
    package func listed(last word: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(word) " + last
    }
}

extension String {
    /// What an option or an argument is for, taken from its name: `first name` for `--first-name`.
    var noun: String { String(drop { $0 == "-" }.map { $0 == "-" ? " " : $0 }).lowercased() }

    /// What was typed, in single quotes, safe for one line of a terminal: control characters, bidi controls and line
    /// separators become `\u{..}`, and a long text is cut.
    var quoted: String {
        var shown = ""
        for scalar in unicodeScalars.prefix(longestQuoted) {
            shown +=
                scalar.isUnprintable
                ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        return "'\(shown)\(unicodeScalars.count > longestQuoted ? "..." : "")'"
    }
}

/// In scalars: a longer text is not a mistyped name, and would bury the message.
let longestQuoted = 100
/// In digits; no registry has a million changes, and a longer number may be a password.
let longestNumber = 6
/// How many options of a line a hint repeats.
let longestRepeated = 20
/// What the keys of secrets hold, in several languages.
let secretWords = [
    "pas", "pw", "psw", "secret", "pin", "kennwort", "wachtwoord", "contrase", "senha", "haslo", "hasło",
    "парол",
]
/// What people call an option that names an account.
let optionsForNames = ["--user", "--username", "--email", "--mail", "--account", "--login", "-u", "-e"]
