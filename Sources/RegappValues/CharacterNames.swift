extension Unicode.Scalar {
    /// The name of an invisible character, such as `zero-width space`; nil for a visible one, and for one without a
    /// name of its own.
    package var invisibleName: String? {
        switch value {
        case 0x00: "NUL"
        case 0x09: "tab"
        case 0x0B: "vertical tab"
        case 0x0C: "form feed"
        case 0x1B: "escape character"
        case 0x85: "next line"
        case 0xA0: "no-break space"
        case 0xAD: "soft hyphen"
        case 0x180E: "Mongolian vowel separator"
        case 0x2002: "en space"
        case 0x2003: "em space"
        case 0x2007: "figure space"
        case 0x2009: "thin space"
        case 0x200A: "hair space"
        case 0x200B: "zero-width space"
        case 0x200C: "zero-width non-joiner"
        case 0x200D: "zero-width joiner"
        case 0x200E: "left-to-right mark"
        case 0x200F: "right-to-left mark"
        case 0x2028: "line separator"
        case 0x2029: "paragraph separator"
        case 0x202A...0x202E, 0x2066...0x2069: "text direction character"
        case 0x202F: "narrow no-break space"
        case 0x2060: "word joiner"
        case 0x3000: "ideographic space"
        case 0xFEFF: "byte order mark"
        case _ where properties.isVariationSelector: "variation selector"
        default: nil
        }
    }

    /// Its number in Unicode's notation, such as `U+200B`.
    package var codePoint: String { "U+" + hexadecimalDigits }

    /// Its number in four hexadecimal digits or more.
    package var hexadecimalDigits: String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
