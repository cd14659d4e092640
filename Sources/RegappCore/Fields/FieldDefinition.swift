struct FieldDefinition: Sendable {
    /// The name inside a sentence, such as `first name`.
    let noun: String
    /// Before a value, without a colon, such as `First name`.
    let label: String
    /// One column wide, from Unicode blocks that terminal fonts have.
    let icon: String
    /// Other names of its key, in lowercase letters only.
    let otherNames: [String]
    /// Nil if regapp computes the field.
    var entry: FieldEntry?
    /// The header of its column in tables of accounts, if any.
    let column: String?
    let attribute: LDAPAttribute?
    /// What a policy requires of its values, as a phrase, if no key of `policy.json` says it. A closure, since a key
    /// path would be built at every start.
    var rule: (@Sendable (Policy) -> String)?
    var requiredIn: [Rules.PolicyName] = []
    /// The policies whose forms have the field but may leave it empty.
    var optionalIn: [Rules.PolicyName] = []
    /// Whether a text such as `NULL` stands for no value in other programs' files; nobody is called so at an address.
    var mayBeNone = true
    var imported = Imported.text

    /// How a date in another program's file becomes a value.
    enum Imported: Sendable {
        /// Not a date: as it is.
        case text
        /// A day without a time.
        case day
        /// The last day on which something holds: the one on which the time of its end is.
        case lastDay
        /// The first day from which on something no longer holds: the one after a time in the day.
        case firstDay
        /// The day of a time.
        case dayOfTime
        /// RFC 3339.
        case time
    }
}

struct FieldEntry: Sendable {
    /// Stands for the value after the field's option, such as `NAME`.
    let placeholder: String
    /// Accepted under every policy.
    let example: String
    var style = Field.EntryStyle.text
    /// Whether only administrators set it, as it says nothing about the person.
    var isForAdministrators = false
}

extension Field {
    /// Compares by scalars. `init(rawValue:)` would compare by characters, which slows down a list of 100,000 accounts.
    init?(key: String) {
        guard let field = Self.allCases.first(where: { $0.rawValue.hasSameScalars(as: key) }) else {
            return nil
        }
        self = field
    }

    static let keys = allCases.map(\.rawValue)

    package enum EntryStyle: Hashable, Sendable {
        case text
        /// A blank name counts as none.
        case name
        /// Typed text is not shown.
        case secret
        /// Can be picked from a calendar.
        case date
        /// Has a mask under most policies.
        case phone
    }

    /// The fields that people type for their own accounts.
    public static let typedByPeople = allCases.filter { $0.definition.entry?.isForAdministrators == false }

    /// An administrator types these; regapp computes the others.
    package static let typedByAdministrators = allCases.filter { $0.definition.entry != nil }

    package static let columns = allCases.filter { $0.definition.column != nil }

    /// Commands print these; a hash and the digest of a link's token are never shown.
    package static let printed = allCases.filter { ![.passwordHash, .passwordLink].contains($0) }

    /// What decides whether somebody can log in.
    static let deciding: [Field] = [.passwordHash, .password, .expires, .mustChange, .lockedUntil]

    /// A new password replaces all of these.
    package static let secrets: Set<Field> = [.password, .passwordHash, .passwordLink]
    /// Whatever these fields hold, the email in a file still identifies the account.
    static let allButEmail = Set(allCases).subtracting([.email])

    package static let requiredInRegistries = allCases.filter { field in
        Rules.PolicyName.allCases.allSatisfy { $0 == .profile || field.definition.requiredIn.contains($0) }
    }

    /// Required unless `policy.json` says otherwise.
    static func required(in name: Rules.PolicyName) -> [Field] {
        allCases.filter { $0.definition.requiredIn.contains(name) }
    }

    /// On the policy's forms, whatever `policy.json` says.
    static func formFields(in name: Rules.PolicyName) -> [Field] {
        allCases.filter {
            $0.definition.requiredIn.contains(name) || $0.definition.optionalIn.contains(name)
        }
    }

    package var noun: String { definition.noun }

    /// The name before a value, without a colon, such as `First name`.
    public var label: String { definition.label }

    package var icon: String { definition.icon }

    /// Empty if people do not type the field.
    package var example: String { definition.entry?.example ?? "" }

    package var column: String { definition.column ?? label }

    /// Whether its values are days or times.
    var isDate: Bool { definition.imported != .text }

    package var entryStyle: EntryStyle { definition.entry?.style ?? .text }

    /// Without its dashes, such as `first-name`. Commands offer the option only for ``typedByAdministrators``.
    package var optionName: String {
        rawValue.reduce(into: "") { name, character in
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
    }

    /// Empty if people do not type the field.
    package var placeholder: String { definition.entry?.placeholder ?? "" }

    /// How a date can be typed; an expiry date also as a distance from today.
    package var dateFormats: String {
        self == .expires
            ? "\(CalendarDate.format), \(CalendarDate.wordsForDays), \(DateSpan.typedFormats) from today, or never"
            : CalendarDate.typedFormats
    }

    /// Describes the option, such as `the birthday, as YYYY-MM-DD or DD.MM.YYYY`.
    ///
    /// - Parameter isNew: whether it replaces a value: `the new birthday, as …`.
    package func optionHelp(isNew: Bool = false) -> String {
        let form =
            switch entryStyle {
            case .date: ", as \(dateFormats)"
            case .phone: ", such as '\(example)'"
            case .text, .name, .secret: ""
            }
        return "the \(isNew ? "new " : "")\(noun)\(form)"
    }
}
