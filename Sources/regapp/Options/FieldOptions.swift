import Accounts
import CommandParser

/// The options that give the fields of an account their values.
struct FieldOptions {
    /// What the line says of each field; nothing of the others.
    let values: [Field: Asked<String>]
    let password: PasswordSource

    /// Reads the options of these fields, in this order, and those for the password.
    ///
    /// - Parameters:
    ///   - areRequired: whether the command asks for them where they are not given.
    ///   - summary: what the option of a field does.
    init(
        _ line: inout CommandLineReader, _ fields: [Field], areRequired: Bool = false,
        summary: @escaping @Sendable (Field) -> String = { $0.optionHelp() }
    ) {
        var values: [Field: Asked<String>] = [:]
        for field in fields {
            values[field] = line.askable(
                field.optionWord, field == .email ? .email : .text, field.placeholder,
                isRequired: areRequired,
                summary(field))
        }
        self.values = values
        password = PasswordSource(&line)
    }
}

extension ValueType<String> {
    /// An e-mail, whose rules are those of the policy.
    static var email: ValueType { ValueType(looksLike: { $0.contains("@") }, sample: "") { $0 } }
}

extension Field {
    /// The fields whose values commands print: no hash is ever shown.
    static let printed = allCases.filter { $0 != .passwordHash }

    /// The option without its hyphens, such as `first-name`.
    var optionWord: String { String(optionName.dropFirst(2)) }

    var placeholder: String {
        switch self {
        case .email: "EMAIL"
        case .password: "PASSWORD"
        case .firstName, .lastName: "NAME"
        case .birthday: "DATE"
        case .phone: "PHONE"
        case .passwordHash, .registered: ""
        }
    }

    /// What the option is, such as `the birthday, as YYYY-MM-DD`.
    func optionHelp(isNew: Bool = false) -> String {
        let form =
            switch self {
            case .birthday: ", as YYYY-MM-DD"
            case .phone: ", such as '+7 916 123-45-67'"
            case .email, .password, .firstName, .lastName, .passwordHash, .registered: ""
            }
        return "the \(isNew ? "new " : "")\(noun)\(form)"
    }
}
