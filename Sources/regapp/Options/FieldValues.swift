import RegappCore
import RegappCommandLine
import RegappValues
import RegappTerminal
import RegappWording

/// Field values from the command line; the person is asked for the others.
struct FieldValues {
    private let directory: AccountStore
    private let line: ParsedLine
    private let conversation: Conversation?
    private let options: [Field: Asked]

    /// - Parameter conversation: the person to ask; nil if the person cannot or need not be asked.
    init(
        _ given: FieldOptions, _ context: borrowing CommandContext, _ directory: AccountStore,
        _ conversation: Conversation?
    ) throws {
        self.directory = directory
        self.conversation = conversation
        line = context.line
        var options = given.values
        options[.password] =
            given.password.isGenerated
            ? .given(directory.policy.generatedPassword())
            : try given.password.read(isRequired: directory.policy.required.contains(.password))
        self.options = options
    }

    /// The given values, and answers for the options without a value. `fields` are asked for as well if not given, in
    /// this order; if the person cannot be asked, a missing required one is an error. The values of `file`, the
    /// account to change if any, are shown, and Enter keeps them. `isStored`: a password is the account's present one,
    /// and need not be repeated. Throws a message of all mistakes in the given values before the first question; if
    /// nothing is asked, the mistakes are found when the values are saved.
    func values(
        asking fields: [Field], of file: AccountFile? = nil, isStored: (Draft) -> Bool = { _ in false }
    ) throws -> Draft {
        var draft = directory.draft(over: file?.values ?? [:])
        for field in Field.typedByAdministrators {
            if case .given(let text)? = options[field] { draft.set(text, as: field) }
        }
        let others = Field.typedByAdministrators.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        let asked = (fields + others).filter { draft.changes[$0] == nil }
        if asked.isEmpty { return draft }
        guard draft.violations.isEmpty else { throw AccountsError.violations(draft.violations) }
        if let email = draft.changes[.email] {
            try requireFree(email, owner: file)
        }
        guard let conversation else {
            let needed = asked.first { directory.policy.required.contains($0) || options[$0] == .toBeAsked }
            if let needed { throw line.description.missing(needed.optionName) }
            return draft
        }
        if file != nil { conversation.say(Conversation.howToKeep + ", Ctrl-C saves nothing.") }
        return try ask(asked, of: file, in: draft, conversation, isStored: isStored)
    }

    /// Asks for fields, and again for the email as long as it is taken.
    private func ask(
        _ fields: [Field], of file: AccountFile?, in draft: Draft, _ conversation: Conversation,
        isStored: (Draft) -> Bool = { _ in false }
    ) throws -> Draft {
        func answered(_ form: Form) -> Draft {
            var answered = draft
            let changes = file.map { form.changes(of: $0, under: draft.policy) }
            answered.set(
                form.values(of: fields).filter { field, _ in
                    changes.map { $0[field] != nil } ?? true || draft.changes[field] != nil
                })
            return answered
        }
        var form = file.map { Form(editing: fields, of: $0, draft) } ?? Form(of: fields, in: draft)
        try conversation.ask(
            fields.map(\.id), in: &form, isStored: { isStored(answered($0)) },
            accept: { id, form in
                guard id == Field.email.id, isTaken(form.text(of: id), file) else { return true }
                conversation.say(.emailTaken)
                form.setText(file?.formText(of: .email) ?? "", of: id)
                return false
            })
        return answered(form)
    }

    private func requireFree(_ email: String, owner: AccountFile?) throws(AccountsError) {
        guard directory.policy.isRegistry else { return }
        try directory.registry().requireFree(email, owner: owner)
    }

    /// Whether an email is another account's; other obstacles are reported when it is saved.
    private func isTaken(_ email: String, _ owner: AccountFile?) -> Bool {
        do throws(AccountsError) { try requireFree(email, owner: owner) } catch { return error.isTakenEmail }
        return false
    }

    /// Saves a draft; if its email is taken by then, the person is asked for another one, and every other answer
    /// stays. `file` is the account to change, if any.
    func saving<Saved>(
        _ draft: Draft, of file: AccountFile? = nil, by save: (Draft) throws -> Saved
    ) throws -> Saved {
        var draft = draft
        while true {
            do { return try save(draft) } catch let error as AccountsError {
                let isGiven = if case .given? = options[.email] { true } else { false }
                guard error.isTakenEmail, !isGiven, let conversation else { throw error }
                conversation.say(.emailTaken)
                draft = try ask([.email], of: file, in: draft, conversation)
            }
        }
    }

    func credentials(key: Field) throws -> Credentials {
        func value(_ field: Field) throws -> String? {
            if case .given(let text)? = options[field] { return text }
            guard field == key || field == .password || options[field] == .toBeAsked else { return nil }
            guard let conversation else { throw line.description.missing(field.optionName) }
            return try conversation.askKnown(field, directory.draft())
        }
        let email = try value(.email)
        // An imported account may have no first name; only its email names it.
        let firstName = email != nil && options[.firstName] == nil ? nil : try value(.firstName)
        return Credentials(email: email, firstName: firstName, password: try value(.password) ?? "")
    }

    /// Whether a person types the password here, rather than giving it by an option or a file.
    var isPasswordTyped: Bool {
        if case .given? = options[.password] { return false }
        return conversation != nil
    }

    /// Asks to repeat an account's first password until both are the same.
    func askRepetition(of password: String) throws {
        guard let conversation else { throw line.description.missing(Field.password.optionName) }
        conversation.say(.firstPassword)
        _ = try conversation.ask(.password, in: Form(repeating: password))
    }

    /// Asks for a new password in place of the one that has to be changed.
    func askNewPassword(of account: AccountFile, insteadOf old: String) throws -> String {
        guard let conversation else {
            throw Message(
                .data, "the password of \(account.email) must be changed before the first login",
                hint: "log in on a terminal, with \(.regapp("login")), and choose another one")
        }
        conversation.say(.passwordMustChange)
        let draft = directory.draft(over: account.values, needing: [.password])
        return try conversation.ask(.password, in: Form(replacingPassword: old, in: draft))
    }

    func askForEmail(among count: Int) throws -> String? {
        guard let conversation else { return nil }
        conversation.say(.ambiguousFirstName(count))
        return try conversation.askKnown(.email, directory.draft())
    }
}

struct FieldOptions {
    /// Only for fields that the line names, and not for the password.
    let values: [Field: Asked]
    let password: PasswordSource
    var isEmpty: Bool { values.isEmpty && !password.isGiven }

    /// Whether the line has an option without a value, which is to be asked for.
    var areAsked: Bool { values.values.contains(.toBeAsked) || password.typed == .toBeAsked }

    /// `required`: the fields without which the command does nothing. `summary`: what the option of a field does.
    init(
        _ line: inout CommandLineReader, _ fields: [Field], required: [Field] = [],
        mayGenerate: Bool = false, asksForPassword: Bool = true,
        summary: @escaping @Sendable (Field) -> String = { $0.optionHelp() }
    ) {
        var values: [Field: Asked] = [:]
        for field in fields {
            values[field] = line.askable(
                field.optionName, .value(of: field), field.placeholder, noun: field.noun,
                isRequired: required.contains(field),
                summary(field))
        }
        self.values = values
        password = PasswordSource(&line, mayGenerate: mayGenerate, isAsked: asksForPassword)
    }
}

extension ValueType<String> {
    static var email: ValueType { ValueType(looksLike: \.looksLikeEmail, sample: "") { $0 } }

    /// Any text, which the rules judge.
    fileprivate static func value(of field: Field) -> ValueType {
        switch field {
        case .email: .email
        case .expires: ValueType(looksLike: { DayOption($0, toward: .ahead) != nil }, sample: "") { $0 }
        default: .text
        }
    }
}

extension Conversation {
    /// Asks for a credential, to which no rule applies.
    func askKnown(_ field: Field, _ draft: Draft) throws -> String {
        try ask(field, in: Form(loggingIn: [field], draft))
    }

    func ask(_ field: Field, in form: Form) throws -> String {
        var form = form
        try ask([field.id], in: &form)
        return form.text(of: field.id)
    }
}
