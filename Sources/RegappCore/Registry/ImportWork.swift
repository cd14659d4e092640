internal import RegappStore
internal import RegappJSON

/// The part of an import on the store's queue: compares accounts with existing ones and writes changes down.
struct ImportWork: Sendable {
    struct Outcome: Sendable {
        var created = 0
        var updated = 0
        var unchanged = 0
        /// In the order of the lines.
        var problems: [ImportProblem] = []
        var unhashed: [Unhashed] = []
        var leftOutHashes: [AccountImport.LeftOutHash] = []
        var previews: [AccountImport.Preview] = []
        var stillLocked: [String] = []
        /// Whether a password is certainly no hash.
        var hasOtherPassword = false
        /// The lines of passwords that may be hashes.
        var likeHashes: [Int] = []
    }

    /// An account that has been written down without its password.
    struct Unhashed: Sendable {
        let line: Int
        let name: String
        let password: String
        /// The account's email, if the password was generated.
        let generatedFor: String?
        /// Whether a mark that the password must be changed belongs to this password.
        let isMarked: Bool
    }

    /// How many accounts are compared and written down at once; bounds the memory.
    static let batchSize = 512
    /// How many passwords are hashed between two progress reports.
    static let mostHashedTogether = 8

    enum Action {
        case created, unchanged, skipped, unhashed
        /// In a dry run, with the changes.
        case updated([FieldChange])
        case refused([ImportProblem.Reason])
    }

    let registry: Registry
    let options: AccountImport.Options
    let changes: BulkChange

    init(_ registry: Registry, _ options: AccountImport.Options) {
        self.registry = registry
        self.options = options
        changes = BulkChange(of: StoreLayout.accounts, in: registry.store)
    }

    /// Compares a batch with existing accounts and, if it has no problems, writes it down.
    func writeDown(
        _ batch: [ImportCandidate], _ reader: DocumentReader, hasProblems: Bool
    ) throws -> Outcome {
        var outcome = Outcome()
        let present = try read(batch, reader)
        var good: [(ImportCandidate, Result<[UInt8]?, StoreError>)] = []
        for (candidate, present) in zip(batch, present) {
            let isThere = if case .success(nil)? = present { false } else { present != nil }
            let candidate = isThere ? candidate.keepingPassword : candidate
            let reasons = candidate.problems(isThere: isThere, options)
            if candidate.hasOtherPassword { outcome.hasOtherPassword = true }
            if candidate.mayBeHash, !isThere || options.existing != .skipped {
                outcome.likeHashes.append(candidate.line)
            }
            outcome.problems += reasons.map { ImportProblem(line: candidate.line, reason: $0) }
            if reasons.isEmpty, let present { good.append((candidate, present)) }
        }
        // A dry run reports good accounts among bad ones, too.
        guard options.isDryRun || (outcome.problems.isEmpty && !hasProblems) else { return outcome }
        for (candidate, present) in good {
            guard let name = candidate.name else { continue }
            let action = try action(of: candidate, name, present, reader)
            if options.locksAbsent, isStillLocked(candidate, present) {
                outcome.stillLocked.append(candidate.values[.email] ?? "")
            }
            note(action, of: candidate, name, in: &outcome)
        }
        return outcome
    }

    /// Whether an existing account is locked and the file does not say so itself.
    private func isStillLocked(
        _ candidate: ImportCandidate, _ present: Result<[UInt8]?, StoreError>
    ) -> Bool {
        guard !candidate.values.isLocked, case .success(let bytes?) = present else { return false }
        return AccountRecord(text: bytes)?.isLocked ?? false
    }

    private func note(
        _ action: Action, of candidate: ImportCandidate, _ name: String, in outcome: inout Outcome
    ) {
        func preview(_ kind: AccountImport.Preview.Kind) {
            guard options.isDryRun else { return }
            let email = candidate.values[.email] ?? ""
            outcome.previews.append(.init(line: candidate.line, email: email, kind: kind))
        }
        switch action {
        case .created:
            outcome.created += 1
            preview(.added)
        case .updated(let changes):
            outcome.updated += 1
            preview(.changed(changes))
        case .unchanged:
            outcome.unchanged += 1
            preview(.unchanged)
        case .skipped:
            outcome.unchanged += 1
            preview(.skipped)
            return
        case .unhashed:
            let password = candidate.values[.password] ?? ""
            outcome.unhashed.append(
                Unhashed(
                    line: candidate.line, name: name, password: password,
                    generatedFor: candidate.isGenerated ? candidate.values[.email] : nil,
                    isMarked: candidate.values.mustChange))
        case .refused(let reasons):
            outcome.problems += reasons.map { ImportProblem(line: candidate.line, reason: $0) }
            return
        }
        if let scheme = candidate.leftOutHash {
            let email = candidate.values[.email] ?? ""
            outcome.leftOutHashes.append(.init(line: candidate.line, email: email, scheme: scheme))
        }
    }

    /// The content of each candidate's file; nil for those without a name.
    private func read(
        _ batch: [ImportCandidate], _ reader: DocumentReader
    ) throws(StoreError) -> [Result<[UInt8]?, StoreError>?] {
        var contents: [Result<[UInt8]?, StoreError>] = []
        try reader.forEach(batch.compactMap(\.name), in: StoreLayout.accounts) { contents.append($1) }
        var rest = contents[...]
        return batch.map { $0.name == nil ? nil : rest.popFirst() }
    }

    private func action(
        of candidate: ImportCandidate, _ name: String, _ present: Result<[UInt8]?, StoreError>,
        _ reader: DocumentReader
    ) throws -> Action {
        if case .success(nil) = present { return try create(candidate, name) }
        if options.existing == .skipped { return .skipped }
        let file = RegistryWalk.File(
            folder: registry.store.path(of: StoreLayout.accounts), name: name, contents: present)
        switch registry.entry(file, replacing: candidate.bringsPassword ? Field.secrets : []) {
        case .invalid(.invalidFile(let problems)): return .refused([.unusable(problems)])
        case .invalid(let error): throw error
        case .notAnAccount(let path, _): return .refused([.misnamed(path: path)])
        case .account(let account): return try update(account, candidate, name, reader)
        case nil: return try create(candidate, name)
        }
    }

    private func create(_ candidate: ImportCandidate, _ name: String) throws -> Action {
        var values = candidate.values
        if values[.registered] == nil { values[.registered] = registry.directory.now.timestamp.text }
        let after = values.json(withPassword: false, and: values.own).fileBytes
        if let refusal = ownKeyProblems(after, name, candidate) { return .refused(refusal) }
        return try put(name, before: nil, after: after, isUnhashed: values[.password] != nil)
    }

    /// Gives an existing account the values of the import; the spelling of its email stays. If the account expires by
    /// it, or has expired and no longer does, its session ends.
    private func update(
        _ account: AccountFile, _ candidate: ImportCandidate, _ name: String, _ reader: DocumentReader
    ) throws -> Action {
        let values = candidate.values
        var draft = registry.directory.draft(values, over: account.values)
        for field in candidate.cleared { draft.set("", as: field) }
        let violations = draft.violations.filter { !options.mayLackFields || $0.rule != .required }
        guard violations.isEmpty else { return .refused(violations.map(ImportProblem.Reason.violation)) }
        var edits: [JSONEdit] = values.fields.compactMap { field in
            guard ![.email, .password, .passwordHash].contains(field) else { return nil }
            return values[field].map { .setting(field, $0) }
        }
        // A table has only texts: what reads the same stays a list or a number.
        edits += values.own.filter { !account.document.has($0) }.map { member in
            if case .string(let text) = member.value { return .set(key: member.key, text) }
            return .copy(key: member.key, member.value.bytes)
        }
        edits += candidate.cleared.map { .remove(key: $0.rawValue) }
        edits += candidate.clearedKeys.map { .remove(key: $0) }
        var isUnhashed = values[.password] != nil
        if let text = values[.passwordHash], let stored = try? StoredHash(text) {
            // An existing lock stays, and one in the file is added.
            edits += account.passwordEdits(
                StoredHash(stored.hash, isLocked: stored.isLocked || account.isLocked))
        } else if options.isDryRun, let password = values[.password] {
            if try !registry.isKept(password, by: account) {
                // Stands for the hash, which is not computed.
                edits += [.remove(key: Field.password.rawValue), .setting(.passwordHash, "*")]
            }
            isUnhashed = false
        }
        let after = account.document.applying(edits)
        if let refusal = ownKeyProblems(after, name, candidate) { return .refused(refusal) }
        let missing = try missingFields(after, name, replacing: candidate)
        guard missing.isEmpty else { return .refused(missing) }
        if !options.isDryRun,
            AccountRecord(text: after)?.isExpired(registry.directory.now) != account.isExpired
        {
            try endSession(of: account, reader)
        }
        let action = try put(name, before: account.document.bytes, after: after, isUnhashed: isUnhashed)
        guard case .updated = action, options.isDryRun, let record = AccountRecord(text: after),
            let document = try? JSONDocument(parsing: after)
        else { return action }
        return .updated(
            account.values.changes(to: record) + FieldChange.own(from: account.document, to: document))
    }

    func endSession(of account: AccountFile, _ reader: DocumentReader) throws {
        guard let session = try SessionFile.valid(reader),
            EmailAddress.matches(session.account, account.email)
        else { return }
        let end = session.removal
        try changes.putRemoval(of: end.file, holding: end.before ?? [])
    }

    /// Why a file with keys of its own cannot be accepted; nil if it can.
    private func ownKeyProblems(
        _ bytes: [UInt8], _ name: String, _ candidate: ImportCandidate
    ) -> [ImportProblem.Reason]? {
        guard !candidate.values.own.isEmpty else { return nil }
        do throws(AccountsError) {
            _ = try registry.parse(
                bytes, "\(StoreLayout.accounts)/\(name)",
                replacing: candidate.bringsPassword ? Field.secrets : [])
            return nil
        } catch {
            if case .invalidFile(let problems) = error { return [.unusable(problems)] }
            return nil
        }
    }

    private func missingFields(
        _ bytes: [UInt8], _ name: String, replacing candidate: ImportCandidate
    ) throws(AccountsError) -> [ImportProblem.Reason] {
        guard !options.mayLackFields else { return [] }
        do {
            let file = try registry.parse(
                bytes, "\(StoreLayout.accounts)/\(name)",
                replacing: candidate.bringsPassword ? Field.secrets : [])
            return file.missing.filter { $0 != .password || candidate.values[.password] == nil }
                .map { .violation(Violation(field: $0, rule: .required)) }
        } catch .invalidFile(let problems) {
            return [.unusable(problems)]
        }
    }

    private func put(
        _ name: String, before: [UInt8]?, after: [UInt8], isUnhashed: Bool
    ) throws(StoreError) -> Action {
        let limit = DocumentStore.maximumDocumentSize
        guard after.count <= limit else { return .refused([.tooLong(maximumBytes: limit)]) }
        guard before != after || isUnhashed else { return .unchanged }
        if !options.isDryRun {
            try changes.put(name, before: before, after: after, isFinal: !isUnhashed)
            if isUnhashed { return .unhashed }
        }
        return before == nil ? .created : .updated([])
    }

    // MARK: Passwords

    /// Gives accounts that have been written down the hashes of their passwords, computed on all processors.
    func hash(_ accounts: [Unhashed]) throws(AccountsError) -> [Action] {
        let found = try registry.directory.reading { _ in
            try accounts.map { account in
                let change = try changes.unfinished(account.name)
                let file = try registry.parse(change.after ?? [], change.file, replacing: Field.secrets)
                return (
                    password: account.password, name: account.name, before: change.before, file: file,
                    isMarked: account.isMarked
                )
            }
        }
        let edits = try registry.onAllProcessors(found) { found -> [JSONEdit] in
            // A new account has none, so it is not asked.
            let isKept = try registry.isKept(found.password, by: found.file)
            if isKept { return [] }
            let hash = try registry.hash(found.password)
            return found.file.newPasswordEdits(hash, mustChange: found.isMarked)
        }
        return try registry.directory.reading { _ in
            try zip(found, edits).map { found, edits in
                let after = found.file.document.applying(edits)
                return try put(found.name, before: found.before, after: after, isUnhashed: false)
            }
        }
    }

    // MARK: The end

    func commit(
        progress: @escaping @Sendable (BulkChange.Progress) -> Void
    ) throws(AccountsError) -> [BulkChange.LeftDocument] {
        do {
            let requireSameRules = registry.directory.requireSameRules
            return try changes.commit(
                checking: { reader in
                    try requireSameRules(reader)
                    return nil
                }, progress: progress)
        } catch { throw AccountsError(error) }
    }
}

extension JSONDocument {
    /// Whether it has a value that reads like this text.
    fileprivate func has(_ member: JSONText.Member) -> Bool {
        guard case .string(let text) = member.value, let value = root[member.key] else { return false }
        return JSONText(value, in: self, hidesSecrets: true).cell.hasSameScalars(as: text)
    }
}

extension Registry {
    /// Whether an account already has this password, with a hash that is strong enough.
    fileprivate func isKept(_ password: String, by account: AccountFile) throws(HashingError) -> Bool {
        guard let hash = account.storedHash?.hash, !account.hasPlainPassword, !hash.isWeaker(than: policy)
        else { return false }
        return try hash.matches(password)
    }
}
