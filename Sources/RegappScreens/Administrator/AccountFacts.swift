import RegappCore
import RegappJSON
import RegappWording
import RegappTerminal

/// All that an administrator sees of an account, besides its password.
enum AccountFacts {
    static func rows(_ detail: AccountDetail, _ policy: Policy) -> [(label: String, text: String)] {
        guard case .account(let account, let canLogIn) = detail else { return [] }
        let fields = Field.allCases.filter {
            !Field.secrets.contains($0) && (policy.fields.contains($0) || account.value($0) != nil)
        }
        var rows = fields.map { ($0.label, policy.displayed(account.value($0) ?? "", for: $0)) }
        rows.append((Field.password.label, account.isPasswordSet ? FormField.hidden : .notSet))
        let known = AccountColumn.known.map(\.key) + Field.secrets.map(\.rawValue)
        rows += account.ownMembers(besides: known).map { ($0.key, $0.value.cell) }
        rows.append((AccountFile.canLogIn, answer(account, canLogIn)))
        return rows.filter { !$0.1.isEmpty }.map { (label: $0.0, text: $0.1) }
    }

    /// For the panel beside the list.
    static func lines(_ detail: AccountDetail, _ policy: Policy, columns: Int) -> [StyledLine] {
        if case .invalid(let error) = detail {
            return Message.problem(error, advice: .correct).lines(columns: columns, rows: .max, home: nil)
        }
        // The email is the panel's title.
        let rows = rows(detail, policy).filter { $0.label != Field.email.label }
        let width = rows.map(\.label.displayWidth).max() ?? 0
        return rows.flatMap { row in
            StyledLine.wrapped(row.text, .text, to: max(1, columns - width - 2)).enumerated().map {
                index, text in
                var line = StyledLine(index == 0 ? row.label : "", .label)
                line.pad(to: width + 2)
                line.append(text)
                return line
            }
        }
    }
}
