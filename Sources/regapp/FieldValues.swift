import Accounts
import CommandParser
import PlainValues
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
    ///   - fields: what is asked for as well where it is not given, in this order; where nobody can be asked, one
    ///     that the policy requires is an error.
    ///   - file: what is changed, if something is: its present values are shown, and Enter keeps them.
    /// - Throws: a report of all that is wrong with the given values, before anybody is asked.
    func values(
        asking fields: [Field], of file: AccountFile? = nil
    ) throws(Report) -> [Field: String] {
        var values = given
        let violations = Field.typed.flatMap { field in values[field].map { faults(of: $0, field) } ?? [] }
        guard violations.isEmpty else { throw Report(.violations(violations)) }
        let others = Field.typed.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        if file != nil && !others.isEmpty { questions?.tellHowToChange() }
        for field in fields + others where values[field] == nil {
            guard let questions else {
                guard policy.required.contains(field) || options[field] == .toBeAsked else { continue }
                throw needsValue(field)
            }
            values[field] = try answer(questions, field, file)
        }
        return values
    }

    // MARK: Credentials, which no rule is applied to

    /// What somebody logs in with: the field that names the account and the password, asked for where not given.
    func credentials(key: Field) throws(Report) -> Credentials {
        func value(_ field: Field) throws(Report) -> String? {
            if case .given(let text)? = options[field] { return text }
            guard field == key || field == .password || options[field] == .toBeAsked else { return nil }
            guard let questions else { throw needsValue(field) }
            return try questions.once(field)
        }
        let email = try value(.email)
        // An imported account may have no first name; its e-mail alone names it.
        let firstName = email != nil && options[.firstName] == nil ? nil : try value(.firstName)
        return Credentials(email: email, firstName: firstName, password: try value(.password) ?? "")
    }

    /// Asks for a password that was typed once more, and ends the command where it is another.
    func repeatPassword(_ password: String) throws(Report) {
        if case .given? = options[.password] { return }
        guard let questions else { return }
        questions.tell("This account has no password yet. What you typed becomes its password.")
        guard try questions.once(.password).utf8.elementsEqual(password.utf8) else {
            throw Report(
                .data, "the two passwords differ; nothing was set", hint: "type \(.regapp("login")) again")
        }
    }

    /// Asks for the e-mail, after saying why; nil where nobody can be asked.
    func askForEmail(_ reason: String) throws(Report) -> String? {
        guard let questions else { return nil }
        questions.tell(reason)
        return try questions.once(.email)
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

    private func needsValue(_ field: Field) -> Report {
        Report(UsageError.needsValue(Self.option(of: field), of: command))
    }

    private static func option(of field: Field) -> OptionID {
        optionOfField.first { $0.0 == field }?.1 ?? .password
    }
}
