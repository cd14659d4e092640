package import RegappCore
package import RegappTerminal

extension Form {
    package init(editing fields: [Field], of account: AccountFile, _ draft: Draft) {
        self.init(
            fields: fields.map { field in
                var result = FormField(
                    field, of: draft, beside: fields, text: account.shown(field))
                if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
                return result
            },
            check: draft.check(fields))
    }

    /// The typed values that differ from the account's, by bytes: é in its other form is a change, a phone in another
    /// is not.
    package func changes(of account: AccountFile, under policy: Policy) -> AccountRecord {
        values(of: accountFields).mapValues { policy.normalized($1, for: $0) }.filter { field, text in
            let given = TextField(of: field, holding: account.shown(field), under: policy).text
            return !text.utf8.elementsEqual(policy.normalized(given, for: field).utf8)
        }
    }
}
