import RegappCore
import RegappTerminal
import RegappValues
import RegappWording

extension Conversation {
    func ask(_ field: Field, in form: inout Form) throws {
        try ask([field.rawValue], in: &form)
    }

    /// Asks for a credential, to which no rule applies.
    func askKnown(_ field: Field, _ draft: Draft) throws -> String {
        var form = Form(loggingIn: [field], draft)
        try ask(field, in: &form)
        return form.text(of: field.rawValue)
    }

    /// Asks twice for another password than the old one.
    func askNewPassword(_ draft: Draft, insteadOf old: String) throws -> String {
        var form = Form(of: [.password], in: draft)
        try ask(
            [Field.password.rawValue], in: &form,
            accept: { id, form in
                guard form.text(of: id) == old else { return true }
                say(.passwordIsOld)
                form.setText("", of: id)
                return false
            })
        return form.text(of: Field.password.rawValue)
    }
}
