internal import RegappValues

/// The rules for a phone; each policy has one of them, the value of `phoneMask` in `policy.json`.
package enum PhoneRule: RuleFamily {
    /// It is a number of this mask.
    case mask(PhonePattern)
    /// It is a number of any country, with its code.
    case international
    /// It has digits, spaces and `+-()./` only; not asked of a file, whose owner may have written anything.
    case plain

    var facts: RuleFacts {
        let requirement =
            switch self {
            case .mask(let mask): "+\(mask.code) and \(mask.length.counted("digit"))"
            case .international: "an international number: + and 7 to 15 digits"
            case .plain: "digits, spaces and + - ( ) . / only"
            }
        return RuleFacts(
            name: "phone", requirement: requirement, sentence: "must be " + requirement, listing: .always)
    }

    static func broken(by value: String, in draft: Draft) -> [PhoneRule] {
        let isMet =
            switch draft.policy.phoneMask {
            case .mask(let mask): mask.isStored(value) || PhoneNumber(value, under: mask) != nil
            case .international: InternationalPhone.stored(value) != nil
            case .plain: draft.changes[.phone] == nil || isPlain(value)
            }
        return isMet ? [] : listed(in: draft)
    }

    static func listed(in draft: Draft) -> [PhoneRule] { [draft.policy.phoneMask] }

    /// Whether a text could be a phone in the notation of some country.
    static func isPlain(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy {
            $0.isDigit || $0.isSpace || PhoneText.isSeparator($0) || $0 == "+" || $0 == "/"
        }
            && value.unicodeScalars.contains(where: \.isDigit)
    }
}

extension PhonePattern {
    /// Whether a text is a number as files hold it, like most that are looked at.
    fileprivate func isStored(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return bytes.count == 1 + code.utf8.count + length && bytes[0] == UInt8(ascii: "+")
            && text.hasBytes(of: code, at: 1) && Int(digits: bytes, 1..<bytes.count) != nil
    }
}

// MARK: The value of `phoneMask`

extension PhoneRule {
    static let russian = PhoneRule.mask(.russian)
    /// The values that are not masks, and a mask.
    static let words = [PhonePattern.russian.text, "international", "none"]

    package var text: String {
        switch self {
        case .mask(let mask): mask.text
        case .international: "international"
        case .plain: "none"
        }
    }

    package init?(_ text: String) {
        switch text {
        case "international": self = .international
        case "none": self = .plain
        default:
            guard let mask = PhonePattern(text) else { return nil }
            self = .mask(mask)
        }
    }

    /// The number as files hold it; nil for anything that is no number.
    func stored(_ typed: String) -> String? {
        switch self {
        case .mask(let mask): PhoneNumber(typed, under: mask)?.stored
        case .international: InternationalPhone.stored(typed)
        case .plain: nil
        }
    }

    /// A number as it is typed.
    package var example: String {
        switch self {
        case .mask(.russian): Field.phone.example
        case .mask(let mask): mask.example
        case .international, .plain: "+49 30 901820"
        }
    }
}
