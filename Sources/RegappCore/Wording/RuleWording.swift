internal import RegappValues

extension Violation {
    /// The violation as a sentence: lowercase, without a period, without the value.
    public var message: String {
        let (noun, requirement) = (field.noun, rule.member?.requirement ?? "")
        return switch rule {
        case .required: "\(noun) is required"
        case .password(.notEmail): "\(noun) must be \(requirement)"
        case .characters, .email, .password, .name(.length): "\(noun) must have \(requirement)"
        case .name, .phone: "\(noun) must be \(requirement)"
        case .date(let rule): rule.sentence(about: noun)
        case .birthday(let rule): rule.sentence(about: noun)
        case .hash(let rule): rule.sentence(about: noun)
        case .timestamp(.utc): "\(noun) must be a time in UTC like 2026-01-31T12:00:00Z"
        case .stated(let rule): rule.message
        case .flag(.isTrue): "\(field.rawValue) must be true, or left out"
        }
    }

    /// The violation when its field is named already: beside the field, or after a question.
    public var shortMessage: String {
        let requirement = rule.member?.requirement ?? ""
        return switch rule {
        case .required, .hash, .timestamp, .flag: message
        case .characters, .email, .password, .name(.length): requirement
        case .stated: requirement
        case .name: "only \(requirement)"
        case .phone: requirement
        case .date(let rule): rule.shortSentence
        case .birthday(let rule): rule.shortSentence
        }
    }

    /// What to type instead, if known: a lowercase phrase without a period.
    public var hint: String? {
        switch rule {
        case .email(.ascii): "write an international domain in punycode, such as xn--e1afmkfd.example"
        case .date(.earliest): nil
        case .date where field == .expires: "write the date as \(field.dateFormats)"
        case .date: "write the date as YYYY-MM-DD, such as 1990-12-31"
        case .phone(.mask(.russian)): "write the phone as +7 (916) 123-45-67 or 9161234567"
        case .phone(.mask(let mask)): "write the phone as \(mask.example)"
        case .phone(.international): "write the phone with its country code, as +49 30 901820"
        case .phone(.plain): nil
        case .required, .characters, .email, .password, .name, .birthday, .hash, .timestamp, .flag: nil
        case .stated(let rule): rule.hint
        }
    }
}

extension PasswordRule {
    var requirement: String {
        switch self {
        case .length(let count): "at least \(count.counted("character"))"
        case .letters(let count): "at least \(count.counted("letter")) (A-Z, a-z)"
        case .digits(let count): "at least \(count.counted("digit"))"
        case .kind(.digit): "a digit"
        case .kind(.lowercase): "a lowercase letter (a-z)"
        case .kind(.uppercase): "an uppercase letter (A-Z)"
        case .alphanumeric: "only letters and digits (A-Z, a-z, 0-9)"
        case .notEmail: "different from the email and its part before the @"
        case .bytes(let count): "at most \(count.counted("byte"))"
        }
    }
}

extension EmailRule {
    var requirement: String {
        switch self {
        case .atSign: "exactly one @"
        case .space: "no spaces"
        case .localLength(let count): "at least \(count.counted("character")) before the @"
        case .dot: "a dot after the @"
        case .emptyLabel: "no empty part in its domain"
        case .hostLength(let count): "at least \(count.counted("character")) between the @ and the dot"
        case .endingLength(let count): "at least \(count.counted("character")) after the dot"
        case .ascii: "only ASCII characters"
        case .localPart: "only letters, digits, single dots and !#$%&'*+-/=?^_`{|}~ before the @"
        case .hostName: "only letters, digits and inner hyphens between the dots of its domain"
        case .maximumLocal(let count): "at most \(count.counted("character")) before the @"
        case .maximumLabel(let count): "at most \(count.counted("character")) between dots"
        case .maximumAddress(let count): "at most \(count.counted("character"))"
        case .maximumFileName(let count): "at most \(count.counted("byte")) as a file name"
        }
    }
}

extension NameRule {
    var requirement: String {
        switch self {
        case .english: "English letters, with single spaces, - or ' between them"
        case .length(let count): "at most \(count.counted("character"))"
        }
    }
}

extension PhoneRule {
    var requirement: String {
        switch self {
        case .mask(let mask): "+\(mask.code) and \(mask.length.counted("digit"))"
        case .international: "an international number: + and 7 to 15 digits"
        case .plain: "digits, spaces and + - ( ) . / only"
        }
    }
}

extension DateRule {
    fileprivate func sentence(about noun: String) -> String {
        switch self {
        case .shape: "\(noun) must be a date like 1990-12-31"
        case .ambiguous: "\(noun) can be read in two ways: \(shortSentence)"
        case .real: "\(noun) must be a date that exists: \(shortSentence)"
        case .earliest: "\(noun) must be \(shortSentence)"
        }
    }

    fileprivate var shortSentence: String {
        switch self {
        case .shape: "a date like 1990-12-31 or 31 May 1990"
        case .ambiguous(let one, let other):
            "\(one.dayAndMonth) or \(other.dayAndMonth)? write \(one.isoString) or \(other.isoString)"
        case .real(let year, let month):
            if let name = CalendarDate.name(ofMonth: month) {
                "\(name) \(year) has \(CalendarDate.days(inMonth: month, ofYear: year)) days"
            } else {
                "there is no month \(month)"
            }
        case .earliest(let date): "\(date.isoString) or later"
        }
    }
}

extension BirthdayRule {
    fileprivate func sentence(about noun: String) -> String {
        switch self {
        case .future: "\(noun) must be no later than today"
        case .minimumAge(let years, let latest):
            "\(noun) must be at least \(years.counted("year")) ago (born on or before \(latest.isoString))"
        }
    }

    fileprivate var shortSentence: String {
        switch self {
        case .future: "no later than today"
        case .minimumAge(let years, let latest): "you must be \(years): born on or before \(latest.isoString)"
        }
    }

    /// What the rule requires of a birthday, such as `18 or older: born on or before 2008-11-20`.
    var requirement: String {
        switch self {
        // A checklist does not list it: people know that a birthday is in the past.
        case .future: ""
        case .minimumAge(let years, let latest): "\(years) or older: born on or before \(latest.isoString)"
        }
    }
}

extension CalendarDate {
    /// The day without its year, such as `31 May`.
    fileprivate var dayAndMonth: String { "\(day) \(CalendarDate.name(ofMonth: month) ?? "")" }
}

extension HashRule {
    fileprivate func sentence(about noun: String) -> String {
        switch self {
        case .unsupported(let scheme):
            "\(noun) must be of a kind that regapp verifies, not \(scheme)"
        case .malformed: "\(noun) must be a whole hash"
        case .tooCostly(let scheme): "\(noun) must have a lower cost than this \(scheme) hash"
        }
    }
}

extension CharacterRule {
    var requirement: String {
        switch self {
        case .control: "no control characters"
        case .invisible(let found):
            "no invisible characters (\(found.map(Self.name).joined(separator: "; ")))"
        }
    }

    /// The name of an invisible character with its code point, such as `zero-width space, U+200B`.
    private static func name(of scalar: Unicode.Scalar) -> String {
        "\(scalar.invisibleName ?? "invisible character"), \(scalar.codePoint)"
    }
}
