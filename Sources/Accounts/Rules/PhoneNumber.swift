internal import PlainValues

/// What a phone can be held to; the raw value is the stable machine name.
public enum PhoneRule: String, Sendable {
    /// It is a number with ten digits after `+7`.
    case number = "phone"

    static func broken(by value: String, mask: Policy.PhoneMask) -> [PhoneRule] {
        mask == .none || PhoneNumber.isStored(value) || PhoneNumber(value) != nil ? [] : [.number]
    }
}

/// A phone number of the mask `+7 (***) ***-**-**`: ten digits after the country code. What dialling adds to them is
/// known here alone.
public struct PhoneNumber: Hashable, Sendable {
    /// The number of digits after `+7`.
    private static let nationalLength = 10

    /// The ten digits after `+7`.
    private let nationalDigits: String

    /// Reads a number as people type it; nil for anything else.
    ///
    /// That is `9161234567`, `89161234567`, `79161234567`, `+7 916 123-45-67` or `+7 (916) 123-45-67`. Spaces,
    /// hyphens, dots and one pair of parentheses may stand anywhere after the plus; digits are ASCII.
    public init?(_ typed: String) {
        let trimmed = typed.unicodeScalars.drop { $0.isSpace && !$0.isForbiddenControl }
        let hasPlus = trimmed.first == "+"
        let rest = trimmed.dropFirst(hasPlus ? 1 : 0)
        guard rest.allSatisfy({ $0.isDigit || Self.isSeparator($0) }),
            Self.parenthesesMatch(rest)
        else { return nil }
        // As bytes, since a string that grows scalar by scalar takes many times as long.
        let digits = rest.compactMap { $0.isDigit ? UInt8(truncatingIfNeeded: $0.value) : nil }
        switch (digits.count, digits.first, hasPlus) {
        case (Self.nationalLength, _, false): nationalDigits = String(decoding: digits, as: UTF8.self)
        case (Self.nationalLength + 1, UInt8(ascii: "7"), _),
            (Self.nationalLength + 1, UInt8(ascii: "8"), false):
            nationalDigits = String(decoding: digits.dropFirst(), as: UTF8.self)
        default: return nil
        }
    }

    /// Whether a text is a number as files hold it, which most are that are looked at.
    fileprivate static func isStored(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == nationalLength + 2 && bytes.starts(with: "+7".utf8)
            && bytes.dropFirst(2).allSatisfy(\.isDigit)
    }

    /// The number as files hold it, such as `+79161234567`.
    public var stored: String { "+7" + nationalDigits }

    /// The number as people see it, such as `+7 (916) 123-45-67`.
    public var masked: String {
        var digits = nationalDigits.makeIterator()
        return String(Policy.PhoneMask.russian.rawValue.map { $0 == "*" ? digits.next() ?? $0 : $0 })
    }

    /// The digits after `+7` in a text that is still being typed, or was pasted.
    ///
    /// The `+7` of the mask does not count. With more than ten digits, a leading 7 or 8 is the prefix of a number
    /// dialled in full.
    public static func nationalDigits(typed text: String) -> String {
        var digits = text.unicodeScalars.filter(\.isDigit)
        if text.unicodeScalars.first(where: { !$0.isSpace }) == "+", digits.first == "7" {
            digits.removeFirst()
        }
        if digits.count > nationalLength, digits.first == "7" || digits.first == "8" {
            digits.removeFirst()
        }
        return String(digits)
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "-", ".", "(", ")": true
        default: scalar.isSpace && !scalar.isForbiddenControl
        }
    }

    private static func parenthesesMatch(_ text: some Sequence<Unicode.Scalar>) -> Bool {
        let parentheses = text.filter { $0 == "(" || $0 == ")" }
        return parentheses.isEmpty || parentheses == ["(", ")"]
    }
}

extension Policy {
    /// The value as files hold it: a phone in any typed form becomes `+79161234567`, everything else stays.
    public func normalized(_ value: String, for field: Field) -> String {
        guard field == .phone, phoneMask == .russian else { return value }
        return PhoneNumber(value)?.stored ?? value
    }

    /// The value as people see it: a phone with its mask, everything else as it is.
    ///
    /// The text is not yet printable: control characters are shown escaped by whoever prints it.
    public func displayed(_ value: String, for field: Field) -> String {
        guard field == .phone, phoneMask == .russian else { return value }
        return PhoneNumber(value)?.masked ?? value
    }
}
