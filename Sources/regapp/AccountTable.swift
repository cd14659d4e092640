import Accounts
import TerminalUI

/// Accounts as the rows of an aligned table.
struct AccountTable {
    private static let fields = Field.columns
    private static let gap = 2

    private var rows: [[String]] = []
    private var widths = [Int](repeating: 0, count: fields.count)

    /// What its columns are, in their order.
    static let columnNames = fields.map { $0 == .passwordHash ? Field.password.noun : $0.noun }

    /// How many accounts it has.
    var count: Int { rows.count }

    /// The columns of an account, the email first: for the password only whether there is one, or that nobody may
    /// log in.
    static func cells(of account: AccountFile, _ policy: Policy) -> [String] {
        fields.map { field in
            if field == .passwordHash {
                return account.loginBars.first?.rawValue ?? (account.hasNoPassword ? "not set" : "set")
            }
            return policy.displayed(account.value(field) ?? "", for: field).printable
        }
    }

    mutating func add(_ account: AccountFile, _ policy: Policy) {
        var cells = Self.cells(of: account, policy)
        // The day is enough for a person, and more often finds room than the second.
        if let column = Self.fields.firstIndex(of: .registered) {
            cells[column] = String(cells[column].prefix { $0 != "T" })
        }
        for (index, cell) in cells.enumerated() {
            widths[index] = max(widths[index], cell.displayWidth)
        }
        rows.append(cells)
    }

    /// A header and the rows, without the columns that no account has a value for, and without the last ones
    /// where they do not fit; the email always stands there whole.
    func lines(columns: Int) -> [String] {
        guard !rows.isEmpty else { return [] }
        let header = Self.fields.map(\.column)
        var shown: [(index: Int, width: Int)] = []
        var used = 0
        for (index, width) in widths.enumerated() where width > 0 {
            let width = max(width, header[index].displayWidth)
            guard shown.isEmpty || used + Self.gap + width <= columns else { break }
            used += (shown.isEmpty ? 0 : Self.gap) + width
            shown.append((index, width))
        }
        let table = TextTable(shown.map { TextTable.Column($0.width) }, gap: Self.gap)
        return ([header] + rows).map { row in table.line(shown.map { row[$0.index] }) }
    }
}
