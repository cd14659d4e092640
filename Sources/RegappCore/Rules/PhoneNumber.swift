/// A phone number that fits a mask: the mask's digits, and a digit for each star.
package struct PhoneNumber: Hashable, Sendable {
    private let mask: PhonePattern
    private let nationalDigits: String

    /// Reads a typed number, with or without the country code; nil for anything else.
    ///
    /// Under `+7 (***) ***-**-**`: `9161234567`, `89161234567`, `79161234567`, `+7 916 123-45-67` or `+7 (916)
    /// 123-45-67`. Spaces, hyphens, dots and one pair of parentheses may stand anywhere after the plus; only ASCII
    /// digits count.
    package init?(_ typed: String, under mask: PhonePattern = .russian) {
        guard let beginning = Beginning(typed, under: mask), beginning.isWhole else { return nil }
        self.mask = mask
        nationalDigits = beginning.nationalDigits
    }

    /// A number, or the beginning of one.
    package struct Beginning: Hashable, Sendable {
        package let nationalDigits: String
        fileprivate let isWhole: Bool

        /// Nil if no number begins like this.
        package init?(_ typed: String, under mask: PhonePattern = .russian) {
            let trimmed = PhoneText.withoutBracketedCode(typed).unicodeScalars.drop {
                $0.isSpace && !$0.isUnprintable
            }
            let hasPlus = trimmed.first == "+"
            let rest = trimmed.dropFirst(hasPlus ? 1 : 0)
            guard rest.allSatisfy({ $0.isDigit || PhoneText.isSeparator($0) }),
                let isOpen = PhoneText.hasOpenParenthesis(rest)
            else { return nil }
            let digits = PhoneText.digits(of: rest)
            guard let count = mask.digitsBeforeNumber(digits, hasPlus: hasPlus) else { return nil }
            let national = digits.dropFirst(count)
            let plan = mask.planBroken(byNational: national)
            guard plan != .country else { return nil }
            nationalDigits = String(decoding: national, as: UTF8.self)
            isWhole = national.count == mask.length && !isOpen && plan == nil
        }
    }

    /// As files hold it, such as `+79161234567`.
    package var stored: String { "+" + mask.code + nationalDigits }

    /// As people see it, such as `+7 (916) 123-45-67`.
    package var masked: String { mask.filled(with: nationalDigits) }
}

/// A phone mask: a plus, the country's digits, a star for each further digit; spaces, brackets and hyphens between.
package struct PhonePattern: Hashable, Sendable {
    package static let russian = PhonePattern(text: "+7 (***) ***-**-**", code: "7", length: 10)

    /// Such as `+7 (***) ***-**-**`.
    package let text: String
    /// The mask's digits.
    let code: String
    /// The number of stars.
    let length: Int

}

extension PhonePattern {
    /// Nil if the text is not a mask, or no E.164 number fits it.
    package init?(_ text: String) {
        let scalars = text.unicodeScalars
        guard scalars.first == "+", scalars.dropFirst().first?.isDigit == true,
            scalars.dropFirst().allSatisfy({ $0.isDigit || "* ()-".unicodeScalars.contains($0) }),
            let firstStar = scalars.firstIndex(of: "*"), !scalars[firstStar...].contains(where: \.isDigit),
            PhoneText.hasOpenParenthesis(scalars) == false
        else { return nil }
        let code = String(decoding: PhoneText.digits(of: scalars), as: UTF8.self)
        let length = scalars.count { $0 == "*" }
        guard InternationalPhone.lengths.contains(code.utf8.count + length), code.first != "0" else {
            return nil
        }
        self.init(text: text, code: code, length: length)
    }

    /// The digit dialled before a number within the country.
    private var trunk: UInt8 { UInt8(ascii: code == "7" ? "8" : "0") }

    /// How many of the first digits are the country code, or stand for it; nil if no number begins like this. A trunk
    /// digit is dropped only where there is one digit too many: in Italy a number keeps its 0.
    fileprivate func digitsBeforeNumber(_ digits: [UInt8], hasPlus: Bool) -> Int? {
        let code = Array(code.utf8)
        if hasPlus {
            guard digits.starts(with: code) || code.starts(with: digits) else { return nil }
            let count = min(code.count, digits.count)
            return withTrunk(count, digits, mayBe: code != [UInt8(ascii: "7")])
        }
        if digits.count <= length { return 0 }
        if digits.count == length + 1, digits.first == trunk { return 1 }
        if digits.starts(with: code) { return withTrunk(code.count, digits, mayBe: false) }
        let dialled: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "0")] + code
        guard self.code != "7", digits.starts(with: dialled) || dialled.starts(with: digits) else {
            return nil
        }
        return withTrunk(min(dialled.count, digits.count), digits, mayBe: true)
    }

    /// Adds a trunk digit if there is one digit too many; nil if there are more.
    private func withTrunk(_ count: Int, _ digits: [UInt8], mayBe: Bool) -> Int? {
        let rest = digits.count - count
        if rest == length + 1, mayBe, digits[count] == trunk { return count + 1 }
        return rest <= length ? count : nil
    }

    fileprivate func filled(with digits: String) -> String {
        var digits = digits.makeIterator()
        return String(text.map { $0 == "*" ? digits.next() ?? $0 : $0 })
    }

    /// Such as `+7 (123) 456-78-90`.
    var example: String { filled(with: String("123456789012345".prefix(length))) }

    /// The digits for the stars while a number is typed; nil if no number begins like this. Under `+7`, a leading 8 or
    /// 7 counts as the country code at once, unless the digits are a whole number with it.
    package func digits(ofTyped text: String) -> String? {
        guard let digits = PhoneNumber.Beginning(text, under: self)?.nationalDigits else { return nil }
        let isWhole = digits.utf8.count == length && planBroken(byNational: digits.utf8) == nil
        let isCode = self == .russian && !isWhole && !text.contains("+")
        return isCode && (digits.first == "8" || digits.first == "7") ? String(digits.dropFirst()) : digits
    }

    /// Whether the mask's numbers are those of +7, whose plan is known.
    var hasPlan: Bool { code == "7" && length == 10 }

    /// What national digits, or the first of them, break of the plan of +7.
    func planBroken(byNational digits: some Collection<UInt8>) -> PhonePlanRule? {
        guard hasPlan, let first = digits.first else { return nil }
        if "0125".utf8.contains(first) { return .country }
        let isMobile = digits.dropFirst().first == UInt8(ascii: "9")
        let isCode = first == UInt8(ascii: "7") || first == UInt8(ascii: "8")
        return digits.count == length && isCode && isMobile ? .missingDigit : nil
    }

    /// The same of a text as it is typed or stored, with or without the country code; nil if it is not about the plan.
    func planBroken(by text: String) -> PhonePlanRule? {
        guard hasPlan, PhoneRule.isPlain(text) else { return nil }
        let digits = PhoneText.digits(of: text.unicodeScalars)
        let isCode = digits.first == UInt8(ascii: "7") || digits.first == UInt8(ascii: "8")
        if text.contains("+") {
            return digits.first == UInt8(ascii: "7") ? planBroken(byNational: digits.dropFirst()) : nil
        }
        guard digits.count == length + 1 else {
            return digits.count <= length ? planBroken(byNational: digits) : nil
        }
        return isCode ? planBroken(byNational: digits.dropFirst()) : .country
    }
}

/// A number of any country (E.164): a plus and 7 to 15 digits.
enum InternationalPhone {
    static let lengths = 7...15

    /// As files hold it; nil if the text is not a number with a country code. A `00` becomes a plus; the 0 in `(0)`,
    /// which is not dialled from abroad, is dropped.
    static func stored(_ typed: String) -> String? {
        // Files hold it like this, and a registry may have 100,000 of them.
        if isStored(typed) { return typed }
        var text = String(
            String.UnicodeScalarView(
                PhoneText.withoutBracketedCode(typed).unicodeScalars.filter {
                    !($0.isSpace && !$0.isUnprintable)
                })
        )
        .replacingEach("(0)", with: "")
        if text.hasPrefix("00") { text = "+" + text.dropFirst(2) }
        let rest = text.unicodeScalars.dropFirst()
        guard text.first == "+", rest.allSatisfy({ $0.isDigit || $0 == "/" || PhoneText.isSeparator($0) }),
            PhoneText.hasOpenParenthesis(rest) == false
        else { return nil }
        let digits = PhoneText.digits(of: rest)
        guard lengths.contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
        return "+" + String(decoding: digits, as: UTF8.self)
    }

    private static func isStored(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && lengths.contains(digits.count)
            && digits.first != UInt8(ascii: "0") && digits.allSatisfy(\.isDigit)
    }
}

enum PhoneText {
    /// As bytes: a string that grows scalar by scalar is many times slower.
    static func digits(of text: some Sequence<Unicode.Scalar>) -> [UInt8] {
        text.compactMap { $0.isDigit ? UInt8(truncatingIfNeeded: $0.value) : nil }
    }

    static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Word processors turn hyphens into long dashes.
        case "-", ".", "(", ")", "\u{2010}"..."\u{2015}", "\u{2212}": true
        default: scalar.isSpace && !scalar.isUnprintable
        }
    }

    /// Drops parentheses around the country code, as in `(+49) 30 901820`.
    static func withoutBracketedCode(_ text: String) -> String {
        let rest = text.drop { $0.isWhitespace || $0 == "(" }
        guard rest.first == "+" || rest.hasPrefix("00"), rest.startIndex > text.startIndex,
            text[..<rest.startIndex].contains("("), let end = rest.firstIndex(of: ")")
        else { return text }
        return String(rest[..<end]) + " " + rest[rest.index(after: end)...]
    }

    /// Whether the only pair of parentheses is still open; nil if they are wrong.
    static func hasOpenParenthesis(_ text: some Sequence<Unicode.Scalar>) -> Bool? {
        let parentheses = text.filter { $0 == "(" || $0 == ")" }
        guard ["(", ")"].starts(with: parentheses) else { return nil }
        return parentheses.count == 1
    }
}
