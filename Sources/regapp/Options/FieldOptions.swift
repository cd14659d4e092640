import RegappCore
import RegappCommandLine

struct FieldOptions {
    /// Only for fields that the line names, and not for the password.
    let values: [Field: Asked<String>]
    let password: PasswordSource
    var isEmpty: Bool { values.isEmpty && !password.isGiven }

    /// Whether the line has an option without a value, which is to be asked for.
    var areAsked: Bool { values.values.contains(.toBeAsked) || password.isAsked }

    /// - Parameters:
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
    static var email: ValueType { ValueType(looksLike: { $0.contains("@") }, sample: "") { $0 } }
}
