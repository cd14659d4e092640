package import RegappStore

/// An import of a file's accounts into a registry.
///
/// Call `add` with what an `AccountReader` returns, then `finish`, `hashPasswords` and `commit`; `discard` at any time.
///
/// Each record becomes a `JudgedRow`, which the `ImportIndex` places; the `ImportPlan` matches it with an account and
/// makes an `ImportStep` of it, and the result adds the steps up. Accounts are written to the store while the file is
/// read, so memory stays flat: only a hash of each name is kept, and rows with a plain password, which are written when
/// passwords are hashed, once the whole file is known to be good.
package struct AccountImport {
    /// Refuses an endless file before the disk is full.
    package static let maximumAccounts = 1_000_000
    /// Plain passwords wait in memory, and hashing this many takes half an hour.
    package static let maximumPasswords = 100_000
    /// Some 500 bytes for every account of the largest import.
    package static let maximumFileBytes = 512 << 20

    /// The defaults accept only complete new accounts.
    package struct Options: Sendable {
        package var existing = AccountRegistry.Existing.refused
        package var isOnlyForExisting = false
        /// Whether existing accounts take only what they lack, and a lock.
        package var fillsMissing = false
        /// Whether accounts may lack required fields other than the email; unverifiable hashes are then left out.
        package var mayLackFields = false
        /// Completes user names to emails; nil to refuse user names.
        package var domain: String?
        /// What accounts without a password get, if anything.
        package var generated: Generated?
        /// The `mustChange` of accounts with generated passwords.
        package var mark: String?
        /// Columns to print with generated passwords or links.
        package var letterColumns: [AccountColumn] = []
        /// Whether to accept passwords that look like hashes.
        package var takesPlainPasswords = false
        /// What comes first in a date such as 05/06/1990; nil to refuse it.
        package var dates: DateOrder?
        /// For phones without a country code; nil to refuse them.
        package var country: CallingCode?
        package var isDryRun = false
        /// Whether an empty value clears an existing account's field, except a password.
        package var clearsEmpty = false
        package var locksAbsent = false
        /// Finds accounts by this column instead of the email.
        package var match: AccountColumn?
        /// Whether the result lists every account.
        package var namesAll = false

        package init() {}
    }

    package enum Generated: Sendable {
        case passwords
        /// Links by which the owners choose their passwords. Locked accounts get none, since it would not work, and
        /// accounts with a link that still works keep that.
        case links(to: PageAddress, validFor: LinkValidity)
    }

    /// How many accounts were read so far, good and bad.
    package private(set) var count = 0
    package private(set) var result = Result()
    /// Whether a problem was found with which nothing is imported.
    package private(set) var isStopped = false
    /// Links, or passwords that `hashPasswords` has hashed, in the order of the file.
    package private(set) var generated: [GeneratedPassword] = []

    private let plan: ImportPlan
    private var index: ImportIndex
    private var batch: [JudgedRow] = []
    private var pending: PendingWork<[ImportStep], any Error>?
    private var unhashed: [JudgedRow] = []
    /// A password may look like a hash by chance, but not every password of a file. These are the lines of the passwords
    /// that do: they are problems if the file has no other password, which makes this nil.
    private var likeHashes: [Int]? = []
    /// A dry run's steps that nobody has asked for yet.
    private var steps: [ImportStep] = []
    /// The login names that rows give to accounts; nil if the rules know none.
    private var loginNames: NewLoginNames?
    /// Files of accounts whose session ends.
    private var ended: Set<String> = []
    /// New emails by the accounts' former files.
    private var moved: [String: String] = [:]

    /// A removed person whom the import registers again.
    package struct Returning: Sendable {
        package let line: Int
        package let email: String
        /// The change that removed the account.
        package let removal: ChangeHead
    }

    /// Removed persons whom an import with updates registers again.
    package private(set) var returning: [Returning] = []
    /// Nil until they are read.
    private var removed: RemovedAccounts?

    package init(into registry: Registry, _ options: Options = Options()) {
        // Nothing stays in memory: accounts are written while the file is read.
        let changes = BulkChange(of: StoreLayout.accounts, in: registry.directory.store, inMemory: 0)
        plan = ImportPlan(registry: registry, options: options, changes: changes)
        index = ImportIndex(options, under: registry.directory.policy)
        loginNames = NewLoginNames(under: registry.directory.policy)
    }

    /// A dry run's steps since the last call, in the order of the file.
    package mutating func drainSteps() -> [ImportStep] {
        exchange(&steps, with: [])
    }

    package var passwords: Int { unhashed.count }

    // MARK: Reading

    /// Adds records and returns problems with them or with earlier ones: a batch is written while the next one is read.
    package mutating func add(_ imported: [ImportedAccount]) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        try index.read(plan.registry)
        for account in imported {
            count += 1
            switch account.result {
            case .success(let record):
                batch.append(index.place(JudgedRow(account.line, record, under: plan.registry, plan.options)))
            case .failure(let problem): batch.append(JudgedRow(problem))
            }
            if batch.count == ImportPlan.batchSize { problems += try startBatch() }
        }
        return problems
    }

    package mutating func finish() throws(AccountsError) -> [ImportProblem] {
        var problems = try startBatch() + endBatch()
        // Of a file with problems they are only one more thing to tell.
        problems += isStopped ? (try? takenLoginNames()) ?? [] : try takenLoginNames()
        problems += (likeHashes ?? []).map { ImportProblem(line: $0, reason: .likeHash) }
        stop(at: problems)
        return problems
    }

    /// Once nothing will be changed, nothing needs to be kept; the rest of the file is only checked.
    private mutating func stop(at problems: [ImportProblem]) {
        guard !isStopped, problems.contains(where: \.reason.stopsImport) else { return }
        isStopped = true
        discard()
    }

    private mutating func startBatch() throws(AccountsError) -> [ImportProblem] {
        let problems = try endBatch()
        let started = batch
        batch = []
        pending = plan.registry.directory.store.startReading { [plan, isStopped] reader in
            try plan.steps(for: started, reader, isStopped: isStopped)
        }
        return problems
    }

    private mutating func endBatch() throws(AccountsError) -> [ImportProblem] {
        guard let pending else { return [] }
        self.pending = nil
        let steps: [ImportStep]
        do { steps = try pending.result() } catch { throw AccountsError(error) }
        var problems: [ImportProblem] = []
        for step in steps {
            switch step.row.likeness {
            // A certain one is a problem of its row already.
            case .none, .certain: break
            case .possible: likeHashes?.append(step.row.line)
            case .otherPassword: likeHashes = nil
            }
            result.addMatched(step)
            if step.isRegistration { noteReturn(of: step.row) }
            if case .awaitHash = step.action { unhashed.append(step.row) } else { hand(out: step) }
            note(step)
            problems += step.problems + sameLoginName(step)
        }
        stop(at: problems)
        return problems
    }

    /// The problem that an earlier row gives its account the same login name.
    private mutating func sameLoginName(_ step: ImportStep) -> [ImportProblem] {
        guard var names = loginNames, let texts = step.texts, !step.row.isDuplicate else { return [] }
        defer { loginNames = names }
        let source = step.row.source
        let before = source == nil ? texts.before : nil
        let line = names.note(texts.file, from: before, to: texts.after, at: step.row.line)
        // A row that moves its account takes the name from the former file.
        if let source { _ = names.note(source, from: texts.before, to: nil, at: 0) }
        return line.map { [step.row.problem(.plain("line \($0) has the same '\(names.key)'"))] } ?? []
    }

    /// Rows whose login name is that of an account of which no row gives another.
    private func takenLoginNames() throws(AccountsError) -> [ImportProblem] {
        guard let loginNames else { return [] }
        let registry = plan.registry
        let holders = try registry.directory.reading { reader in
            try loginNames.holders(in: registry, reader)
        }
        return holders.sorted { $0.place < $1.place }.map { holder in
            let reason = "\(holder.email) has this '\(loginNames.key)' already"
            return ImportProblem(line: holder.place, reason: .plain(reason))
        }
    }

    private mutating func noteReturn(of row: JudgedRow) {
        guard plan.options.existing == .updated else { return }
        if removed == nil {
            let directory = plan.registry.directory
            removed = (try? directory.removedAccounts(with: plan.options.match)) ?? RemovedAccounts()
        }
        let ofEmail = row.name.flatMap { removed?.byFile["\(StoreLayout.accounts)/\($0)"] }
        let value = plan.options.match.flatMap { column in
            LoginNames.identity(of: row.values.value(column), column, under: plan.registry.directory.policy)
        }
        guard let change = ofEmail ?? value.flatMap({ removed?.byValue[$0] }) else { return }
        returning.append(Returning(line: row.line, email: row.email, removal: change))
    }

    /// Keeps what its owner is to be given.
    private mutating func hand(out step: ImportStep) {
        guard step.isTaken, !plan.options.isDryRun, let secret = step.row.secret else { return }
        generated.append(
            GeneratedPassword(email: step.row.email, password: secret, values: step.letters))
    }

    private mutating func note(_ step: ImportStep) {
        result.addDone(step, plan.options)
        if plan.options.isDryRun { steps.append(step) }
        let file = "\(StoreLayout.accounts)/\(step.row.file ?? "")"
        if step.notes.contains(.endsSession) { ended.insert(file) }
        if case .move = step.action { moved[file] = step.row.email }
    }

    // MARK: After reading

    /// Locks accounts that the file lacks and that are not locked yet; they are committed with the others.
    ///
    /// - Parameter filter: the accounts that may be locked.
    /// - Returns: their emails in the order of the file names, and the files that cannot be locked.
    package mutating func lockAbsent(
        where filter: AccountFilter
    ) throws(AccountsError) -> (locked: [String], notAccepted: [AccountsError]) {
        let parts = try absent(where: filter)
        var locked: [String] = []
        var notAccepted: [AccountsError] = []
        for part in parts {
            if let error = part.fatal { throw error }
            notAccepted += part.notAccepted
            locked += part.accounts.map(\.email)
            guard !plan.options.isDryRun else { continue }
            try plan.lock(part.accounts)
            ended.formUnion(part.accounts.map { $0.file(isRegistered: true) })
        }
        result.locked = locked.count
        if plan.options.namesAll { result.emails[.locked] = locked }
        result.notAccepted += notAccepted.count
        return (locked, notAccepted)
    }

    /// A part of the accounts that the file does not have.
    private struct AbsentAccounts: Sendable {
        var accounts: [AccountFile] = []
        /// Why files cannot be locked.
        var notAccepted: [AccountsError] = []
        var fatal: AccountsError?
    }

    private func absent(
        where filter: AccountFilter
    ) throws(AccountsError) -> RegistryWalk.Parts<AbsentAccounts> {
        let registry = plan.registry
        return try RegistryWalk(registry).fileParts { [index] reader, files in
            var part = AbsentAccounts()
            for file in files where !index.has(file.name) {
                // A file that names its email can be locked, whatever else is wrong with it.
                switch registry.entry(file, replacing: Field.allButEmail) {
                case nil: break
                case .success(let account)?
                where account.values.isLocked || !filter.selects(account, in: registry.directory):
                    break
                case .success(let account)?:
                    do throws(StoreError) {
                        try reader.requireWritable(account.file(isRegistered: true))
                        part.accounts.append(account)
                    } catch { part.notAccepted.append(.store(error)) }
                // Without a name, the folder itself cannot be read.
                case .failure(let error)? where file.name.isEmpty || !error.isAboutOneFile:
                    part.fatal = error
                case .failure(let error)?: part.notAccepted.append(error)
                }
            }
            return part
        }
    }

    /// - Parameter progress: receives the number of passwords hashed so far.
    package mutating func hashPasswords(
        progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        let waiting = unhashed
        unhashed = []
        for start in stride(from: 0, to: waiting.count, by: ImportPlan.mostHashedTogether) {
            progress(start)
            let rows = Array(waiting[start...].prefix(ImportPlan.mostHashedTogether))
            for step in try plan.stepsAfterHashing(rows) {
                note(step)
                problems += step.problems
                if case .leaveAlone = step.action { result.notAccepted += 1 }
                hand(out: step)
            }
        }
        stop(at: problems)
        return problems
    }

    /// Makes all changes or none, as one change that can be undone.
    ///
    /// - Parameter progress: called on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` if an account has changed since it was read; `rulesChanged`; nothing was
    ///   changed.
    package mutating func commit(
        progress: @escaping @Sendable (BulkChange.Progress) -> Void = { _ in }
    ) throws(AccountsError) {
        let left: [RecordedChange]
        do {
            left = try plan.changes.commit(
                checking: { [plan, ended, moved, loginNames, index] reader in
                    let registry = plan.registry
                    try registry.directory.requireSameRules(reader)
                    try loginNames?.requireFree(in: registry, reader)
                    if let end = try registry.sessionEnd(of: ended, reader) { return end }
                    guard let session = try SessionFile.valid(reader),
                        let file = Registry.file(of: session.account)
                    else { return nil }
                    if let email = moved[file] { return try SessionFile.change(to: email, reader) }
                    // An earlier account with the email left it behind.
                    let isTaken =
                        moved.values.contains { EmailAddress.matches($0, session.account) }
                        || !plan.options.isOnlyForExisting && index.has(FileAccess.name(of: file))
                    return try isTaken && !reader.exists(file) ? session.removal : nil
                }, progress: progress)
        } catch { throw AccountsError(error) }
        result.left = left.map { plan.registry.directory.store.path(of: $0.file) }
        for document in left { takeBack(document) }
    }

    /// Counts a document that another process changed at the last moment, so that it was left as it is.
    private mutating func takeBack(_ document: RecordedChange) {
        let name = FileAccess.name(of: document.file)
        if index.moves(name) { return }
        if document.isNew {
            result.created -= 1
        } else if index.has(name) {
            result.updated -= 1
        } else if document.file == "\(StoreLayout.accounts)/\(name)" {
            result.locked -= 1
        }
    }

    /// People whom the import registers although they seem to have an account.
    package func registeredAgain() throws(AccountsError) -> [ImportIndex.Twin] {
        result.created + unhashed.count == 0 ? [] : try index.twins(in: plan.registry)
    }

    /// Does nothing after a commit.
    package func discard() { plan.changes.discard() }
}
