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
            isHarmless(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return "'\(shown)'"
}

/// In scalars: what is longer is not a name that somebody mistyped, and would bury the message.
let longestQuoted = 100

/// Not C0, DEL, C1, a bidi control, or a line or paragraph separator.
private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: false
    default: !scalar.properties.isBidiControl
    }
}
