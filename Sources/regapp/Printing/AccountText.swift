import RegappCore
import RegappStore
import RegappValues
import RegappWording
import RegappJSON
import RegappTerminal

/// An account as commands print it.
struct AccountText {
    let file: AccountFile
    let policy: Policy

    /// How the help describes ``AccountJSON``.
    static let adminKeys =
        "With --json an account has its fields, then \"passwordSet\", \"locked\" and \"expired\" (true or false) and "
        + "\"missing\", the keys that the policy requires and the file lacks, and then the keys of your own in the file."

    private static let mostLabelColumns = 20

    /// One labelled line per field that the policy shows or the file has, the values aligned.
    ///
    /// - Parameters:
    ///   - obstacle: why the account cannot be logged in to, for the administrator.
    ///   - hasOwnKeys: whether the keys of its owner's own have lines too.
    func lines(reveal: Bool, obstacle: String? = nil, hasOwnKeys: Bool) -> [String] {
        let own = hasOwnKeys ? file.ownMembers(besides: policy.knownFields.map(\.rawValue)) : []
        let fields = Field.administered.filter { policy.fields.contains($0) || file.values[$0] != nil }
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
        for obstacle in file.obstacles { marks += " (\(obstacle.words))" }
        if file.has(.mustChange) {
            let day = file.value(.mustChange).flatMap { $0 == Field.setFlag ? nil : " by \($0)" } ?? ""
            marks += file.has(.overdue) ? " (had to be changed\(day))" : " (must be changed\(day))"
        }
        if let password = file.value(.password) { return (reveal ? password : String.stars) + marks }
        return (hasOnlyHash ? String.stars : .notSet) + marks
    }

    /// The known keys of the file and then those of its owner's own, without the hash, and without the password unless
    /// revealed.
    func json(reveal: Bool) -> JSONText {
        let fields = Field.printed.filter { policy.knownFields.contains($0) && (reveal || $0 != .password) }
        let members = fields.compactMap { field in
            file.values[field].map { JSONText.Member(field.rawValue, field.json($0)) }
        }
        return .object(members + file.ownMembers(besides: policy.knownFields.map(\.rawValue)))
    }
}

/// Accounts as JSON for an administrator: some columns, as far as an account has them, or everything about it that is no
/// secret.
struct AccountJSON {
    private let columns: [AccountColumn]
    private let hasOwnKeys: Bool
    private let objects: JSONElementWriter

    private static let fixedKeys = Field.allCases.map(\.rawValue) + AccountStatus.columns.map(\.key)

    init(_ columns: [AccountColumn]? = nil) {
        self.columns = columns ?? AccountColumn.known
        hasOwnKeys = columns == nil
        objects = JSONElementWriter(keys: self.columns.map(\.key))
    }

    /// Appends an account as an element of an array.
    func append(_ account: AccountFile, to output: inout [UInt8]) {
        objects.begin(&output)
        forEachColumn(of: account) { index, value in objects.append(index, value, to: &output) }
        objects.append(ownMembers(of: account), to: &output)
        objects.end(&output)
    }

    func object(_ account: AccountFile) -> JSONText {
        var members: [JSONText.Member] = []
        forEachColumn(of: account) { index, value in
            members.append(JSONText.Member(columns[index].key, value))
        }
        return .object(members + ownMembers(of: account))
    }

    private func forEachColumn(of account: AccountFile, _ body: (Int, JSONText) -> Void) {
        for index in columns.indices {
            if let value = columns[index].value(of: account) { body(index, value) }
        }
    }

    private func ownMembers(of account: AccountFile) -> [JSONText.Member] {
        hasOwnKeys ? account.ownMembers(besides: Self.fixedKeys) : []
    }
}
