import Accounts
import TerminalUI

extension Form {
    /// The form in which an account is edited.
    init(
        editing fields: [Field], of account: AccountFile, _ draft: Draft, buttons: [FormButton] = []
    ) {
        self.init(
            fields: fields.map { field in
                var result = FormField(
                    field, of: draft, beside: fields, label: field.label + ":",
                    text: Self.typed(field, of: account))
                if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
                return result
            },
            buttons: buttons, check: draft.check(fields))
    }

    /// What a field holds where nothing is typed in it: of a password nothing, not even its length.
    static func typed(_ field: Field, of account: AccountFile) -> String {
        field == .password ? "" : account.value(field) ?? ""
    }

    /// What was changed, by bytes: é in its other form is a change, a phone in another is none.
    ///
    /// - Parameter before: what the fields held.
    func changes(from before: AccountRecord, under policy: Policy) -> AccountRecord {
        values(of: before.fields).mapValues { policy.normalized($1, for: $0) }.filter { field, text in
            !text.utf8.elementsEqual(policy.normalized(before[field] ?? "", for: field).utf8)
        }
    }
}
