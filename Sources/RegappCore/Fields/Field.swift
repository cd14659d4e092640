package import RegappJSON

/// A value of an account; the cases are in the order of files and `show`.
///
/// The raw value is the key in `profile.json`, in the files of `accounts/`, in CSV headers and after `--field`. All
/// else about a field is in its `definition`, except its rules: `Rules/Draft.swift` says which family judges it.
public enum Field: String, CaseIterable, Hashable, Codable, Sendable {
    /// The email, which names an account; compared without case.
    case email
    /// The password in plain text: as typed, as kept in a profile, or as written by hand into an account's file.
    case password
    /// The first name.
    case firstName
    /// The last name.
    case lastName
    /// The date of birth, `YYYY-MM-DD` in files.
    case birthday
    /// The phone, `+79161234567` in files.
    case phone
    /// The hash of a registered account's password (crypt(3)), after a `!` if the account is locked.
    case passwordHash
    /// When the account was registered, in UTC (RFC 3339).
    case registered
    /// The last day of a registered account, `YYYY-MM-DD`; from the next day on it cannot be logged in to.
    case expires
    /// `true` if a registered account's password must be changed at the next login; the last day, `YYYY-MM-DD`, on
    /// which servers accept it; or absent.
    case mustChange
    /// The last day on which the account was seen in the system's log, as far as regapp was told.
    case lastSeen
    /// The day on which a lock ends, `YYYY-MM-DD`: until then a registered account is locked, from that day on it is not.
    case lockedUntil
    /// Why a registered account was locked, for its administrators.
    case lockReason
    /// Until when a one-time link lets the account's owner choose a password, and the SHA-256 of the link's token.
    case passwordLink

    /// Stands for `true` in a record.
    package static let setFlag = "true"

    /// A string, or true.
    package func json(_ value: String) -> JSONText {
        self == .mustChange && value == Self.setFlag ? .boolean(true) : .string(value)
    }

    /// Nil for a value that the field cannot have.
    func text(of value: JSONValue.Content) -> String? {
        switch value {
        case .string(let text): text
        // False means the same as an absent key.
        case .boolean(let isSet) where self == .mustChange: isSet ? Self.setFlag : ""
        case .null, .boolean, .number, .array, .object: nil
        }
    }

    /// Whether values may hold joiners and similar characters, which only affect their neighbours.
    var mayJoin: Bool { entryStyle == .name || entryStyle == .secret }

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
        case .expires: 8
        case .mustChange: 9
        case .lastSeen: 10
        case .lockedUntil: 11
        case .lockReason: 12
        case .passwordLink: 13
        }
    }

    /// Made once for all fields, since every start needs some of them.
    var definition: FieldDefinition { Self.definitions[order] }

    private static let definitions = allCases.map(\.statedDefinition)

    private var statedDefinition: FieldDefinition {
        switch self {
        case .email:
            FieldDefinition(
                noun: "email", label: "Email", icon: "✉",
                otherNames: ["mail", "emailaddress", "mailaddress", "primaryemail", "email1value"],
                entry: FieldEntry(placeholder: "EMAIL", example: "ann@mail.example"), column: "Email",
                attribute: LDAPAttribute(name: "mail", otherNames: ["rfc822mailbox"], syntax: .ia5String),
                rule: { policy in
                    policy.isRegistry
                        ? "an ASCII address like name@host.example, of at most "
                            + "\(EmailAddress.maximumFileNameBytes) bytes as a file name"
                        : "at least \(EmailRule.profileLocalLength) characters, @, a label of at least "
                            + "\(EmailRule.profileHostLength), a dot, at least \(EmailRule.profileEndingLength) more"
                }, requiredIn: [.profile, .service, .albums, .authorisation], mayBeNone: false)
        case .password:
            FieldDefinition(
                noun: "password", label: "Password", icon: "✱", otherNames: ["pass", "passwd", "pwd"],
                entry: FieldEntry(placeholder: "PASSWORD", example: "SilverFox7", style: .secret),
                // No command prints it, and it is never exported.
                column: nil, attribute: nil,
                requiredIn: [.profile, .service, .albums], optionalIn: [.authorisation])
        case .firstName:
            FieldDefinition(
                noun: "first name", label: "First name", icon: "☺",
                otherNames: ["givenname", "forename", "fname"],
                entry: FieldEntry(placeholder: "NAME", example: "Ann", style: .name),
                column: "First name",
                attribute: LDAPAttribute(name: "givenName", otherNames: ["gn"], syntax: .directoryString),
                requiredIn: [.albums, .authorisation], optionalIn: [.profile, .service])
        case .lastName:
            FieldDefinition(
                noun: "last name", label: "Last name", icon: "☺",
                otherNames: ["surname", "familyname", "secondname", "lname"],
                entry: FieldEntry(placeholder: "NAME", example: "Lee", style: .name),
                column: "Last name",
                attribute: LDAPAttribute(name: "sn", otherNames: ["surname"], syntax: .directoryString),
                requiredIn: [.albums, .authorisation], optionalIn: [.profile, .service])
        case .birthday:
            FieldDefinition(
                noun: "birthday", label: "Birthday", icon: "✦",
                otherNames: ["dateofbirth", "birthdate", "dob", "bday", "born"],
                entry: FieldEntry(placeholder: "DATE", example: "1990-05-31", style: .date),
                // inetOrgPerson has no attribute for it.
                column: "Birthday", attribute: nil,
                // The minimum age is a key of the policy.
                rule: { _ in "a date like 1990-12-31, \(CalendarDate.earliest.isoString) or later" },
                requiredIn: [.albums], optionalIn: [.service], imported: .day)
        case .phone:
            FieldDefinition(
                noun: "phone", label: "Phone", icon: "☎",
                otherNames: [
                    "tel", "telephone", "mobile", "mobilephone", "mobilenumber", "phonenumber",
                    "telephonenumber", "phone1value",
                ],
                entry: FieldEntry(placeholder: "PHONE", example: "+7 916 123-45-67", style: .phone),
                column: "Phone",
                attribute: LDAPAttribute(name: "telephoneNumber", syntax: .printableString),
                requiredIn: [.albums], optionalIn: [.service])
        case .passwordHash:
            FieldDefinition(
                noun: "password hash", label: "Password hash", icon: "✱",
                // Other programs use other hashes under other names.
                otherNames: [],
                // A table shows only whether there is a password.
                column: "Password",
                attribute: LDAPAttribute(name: "userPassword", syntax: .directoryString))
        case .registered:
            FieldDefinition(
                noun: "registration time", label: "Registered", icon: "✎",
                // Only regapp writes it; an LDAP server has its own time for each entry.
                otherNames: [], column: "Registered", attribute: nil, imported: .time)
        case .expires:
            FieldDefinition(
                noun: "expiry date", label: "Expires", icon: "◷",
                otherNames: [
                    "expiry", "expirydate", "dateexpiry", "expiration", "expirationdate", "expireson",
                    "expiresat",
                    "expiredat", "accountexpires", "accountexpirationdate", "validuntil", "validto",
                ],
                entry: FieldEntry(
                    placeholder: "DATE", example: "2026-12-31", style: .date, isForAdministrators: true),
                // Servers do not refuse a bind because of shadowExpire, so the password gets a lock instead.
                column: "Expires", attribute: nil, imported: .lastDay)
        case .mustChange:
            FieldDefinition(
                noun: "mark for a new password", label: "Must change", icon: "✱",
                // No column: `list` finds such accounts by an option.
                otherNames: [], column: nil, attribute: nil, imported: .lastDay)
        case .lastSeen:
            FieldDefinition(
                noun: "day of the last login", label: "Last seen", icon: "◉",
                // `list` shows it on request; LDAP servers count their own logins.
                otherNames: [], column: nil, attribute: nil, imported: .dayOfTime)
        case .lockedUntil:
            FieldDefinition(
                noun: "end of the lock", label: "Locked until", icon: "◷",
                // No column: `list --locked` shows it. Servers without such a date get a lock instead.
                otherNames: [], column: nil, attribute: nil, imported: .firstDay)
        case .lockReason:
            FieldDefinition(
                noun: "reason for the lock", label: "Lock reason", icon: "✎",
                // `list --locked` shows it; it is nobody else's business.
                otherNames: [], column: nil, attribute: nil, mayBeNone: false)
        case .passwordLink:
            FieldDefinition(
                noun: "link for a new password", label: "Password link", icon: "✱",
                // Neither printed nor exported, like a password.
                otherNames: [], column: nil, attribute: nil, mayBeNone: false)
        }
    }
}
