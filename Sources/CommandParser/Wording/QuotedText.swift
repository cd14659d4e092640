internal import PlainValues

/// What somebody typed, in single quotes, fit for one line of a terminal.
///
/// Control characters, bidi controls and line separators stand as `\u{..}`, and a long text is cut.
func quoted(_ text: String) -> String {
    var shown = ""
    for (index, scalar) in text.unicodeScalars.enumerated() {
        guard index < longestQuoted else {
            shown += "..."
            break
        }
        shown +=
            scalar.isUnprintable ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }
    return "'\(shown)'"
}

/// In scalars: what is longer is not a name that somebody mistyped, and would bury the message.
let longestQuoted = 100
