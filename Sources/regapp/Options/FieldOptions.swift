import Accounts
import CommandParser

/// The options that give the fields of an account their values.
struct FieldOptions {
    /// Only of fields that the line names, and not of the password.
    let values: [Field: Asked<String>]
    let password: PasswordSource
    var isEmpty: Bool { values.isEmpty && !password.isGiven }

    /// Whether the line says of some field that its value is to be asked for.
    var areAsked: Bool { values.values.contains(.toBeAsked) || password.isAsked }

    /// Reads the options of these fields, in this order, and those for the password.
    ///
    /// - Parameters:
    ///   - mayGenerate: whether the line may ask for a generated password.
    ///   - areRequired: whether the command asks for them where they are not given.
    ///   - summary: what the option of a field does.
    init(
        _ line: inout CommandLineReader, _ fields: [Field], areRequired: Bool = false,
        mayGenerate: Bool = false,
        summary: @escaping @Sendable (Field) -> String = { $0.optionHelp() }
    ) {
        var values: [Field: Asked<String>] = [:]
        for field in fields {
            values[field] = line.askable(
                field.optionName, field == .email ? .email : .text, field.placeholder,
                isRequired: areRequired,
                summary(field))
        }
        self.values = values
        password = PasswordSource(&line, mayGenerate: mayGenerate)
    }
}

extension ValueType<String> {
    /// An email, whose rules are those of the policy.
    static var email: ValueType { ValueType(looksLike: { $0.contains("@") }, sample: "") { $0 } }
}
