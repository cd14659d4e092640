/// A piece of an account, in the order in which files and `show` hold them.
///
/// The raw value is the key in `profile.json`, in the files of `accounts/`, in CSV headers and after `--field`.
public enum Field: String, CaseIterable, Hashable, Sendable {
    case email, password, firstName, lastName, birthday, phone, passwordHash, registered

    /// The fields that a person types; the others are computed by regapp.
    public static let typed: [Field] = [.email, .password, .firstName, .lastName, .birthday, .phone]

    /// The fields that a new password replaces.
    static let secrets: Set<Field> = [.password, .passwordHash]

    /// The field's name inside a sentence, such as `first name`.
    public var noun: String {
        switch self {
        case .email: "e-mail"
        case .password: "password"
        case .firstName: "first name"
        case .lastName: "last name"
        case .birthday: "birthday"
        case .phone: "phone"
        case .passwordHash: "password hash"
        case .registered: "registration time"
        }
    }

    /// The label before the value, with its colon, such as `First name:`.
    public var label: String {
        switch self {
        case .email: "Email:"
        case .password: "Password:"
        case .firstName: "First name:"
        case .lastName: "Last name:"
        case .birthday: "Birthday:"
        case .phone: "Phone:"
        case .passwordHash: "Password hash:"
        case .registered: "Registered:"
        }
    }

    /// The command-line option that sets the field, such as `--first-name`.
    ///
    /// Commands offer it for the fields in ``typed`` only.
    public var optionName: String {
        rawValue.reduce(into: "--") { name, character in
            if character.isUppercase { name += "-" }
            name += character.lowercased()
        }
    }
}
