import Testing

@testable import RegappCore

/// A case of ``Rule``, without the numbers that it has under a policy.
///
/// A new rule does not compile here, three times: `init(_:)` asks which case it is, `example` what breaks it, and `line`
/// where `policy show` and the help name it.
enum RuleKind: String, CaseIterable, CustomTestStringConvertible {
    case required
    case control, invisible
    case atSign, space, localLength, dot, emptyLabel, hostLength, endingLength
    case ascii, localPart, hostName, maximumLocal, maximumLabel, maximumAddress, maximumFileName
    case passwordLength, letters, digits, digit, lowercase, uppercase, alphanumeric, notEmail, bytes
    case english, nameLength
    case shape, ambiguous, real, earliest, latest, future, minimumAge
    case phone, phoneCountry, phoneDigit
    case unsupportedHash, malformedHash, plainHash, costlyHash
    case timestamp, flag, link

    var testDescription: String { rawValue }

    init(_ rule: Rule) {
        self =
            switch rule {
            case .required: .required
            case .characters(.control): .control
            case .characters(.invisible): .invisible
            case .email(let rule): Self.email(rule)
            case .password(let rule): Self.password(rule)
            case .name(.english): .english
            case .name(.length): .nameLength
            case .date(.shape): .shape
            case .date(.ambiguous): .ambiguous
            case .date(.real): .real
            case .date(.earliest): .earliest
            case .date(.latest): .latest
            case .birthday(.future): .future
            case .birthday(.minimumAge): .minimumAge
            case .phone: .phone
            case .phonePlan(.country): .phoneCountry
            case .phonePlan(.missingDigit): .phoneDigit
            case .hash(.unsupported): .unsupportedHash
            case .hash(.malformed): .malformedHash
            case .hash(.plain): .plainHash
            case .hash(.tooCostly): .costlyHash
            case .timestamp: .timestamp
            case .flag: .flag
            case .link: .link
            }
    }

    private static func email(_ rule: EmailRule) -> RuleKind {
        switch rule {
        case .atSign: .atSign
        case .space: .space
        case .localLength: .localLength
        case .dot: .dot
        case .emptyLabel: .emptyLabel
        case .hostLength: .hostLength
        case .endingLength: .endingLength
        case .ascii: .ascii
        case .localPart: .localPart
        case .hostName: .hostName
        case .maximumLocal: .maximumLocal
        case .maximumLabel: .maximumLabel
        case .maximumAddress: .maximumAddress
        case .maximumFileName: .maximumFileName
        }
    }

    private static func password(_ rule: PasswordRule) -> RuleKind {
        switch rule {
        case .length: .passwordLength
        case .letters: .letters
        case .digits: .digits
        case .kind(.digit): .digit
        case .kind(.lowercase): .lowercase
        case .kind(.uppercase): .uppercase
        case .alphanumeric: .alphanumeric
        case .notEmail: .notEmail
        case .bytes: .bytes
        }
    }

    /// A value that breaks the rule, in the directory whose rules have it.
    var example: RuleExample {
        switch self {
        case .required: RuleExample(.email, "")
        case .control: RuleExample(.lastName, "Le\u{1}e")
        case .invisible: RuleExample(.lastName, "Le\u{200B}e")
        case .atSign: RuleExample(.email, "ann.mail.example")
        case .space: RuleExample(.email, "a nn@mail.example")
        case .localLength: RuleExample(.email, "an@mail.example", .profile)
        case .dot: RuleExample(.email, "ann@mail")
        case .emptyLabel: RuleExample(.email, "ann@mail..example")
        case .hostLength: RuleExample(.email, "ann@ma.example", .profile)
        case .endingLength: RuleExample(.email, "ann@mail.e", .profile)
        case .ascii: RuleExample(.email, "zo\u{E9}@mail.example")
        case .localPart: RuleExample(.email, "a(nn@mail.example")
        case .hostName: RuleExample(.email, "ann@ma_il.example")
        case .maximumLocal: RuleExample(.email, "\(Self.many("a", 65))@mail.example")
        case .maximumLabel: RuleExample(.email, "ann@\(Self.many("a", 64)).example")
        case .maximumAddress:
            RuleExample(
                .email, "ann@" + [String](repeating: Self.many("a", 60), count: 5).joined(separator: "."))
        case .maximumFileName: RuleExample(.email, "\(Self.many("!", 60))@\(Self.many("a", 60)).example")
        case .passwordLength: RuleExample(.password, "SilverFox71")
        case .letters: RuleExample(.password, "Ab345678901234")
        case .digits: RuleExample(.password, "SilverFoxes")
        case .digit: RuleExample(.password, "SilverFoxess")
        case .lowercase: RuleExample(.password, "SILVERFOX777")
        case .uppercase: RuleExample(.password, "silverfox777")
        case .alphanumeric: RuleExample(.password, "Silver-Fox-777")
        case .notEmail: RuleExample(.password, "Ann@Mail.Example")
        case .bytes: RuleExample(.password, Self.many("Aa1", 25))
        case .english: RuleExample(.lastName, "Ли")
        case .nameLength: RuleExample(.lastName, Self.many("a", 1_001))
        case .shape: RuleExample(.birthday, "1990")
        case .ambiguous: RuleExample(.birthday, "05/06/1990")
        case .real: RuleExample(.birthday, "1990-02-31")
        case .earliest: RuleExample(.birthday, "1899-12-31")
        case .latest: RuleExample(.birthday, "+99999y")
        case .future: RuleExample(.birthday, "9999-12-31", .ageless)
        case .minimumAge: RuleExample(.birthday, "2025-01-31")
        case .phone: RuleExample(.phone, "+7 916")
        case .phoneCountry: RuleExample(.phone, "0612345678")
        case .phoneDigit: RuleExample(.phone, "7916123456")
        case .unsupportedHash: RuleExample(.passwordHash, "$sm3$saltsalt$0123456789")
        case .malformedHash: RuleExample(.passwordHash, "$6$saltsalt$short")
        case .plainHash: RuleExample(.passwordHash, "SilverFox7")
        case .costlyHash: RuleExample(.passwordHash, "$2b$31$" + Self.many("a", 53))
        case .timestamp: RuleExample(.registered, "yesterday")
        case .flag: RuleExample(.mustChange, "maybe")
        case .link: RuleExample(.passwordLink, "tomorrow")
        }
    }

    /// Where `policy show` and the help name the rule.
    var line: RuleLine {
        switch self {
        case .required: .says("required", "email")
        case .control, .invisible, .space, .emptyLabel: .nothing(because: "no value needs them")
        case .atSign: .says("email", "@")
        case .localLength: .says("email", "at least 3 characters, @")
        case .dot: .says("email", "name@host.example")
        case .hostLength: .says("email", "a label of at least 3")
        case .endingLength: .says("email", "a dot, at least 2 more")
        case .ascii: .says("email", "ASCII")
        case .localPart, .hostName: .says("email", "an ASCII address like")
        case .maximumLocal, .maximumLabel, .maximumAddress: .nothing(because: "no address is longer")
        case .maximumFileName: .says("email", "at most 240 bytes as a file name")
        case .passwordLength: .says("passwordLength", "at least 12 characters")
        case .letters: .says("passwordLetters", "at least 6 letters")
        case .digits: .says("passwordDigits", "at least 3 digits")
        case .digit: .says("passwordRequires", "a digit")
        case .lowercase: .says("passwordRequires", "a lowercase letter")
        case .uppercase: .says("passwordRequires", "an uppercase letter")
        case .alphanumeric: .says("passwordAlphabet", "only letters and digits")
        case .notEmail: .says("passwordNotEmail", "different from the email")
        case .bytes: .says("hash", "at most 72 bytes")
        case .english: .says("nameAlphabet", "English letters")
        case .nameLength: .nothing(because: "no name is longer, and `help policies` says it of every policy")
        case .shape: .says("birthday", "a date like")
        case .earliest: .says("birthday", "1900-01-01 or later")
        case .minimumAge: .says("minimumAge", "at least 18 years old")
        case .phone, .phoneCountry, .phoneDigit: .says("phoneMask", "+7 (***) ***-**-**")
        case .ambiguous, .real, .latest, .future: .nothing(because: "it is no birthday")
        case .unsupportedHash, .malformedHash, .plainHash, .costlyHash, .timestamp, .flag, .link:
            .nothing(because: "regapp writes it")
        }
    }

    private static func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}

/// A line of `policy show`: its key, and words in it.
enum RuleLine {
    case says(_ key: String, _ words: String)
    case nothing(because: String)
}

/// A value that breaks a rule.
struct RuleExample {
    /// The rules of a directory, between them with every rule that there is.
    enum Rules: String {
        case profile = #"{"policy":"profile"}"#
        case strict =
            #"""
            {"policy":"albums","hash":"bcrypt","hashCost":4,"passwordLength":12,"passwordLetters":6,
            "passwordDigits":3,"passwordAlphabet":"alphanumeric","passwordNotEmail":true,
            "required":["firstName"],"loginKey":"firstName"}
            """#
        case ageless = #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"#
    }

    let field: Field
    let value: String
    let rules: Rules

    init(_ field: Field, _ value: String, _ rules: Rules = .strict) {
        (self.field, self.value, self.rules) = (field, value, rules)
    }
}
