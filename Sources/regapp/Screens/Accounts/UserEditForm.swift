import Accounts
import TerminalUI

extension Form {
    /// The form in which an account is edited.
    init(
        editing fields: [Field], of account: AccountFile, _ snapshot: Snapshot, buttons: [FormButton]
    ) {
        self.init(
            fields: fields.map { field in
                var result = FormField(
                    field, snapshot.policy, today: snapshot.today, label: field.label + ":",
                    text: Self.typed(field, of: account))
                if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
                return result
            },
            buttons: buttons,
            check: snapshot.policy.check(
                fields, today: snapshot.today, mayBeEmpty: account.hasNoPassword ? [] : [.password]))
    }

    /// What a field holds where nothing is typed in it: of a password nothing, not even its length.
    static func typed(_ field: Field, of account: AccountFile) -> String {
        field == .password ? "" : account.value(field) ?? ""
    }
}
