/// What may stand as a value, for checking, completing and describing it.
enum ValueKind: Equatable, Sendable {
    /// Any text; the rules of the policy, if any, are checked elsewhere.
    case text
    case choices([String])
    /// ASCII digits that give a number within the range.
    case number(ClosedRange<Int>)
    /// Two ASCII letters, as in ISO 3166-1.
    case countryCode
    case file, directory
    /// The e-mail of a registered account; any text is taken.
    case accountEmail
    /// The words after `regapp help`.
    case topic

    /// Whether an empty text can only be a slip.
    var isPath: Bool { self == .file || self == .directory }

    /// Whether a text that stands where it should not is likely to be meant as this kind of value.
    func suits(_ text: String) -> Bool {
        switch self {
        case .choices, .number: accepts(text)
        case .text: !text.isBlank
        case .accountEmail: text.contains("@")
        case .countryCode, .file, .directory, .topic: false
        }
    }

    /// Whether the text may stand as this kind of value.
    func accepts(_ text: String) -> Bool {
        switch self {
        case .text, .file, .directory, .accountEmail, .topic: true
        case .choices(let choices): choices.contains(text)
        case .number(let range):
            text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                && Int(text).map(range.contains) == true
        case .countryCode:
            text.utf8.count == 2
                && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
        }
    }
}

extension String {
    /// Whether there is nothing in it but spaces.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
