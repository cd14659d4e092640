internal import PlainValues

/// The rules for a phone; the raw value is the stable machine name.
package enum PhoneRule: String, RuleFamily {
    /// It is a number with ten digits after `+7`.
    case number = "phone"

    package var name: String { rawValue }

    var listing: RuleListing { .always }

    static func broken(by value: String, in draft: Draft) -> [PhoneRule] {
        PhoneNumber.isStored(value) || PhoneNumber(value) != nil ? [] : listed(in: draft)
    }

    static func listed(in draft: Draft) -> [PhoneRule] { draft.policy.phoneMask == .none ? [] : [.number] }
}

/// A phone number with the mask `+7 (***) ***-**-**`: ten digits after the country code. Only this type knows the
/// prefixes +7, 7 and 8.
package struct PhoneNumber: Hashable, Sendable {
    private static let nationalLength = 10

    private let nationalDigits: String

    /// Reads a number as people type it; nil for anything else.
    ///
    /// That is `9161234567`, `89161234567`, `79161234567`, `+7 916 123-45-67` or `+7 (916) 123-45-67`. Spaces,
    /// hyphens, dots and one pair of parentheses may stand anywhere after the plus; digits are ASCII.
    package init?(_ typed: String) {
        guard let beginning = Beginning(typed), beginning.isWhole else { return nil }
        nationalDigits = beginning.nationalDigits
    }

    /// A text that is a number, or the beginning of one.
    package struct Beginning: Hashable, Sendable {
        /// The digits after the country code, or after the 7 or 8 that stands for it.
        package let nationalDigits: String
        /// The typed text without leading spaces and with `+7` for a dialled 7 or 8: the same number, whatever
        /// follows.
        package let text: String
        fileprivate let isWhole: Bool

        /// Nil if no number begins like this.
        package init?(_ typed: String) {
            let trimmed = typed.unicodeScalars.drop { $0.isSpace && !$0.isForbiddenControl }
            let hasPlus = trimmed.first == "+"
            let rest = trimmed.dropFirst(hasPlus ? 1 : 0)
            guard rest.allSatisfy({ $0.isDigit || PhoneNumber.isSeparator($0) }),
                let isOpen = PhoneNumber.hasOpenParenthesis(rest)
            else { return nil }
            // As bytes, since a string that grows scalar by scalar is many times as slow.
            let digits = rest.compactMap { $0.isDigit ? UInt8(truncatingIfNeeded: $0.value) : nil }
            let prefix: Int
            switch (digits.count, digits.first, hasPlus) {
            case (0...PhoneNumber.nationalLength, _, false), (0, _, true): prefix = 0
            case (1...PhoneNumber.nationalLength + 1, UInt8(ascii: "7"), true),
                (PhoneNumber.nationalLength + 1, UInt8(ascii: "7"), false),
                (PhoneNumber.nationalLength + 1, UInt8(ascii: "8"), false):
                prefix = 1
            default: return nil
            }
            nationalDigits = String(decoding: digits.dropFirst(prefix), as: UTF8.self)
            isWhole = digits.count - prefix == PhoneNumber.nationalLength && !isOpen
            if prefix == 1, !hasPlus, let dialled = rest.firstIndex(where: \.isDigit) {
                text = "+7" + String(rest[..<dialled]) + String(rest[rest.index(after: dialled)...])
            } else {
                text = String(trimmed)
            }
        }
    }

    /// Whether a text is a number as files hold it, like most that are looked at.
    fileprivate static func isStored(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == nationalLength + 2 && bytes.starts(with: "+7".utf8)
            && bytes.dropFirst(2).allSatisfy(\.isDigit)
    }

    /// The number as files hold it, such as `+79161234567`.
    package var stored: String { "+7" + nationalDigits }

    /// The number as people see it, such as `+7 (916) 123-45-67`.
    package var masked: String {
        var digits = nationalDigits.makeIterator()
        return String(Policy.PhoneMask.russian.rawValue.map { $0 == "*" ? digits.next() ?? $0 : $0 })
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")": true
        default: scalar.isSpace && !scalar.isForbiddenControl
        }
    }

    /// Whether the only pair of parentheses is still open; nil if they are wrong.
    private static func hasOpenParenthesis(_ text: some Sequence<Unicode.Scalar>) -> Bool? {
        let parentheses = text.filter { $0 == "(" || $0 == ")" }
        guard ["(", ")"].starts(with: parentheses) else { return nil }
        return parentheses.count == 1
    }
}
