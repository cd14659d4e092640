/// The rules for a phone; a policy has one, the value of `phoneMask` in `policy.json`.
package enum PhoneRule: Hashable, Sendable {
    case mask(PhonePattern)
    /// A number of any country, with its code.
    case international
    /// Digits, spaces and `+-()./` only; files are not checked for it, as their owners may have written anything.
    case plain

    var facts: RuleFacts {
        let requirement =
            switch self {
            case .mask(let mask): "+\(mask.code) and \(mask.length.counted("digit"))"
            case .international: "an international number: + and 7 to 15 digits"
            case .plain: "digits, spaces and + - ( ) . / only"
            }
        return RuleFacts(
            name: "phone", requirement: requirement, sentence: "must be " + requirement,
            short: "needs " + requirement, listing: .always)
    }

    static func broken(by value: String, in draft: Draft) -> [Rule] {
        let rule = draft.policy.phoneMask
        switch rule {
        case .mask(let mask):
            if mask.isStored(value) || PhoneNumber(value, under: mask) != nil { return [] }
            if let plan = mask.planBroken(by: value) { return [.phonePlan(plan)] }
        case .international: if InternationalPhone.stored(value) != nil { return [] }
        case .plain: if draft.changes[.phone] == nil || isPlain(value) { return [] }
        }
        return [.phone(rule)]
    }

    static func listed(in draft: Draft) -> [Rule] {
        let rule = draft.policy.phoneMask
        if case .mask(let mask) = rule, mask.hasPlan { return [.phone(rule), .phonePlan(.country)] }
        return [.phone(rule)]
    }

    /// Whether a text could be a phone in the notation of some country.
    static func isPlain(_ value: String) -> Bool {
        value.unicodeScalars.allSatisfy {
            $0.isDigit || $0.isSpace || PhoneText.isSeparator($0) || $0 == "+" || $0 == "/"
        }
            && value.unicodeScalars.contains(where: \.isDigit)
    }
}

/// What numbers of +7 have in common, which Russia and Kazakhstan share: so that a number of another country, typed without
/// its code, is not taken for one of theirs.
package enum PhonePlanRule: Hashable, Sendable {
    /// No number of theirs begins with 0, 1, 2 or 5; one of 11 digits begins with 7 or 8.
    case country
    /// None begins with 79 or 89: these are the code and a mobile number, which lacks its last digit.
    case missingDigit

    var facts: RuleFacts {
        switch self {
        case .country:
            let advice = "no number of +7: begin with + and the country's code"
            return RuleFacts(
                name: "phone", requirement: "Russia or Kazakhstan", sentence: "is " + advice, short: advice,
                listing: .always)
        case .missingDigit:
            return RuleFacts(
                name: "phone", sentence: "is not whole: one digit is missing", short: "one digit is missing",
                listing: .never(because: "a number that is being typed lacks digits"))
        }
    }
}

extension PhonePattern {
    /// Recognizes most numbers quickly: they are already as files hold them.
    fileprivate func isStored(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return bytes.count == 1 + code.utf8.count + length && bytes[0] == UInt8(ascii: "+")
            && code.hasBytes(bytes.extracting(1...code.utf8.count))
            && Int(digits: bytes, 1..<bytes.count) != nil
            && planBroken(byNational: text.utf8.dropFirst(1 + code.utf8.count)) == nil
    }
}

extension PhoneRule {
    /// The possible values: an example of a mask, and the words.
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

    /// As files hold it; nil if the text is not a number.
    func stored(_ typed: String) -> String? {
        switch self {
        case .mask(let mask): PhoneNumber(typed, under: mask)?.stored
        case .international: InternationalPhone.stored(typed)
        case .plain: nil
        }
    }

    package var example: String {
        switch self {
        case .mask(.russian): Field.phone.example
        case .mask(let mask): mask.example
        case .international, .plain: "+49 30 901820"
        }
    }
}

/// A country's code, such as `+49`, for phones written as they are dialled within that country.
package struct CallingCode: Hashable, Sendable {
    private let digits: String

    package static let german = CallingCode(digits: "49")
}

extension CallingCode {
    /// Nil unless the text is a plus and one to three digits.
    package init?(_ text: String) {
        let digits = text.unicodeScalars.dropFirst()
        guard text.unicodeScalars.first == "+", (1...3).contains(digits.count), digits.allSatisfy(\.isDigit),
            digits.first != "0"
        else { return nil }
        self.digits = String(digits)
    }

    package var text: String { "+" + digits }

    /// A national number as files hold it; nil for others, such as one with a country code or perhaps no area code.
    package func stored(_ typed: String) -> String? {
        let isNumber = typed.unicodeScalars.allSatisfy {
            $0.isDigit || $0 == "/" || PhoneText.isSeparator($0)
        }
        guard InternationalPhone.stored(typed) == nil, isNumber,
            PhoneText.hasOpenParenthesis(typed.unicodeScalars) == false
        else { return nil }
        let number = String(decoding: PhoneText.digits(of: typed.unicodeScalars), as: UTF8.self)
        guard let national = national(number) else { return nil }
        return InternationalPhone.stored(text + national)
    }

    /// Drops what is dialled only within the country.
    private func national(_ number: String) -> String? {
        if Self.ofTenDigits.contains(digits) {
            let hasPrefix = number.utf8.count == 11 && (number.hasPrefix(trunk) || number.hasPrefix(digits))
            let national = hasPrefix ? String(number.dropFirst()) : number
            let isOfPlan = digits != "7" || PhonePattern.russian.planBroken(byNational: national.utf8) == nil
            return national.utf8.count == 10 && isOfPlan ? national : nil
        }
        if number.hasPrefix(trunk) {
            return Self.keepingTheirZero.contains(digits)
                ? number : String(number.dropFirst(trunk.utf8.count))
        }
        // Without its plus, a number with the country code would look like this.
        guard !number.hasPrefix("0"), !number.hasPrefix(digits) else { return nil }
        return number.utf8.count >= Self.leastWithArea || Self.withoutAreas.contains(digits) ? number : nil
    }

    /// Dialled before a number in another area.
    private var trunk: String {
        switch digits {
        case "1": "1"
        case "7", "370": "8"
        case "36": "06"
        case "375": "80"
        default: "0"
        }
    }

    private static let ofTenDigits: Set<String> = ["1", "7"]
    /// Countries whose numbers keep their leading 0 from abroad.
    private static let keepingTheirZero: Set<String> = ["39", "378", "225", "241", "242"]
    /// Shorter numbers without a 0 may lack the area code.
    private static let leastWithArea = 9
    /// Countries with short numbers that are always dialled whole.
    private static let withoutAreas: Set<String> = [
        "45", "47", "65", "298", "352", "354", "356", "357", "371", "372", "374", "376", "377", "852", "853",
    ]
}
