import Accounts
import CommandParser

/// The values of fields that a command line gives, the person asked for the others.
struct FieldValues {
    private let directory: AccountsDirectory
    private let line: ParsedLine
    private let questions: Questions?
    private let options: [Field: Asked<String>]

    init(
        _ given: FieldOptions, _ context: borrowing CommandContext, _ directory: AccountsDirectory
    ) throws(Report) {
        self.directory = directory
        line = context.line
        var options = given.values
        options[.password] = try given.password.read()
        self.options = options
        questions = context.questions()
    }

    /// Whether the command line names no field at all.
    var isEmpty: Bool { options.isEmpty }

    /// The given values, and answers for the options that stand without a value.
    ///
    /// - Parameters:
    ///   - fields: what is asked for as well where it is not given, in this order; where nobody can be asked, one
    ///     that the policy requires is an error.
    ///   - file: what is changed, if something is: its present values are shown, and Enter keeps them.
    ///   - check: what speaks against an email that passes the rules: told as soon as it is known.
    ///   - isStored: whether a password is that of the account already, so that it is not asked for twice.
    /// - Throws: a report of all that is wrong with the given values, before anybody is asked.
    func values(
        asking fields: [Field], of file: AccountFile? = nil,
        check: (String) throws(AccountsError) -> Void = { (_) throws(AccountsError) in },
        isStored: (Draft) -> Bool = { _ in false }
    ) throws(Report) -> Draft {
        var draft = directory.draft(over: file?.values ?? [:])
        for field in Field.typed {
            if case .given(let text)? = options[field] { draft.lay(text, as: field) }
        }
        guard draft.violations.isEmpty else { throw Report(.violations(draft.violations)) }
        if let email = draft.changes[.email] {
            try reporting { () throws(AccountsError) in try check(email) }
        }
        let others = Field.typed.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        if file != nil && !others.isEmpty { questions?.tell(.howToChange) }
        for field in fields + others where draft.changes[field] == nil {
            guard let questions else {
                let isNeeded = directory.policy.required.contains(field) || options[field] == .toBeAsked
                guard isNeeded else { continue }
                throw needsValue(field)
            }
            if let file {
                try questions.askChange(of: field, in: file) { draft.take($0, as: field) }
            } else if field == .password {
                try questions.askNewPassword(isStored: { $0.isEmpty || isStored(draft) }) {
                    draft.take($0, as: field)
                }
            } else {
                try questions.ask(field) { draft.take($0, as: field) }
            }
            if field == .email { try askUntilFree(questions, &draft, check) }
        }
        return draft
    }

    /// Asks for another email for as long as something speaks against it.
    private func askUntilFree(
        _ questions: Questions, _ draft: inout Draft, _ check: (String) throws(AccountsError) -> Void
    ) throws(Report) {
        while let email = draft.changes[.email] {
            do throws(AccountsError) { return try check(email) } catch {
                guard error == .accountExists || error == .fileInTheWay else { throw Report(error) }
            }
            questions.tell(.emailTaken)
            try questions.ask(.email) { draft.take($0, as: .email) }
        }
    }

    /// Asks for another value of a field that a person typed, after saying why.
    ///
    /// - Returns: false where the command line gave the value, or nobody can be asked.
    func askAgain(
        _ field: Field, because reason: Announcement, _ draft: inout Draft
    ) throws(Report) -> Bool {
        if case .given? = options[field] { return false }
        guard let questions else { return false }
        questions.tell(reason)
        try questions.ask(field) { draft.take($0, as: field) }
        return true
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
        // An imported account may have no first name; its email alone names it.
        let firstName = email != nil && options[.firstName] == nil ? nil : try value(.firstName)
        return Credentials(email: email, firstName: firstName, password: try value(.password) ?? "")
    }

    /// Whether a person types the password here, rather than an option or a file giving it.
    var isPasswordTyped: Bool {
        if case .given? = options[.password] { return false }
        return questions != nil
    }

    /// Asks once more for the first password of an account.
    func repeatPassword() throws(Report) -> String {
        guard let questions else { throw needsValue(.password) }
        questions.tell(.firstPassword)
        return try questions.once(.password)
    }

    /// Asks for the email, after saying why; nil where nobody can be asked.
    func askForEmail(_ reason: Announcement) throws(Report) -> String? {
        guard let questions else { return nil }
        questions.tell(reason)
        return try questions.once(.email)
    }

    private func needsValue(_ field: Field) -> Report {
        Report(line.missingValue(of: field.optionName))
    }
}
