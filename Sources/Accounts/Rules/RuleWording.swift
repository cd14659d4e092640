internal import PlainValues

/// The one place where rules become words.
extension Rule {
    /// What the rule asks for, as a phrase for a checklist, such as `at least 6 characters`.
    public var requirement: String { verbAndWords.words }

    /// What to type instead, where that is known: a lowercase phrase without a period.
    public var hint: String? {
        switch self {
        case .ascii: "write an international domain in punycode, such as xn--e1afmkfd.example"
        case .dateShape, .realDate: "write the date as YYYY-MM-DD, such as 1990-12-31"
        case .phone: "write the phone as +7 (916) 123-45-67 or 9161234567"
        default: nil
        }
    }

    /// The rule's sentence about a field: lowercase, without a period, never with the value.
    func sentence(about field: Field) -> String {
        switch self {
        case .required: "\(field.noun) is required"
        default: "\(field.noun) must \(verbAndWords.verb) \(verbAndWords.words)"
        }
    }

    private var verbAndWords: (verb: String, words: String) {
        passwordWords ?? emailWords ?? otherWords
    }

    private var passwordWords: (verb: String, words: String)? {
        switch self {
        case .minimumLength(let count): ("have", "at least \(counted(count, "character"))")
        case .letters(let count): ("have", "at least \(counted(count, "letter")) (A-Z, a-z)")
        case .digits(let count): ("have", "at least \(counted(count, "digit"))")
        case .kind(.digit): ("have", "a digit")
        case .kind(.lowercase): ("have", "a lowercase letter (a-z)")
        case .kind(.uppercase): ("have", "an uppercase letter (A-Z)")
        case .alphanumeric: ("have", "only letters and digits (A-Z, a-z, 0-9)")
        case .maximumBytes(let count): ("have", "at most \(counted(count, "byte"))")
        default: nil
        }
    }

    private var emailWords: (verb: String, words: String)? {
        switch self {
        case .atSign: ("have", "exactly one @")
        case .space: ("have", "no spaces")
        case .localLength(let count): ("have", "at least \(counted(count, "character")) before the @")
        case .dot: ("have", "a dot in what follows the @")
        case .emptyLabel: ("have", "text before, between and after the dots of its host")
        case .hostLength(let count):
            ("have", "at least \(counted(count, "character")) between the @ and the dot")
        case .endingLength(let count): ("have", "at least \(counted(count, "character")) after the dot")
        case .ascii: ("have", "only ASCII characters")
        case .localPart: ("have", "only letters, digits, single dots and !#$%&'*+-/=?^_`{|}~ before the @")
        case .hostName: ("have", "only letters, digits and inner hyphens between the dots of its host")
        case .maximumLocal(let count): ("have", "at most \(counted(count, "character")) before the @")
        case .maximumLabel(let count): ("have", "at most \(counted(count, "character")) between dots")
        case .maximumAddress(let count): ("have", "at most \(counted(count, "character"))")
        case .maximumFileName(let count): ("have", "at most \(counted(count, "byte")) as a file name")
        default: nil
        }
    }

    private var otherWords: (verb: String, words: String) {
        switch self {
        case .control: ("have", "no control characters")
        case .invisible(let found):
            ("have", "no invisible characters (\(found.map(Self.name).joined(separator: "; ")))")
        case .english:
            ("be", "English letters, with single spaces, hyphens or apostrophes between them")
        case .dateShape: ("be", "a date like 1990-12-31")
        case .realDate: ("be", "a date of the calendar")
        case .earliest(let date): ("be", "\(date.isoString) or later")
        case .future: ("be", "no later than today")
        case .minimumAge(let years): ("be", "at least \(counted(years, "year")) ago")
        case .phone: ("be", "a phone number like +7 (916) 123-45-67")
        case .timestamp: ("be", "a time in UTC like 2026-01-31T12:00:00Z")
        case .hash(let fault): ("be", Self.words(for: fault))
        default: ("be", "present")
        }
    }

    /// The name of an invisible character with its code point, such as `zero width space, U+200B`.
    private static func name(of scalar: Unicode.Scalar) -> String {
        let name =
            switch scalar.value {
            case 0xAD: "soft hyphen"
            case 0x180E: "Mongolian vowel separator"
            case 0x200B: "zero width space"
            case 0x200C: "zero width non-joiner"
            case 0x200D: "zero width joiner"
            case 0x2060: "word joiner"
            case 0xFEFF: "byte order mark"
            default: "variation selector"
            }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\(name), U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
    }

    private static func words(for fault: HashFault) -> String {
        switch fault {
        case .unsupported(let scheme): "yescrypt, bcrypt, sha512-crypt or sha256-crypt, not \(scheme)"
        case .malformed: "a whole crypt(3) hash"
        case .tooCostly(let scheme): "of a lower cost than this \(scheme)"
        }
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
