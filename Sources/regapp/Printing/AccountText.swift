import RegappCore
import RegappWording
import RegappJSON
import RegappTerminal

/// An account as commands print it.
struct AccountText {
    let file: AccountFile
    let policy: Policy

    private static let mostLabelColumns = 20

    /// One labelled line per field that the policy shows or the file has, the values aligned. `obstacle` is why the
    /// account cannot be logged in to, for the administrator. `hasOwnKeys`: custom keys have lines too.
    func lines(reveal: Bool, obstacle: String? = nil, hasOwnKeys: Bool) -> [String] {
        let own = hasOwnKeys ? file.ownMembers(besides: policy.knownFields.map(\.rawValue)).hidingHashes : []
        let fields = Field.typedByAdministrators.filter {
            policy.fields.contains($0) || file.values[$0] != nil
        }
        let labels =
            fields.map(\.label) + own.map(\.key.printable)
            + (obstacle == nil ? [] : [AccountFile.canLogInLabel])
        // A long key only pushes its own value aside.
        let width = labels.reduce(0) { max($0, min(Self.mostLabelColumns, $1.displayWidth)) }
        func line(_ label: String, _ value: String) -> String {
            TextTable.line(label + ":", value, labelWidth: width + 1)
        }
        let lines = fields.map { field in
            let text = policy.displayed(file.value(field) ?? "", for: field)
            return line(field.label, field == .password ? password(reveal: reveal) : text)
        }
        return lines + (obstacle.map { [line(AccountFile.canLogInLabel, $0)] } ?? [])
            + own.map { line($0.key.printable, $0.value.cell) }
    }

    var hasOnlyHash: Bool { file.value(.password) == nil && file.isPasswordSet }

    private func password(reveal: Bool) -> String {
        var marks = ""
        for obstacle in file.obstacles { marks += " (\(file.words(of: obstacle)))" }
        if file.has(.mustChange) {
            let day = file.value(.mustChange).flatMap { $0 == Field.setFlag ? nil : " by \($0)" } ?? ""
            marks += file.has(.overdue) ? " (had to be changed\(day))" : " (must be changed\(day))"
        }
        if let password = file.value(.password) { return (reveal ? password : String.stars) + marks }
        return (hasOnlyHash ? String.stars : .notSet) + marks
    }

    /// The known keys of the file, then custom ones, without the hash, and without the password unless revealed.
    func json(reveal: Bool) -> JSONText {
        let fields = Field.printed.filter {
            policy.knownFields.contains($0) && (reveal || $0 != .password)
        }
        let members = fields.compactMap { field in
            file.values[field].map { JSONText.Member(field.rawValue, field.json($0)) }
        }
        return .object(members + file.ownMembers(besides: policy.knownFields.map(\.rawValue)).hidingHashes)
    }
}

extension AccountFile {
    private static let fixedKeys = Field.allCases.map(\.rawValue) + AccountStatus.columns.map(\.key)

    /// The account as JSON for an administrator: these columns, as far as it has them, or all that is no secret.
    func json(_ columns: [AccountColumn]? = nil) -> JSONText {
        let shown = columns ?? AccountColumn.known
        var members: [JSONText.Member] = []
        members.reserveCapacity(shown.count)
        for column in shown {
            if let value = column.shown(of: self) { members.append(.init(column.key, value)) }
        }
        return .object(members + (columns == nil ? ownMembers(besides: Self.fixedKeys).hidingHashes : []))
    }
}

struct AccountColumns: Sendable {
    /// The named columns; nil for the usual ones.
    let named: [AccountColumn]?
    let policy: Policy
    /// The fields shown without named columns: the usual ones, and those that were asked for.
    var shown = usual

    /// The column of the password says only whether there is one, or that the account cannot be logged in to. Scripts
    /// count columns, so their order stays, and a new field comes last wherever its case is.
    static let usual = promised + Field.columns.filter { !promised.contains($0) }
    private static let promised: [Field] = [
        .email, .firstName, .lastName, .birthday, .phone, .passwordHash, .registered, .expires,
    ]

    static let usualNames = usual.map { $0 == .passwordHash ? Field.password.noun : $0.noun }

    func cells(of account: AccountFile) -> [String] {
        guard let named else {
            return shown.map { field in
                guard field == .passwordHash else {
                    return policy.displayed(account.value(field) ?? "", for: field).printable
                }
                return account.obstacles.first?.words ?? (account.isPasswordSet ? "set" : .notSet)
            }
        }
        return named.map { column in
            let cell = column.shown(of: account)?.cell ?? ""
            guard case .field(let field) = column else { return cell.printable }
            return policy.displayed(cell, for: field).printable
        }
    }
}

struct AccountTable {
    private static let gap = 2

    private let columns: AccountColumns
    private let header: [String]
    private var rows: [[String]] = []
    private var widths: [Int]

    init(_ columns: AccountColumns) {
        self.columns = columns
        header =
            columns.named?.map { column in
                if case .field(let field) = column { field.column } else { column.key.printable }
            } ?? columns.shown.map(\.column)
        widths = [Int](repeating: 0, count: header.count)
    }

    var count: Int { rows.count }

    mutating func add(_ cells: [String]) {
        var cells = cells
        // The day is enough for a person, and fits more often than the second.
        if columns.named == nil, let index = columns.shown.firstIndex(of: .registered) {
            cells[index] = String(cells[index].prefix { $0 != "T" })
        }
        for (index, cell) in cells.enumerated() { widths[index] = max(widths[index], cell.displayWidth) }
        rows.append(cells)
    }

    /// Named columns are always shown. Usual columns are left out if no account has a value, and from the end if there
    /// is no room, but never the email or the password's column. Also returns the headers of columns with values that
    /// were left out.
    func lines(columns room: Int) -> (lines: [String], dropped: [String]) {
        guard count > 0 else { return ([], []) }
        let widths = zip(widths, header).map { max($0, $1.displayWidth) }
        guard columns.named == nil else { return (lines(of: Array(header.indices), widths), []) }
        let kept = columns.shown.indices.filter {
            [.email, .passwordHash].contains(columns.shown[$0])
        }
        func width(_ shown: [Int]) -> Int { shown.reduce(-Self.gap) { $0 + widths[$1] + Self.gap } }
        var shown = kept
        for index in columns.shown.indices where !kept.contains(index) && self.widths[index] > 0 {
            guard width(shown + [index]) <= room else { break }
            shown.append(index)
        }
        let dropped = columns.shown.indices.filter { self.widths[$0] > 0 && !shown.contains($0) }
            .map { header[$0] }
        guard width(shown) > room, let last = kept.last else {
            return (lines(of: shown.sorted(), widths), dropped)
        }
        // A long email only pushes what follows it out of its column.
        let narrow = max(0, room - widths[last] - Self.gap)
        let lines = ([header] + rows).map { row in
            let email = row[kept[0]]
            let columns = [TextTable.Column(max(narrow, email.displayWidth)), .init(widths[last])]
            return TextTable(columns, gap: Self.gap).line([email, row[last]])
        }
        return (lines, dropped)
    }

    private func lines(of shown: [Int], _ widths: [Int]) -> [String] {
        let table = TextTable(shown.map { TextTable.Column(widths[$0]) }, gap: Self.gap)
        return ([header] + rows).map { row in table.line(shown.map { row[$0] }) }
    }
}
