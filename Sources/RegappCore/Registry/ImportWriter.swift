internal import RegappStore
internal import RegappJSON

/// The part of an import that runs on the store's queue: compares accounts with existing ones and writes changes.
struct ImportWriter: Sendable {
    /// How many accounts are compared and written at once; bounds the memory.
    static let batchSize = 512
    /// How many passwords are hashed between two progress reports.
    static let mostHashedTogether = 8

    /// `account` is read only if it is to be updated.
    typealias Compared = (
        candidate: ImportCandidate, isThere: Bool, account: Result<AccountFile, AccountsError>?
    )

    let registry: Registry
    let options: AccountImport.Options
    let changes: BulkChange

    init(_ registry: Registry, _ options: AccountImport.Options) {
        self.registry = registry
        self.options = options
        // Nothing stays in memory: accounts are written while the file is read.
        changes = BulkChange(of: StoreLayout.accounts, in: registry.store, inMemory: 0)
    }

    func hash(_ candidates: [ImportCandidate]) throws(AccountsError) -> [ImportCandidate] {
        let compared = try registry.directory.reading { reader in try compare(candidates, reader) }
        let hashed = try registry.onAllProcessors(compared) { compared -> Compared in
            var compared = compared
            guard let password = compared.candidate.values[.password] else { return compared }
            if case .success(let account)? = compared.account, try isStored(password, in: account) {
                compared.candidate.hash = .stored
            } else {
                compared.candidate.hash = .new(try registry.hash(password))
            }
            return compared
        }
        return try registry.directory.reading { reader in
            try writeDown(hashed, reader, hasProblems: false)
        }
    }

    func lock(_ accounts: [AccountFile]) throws(AccountsError) {
        let edited = try registry.onAllProcessors(accounts) { account in
            try registry.text(of: account, after: .lock)
        }
        try registry.directory.reading { _ in
            for (account, text) in zip(accounts, edited) { try changes.put(account.change(to: text)) }
        }
    }

    /// Compares candidates with existing accounts.
    func compare(
        _ batch: [ImportCandidate], _ reader: DocumentReader
    ) throws(StoreError) -> [Compared] {
        var files: [RegistryWalk.File] = []
        try reader.forEach(batch.compactMap { $0.source ?? $0.name }, in: StoreLayout.accounts) {
            files.append(($0, $1))
        }
        var rest = files[...]
        return batch.map { candidate in
            guard candidate.name != nil, let file = rest.popFirst() else { return (candidate, false, nil) }
            if case .success(nil) = file.contents { return (candidate, false, nil) }
            guard options.existing == .updated else { return (candidate, true, nil) }
            // A generated password does not replace a present one, so mistakes in that count.
            let replaced = candidate.bringsPassword && !candidate.isGenerated ? Field.secrets : []
            return (candidate, true, registry.entry(file, replacing: replaced))
        }
    }

    /// Writes, if there are no problems, the accounts whose passwords need no hash.
    func writeDown(
        _ batch: [Compared], _ reader: DocumentReader, hasProblems: Bool
    ) throws -> [ImportCandidate] {
        let judged = try batch.map { compared in
            var (candidate, isThere, account) = compared
            var keepsPassword = isThere
            // A misspelt key may hold a password, too.
            if case .success(let account)? = account {
                keepsPassword = account.isPasswordSet || account.hasMisplacedPassword
            }
            candidate.judge(isThere: isThere, keepsPassword: keepsPassword, options)
            if let obstacle = try obstacle(candidate, account, reader) {
                candidate.reasons.append(.plain(obstacle, field: .email))
            }
            return (candidate: candidate, isThere: isThere, account: account)
        }
        let isGood = !hasProblems && judged.allSatisfy(\.candidate.reasons.isEmpty)
        return try judged.map { judged in
            var (candidate, isThere, account) = judged
            if !candidate.reasons.isEmpty {
                candidate.outcome = .refused(candidate.reasons)
            } else if isGood || options.isDryRun, let name = candidate.name {
                // A dry run reports good accounts among bad ones, too.
                candidate.outcome =
                    switch account {
                    case nil where isThere: .done(.skipped)
                    case nil: try create(&candidate, name, reader)
                    case .success(let account)?: try update(account, &candidate, name, reader)
                    case .failure(let error)? where error.isAboutOneFile: .leftAlone(error)
                    case .failure(let error)?: throw error
                    }
            }
            return candidate
        }
    }

    /// Why an account that was found by a key cannot get the email of its line.
    private func obstacle(
        _ candidate: ImportCandidate, _ account: Result<AccountFile, AccountsError>?, _ reader: DocumentReader
    ) throws -> String? {
        guard let column = options.match, let name = candidate.name else { return nil }
        if candidate.source != nil {
            return try reader.exists("\(StoreLayout.accounts)/\(name)")
                ? "the email is another account's" : nil
        }
        guard case .success(let account)? = account, let value = column.value(of: account)?.identity,
            value != candidate.values.identity(column)
        else { return nil }
        return "the account with this email has another '\(column.key)'"
    }

    private func create(
        _ candidate: inout ImportCandidate, _ name: String, _ reader: DocumentReader
    ) throws -> ImportCandidate.Outcome {
        if options.isOnlyForExisting { return .done(.passedOver) }
        var values = candidate.values
        if values.isExpired(registry.directory.now), !values.isLocked { candidate.hasExpired = true }
        if values[.registered] == nil { values[.registered] = registry.directory.timeOfChange }
        if case .new(let hash) = candidate.hash {
            values[.passwordHash] = StoredHash(hash, isLocked: values.isLocked).text
        }
        var after = values.json(withPassword: false, and: values.own).fileBytes
        if !values.ownChanges.isEmpty, let document = try? JSONDocument(parsing: after) {
            after = document.applying(document.edits(values.ownChanges))
        }
        return try put(&candidate, name, before: nil, after: after, reader)
    }

    /// The spelling of the account's email stays. The session may end (`endsSession`).
    private func update(
        _ account: AccountFile, _ candidate: inout ImportCandidate, _ name: String, _ reader: DocumentReader
    ) throws -> ImportCandidate.Outcome {
        let isActive = !account.isLocked && !account.isExpired
        if candidate.values.isExpired(registry.directory.now), isActive { candidate.shutsOut = true }
        candidate.isStillLocked = options.locksAbsent && account.isLocked && !candidate.values.isLocked
        var draft = registry.directory.draft(candidate.values, over: account.values)
        for field in candidate.cleared { draft.set("", as: field) }
        let violations = draft.violations.filter { !options.mayLackFields || $0.rule != .required }
        guard violations.isEmpty else { return .refused(violations.map(ImportProblem.Reason.violation)) }
        // A table has only texts: a list or number that reads the same stays.
        let others = candidate.values.own.filter { !account.document.has($0) }
        let texts = (others + candidate.clearedKeys).compactMap { member in
            if case .string(let text) = member.value { OwnValue(member.key, text) } else { nil }
        }
        if let held = account.document.barredKey(texts + candidate.values.ownChanges) {
            return .refused([.keyHoldsMore(held)])
        }
        var after = account.document.applying(
            edits(of: account, by: candidate, others) + (try passwordEdits(of: account, by: candidate.values))
        )
        if case .new(let hash) = candidate.hash {
            let file = try registry.parse(after, name, replacing: Field.secrets)
            let edits = file.passwordEdits(hash) + file.markEdits(candidate.values[.mustChange])
            after = file.document.applying(edits)
        }
        return try put(&candidate, name, before: account, after: after, reader)
    }

    private func edits(
        of account: AccountFile, by candidate: ImportCandidate, _ others: [JSONText.Member]
    ) -> [JSONEdit] {
        let values = candidate.values
        var edits: [JSONEdit] = values.fields.compactMap { field in
            guard ![.email, .password, .passwordHash].contains(field) else { return nil }
            return values[field].map { .setting(field, $0) }
        }
        if candidate.source != nil, let email = values[.email] { edits.append(.setting(.email, email)) }
        edits += others.map { member in
            if case .string(let text) = member.value { return .set(key: member.key, text) }
            return account.document.copy(member.value, under: member.key)
        }
        edits += account.document.edits(values.ownChanges)
        let cleared = candidate.cleared.map(\.rawValue) + candidate.clearedKeys.map(\.key)
        return edits + cleared.map { .remove(key: $0) }
    }

    private func passwordEdits(
        of account: AccountFile, by values: AccountRecord
    ) throws -> [JSONEdit] {
        if values[.passwordHash] == StoredHash.lock {
            // A lock alone does not replace the password.
            return try registry.edits(of: account, for: .lock, isDryRun: options.isDryRun)
        }
        if let text = values[.passwordHash], let stored = try? StoredHash(text) {
            // An existing lock stays, and one in the file is added.
            return account.passwordEdits(account.addingLock(to: stored))
        }
        guard options.isDryRun, let password = values[.password], try !isStored(password, in: account)
        else { return [] }
        // Stands for the hash, which is not computed.
        return [.remove(key: Field.password.rawValue), .setting(.passwordHash, "*")]
    }

    private func awaitsHash(_ candidate: ImportCandidate) -> Bool {
        guard case .awaited = candidate.hash else { return false }
        return candidate.values[.password] != nil && !options.isDryRun
    }

    /// Why an account's file would be unacceptable, or lacks a field that the import requires.
    private func problems(
        of bytes: [UInt8], _ name: String, _ candidate: ImportCandidate, isNew: Bool
    ) throws(AccountsError) -> [ImportProblem.Reason] {
        let isComplete = isNew || options.mayLackFields
        if isComplete && candidate.values.own.isEmpty && candidate.values.ownChanges.isEmpty { return [] }
        do {
            let file = try registry.parse(
                bytes, "\(StoreLayout.accounts)/\(name)",
                replacing: candidate.bringsPassword ? Field.secrets : [])
            if isComplete { return [] }
            return file.missing.filter { $0 != .password || candidate.values[.password] == nil }
                .map { .violation(Violation(field: $0, rule: .required)) }
        } catch .invalidFile(let problems) {
            return [.unusable(problems)]
        }
    }

    /// Writes nothing until the password is hashed.
    private func put(
        _ candidate: inout ImportCandidate, _ name: String, before account: AccountFile?, after: [UInt8],
        _ reader: DocumentReader
    ) throws -> ImportCandidate.Outcome {
        let problems = try problems(of: after, name, candidate, isNew: account == nil)
        guard problems.isEmpty else { return .refused(problems) }
        if let account, after != account.document.bytes || awaitsHash(candidate) {
            do throws(StoreError) { try reader.requireWritable(account.file(isRegistered: true)) } catch {
                return .leftAlone(.store(error))
            }
        }
        if awaitsHash(candidate) { return .unhashed }
        if candidate.isGenerated, !options.letterColumns.isEmpty,
            let written = try? registry.parse(after, name)
        {
            candidate.letters = options.letterColumns.map { $0.value(of: written) }
        }
        let limit = DocumentStore.maximumDocumentSize
        guard after.count <= limit else { return .refused([.tooLong(maximumBytes: limit)]) }
        let before = account?.document.bytes
        if before == after { return .done(.unchanged) }
        if !options.isDryRun {
            let file = "\(StoreLayout.accounts)/\(name)"
            var changes = [DocumentChange(file, before: before, after: after)]
            if let account, candidate.source != nil {
                changes = DocumentChange.move(
                    account.file(isRegistered: true), to: file, before: before, after: after,
                    undone: try registry.undone(account))
            }
            for change in changes { try self.changes.put(change) }
        }
        guard let account else { return .done(.added) }
        candidate.endsSession = account.change(to: after).endsSession(registry.directory.now)
        let document = options.isDryRun ? try? JSONDocument(parsing: after) : nil
        let values = document.map { FieldChange.all(from: account.document, to: $0) } ?? []
        guard candidate.source != nil else { return .done(.changed(values)) }
        return .done(.moved(from: account.email, values.filter { $0.field != .email }))
    }

    /// Whether the account has this password already, with a hash that is strong enough.
    private func isStored(_ password: String, in account: AccountFile) throws(HashingError) -> Bool {
        guard let hash = account.storedHash?.hash, !account.hasPlainPassword,
            !hash.isWeaker(than: registry.policy)
        else { return false }
        return try hash.matches(password)
    }
}

extension JSONDocument {
    /// Whether it has this value, or one that reads the same.
    fileprivate func has(_ member: JSONText.Member) -> Bool {
        guard let value = root[member.key] else { return false }
        let text = JSONText(value, hidesSecrets: true)
        if case .string(let cell) = member.value { return text.cell.hasSameScalars(as: cell) }
        return text.bytes == member.value.bytes
    }
}

extension AccountsError {
    /// Whether the error concerns one file only, so that others can be read.
    var isAboutOneFile: Bool {
        switch self {
        case .invalidFile, .notAnAccount, .store(.refused): true
        case .store(.failed(_, _, let errno)):
            [.accessDenied, .notPermitted, .inputOutput, .isDirectory, .loop].contains(errno)
        default: false
        }
    }
}
