internal import RegappJSON

/// Finds the account of an import's line by a key that people keep when their emails change.
package struct AccountFinder: Sendable {
    /// A newly registered person, and an existing account with the same value.
    package struct Twin: Equatable, Sendable {
        package let line: Int
        package let email: String
        package let other: String
        package let key: String
    }

    private let column: AccountColumn?
    /// The account files with each value; nil until they are read.
    private var files: [String: [String]]?
    /// The line of each value.
    private var lines: [String: Int] = [:]
    /// Hashes of the names of files that move, as in `AccountImport.lines`.
    private(set) var moved: Set<Int> = []
    /// Without a column: who has each value of each key, while all values differ.
    private var persons: [AccountColumn: [Int: (line: Int, email: String)]] = [:]
    private var others: Set<AccountColumn> = []
    private let registersNobody: Bool

    init(_ options: AccountImport.Options) {
        (column, registersNobody) = (options.match, options.isOnlyForExisting)
    }

    /// - Throws: why an account's file cannot be accepted, since any line may be about that account.
    mutating func read(_ registry: Registry) throws(AccountsError) {
        guard let column, files == nil else { return }
        let parts = try RegistryWalk(registry).fileParts { _, files in
            files.compactMap { file in
                registry.entry(file, replacing: Field.allButEmail)?.map { account in
                    (value: column.value(of: account)?.identity, name: file.name)
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

    mutating func find(_ candidate: inout ImportCandidate) {
        guard let column else { return note(candidate) }
        guard let value = candidate.values.identity(column) else {
            candidate.reasons.append(.plain("'\(column.key)', by which accounts are found, is empty"))
            return
        }
        if let line = lines.updateValue(candidate.line, forKey: value) {
            candidate.reasons.append(.plain("line \(line) has the same '\(column.key)'"))
        }
        let names = files?[value] ?? []
        if names.count > 1 {
            let emails = names.prefix(2).compactMap(EmailAddress.ofFile).joined(separator: " and ")
            candidate.reasons.append(.plain("several accounts have this '\(column.key)': \(emails)"))
        } else if let name = names.first, candidate.name != nil, name != candidate.name {
            candidate.source = name
            moved.insert(name.hashValue)
        }
    }

    private mutating func note(_ candidate: ImportCandidate) {
        guard !registersNobody, let email = candidate.values[.email] else { return }
        for column in [.field(.phone)] + candidate.values.own.map({ AccountColumn.own($0.key) }) {
            guard !others.contains(column), let value = candidate.values.identity(column) else { continue }
            if persons[column, default: [:]].updateValue((candidate.line, email), forKey: value.hashValue)
                != nil
            {
                others.insert(column)
                persons[column] = nil
            }
        }
    }

    /// Newly registered people who share a value with an existing account, for keys whose values all differ.
    func twins(in registry: Registry) throws(AccountsError) -> [Twin] {
        guard !persons.isEmpty else { return [] }
        let columns = Array(persons.keys)
        let parts = try RegistryWalk(registry).parts { entries in
            entries.compactMap { try? $0.get() }.map { account in
                (email: account.email, values: columns.map { $0.value(of: account)?.identity?.hashValue })
            }
        }
        var (emails, seen): (Set<Int>, [Set<Int>?]) = ([], columns.map { _ in [] })
        var twins: [(Twin, column: Int)] = []
        for part in parts {
            for (email, values) in part {
                emails.insert((Registry.file(of: email) ?? email).hashValue)
                for (index, value) in values.enumerated() where seen[index] != nil {
                    guard let value, seen[index]?.insert(value).inserted == true else {
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
        // With one account, all values of a key differ, so an equal value does not show that it is the same person.
        guard emails.count > 1 else { return [] }
        return twins.filter { twin, index in
            seen[index] != nil && !emails.contains((Registry.file(of: twin.email) ?? twin.email).hashValue)
        }.map(\.0).sorted { ($0.line, $0.key) < ($1.line, $1.key) }
    }
}

extension AccountRecord {
    /// The value to find the account by.
    func identity(_ column: AccountColumn) -> String? {
        switch column {
        case .field(let field): self[field].flatMap { $0.isEmpty ? nil : $0 }
        case .own(let key): own.first { $0.key.hasSameScalars(as: key) }?.value.identity
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
}
