import RegappCore
import RegappCommandLine

struct FieldOptions {
    /// Only for fields that the line names, and not for the password.
    let values: [Field: Asked<String>]
    let password: PasswordSource
    var isEmpty: Bool { values.isEmpty && !password.isGiven }

    /// Whether the line has an option without a value, which is to be asked for.
    var areAsked: Bool { values.values.contains(.toBeAsked) || password.isAsked }

    /// Reads the options of these fields, in order, and those for the password.
    ///
    /// - Parameters:
    ///   - mayGenerate: whether a generated password may be requested.
    ///   - required: those without which the command does nothing.
    ///   - summary: what the option of a field does.
    init(
        _ line: inout CommandLineReader, _ fields: [Field], required: [Field] = [],
        mayGenerate: Bool = false,
        summary: @escaping @Sendable (Field) -> String = { $0.optionHelp() }
    ) {
        var values: [Field: Asked<String>] = [:]
        for field in fields {
            values[field] = line.askable(
                field.optionName, field == .email ? .email : .text, field.placeholder,
                isRequired: required.contains(field),
                summary(field))
        }
        self.values = values
        password = PasswordSource(&line, mayGenerate: mayGenerate)
    }
}

extension ValueType<String> {
    /// An email; the policy has its rules.
    static var email: ValueType { ValueType(looksLike: { $0.contains("@") }, sample: "") { $0 } }
}
