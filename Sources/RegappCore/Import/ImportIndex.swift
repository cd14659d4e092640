internal import RegappJSON

/// The names and keys of an import's rows: it finds the account of a row, rows about one account, and new people who
/// seem to have an account. It holds a hash for each name, a third of the memory that the name would take.
package struct ImportIndex: Sendable {
    /// A newly registered person, and an existing account with the same value.
    package struct Twin: Equatable, Sendable {
        package let line: Int
        package let email: String
        package let other: String
        package let key: String
    }

    /// A new person's line and email, kept by a value of a key.
    private struct Person: Sendable {
        let line: Int
        let email: String
    }

    private let column: AccountColumn?
    private let policy: Policy
    private let registersNobody: Bool
    private let keepsEmails: Bool
    /// The account files with each value of the column; nil until they are read.
    private var files: [String: [String]]?
    /// The line of each value of the column.
    private var linesOfValues: [String: Int] = [:]
    /// The line of each file name. Hashes are seeded anew in every process, so a file cannot be made to have collisions.
    private var lines: [Int: UInt32] = [:]
    /// The files that get another email's name.
    private var moved: Set<Int> = []
    /// Without a column: who has each value of each key, while all values differ.
    private var persons: [AccountColumn: [Int: Person]] = [:]
    private var others: Set<AccountColumn> = []

    init(_ options: AccountImport.Options, under policy: Policy) {
        column = options.match
        self.policy = policy
        registersNobody = options.isOnlyForExisting
        keepsEmails = options.fillsMissing
    }

    /// - Throws: why an account's file cannot be accepted, since any line may be about that account.
    mutating func read(_ registry: Registry) throws(AccountsError) {
        guard let column, files == nil else { return }
        let parts = try RegistryWalk(registry).fileParts { [policy] _, files in
            files.compactMap { file in
                registry.entry(file, replacing: Field.allButEmail)?.map { account in
                    let value = column.value(of: account)
                    return (
                        value: LoginNames.identity(of: value, column, under: policy), name: file.name
                    )
                }
            }
        }
        var found: [String: [String]] = [:]
        for part in parts {
            for entry in part {
                let (value, name) = try entry.get()
                if let value { found[value, default: []].append(name) }
            }
        }
        files = found
    }

    /// Finds whose a row is, and notes it.
    mutating func place(_ row: JudgedRow) -> JudgedRow {
        var placed = row
        if let column { placed = find(row, by: column) } else { note(row) }
        guard let key = placed.name?.hashValue else { return placed }
        if let first = lines[key] { return placed.adding([.duplicate(line: Int(first))]) }
        // A file has fewer bytes, and so fewer lines, than a UInt32 can count.
        lines[key] = UInt32(clamping: row.line)
        return placed
    }

    private mutating func find(_ row: JudgedRow, by column: AccountColumn) -> JudgedRow {
        let given = row.values.value(column)
        guard let value = LoginNames.identity(of: given, column, under: policy) else {
            return row.adding([.plain("'\(column.key)', by which accounts are found, is empty")])
        }
        var problems: [ImportProblem.Reason] = []
        if let line = linesOfValues.updateValue(row.line, forKey: value) {
            problems.append(.plain("line \(line) has the same '\(column.key)'"))
        }
        let names = files?[value] ?? []
        if names.count > 1 {
            let emails = names.prefix(2).compactMap(EmailAddress.ofFile).joined(separator: " and ")
            problems.append(.plain("several accounts have this '\(column.key)': \(emails)"))
        }
        guard names.count == 1, let name = names.first, name != row.name else {
            return row.adding(problems)
        }
        // A user name, completed or not, is no new email, nor is an empty cell.
        if row.hasUserName || keepsEmails || row.values[.email] == nil {
            return row.named(name).adding(problems)
        }
        guard row.name != nil else { return row.adding(problems) }
        moved.insert(name.hashValue)
        return row.moving(name).adding(problems)
    }

    // MARK: What the rows do not have

    /// Whether a row is about the account in a file, be it refused or moved.
    func has(_ name: String) -> Bool { lines[name.hashValue] != nil || moved.contains(name.hashValue) }

    func moves(_ name: String) -> Bool { moved.contains(name.hashValue) }

    // MARK: Twins

    private mutating func note(_ row: JudgedRow) {
        guard !registersNobody, let email = row.values[.email] else { return }
        for column in [.field(.phone)] + row.values.own.map({ AccountColumn.own($0.key) }) {
            guard !others.contains(column), let value = row.values.value(column)?.foreignIdentity else {
                continue
            }
            let person = Person(line: row.line, email: email)
            if persons[column, default: [:]].updateValue(person, forKey: value.hashValue) != nil {
                others.insert(column)
                persons[column] = nil
            }
        }
    }

    /// Newly registered people who share a value with an existing account, for keys whose values all differ
    /// and that most accounts have.
    func twins(in registry: Registry) throws(AccountsError) -> [Twin] {
        guard !persons.isEmpty else { return [] }
        let columns = Array(persons.keys)
        let parts = try RegistryWalk(registry).parts { entries in
            entries.compactMap { try? $0.get() }.map { account in
                (
                    email: account.email,
                    values: columns.map { $0.value(of: account)?.foreignIdentity?.hashValue }
                )
            }
        }
        var emails: Set<Int> = []
        // Nil once two accounts have the same value.
        var seen: [Set<Int>?] = columns.map { _ in [] }
        var twins: [(twin: Twin, column: Int)] = []
        for part in parts {
            for (email, values) in part {
                emails.insert((Registry.file(of: email) ?? email).hashValue)
                for (index, value) in values.enumerated() where seen[index] != nil {
                    guard let value else { continue }
                    guard seen[index]?.insert(value).inserted == true else {
                        seen[index] = nil
                        continue
                    }
                    guard let person = persons[columns[index]]?[value],
                        !EmailAddress.matches(person.email, email)
                    else { continue }
                    let twin = Twin(
                        line: person.line, email: person.email, other: email, key: columns[index].key)
                    twins.append((twin, index))
                }
            }
        }
        return twins.filter { found in
            // A single value does not show that all of a key differ, nor do the values of a few that they tell persons apart.
            guard let count = seen[found.column]?.count, count > 1,
                columns[found.column] == .field(.phone) || count * 2 > emails.count
            else { return false }
            let file = Registry.file(of: found.twin.email) ?? found.twin.email
            return !emails.contains(file.hashValue)
        }.map(\.twin).sorted { ($0.line, $0.key) < ($1.line, $1.key) }
    }
}

extension AccountRecord {
    func value(_ column: AccountColumn) -> JSONText? {
        switch column {
        case .field(let field): self[field].map { JSONText.string($0) }
        case .own(let key): own.first { $0.key.hasSameScalars(as: key) }?.value
        case .status: nil
        }
    }
}

extension JSONText {
    /// The text that identifies an account; nil for a list and for no value.
    var identity: String? {
        switch self {
        case .string, .number: cell.isEmpty ? nil : cell
        case .null, .boolean, .array, .object: nil
        }
    }

    /// The same for a value that may come from another program; nil for `NULL`, too.
    var foreignIdentity: String? { identity.flatMap { NoValue.isMeant(by: $0) ? nil : $0 } }
}
