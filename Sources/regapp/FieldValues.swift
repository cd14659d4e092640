import Accounts
import CommandParser
import TerminalUI

/// The values of fields that a command line gives, the person asked for the others.
struct FieldValues {
    private let directory: AccountsDirectory
    private let line: ParsedLine
    private let conversation: Conversation?
    private let options: [Field: Asked<String>]

    /// - Parameter conversation: the person to ask; nil where nobody can be, or is to be asked.
    init(
        _ given: FieldOptions, _ context: borrowing CommandContext, _ directory: AccountsDirectory,
        _ conversation: Conversation?
    ) throws {
        (self.directory, self.conversation, line) = (directory, conversation, context.line)
        var options = given.values
        options[.password] = try given.password.read()
        self.options = options
    }

    /// The given values, and answers for the options that stand without a value.
    ///
    /// - Parameters:
    ///   - fields: what is asked for as well where it is not given, in this order; where nobody can be asked, one
    ///     that the policy requires is an error.
    ///   - file: what is changed, if something is: its present values are shown, and Enter keeps them.
    ///   - isStored: whether a password is that of the account already, so that it is not asked for twice.
    /// - Throws: a report of all that is wrong with the given values, before anybody is asked; they are held
    ///   against the rules in any case.
    func values(
        asking fields: [Field], of file: AccountFile? = nil, isStored: (Draft) -> Bool = { _ in false }
    ) throws -> Draft {
        var draft = directory.draft(over: file?.values ?? [:])
        for field in Field.administered {
            if case .given(let text)? = options[field] { draft.lay(text, as: field) }
        }
        let others = Field.administered.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        let asked = (fields + others).filter { draft.changes[$0] == nil }
        if asked.isEmpty { return draft }
        guard draft.violations.isEmpty else { throw AccountsError.violations(draft.violations) }
        if let email = draft.changes[.email] {
            try requireFree(email, owner: file)
        }
        guard let conversation else {
            let needed = asked.first {
                directory.policy.required.contains($0) || options[$0] == .toBeAsked
            }
            if let needed { throw needsValue(needed) }
            return draft
        }
        if file != nil { conversation.tell(Question.howToChange) }
        return try ask(asked, of: file, in: draft, conversation, isStored: isStored)
    }

    /// Asks for fields, for another email as long as it is somebody's.
    ///
    /// - Returns: the draft with the answers laid over it.
    private func ask(
        _ fields: [Field], of file: AccountFile?, in draft: Draft, _ conversation: Conversation,
        isStored: (Draft) -> Bool = { _ in false }
    ) throws -> Draft {
        func answered(_ form: Form) -> Draft {
            var answered = draft
            let changes = file.map { form.changes(of: $0, under: draft.policy) }
            answered.lay(
                form.values(of: fields).filter { field, _ in
                    changes.map { $0[field] != nil } ?? true || draft.changes[field] != nil
                })
            return answered
        }
        var form = file.map { Form(editing: fields, of: $0, draft) } ?? Form(of: fields, in: draft)
        try conversation.ask(
            fields.map(\.rawValue), in: &form, isStored: { isStored(answered($0)) },
            accept: { id, form in
                guard id == Field.email.rawValue, isTaken(form.text(of: id), file) else { return true }
                conversation.tell(Question.emailTaken)
                form.setText(file?.shown(.email) ?? "", of: id)
                return false
            })
        return answered(form)
    }

    private func requireFree(_ email: String, owner: AccountFile?) throws(AccountsError) {
        guard directory.policy.isRegistry else { return }
        try directory.registry().requireFree(email, owner: owner)
    }

    /// Whether an email is another account's; what else may be in the way is told when it is saved.
    private func isTaken(_ email: String, _ owner: AccountFile?) -> Bool {
        do throws(AccountsError) { try requireFree(email, owner: owner) } catch { return error.isTakenEmail }
        return false
    }

    /// Saves a draft; a person whose email is somebody's by then is asked for another one, and every other answer stays.
    ///
    /// - Parameter file: what is changed, if something is.
    func saving<Saved>(
        _ draft: Draft, of file: AccountFile? = nil,
        by save: (Draft) throws -> Result<Saved, AccountsError>
    ) throws -> Saved {
        var draft = draft
        while true {
            switch try save(draft) {
            case .success(let saved): return saved
            case .failure(let error):
                let isGiven = if case .given? = options[.email] { true } else { false }
                guard error.isTakenEmail, !isGiven, let conversation else { throw error }
                conversation.tell(Question.emailTaken)
                draft = try ask([.email], of: file, in: draft, conversation)
            }
        }
    }

    // MARK: Credentials, which no rule is applied to

    /// What somebody logs in with: the field that names the account and the password, asked for where not given.
    func credentials(key: Field) throws -> Credentials {
        func value(_ field: Field) throws -> String? {
            if case .given(let text)? = options[field] { return text }
            guard field == key || field == .password || options[field] == .toBeAsked else { return nil }
            guard let conversation else { throw needsValue(field) }
            return try conversation.askKnown(field, directory.draft())
        }
        let email = try value(.email)
        // An imported account may have no first name; its email alone names it.
        let firstName = email != nil && options[.firstName] == nil ? nil : try value(.firstName)
        return Credentials(email: email, firstName: firstName, password: try value(.password) ?? "")
    }

    /// Whether a person types the password here, rather than an option or a file giving it.
    var isPasswordTyped: Bool {
        if case .given? = options[.password] { return false }
        return conversation != nil
    }

    /// Asks for the first password of an account until it is typed once more.
    func askRepetition(of password: String) throws {
        guard let conversation else { throw needsValue(.password) }
        conversation.tell(Question.firstPassword)
        var form = Form(repeating: password)
        try conversation.ask(.password, in: &form)
    }

    /// Asks which email is meant among accounts of one first name; nil where nobody can be asked.
    func askForEmail(among count: Int) throws -> String? {
        guard let conversation else { return nil }
        conversation.tell(Question.ambiguousFirstName(count))
        return try conversation.askKnown(.email, directory.draft())
    }

    private func needsValue(_ field: Field) -> Report {
        Report(line.missingValue(of: field.optionName))
    }
}
