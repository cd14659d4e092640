internal import PlainValues

/// A piece of an account, in the order in which files and `show` hold them.
///
/// The raw value is the key in `profile.json`, in the files of `accounts/`, in CSV headers and after `--field`.
/// Everything else that there is to know about a field stands in its ``row``, but for its rules, which stand below.
public enum Field: String, CaseIterable, Hashable, Sendable {
    case email, password, firstName, lastName, birthday, phone, passwordHash, registered

    /// Whether its values may hold what shows only in what it makes of its neighbours: joiners and the like.
    var mayJoin: Bool { self == .firstName || self == .lastName || self == .password }

    /// The place among all fields.
    var order: Int {
        switch self {
        case .email: 0
        case .password: 1
        case .firstName: 2
        case .lastName: 3
        case .birthday: 4
        case .phone: 5
        case .passwordHash: 6
        case .registered: 7
        }
    }

    var row: FieldRow {
        switch self {
        case .email:
            FieldRow(
                noun: "email", label: "Email", icon: "✉",
                otherNames: ["mail", "emailaddress", "mailaddress", "primaryemail", "email1value"],
                entry: FieldEntry("EMAIL", example: "ann@mail.example"), column: "Email",
                attribute: LDAPAttribute("mail", otherNames: ["rfc822mailbox"], .ia5String),
                rule: \.emailWords, requiredBy: [.profile, .albums, .authorisation])
        case .password:
            FieldRow(
                noun: "password", label: "Password", icon: "✱", otherNames: ["pass", "passwd", "pwd"],
                entry: FieldEntry("PASSWORD", example: "SilverFox7", style: .secret),
                requiredBy: [.profile, .albums], shownBy: [.authorisation])
        case .firstName:
            FieldRow(
                noun: "first name", label: "First name", icon: "☺",
                otherNames: ["givenname", "forename", "fname"],
                entry: FieldEntry("NAME", example: "Ann"), column: "First name",
                attribute: LDAPAttribute("givenName", otherNames: ["gn"], .directoryString),
                rule: \.nameWords,
                requiredBy: [.albums, .authorisation], shownBy: [.profile])
        case .lastName:
            FieldRow(
                noun: "last name", label: "Last name", icon: "☺",
                otherNames: ["surname", "familyname", "secondname", "lname"],
                entry: FieldEntry("NAME", example: "Lee"), column: "Last name",
                attribute: LDAPAttribute("sn", otherNames: ["surname"], .directoryString), rule: \.nameWords,
                requiredBy: [.albums, .authorisation], shownBy: [.profile])
        case .birthday:
            FieldRow(
                noun: "birthday", label: "Birthday", icon: "✦",
                otherNames: ["dateofbirth", "birthdate", "dob", "bday", "born"],
                entry: FieldEntry("DATE", example: "1990-05-31", style: .date),
                column: "Birthday",
                rule: \.birthdayWords, requiredBy: [.albums])
        case .phone:
            FieldRow(
                noun: "phone", label: "Phone", icon: "☎",
                otherNames: [
                    "tel", "telephone", "mobile", "mobilephone", "mobilenumber", "phonenumber",
                    "telephonenumber",
                    "phone1value",
                ],
                entry: FieldEntry("PHONE", example: "+7 916 123-45-67", style: .phone),
                column: "Phone",
                attribute: LDAPAttribute("telephoneNumber", .printableString),
                requiredBy: [.albums])
        case .passwordHash:
            FieldRow(
                noun: "password hash", label: "Password hash", icon: "✱",
                // Of the password a table says only whether there is one.
                column: "Password", attribute: LDAPAttribute("userPassword", .directoryString))
        case .registered:
            FieldRow(
                noun: "registration time", label: "Registered", icon: "✦",
                column: "Registered")
        }
    }

    /// Every rule of the field's own that a value breaks, which has passed those that hold for every field.
    ///
    /// - Parameters:
    ///   - value: at least one character, none of them forbidden; of a password also none at all.
    ///   - draft: the account whose value it is.
    func brokenRules(by value: String, in draft: Draft, under policy: Policy) -> [Rule] {
        switch self {
        case .email: EmailRule.broken(by: value, form: policy.emailForm).map(Rule.email)
        case .password:
            policy.passwordRules.filter { !$0.isSatisfied(by: value, in: draft) }.map(Rule.password)
        case .firstName, .lastName:
            NameRule.broken(by: value, isEnglish: policy.namesAreEnglish).map(Rule.name)
        case .birthday:
            BirthdayRule.broken(by: value, minimumAge: policy.minimumAge, today: draft.today)
                .map(Rule.birthday)
        case .phone: PhoneRule.broken(by: value, mask: policy.phoneMask).map(Rule.phone)
        case .passwordHash: HashRule.broken(by: value).map(Rule.hash)
        case .registered: TimestampRule.broken(by: value).map(Rule.timestamp)
        }
    }
}

/// What a value can be held to: a sum of small enums, each in the file with its check.
///
/// A rule is a fact with the numbers that it has under the policy in force. It says which fields it ``reads`` and how a
/// checklist shows it, its ``listing``; its phrase is its `requirement`, and ``Violation/message`` is for people.
package enum Rule: Hashable, Sendable {
    /// The field must be there and not be empty.
    case required
    case characters(CharacterRule)
    case email(EmailRule)
    case password(PasswordRule)
    case name(NameRule)
    case birthday(BirthdayRule)
    case phone(PhoneRule)
    case hash(HashRule)
    case timestamp(TimestampRule)

    /// When a checklist shows a rule.
    enum Listing {
        /// Before anything is typed.
        case always
        /// Only while it is broken: typing on never mends that, and few values do it.
        case whileBroken
        /// Never: others say between them what it asks for.
        case never
    }

    /// The fields that it reads besides the one that it is about.
    package var reads: [Field] {
        switch self {
        case .password(let rule): rule.reads
        case .required, .characters, .email, .name, .birthday, .phone, .hash, .timestamp: []
        }
    }

    /// When a checklist shows it.
    var listing: Listing {
        switch self {
        case .characters: .whileBroken
        case .password(let rule): rule.listing
        case .email(let rule): rule.listing
        case .name, .birthday, .phone: .always
        case .required, .hash, .timestamp: .never
        }
    }

    /// The stable machine name, the same whatever the numbers; all bounds of size are `length`.
    package var name: String {
        switch self {
        case .required: "required"
        case .characters(let rule): rule.name
        case .email(let rule): rule.name
        case .password(let rule): rule.name
        case .name(let rule): rule.rawValue
        case .birthday(let rule): rule.name
        case .phone(let rule): rule.rawValue
        case .hash(let rule): rule.name
        case .timestamp(let rule): rule.rawValue
        }
    }
}
