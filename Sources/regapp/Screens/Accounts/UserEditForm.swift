import Accounts
import TerminalUI

extension Form {
    /// The form in which an account is edited.
    init(
        editing fields: [Field], of account: AccountFile, _ snapshot: Snapshot, buttons: [FormButton]
    ) {
        let draft = Draft(snapshot.policy, today: snapshot.today, over: account.values)
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
}
