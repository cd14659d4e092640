import Accounts
import CommandParser
import RegappProcess

/// The values of fields that a command line gives, the person asked for the others.
struct FieldValues {
    private let policy: Policy
    private let today: CalendarDate
    private let command: CommandID
    private let questions: Questions?
    private let options: [Field: OptionValue]

    init(_ context: borrowing CommandContext, _ policy: Policy) throws(Report) {
        self.policy = policy
        today = context.environment.today
        command = context.invocation.command
        var options: [Field: OptionValue] = [:]
        for (field, option) in Self.optionOfField { options[field] = context.invocation.value(option) }
        options[.password] = try PasswordSource.value(context.invocation)
        self.options = options
        questions = context.questions()
    }

    private static let optionOfField: [(Field, OptionID)] = [
        (.email, .email), (.firstName, .firstName), (.lastName, .lastName), (.birthday, .birthday),
        (.phone, .phone),
    ]

    /// Whether the command line names no field at all.
    var isEmpty: Bool { options.isEmpty }

    /// The given values, and answers for the options that stand without a value.
    ///
    /// - Parameters:
    ///   - fields: what is asked for as well where it is not given, in this order.
    ///   - required: whether a field of those that nobody can be asked for is an error.
    ///   - file: what is changed, if something is: its present values are shown, and Enter keeps them.
    /// - Throws: a report of all that is wrong with the given values, before anybody is asked.
    func values(
        asking fields: [Field], required: Bool, of file: AccountFile? = nil
    ) throws(Report) -> [Field: String] {
        var values = given
        let violations = Field.typed.flatMap { field in values[field].map { faults(of: $0, field) } ?? [] }
        guard violations.isEmpty else { throw Report(.violations(violations)) }
        let others = Field.typed.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        if file != nil && !others.isEmpty { questions?.tellHowToChange() }
        for field in fields + others where values[field] == nil {
            guard let questions else {
                guard required || options[field] == .toBeAsked else { continue }
                throw Report(UsageError.needsValue(Self.option(of: field), of: command))
            }
            values[field] = try answer(questions, field, file)
        }
        return values
    }

    private func answer(
        _ questions: Questions, _ field: Field, _ file: AccountFile?
    ) throws(Report) -> String? {
        guard let file else { return try questions.ask(field) { faults(of: $0, field) } }
        return try questions.askChange(of: field, in: file) { faults(of: $0, field) }
    }

    private var given: [Field: String] {
        options.compactMapValues { if case .given(let text) = $0 { text } else { nil } }
    }

    private func faults(of value: String, _ field: Field) -> [Violation] {
        policy.violations(of: value, for: field, today: today)
    }

    private static func option(of field: Field) -> OptionID {
        optionOfField.first { $0.0 == field }?.1 ?? .password
    }
}
