/// The accounts of a registry in a format for other programs.
public struct Export: Sendable, CustomReflectable {
    /// The file.
    public let bytes: [UInt8]
    /// The emails of accounts that the format cannot hold: those without a hash, with one that not all of its servers
    /// verify, and, if it cannot say so, locked or expired ones.
    public let leftOut: [String]

    /// Shows the emails that are left out, and no bytes, which may hold hashes.
    public var customMirror: Mirror { Mirror(self, children: ["leftOut": leftOut]) }
}

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
    /// How many accounts are new.
    public let created: Int
    /// How many accounts got other values.
    public let updated: Int
    /// How many accounts had all these values already, or were skipped.
    public let unchanged: Int
    /// The accounts of the file that stay as they are, because their own files cannot be accepted or changed.
    public let notAccepted: [ImportMistake]
}

extension AccountRegistry {
    /// What happens to existing accounts when others are imported.
    public enum Existing: Sendable {
        /// They cause an error.
        case refused
        /// They get the values of the file.
        case updated
        /// They stay as they are.
        case skipped
    }

    /// Writes the accounts that all filters select in a format.
    ///
    /// - Throws: `invalidFiles`, `file` if an account cannot be read: nothing is returned then.
    public func export(
        _ format: ExchangeFormat, where filters: AccountFilter...
    ) async throws(DirectoryError) -> Export {
        let writer = format.writer()
        var (bytes, leftOut, isEmpty): ([UInt8], [String], Bool) = (writer.start(), [], true)
        var iterator = RegisteredAccounts(registry: self, filters: filters).makeAsyncIterator()
        while let account = try await iterator.nextFile() {
            guard let written = try? writer.bytes(for: ExportRecord(account, as: format)) else {
                leftOut.append(account.email)
                continue
            }
            bytes += (isEmpty ? [] : writer.separator) + written
            isEmpty = false
        }
        return Export(bytes: bytes + writer.end(isEmpty: isEmpty), leftOut: leftOut)
    }

    /// Imports the accounts of a file, all or none, even through a crash. Only those whose own files cannot be accepted or
    /// changed stay as they are.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: its format.
    ///   - existing: what happens to existing accounts.
    ///   - mayLackFields: whether accounts may lack required fields other than the email; hashes that cannot be verified
    ///     are left out then.
    ///   - takesPlainPasswords: whether a `password` that looks like a hash is a password nevertheless; otherwise it is
    ///     a mistake, since no login would be possible with the real password.
    ///   - columns: what becomes of columns and keys that name no field.
    ///   - encoding: that of the file; nil for UTF-8, or UTF-16 with a byte order mark.
    ///   - dates: what comes first in a date such as 05/06/1990; nil to refuse it.
    /// - Throws: `invalidImport` with every mistake.
    @discardableResult
    public func importAccounts(
        _ bytes: [UInt8], as format: ExchangeFormat, existing: Existing = .refused,
        mayLackFields: Bool = false, takesPlainPasswords: Bool = false,
        columns: ImportColumns = ImportColumns(), encoding: TextEncoding? = nil, dates: DateOrder? = nil
    ) async throws(DirectoryError) -> ImportSummary {
        let (problems, result) = try await directory.runLong {
            directory -> ([ImportProblem], AccountImport.Result) in
            let registry = try directory.registry()
            var options = AccountImport.Options()
            options.existing = existing
            options.mayLackFields = mayLackFields
            options.takesPlainPasswords = takesPlainPasswords
            options.dates = dates
            var accounts = AccountImport(into: registry, options)
            defer { accounts.discard() }
            let map = try columns.map(for: registry)
            var reader = format.reader(ReadingOptions(map, encoding: encoding))
            var problems = try accounts.add(reader.read(bytes))
            problems += try accounts.add(reader.finish())
            problems += try accounts.finish()
            if !problems.contains(where: \.reason.stopsImport) { problems += try accounts.hashPasswords() }
            if !problems.contains(where: \.reason.stopsImport) { try accounts.commit() }
            return (problems, accounts.result)
        }
        guard !problems.contains(where: \.reason.stopsImport) else { throw DirectoryError(problems) }
        return ImportSummary(
            created: result.created, updated: result.updated, unchanged: result.unchanged,
            notAccepted: problems.map(ImportMistake.init))
    }
}

/// What becomes of the columns of a table, or of the keys of objects, that is imported.
public struct ImportColumns: Sendable {
    /// What becomes of columns that are neither fields nor mapped.
    public enum Others: Sendable {
        /// They are a mistake of the file.
        case refused
        /// They are left out.
        case ignored
        /// They become keys of the accounts' own files.
        case kept
    }

    private let keys: [String: String]
    private let others: Others

    /// Takes columns by their names, compared without case.
    ///
    /// - Parameters:
    ///   - keys: the key of an account for each name: a field's, one of your own, `firstName+lastName`, which is split
    ///     at the last space or a comma, `lastName+firstName`, or an empty one to leave the column out. A key that no account may have counts as none.
    ///   - others: what becomes of all others.
    public init(_ keys: [String: String] = [:], others: Others = .refused) {
        (self.keys, self.others) = (keys, others)
    }

    fileprivate func map(for registry: Registry) throws(AccountsError) -> ColumnMap {
        let mapped = keys.compactMap { name, key in ColumnMap.Target(key).map { (name: name, target: $0) } }
        return ColumnMap(mapped, others: others, present: others == .kept ? try registry.ownKeys() : [])
    }
}
