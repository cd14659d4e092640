import Accounts
import TerminalUI

/// Accounts as the rows of an aligned table.
struct AccountTable {
    private static let fields = Field.columns
    private static let gap = 2

    private var rows: [[String]] = []
    private var widths = [Int](repeating: 0, count: fields.count)

    /// How many accounts it has.
    var count: Int { rows.count }

    /// The columns of an account, the e-mail first: for the password only whether there is one, or that nobody may
    /// log in.
    static func cells(of account: AccountFile, _ policy: Policy) -> [String] {
        fields.map { field in
            if field == .passwordHash {
                return account.isLocked ? "locked" : account.hasNoPassword ? "not set" : "set"
            }
            return policy.displayed(account.value(field) ?? "", for: field)
        }
    }

    mutating func add(_ account: AccountFile, _ policy: Policy) {
        let cells = Self.cells(of: account, policy).map(\.printable)
        for (index, cell) in cells.enumerated() {
            widths[index] = max(widths[index], cell.displayWidth)
        }
        rows.append(cells)
    }

    /// A header and the rows, without the columns that no account has a value for, and without the last ones
    /// where they do not fit; the e-mail always stands there whole.
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
        return ([header] + rows).map { row in
            let cells = shown.map { row[$0.index].padded(to: $0.width) }
            let line = cells.joined(separator: String(repeating: " ", count: Self.gap))
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
