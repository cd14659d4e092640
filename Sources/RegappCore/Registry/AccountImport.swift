package import RegappStore

/// An import of a file's accounts into a registry.
///
/// Call `add` with what an `AccountReader` returns, `finish` after the last of it, `hashPasswords`, and `commit`; or
/// `discard` at any time. The store writes accounts down while the file is read, comparing them one by one with
/// existing ones, so memory stays flat. Only the hash of each name is kept, and what the file says of accounts with a plain
/// password: they are written down when passwords are hashed, once the whole file is known to be good.
package struct AccountImport {
    /// The most accounts of one import, so that an endless file is refused before the disk is full.
    package static let maximumAccounts = 1_000_000
    /// The most plain passwords that one import hashes: they wait in memory, and this many take half an hour.
    package static let maximumPasswords = 100_000
    /// The most bytes of a file that are read: some 500 for every account of the largest import.
    package static let maximumFileBytes = 512 << 20

    /// The defaults accept only complete new accounts.
    package struct Options: Sendable {
        package var existing = AccountRegistry.Existing.refused
        /// Whether new accounts are refused.
        package var isOnlyForExisting = false
        /// Whether accounts may lack required fields other than the email; a hash of a scheme that regapp does not
        /// verify is then left out.
        package var mayLackFields = false
        /// What follows the `@` when a user name is made an email; nil to refuse user names.
        package var domain: String?
        package var generatesPasswords = false
        /// What accounts with generated passwords have under `mustChange`.
        package var mark: String?
        /// What is to be printed with generated passwords.
        package var letterColumns: [AccountColumn] = []
        /// Whether passwords that look like hashes are passwords nevertheless.
        package var takesPlainPasswords = false
        /// Which comes first in a date such as 05/06/1990; nil to refuse it.
        package var dates: DateOrder?
        /// The country of phones without a country code; nil to refuse them.
        package var country: CallingCode?
        package var isDryRun = false
        /// Whether an empty value clears a field of an existing account, other than a password.
        package var clearsEmpty = false
        package var locksAbsent = false
        /// The column by which accounts are found, whatever their emails.
        package var match: AccountColumn?
        /// Whether the result names every account.
        package var namesAll = false

        package init() {}
    }

    package struct Result: Equatable, Sendable {
        package internal(set) var created = 0
        package internal(set) var updated = 0
        /// How many accounts have another email now.
        package internal(set) var moved = 0
        /// The former and the new email of the first of those, or of all if they are wanted.
        package internal(set) var moves: [Move] = []
        /// How many accounts have all these values already, or are skipped.
        package internal(set) var unchanged = 0
        /// How many accounts that the file does not have are locked.
        package internal(set) var locked = 0
        /// The emails of accounts of the file that are locked, which they stay; only if absent ones are locked too.
        package internal(set) var stillLocked: [String] = []
        /// The emails of accounts of the file that do not exist and are not to be added.
        package internal(set) var notAdded: [String] = []
        /// How many accounts stay as they are because their files cannot be accepted.
        package internal(set) var notAccepted = 0
        /// How many accounts can log in now and could not any more, by expiry dates in the past.
        package internal(set) var shutOut = 0
        /// The emails of the first of those.
        package internal(set) var firstShutOut: [String] = []
        /// How many new accounts have expired already.
        package internal(set) var expired = 0
        /// How many hashes of each scheme are left out because regapp does not verify them.
        package internal(set) var leftOutHashes: [String: Int] = [:]
        /// How many phones got the code of their country.
        package internal(set) var nationalPhones = 0
        /// The first accounts that lose their hash.
        package internal(set) var withoutTheirHash: [LeftOutHash] = []
        /// The emails of the accounts of each outcome, if they are wanted.
        package internal(set) var emails: [Outcome: [String]] = [:]
        /// The paths of accounts that were left alone because another process changed them at the last moment.
        package internal(set) var left: [String] = []

        fileprivate mutating func count(_ effect: Effect, of email: String, _ options: Options) {
            let outcome: Outcome
            switch effect {
            case .added: (created, outcome) = (created + 1, .new)
            case .changed: (updated, outcome) = (updated + 1, .changed)
            case .moved(let former, _):
                (moved, outcome) = (moved + 1, .moved)
                if options.namesAll || moves.count < PolicyImpact.mostNamed {
                    moves.append(Move(former: former, email: email))
                }
            case .unchanged, .skipped: (unchanged, outcome) = (unchanged + 1, .unchanged)
            case .passedOver: return
            }
            if options.namesAll { emails[outcome, default: []].append(email) }
        }
    }

    /// What an import did to an account.
    package enum Outcome: String, CaseIterable, Sendable {
        case new, changed, moved, unchanged, locked
    }

    package struct Move: Equatable, Sendable {
        package let former: String
        package let email: String
    }

    package struct LeftOutHash: Equatable, Sendable {
        static let most = 1_000

        /// The line in the file on which the account starts, from 1.
        package let line: Int
        /// The account's email as the file has it.
        package let email: String
        package let scheme: String
    }

    /// What the import does with an account of the file.
    package enum Effect: Equatable, Sendable {
        /// `passedOver` is an account that does not exist and is not to be added.
        case added, unchanged, skipped, passedOver
        /// In a dry run, with the changes.
        case changed([FieldChange])
        /// The same, of an account that gets another email.
        case moved(from: String, [FieldChange])
    }

    /// The result of a dry run for one account of the file.
    package struct PreviewedAccount: Equatable, Sendable {
        package let line: Int
        package let email: String
        package let effect: Effect
    }

    /// How many accounts have been read, good or bad.
    package private(set) var count = 0
    package internal(set) var result = Result()

    let work: ImportWriter
    private var batch: [ImportCandidate] = []
    private var pending: PendingWork<[ImportCandidate], any Error>?
    private var unhashed: [ImportCandidate] = []
    /// The generated passwords that `hashPasswords` has hashed, in the order of the file.
    package private(set) var generated: [GeneratedPassword] = []
    private var hasProblems = false
    /// The lines of passwords that are hashes if all others of the file look like hashes too; nil once one does not.
    private var likeHashes: [Int]? = []
    private var previews: [PreviewedAccount] = []
    /// The line of each email, by the hash of its name: a third of the memory of the names.
    private(set) var lines: [Int: UInt32] = [:]
    private var finder: AccountFinder
    /// The files of accounts whose session ends.
    private var ended: Set<String> = []
    /// The new emails of accounts by their former files.
    private var moved: [String: String] = [:]

    package init(into registry: Registry, _ options: Options = Options()) {
        work = ImportWriter(registry, options)
        finder = AccountFinder(options)
    }

    /// What a dry run found since the last call, in the order of the file.
    package mutating func drainPreviews() -> [PreviewedAccount] {
        exchange(&previews, with: [])
    }

    /// How many plain passwords `hashPasswords` has to hash.
    package var passwords: Int { unhashed.count }

    /// Adds records of the file and returns problems with them or with earlier ones: while a batch is written down,
    /// the next one is read.
    package mutating func add(_ imported: [ImportedAccount]) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        try finder.read(work.registry)
        for account in imported {
            count += 1
            batch.append(candidate(account))
            if batch.count == ImportWriter.batchSize { problems += try startBatch() }
        }
        return problems
    }

    package mutating func finish() throws(AccountsError) -> [ImportProblem] {
        let problems = try startBatch() + endBatch()
        guard let likeHashes, !likeHashes.isEmpty else { return problems }
        discard()
        return problems + likeHashes.map { ImportProblem(line: $0, reason: .likeHash) }
    }

    private mutating func startBatch() throws(AccountsError) -> [ImportProblem] {
        let problems = try endBatch()
        let (work, batch, hasProblems) = (work, batch, hasProblems)
        self.batch = []
        pending = work.registry.store.startReading { reader in
            try work.writeDown(batch, reader, hasProblems: hasProblems)
        }
        return problems
    }

    private mutating func endBatch() throws(AccountsError) -> [ImportProblem] {
        guard let pending else { return [] }
        self.pending = nil
        let candidates: [ImportCandidate]
        do { candidates = try pending.result() } catch { throw AccountsError(error) }
        var problems: [ImportProblem] = []
        for candidate in candidates {
            if candidate.hasOtherPassword { likeHashes = nil }
            if candidate.mayBeHash { likeHashes?.append(candidate.line) }
            if candidate.isStillLocked { result.stillLocked.append(candidate.email) }
            if note(candidate, in: &problems) { countChanges(by: candidate) }
        }
        if !hasProblems, problems.contains(where: \.reason.stopsImport) {
            // Nothing will be changed, so nothing needs to be kept; the rest is only checked.
            hasProblems = true
            discard()
        }
        return problems
    }

    /// Notes what became of an account.
    ///
    /// - Returns: whether the account gets the values of the file, or has them.
    private mutating func note(_ candidate: ImportCandidate, in problems: inout [ImportProblem]) -> Bool {
        switch candidate.outcome {
        case nil: return false
        case .refused(let reasons)?:
            problems += reasons.map(candidate.problem)
            return false
        case .leftAlone(let error)?:
            result.notAccepted += 1
            problems.append(candidate.problem(.notAccepted(error)))
            return false
        case .unhashed?:
            unhashed.append(candidate)
            return true
        case .done(let effect)?:
            result.count(effect, of: candidate.email, work.options)
            if work.options.isDryRun {
                previews.append(
                    PreviewedAccount(line: candidate.line, email: candidate.email, effect: effect))
            }
            let file = "\(StoreLayout.accounts)/\(candidate.source ?? candidate.name ?? "")"
            if candidate.endsSession { ended.insert(file) }
            if case .moved = effect { moved[file] = candidate.email }
            if effect == .passedOver { result.notAdded.append(candidate.email) }
            return effect != .skipped && effect != .passedOver
        }
    }

    private mutating func countChanges(by candidate: ImportCandidate) {
        if candidate.hasExpired { result.expired += 1 }
        if candidate.shutsOut {
            result.shutOut += 1
            if result.firstShutOut.count < PolicyImpact.mostNamed {
                result.firstShutOut.append(candidate.email)
            }
        }
        if candidate.hasNationalPhone { result.nationalPhones += 1 }
        guard let scheme = candidate.leftOutHash else { return }
        result.leftOutHashes[scheme, default: 0] += 1
        guard result.withoutTheirHash.count < LeftOutHash.most else { return }
        result.withoutTheirHash.append(
            LeftOutHash(line: candidate.line, email: candidate.email, scheme: scheme))
    }

    private mutating func candidate(_ imported: ImportedAccount) -> ImportCandidate {
        switch imported.result {
        case .failure(let problem):
            return ImportCandidate(problem)
        case .success(let record):
            var candidate = ImportCandidate(imported.line, record, under: work.registry, work.options)
            finder.find(&candidate)
            // Seeded anew in every process, so two of them cannot be made to collide.
            if let key = candidate.name?.hashValue {
                if let first = lines[key] {
                    candidate.reasons.append(.duplicate(line: Int(first)))
                } else {
                    // There are fewer lines than bytes in the largest file.
                    lines[key] = UInt32(clamping: imported.line)
                }
            }
            return candidate
        }
    }

    /// Writes down that the accounts of the registry that the file does not have are locked; they are committed with
    /// the others. Those that are locked already are passed over.
    ///
    /// - Parameter filter: the accounts that it may lock.
    /// - Returns: their emails, in the order of the file names, and the files that cannot be locked.
    package mutating func lockAbsent(
        where filter: AccountFilter
    ) throws(AccountsError) -> (locked: [String], notAccepted: [AccountsError]) {
        let present = Set(lines.keys).union(finder.moved)
        let registry = work.registry
        var (locked, notAccepted): ([String], [AccountsError]) = ([], [])
        let parts = try RegistryWalk(registry).fileParts { reader, files in
            var part = (accounts: [AccountFile](), notAccepted: [AccountsError](), fatal: AccountsError?.none)
            for file in files where !present.contains(file.name.hashValue) {
                // A file that names its email can be locked, whatever else is wrong with it.
                switch registry.entry(file, replacing: Field.allButEmail) {
                case nil: break
                case .success(let account)?
                where account.isLocked || !filter.selects(account, in: registry.directory):
                    break
                case .success(let account)?:
                    do throws(StoreError) {
                        try reader.requireWritable(account.file(isRegistered: true))
                        part.accounts.append(account)
                    } catch { part.notAccepted.append(.store(error)) }
                // Without a name it is the folder that cannot be read.
                case .failure(let error)? where file.name.isEmpty || !error.isAboutOneFile:
                    part.fatal = error
                case .failure(let error)?: part.notAccepted.append(error)
                }
            }
            return part
        }
        for part in parts {
            if let error = part.fatal { throw error }
            notAccepted += part.notAccepted
            locked += part.accounts.map(\.email)
            guard !work.options.isDryRun else { continue }
            try work.lock(part.accounts)
            ended.formUnion(part.accounts.map { $0.file(isRegistered: true) })
        }
        result.locked = locked.count
        if work.options.namesAll { result.emails[.locked] = locked }
        result.notAccepted += notAccepted.count
        return (locked, notAccepted)
    }

    /// - Parameter progress: gets the number of passwords done so far.
    package mutating func hashPasswords(
        progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        let unhashed = unhashed
        self.unhashed = []
        for start in stride(from: 0, to: unhashed.count, by: ImportWriter.mostHashedTogether) {
            progress(start)
            let accounts = Array(unhashed[start...].prefix(ImportWriter.mostHashedTogether))
            for candidate in try work.hash(accounts) {
                guard note(candidate, in: &problems), candidate.isGenerated,
                    let password = candidate.values[.password]
                else { continue }
                generated.append(
                    GeneratedPassword(email: candidate.email, password: password, values: candidate.letters))
            }
        }
        return problems
    }

    /// Makes the changes, all or none; from then on they are what can be undone.
    ///
    /// - Parameter progress: called on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` if an account was changed since it was read; `rulesChanged`. Nothing is
    ///   changed then.
    package mutating func commit(
        progress: @escaping @Sendable (BulkChange.Progress) -> Void = { _ in }
    ) throws(AccountsError) {
        let left: [BulkChange.LeftDocument]
        do {
            left = try work.changes.commit(
                checking: { [registry = work.registry, ended, moved] reader in
                    try registry.directory.requireSameRules(reader)
                    if let end = try registry.sessionEnd(of: ended, reader) { return end }
                    let session = try SessionFile.valid(reader).flatMap { Registry.file(of: $0.account) }
                    return try session.flatMap { moved[$0] }.map { try SessionFile.change(to: $0, reader) }
                }, progress: progress)
        } catch { throw AccountsError(error) }
        result.left = left.map(\.path)
        for document in left {
            let name = document.path.split(separator: "/").last.map(String.init) ?? ""
            if finder.moved.contains(name.hashValue) {
                continue
            } else if document.isNew {
                result.created -= 1
            } else if lines[name.hashValue] != nil {
                result.updated -= 1
            } else if document.path.hasSuffix("\(StoreLayout.accounts)/\(name)") {
                result.locked -= 1
            }
        }
    }

    /// Whom the import registers although another account seems to be theirs.
    package func registeredAgain() throws(AccountsError) -> [AccountFinder.Twin] {
        result.created + unhashed.count == 0 ? [] : try finder.twins(in: work.registry)
    }

    /// Removes what was written down, unless it has been committed.
    package func discard() { work.changes.discard() }
}
