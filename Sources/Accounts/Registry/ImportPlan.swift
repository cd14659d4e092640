internal import DocumentStore
internal import StrictJSON

/// The changes that an import makes.
public struct ImportPlan: Sendable {
    /// How many accounts are new.
    public private(set) var created = 0
    /// How many accounts get other values.
    public private(set) var updated = 0
    /// How many accounts have all these values already.
    public private(set) var unchanged = 0
    var changes: [(name: String, before: [UInt8]?, after: [UInt8])] = []

    fileprivate mutating func add(
        _ staged: AccountImport.Staged, before: [UInt8]?, after: [UInt8]
    ) throws(AccountImport.PlanningFailure) {
        guard after.count <= DocumentStore.maximumDocumentSize else {
            throw .problems([.tooLong(maximumBytes: DocumentStore.maximumDocumentSize)])
        }
        guard before != after else {
            unchanged += 1
            return
        }
        if before == nil { created += 1 } else { updated += 1 }
        changes.append((staged.name, before, after))
    }
}

extension AccountImport {
    /// Works out what changes, and hashes the plain passwords; nothing is written.
    ///
    /// - Parameters:
    ///   - hashing: false for a rehearsal: the hashes are left out.
    ///   - progress: gets the number of accounts done so far.
    /// - Returns: the plan, worthless where there are problems.
    public func plan(
        hashing: Bool, progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> (plan: ImportPlan, problems: [ImportProblem]) {
        var plan = ImportPlan()
        plan.changes.reserveCapacity(staged.count)
        var problems: [ImportProblem] = []
        var rest = staged[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Registry.batchSize)
            rest = rest.dropFirst(batch.count)
            let present = read(batch.filter { existing.contains($0.name) })
            for staged in batch {
                do throws(PlanningFailure) {
                    try add(staged, present[staged.name], hashing: hashing, to: &plan)
                } catch {
                    switch error {
                    case .problems(let found):
                        problems += found.map { ImportProblem(line: staged.line, reason: $0) }
                    case .error(let error): throw error
                    }
                }
                progress(rest.startIndex - batch.count + (staged.password == nil ? 0 : 1))
            }
            progress(rest.startIndex)
        }
        return (plan, problems)
    }

    fileprivate enum PlanningFailure: Error {
        /// What is wrong with the account at hand.
        case problems([ImportProblem.Reason])
        case error(AccountsError)
    }

    /// The present accounts by the names of their files; a password that is replaced may be broken.
    private func read(_ batch: [Staged]) -> [String: RegistryEntry] {
        guard !batch.isEmpty else { return [:] }
        let files = registry.store.reading { reader in reader.files(batch.map(\.name)) }
        let repaired = Set(batch.lazy.filter(\.bringsPassword).map(\.name))
        var entries: [String: RegistryEntry] = [:]
        for file in files {
            let replaced = repaired.contains(file.name) ? Field.secrets : []
            entries[file.name] = registry.entry(file, replacing: replaced)
        }
        return entries
    }

    private func add(
        _ staged: Staged, _ present: RegistryEntry?, hashing: Bool, to plan: inout ImportPlan
    ) throws(PlanningFailure) {
        switch present {
        case nil: try plan.add(staged, before: nil, after: try newFile(staged, hashing: hashing))
        case .invalid(.invalidFile(let problems)): throw .problems([.unusable(problems)])
        case .invalid(let error): throw .error(error)
        case .notAnAccount(let path, _): throw .problems([.misnamed(path: path)])
        case .account(let account, _):
            let after = account.document.applying(try edits(of: account, staged, hashing: hashing))
            try requireFields(after, staged)
            try plan.add(staged, before: account.document.bytes, after: after)
        }
    }

    private func newFile(_ staged: Staged, hashing: Bool) throws(PlanningFailure) -> [UInt8] {
        guard let password = staged.password, hashing else { return staged.bytes }
        var record = values(of: staged)
        record[.passwordHash] = try hash(password, staged).text
        return record.json(withPassword: false).fileBytes
    }

    /// The edits that give a present account the values of the import; the spelling of its e-mail stays.
    private func edits(
        of account: AccountFile, _ staged: Staged, hashing: Bool
    ) throws(PlanningFailure) -> [JSONEdit] {
        let record = values(of: staged)
        var edits: [JSONEdit] = record.fields.compactMap { field in
            guard field != .email, field != .passwordHash, field != .registered || staged.hasTime else {
                return nil
            }
            return record[field].map { .setting(field, $0) }
        }
        if let password = staged.password {
            if try isSame(password, account) { return edits }
            guard hashing else { return edits + [.setting(.passwordHash, "")] }
            edits += account.passwordEdits(try hash(password, staged))
        } else if let text = record[.passwordHash], let hash = try? PasswordHash(text) {
            edits += account.passwordEdits(hash)
        }
        return edits
    }

    /// Whether the account has this password already, under a hash that will do.
    private func isSame(_ password: String, _ account: AccountFile) throws(PlanningFailure) -> Bool {
        guard let text = account.value(.passwordHash), !account.hasPlainPassword,
            let hash = try? PasswordHash(text), !hash.isWeaker(than: registry.policy)
        else { return false }
        do throws(AccountsError) { return try hash.isOf(password) } catch { throw .error(error) }
    }

    private func requireFields(_ bytes: [UInt8], _ staged: Staged) throws(PlanningFailure) {
        guard !mayLackFields else { return }
        let file: AccountFile
        do throws(AccountsError) { file = try registry.parse(bytes, staged.name) } catch {
            guard case .invalidFile(let problems) = error else { throw .error(error) }
            throw .problems([.unusable(problems)])
        }
        let missing = file.missing.filter { $0 != .password || staged.password == nil }
        guard missing.isEmpty else {
            throw .problems(missing.map { .violation(Violation(field: $0, rule: .required)) })
        }
    }

    private func hash(_ password: String, _ staged: Staged) throws(PlanningFailure) -> PasswordHash {
        do throws(AccountsError) { return try registry.hash(password) } catch { throw .error(error) }
    }

    private func values(of staged: Staged) -> AccountRecord {
        // What was written a moment ago is read back, so that no account is kept in two forms.
        var record = AccountRecord()
        guard let document = try? JSONDocument(parsing: staged.bytes) else { return record }
        for member in document.root.members {
            if let field = Field(rawValue: member.key), case .string(let value) = member.value.content {
                record[field] = value
            }
        }
        return record
    }
}

extension Registry {
    /// Makes the changes of a plan, all or none of them, and ends what can be taken back.
    ///
    /// - Parameter progress: gets the number of accounts written so far, on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` where an account is not what it was when the plan was made;
    ///   `rulesChanged`.
    public func carryOut(
        _ plan: ImportPlan, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(AccountsError) {
        let changes = plan.changes
        guard let first = changes.first else { return }
        try directory.writing { writer throws(AccountsError) in
            guard changes.count > 1 else {
                let file = "\(StoreLayout.accounts)/\(first.name)"
                let change = DocumentChange(file, before: first.before, after: first.after)
                return try writer.commit([change], undo: .clear)
            }
            try writer.documents.rebuild(StoreLayout.accounts) { draft throws(AccountsError) in
                for (name, before, after) in changes {
                    try translated { () throws(StoreError) in
                        try draft.put(name, before: before, after: after)
                    }
                    progress(draft.count)
                }
            }
        }
    }
}
