/// A registry's accounts in a format for other programs.
public struct Export: Sendable {
    /// The exported file. It may hold hashes, so it is never printed with the value.
    public var bytes: [UInt8] { file.value }
    /// The emails of accounts left out: without a hash that all the format's servers verify, or locked, or expired.
    public let leftOut: [String]

    private let file: Hidden<[UInt8]>

    fileprivate init(_ bytes: [UInt8], leftOut: [String]) {
        file = Hidden(value: bytes)
        self.leftOut = leftOut
    }
}

/// What an import did.
public struct ImportSummary: Hashable, Codable, Sendable {
    /// How many accounts were added.
    public let created: Int
    /// How many accounts got other values.
    public let updated: Int
    /// How many accounts had all of the file's values already, or were skipped.
    public let unchanged: Int
    /// Accounts left alone, because their own files cannot be accepted or changed.
    public let notAccepted: [FileMistake]
}

extension AccountRegistry {
    /// What an import does with existing accounts.
    public enum Existing: Sendable {
        /// Existing accounts make the import fail.
        case refused
        /// Existing accounts get the values of the file.
        case updated
        /// Existing accounts stay as they are.
        case skipped
    }

    /// Writes the accounts that all filters select.
    ///
    /// - Throws: `invalidFiles`, or `file` if an account cannot be read; nothing is returned then. `unusableArgument` for a
    ///   filter that no account can match.
    public func export(
        _ format: ExchangeFormat, where filters: [AccountFilter] = []
    ) async throws(DirectoryError) -> Export {
        let writer = format.definition.writer()
        var bytes: [UInt8] = writer.start()
        var leftOut: [String] = []
        var isEmpty = true
        let options = try await directory.read { store in
            var options = ExportOptions()
            try options.take(loginNamesOf: Registry(directory: store), as: format)
            return options
        }
        var iterator = RegisteredAccounts(registry: self, filters: filters).makeAsyncIterator()
        while let account = try await iterator.nextFile() {
            guard let written = try? writer.bytes(for: ExportRecord(account, as: format, options)) else {
                leftOut.append(account.email)
                continue
            }
            bytes += (isEmpty ? [] : writer.separator) + written
            isEmpty = false
        }
        return Export(bytes + writer.end(isEmpty: isEmpty), leftOut: leftOut)
    }

    /// Imports accounts, all or none, even through a crash, except those whose files cannot be accepted or changed.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - format: its format.
    ///   - existing: what to do with existing accounts.
    ///   - mayLackFields: whether required fields other than the email may be missing; unverifiable hashes are left out
    ///     then.
    ///   - takesPlainPasswords: whether to accept a `password` that looks like a hash; otherwise it is a mistake, since
    ///     the real password would not log in.
    ///   - columns: what becomes of columns and keys that name no field.
    ///   - encoding: the file's encoding; nil for UTF-8, or UTF-16 with a byte order mark.
    ///   - dayFirst: whether the day comes before the month in a date such as 05/06/1990; nil to refuse it.
    /// - Throws: `invalidImport` with every mistake; `unusableArgument` for columns of a format that has none, and for a key
    ///   that no account may have.
    @discardableResult
    public func importAccounts(
        _ bytes: [UInt8], as format: ExchangeFormat, existing: Existing = .refused,
        mayLackFields: Bool = false, takesPlainPasswords: Bool = false,
        columns: ImportColumns = ImportColumns(), encoding: TextEncoding? = nil, dayFirst: Bool? = nil
    ) async throws(DirectoryError) -> ImportSummary {
        let (problems, result) = try await directory.runLong {
            directory -> ([ImportProblem], AccountImport.Result?) in
            let registry = try directory.registry()
            var options = AccountImport.Options()
            options.existing = existing
            options.mayLackFields = mayLackFields
            options.takesPlainPasswords = takesPlainPasswords
            options.dates = dayFirst.map { $0 ? .dmy : .mdy }
            var accounts = AccountImport(into: registry, options)
            defer { accounts.discard() }
            let map = try columns.map(for: registry, format)
            var reader = format.reader(ReadingOptions(map, encoding: encoding))
            var problems = try accounts.add(reader.read(bytes))
            problems += try accounts.add(reader.finish())
            problems += try accounts.finish()
            if !accounts.isStopped { problems += try accounts.hashPasswords() }
            guard !accounts.isStopped else { return (problems, nil) }
            try accounts.commit()
            return (problems, accounts.result)
        }
        guard let result else { throw DirectoryError(problems) }
        return ImportSummary(
            created: result.created, updated: result.updated, unchanged: result.unchanged,
            notAccepted: problems.flatMap(FileMistake.all))
    }
}

/// What an import does with a table's columns, or with objects' keys.
public struct ImportColumns: Sendable {
    /// What becomes of columns that name no field and are not mapped.
    public enum Others: Sendable {
        /// Each such column is a mistake in the file.
        case refused
        /// Such columns are left out.
        case ignored
        /// Such columns become keys in the accounts' files.
        case kept
    }

    private let keys: [String: String]
    private let others: Others

    /// Maps columns by their names, compared without case.
    ///
    /// - Parameters:
    ///   - keys: an account's key for each name: a field's, a custom key, `firstName+lastName`, which is split at
    ///     the last space or a comma, `lastName+firstName`, or an empty text to leave the column out.
    ///   - others: what becomes of all other columns.
    public init(_ keys: [String: String] = [:], others: Others = .refused) {
        self.keys = keys
        self.others = others
    }

    fileprivate func map(
        for registry: Registry, _ format: ExchangeFormat
    ) throws(AccountsError) -> ColumnMap {
        guard format.hasColumns || keys.isEmpty else {
            throw .unusableArgument("\(format.rawValue) has no columns", hint: "leave the columns out")
        }
        let mapped = try keys.sorted { $0.key < $1.key }.map { name, key throws(AccountsError) in
            guard let target = ColumnMap.Target(key) else {
                throw .unusableArgument("no account may have the key '\(key)'", hint: "choose another key")
            }
            return (name: name, target: target)
        }
        return ColumnMap(
            mapped, others: others, present: others == .kept ? try registry.ownKeys() : [],
            loginKey: registry.directory.policy.loginKey, now: registry.directory.now)
    }
}
