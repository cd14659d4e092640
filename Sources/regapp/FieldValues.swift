import Accounts
import CommandParser
import TerminalUI

/// The values of fields that a command line gives, the person asked for the others.
struct FieldValues {
    private let directory: AccountsDirectory
    private let line: ParsedLine
    private let conversation: Conversation?
    private let options: [Field: Asked<String>]

    init(
        _ given: FieldOptions, _ context: borrowing CommandContext, _ directory: AccountsDirectory
    ) throws {
        self.directory = directory
        line = context.line
        var options = given.values
        options[.password] = try given.password.read()
        self.options = options
        conversation = context.conversation()
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
        check: (String) throws(AccountsError) -> Void = { _ in },
        isStored: (Draft) -> Bool = { _ in false }
    ) throws -> Draft {
        var draft = directory.draft(over: file?.values ?? [:])
        for field in Field.typed {
            if case .given(let text)? = options[field] { draft.lay(text, as: field) }
        }
        guard draft.violations.isEmpty else { throw AccountsError.violations(draft.violations) }
        if let email = draft.changes[.email] {
            try check(email)
        }
        let others = Field.typed.filter { options[$0] == .toBeAsked && !fields.contains($0) }
        let asked = (fields + others).filter { draft.changes[$0] == nil }
        guard let conversation else {
            let needed = asked.first {
                directory.policy.required.contains($0) || options[$0] == .toBeAsked
            }
            if let needed { throw needsValue(needed) }
            return draft
        }
        if file != nil && !asked.isEmpty { conversation.tell(Question.howToChange) }
        var form = file.map { Form(editing: asked, of: $0, draft) } ?? Form(of: asked, in: draft)
        let before = form.values(of: asked)
        func answers(_ form: Form) -> AccountRecord {
            file == nil ? form.values(of: asked) : form.changes(from: before, under: draft.policy)
        }
        for field in asked {
            try ask(field, in: &form, conversation, check) { form in
                var draft = draft
                draft.lay(answers(form))
                return isStored(draft)
            }
        }
        draft.lay(answers(form))
        return draft
    }

    /// Asks for a field; for another email as long as something speaks against it.
    private func ask(
        _ field: Field, in form: inout Form, _ conversation: Conversation,
        _ check: (String) throws(AccountsError) -> Void, isStored: (Form) -> Bool
    ) throws {
        while true {
            try conversation.ask(field, in: &form, isStored: isStored)
            guard field == .email else { return }
            do throws(AccountsError) { return try check(form.text(of: field.rawValue)) } catch {
                guard error == .accountExists || error == .fileInTheWay else { throw error }
            }
            conversation.tell(Question.emailTaken)
            form.setText("", of: field.rawValue)
        }
    }

    /// Asks for another email, after saying why.
    ///
    /// - Returns: false where the command line gave the email, or nobody can be asked.
    func askAnotherEmail(_ draft: inout Draft) throws -> Bool {
        if case .given? = options[.email] { return false }
        guard let conversation else { return false }
        conversation.tell(Question.emailTaken)
        var form = Form(of: [.email], in: draft)
        try conversation.ask(.email, in: &form)
        draft.lay(form.text(of: Field.email.rawValue), as: .email)
        return true
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
    func askRepetition(of dialogue: LoginDialogue) throws {
        guard let conversation else { throw needsValue(.password) }
        conversation.tell(Question.firstPassword)
        var form = Form(repeating: dialogue)
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
