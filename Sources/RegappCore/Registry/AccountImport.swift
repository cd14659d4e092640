package import RegappStore

/// An import of a file's accounts into a registry.
///
/// Call `add` with what an `AccountReader` returns, then `finish`, `hashPasswords` and `commit`; `discard` at any time.
/// Accounts are compared with existing ones and written to the store while the file is read, so memory stays flat: only
/// a hash of each name is kept, and accounts with a plain password, which are written when passwords are hashed, once
/// the whole file is known to be good.
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
        /// Whether accounts may lack required fields other than the email; unverifiable hashes are then left out.
        package var mayLackFields = false
        /// Completes user names to emails; nil to refuse user names.
        package var domain: String?
        package var generatesPasswords = false
        /// The `mustChange` of accounts with generated passwords.
        package var mark: String?
        /// Columns to print with generated passwords.
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

    package struct Result: Equatable, Sendable {
        package internal(set) var created = 0
        package internal(set) var updated = 0
        /// How many accounts got a new email.
        package internal(set) var moved = 0
        /// Former and new emails of the first accounts that moved, or of all if `namesAll`.
        package internal(set) var moves: [Move] = []
        /// How many accounts have all of the file's values already, or are skipped.
        package internal(set) var unchanged = 0
        /// How many accounts were locked because the file lacks them.
        package internal(set) var locked = 0
        /// Accounts of the file that were locked before and stay locked; empty unless `locksAbsent`.
        package internal(set) var stillLocked: [String] = []
        /// Accounts of the file that do not exist and may not be added.
        package internal(set) var notAdded: [String] = []
        /// How many accounts stay as they are because their files cannot be accepted.
        package internal(set) var notAccepted = 0
        /// How many accounts can no longer log in, because of expiry dates in the past.
        package internal(set) var shutOut = 0
        /// The emails of the first accounts that can no longer log in.
        package internal(set) var firstShutOut: [String] = []
        /// How many new accounts have already expired.
        package internal(set) var expired = 0
        /// How many hashes of each scheme are left out because regapp cannot verify them.
        package internal(set) var leftOutHashes: [String: Int] = [:]
        /// How many phones got a country code.
        package internal(set) var nationalPhones = 0
        package internal(set) var withoutTheirHash: [LeftOutHash] = []
        /// The emails for each outcome, if `namesAll`.
        package internal(set) var emails: [Outcome: [String]] = [:]
        /// Accounts left alone because another process changed them at the last moment, by path.
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

    package enum Outcome: String, CaseIterable, Sendable {
        case new, changed, moved, unchanged, locked
    }

    package struct Move: Equatable, Sendable {
        package let former: String
        package let email: String
    }

    package struct LeftOutHash: Equatable, Sendable {
        static let most = 1_000

        /// The account's first line in the file, from 1.
        package let line: Int
        package let email: String
        package let scheme: String
    }

    package enum Effect: Equatable, Sendable {
        /// `passedOver`: the account does not exist and may not be added.
        case added, unchanged, skipped, passedOver
        /// The changes are given in a dry run only.
        case changed([FieldChange])
        /// Like `changed`, with a new email.
        case moved(from: String, [FieldChange])
    }

    /// A dry run's result for one account of the file.
    package struct PreviewedAccount: Equatable, Sendable {
        package let line: Int
        package let email: String
        package let effect: Effect
    }

    /// How many accounts were read so far, good and bad.
    package private(set) var count = 0
    package internal(set) var result = Result()

    let work: ImportWriter
    private var batch: [ImportCandidate] = []
    private var pending: PendingWork<[ImportCandidate], any Error>?
    private var unhashed: [ImportCandidate] = []
    /// Passwords that `hashPasswords` has hashed, in the order of the file.
    package private(set) var generated: [GeneratedPassword] = []
    private var hasProblems = false
    /// Lines of passwords that are hashes if all passwords of the file look like hashes; nil once one does not.
    private var likeHashes: [Int]? = []
    private var previews: [PreviewedAccount] = []
    /// Each account's line, by the hash of its file name: a third of the memory that the name would take.
    private(set) var lines: [Int: UInt32] = [:]
    private var finder: AccountFinder
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
    private var removals: [String: ChangeHead]?

    package init(into registry: Registry, _ options: Options = Options()) {
        work = ImportWriter(registry, options)
        finder = AccountFinder(options)
    }

    /// A dry run's findings since the last call, in the order of the file.
    package mutating func drainPreviews() -> [PreviewedAccount] {
        exchange(&previews, with: [])
    }

    package var passwords: Int { unhashed.count }

    /// Adds records and returns problems with them or with earlier ones: a batch is written while the next one is read.
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
            try work.writeDown(work.compare(batch, reader), reader, hasProblems: hasProblems)
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
            guard note(candidate, in: &problems) else { continue }
            if candidate.hasExpired { result.expired += 1 }
            if candidate.shutsOut {
                result.shutOut += 1
                if result.firstShutOut.count < PolicyImpact.mostNamed {
                    result.firstShutOut.append(candidate.email)
                }
            }
            if candidate.hasNationalPhone { result.nationalPhones += 1 }
            guard let scheme = candidate.leftOutHash else { continue }
            result.leftOutHashes[scheme, default: 0] += 1
            guard result.withoutTheirHash.count < LeftOutHash.most else { continue }
            result.withoutTheirHash.append(
                LeftOutHash(line: candidate.line, email: candidate.email, scheme: scheme))
        }
        if !hasProblems, problems.contains(where: \.reason.stopsImport) {
            // Nothing will be changed, so nothing needs to be kept; the rest is only checked.
            hasProblems = true
            discard()
        }
        return problems
    }

    /// - Returns: whether the account gets or has the values of the file.
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
            noteReturn(of: candidate)
            unhashed.append(candidate)
            return true
        case .done(let effect)?:
            if effect == .added { noteReturn(of: candidate) }
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

    private mutating func noteReturn(of candidate: ImportCandidate) {
        guard work.options.existing == .updated else { return }
        if removals == nil { removals = (try? work.registry.directory.removals()) ?? [:] }
        guard let name = candidate.name, let change = removals?["\(StoreLayout.accounts)/\(name)"] else {
            return
        }
        returning.append(Returning(line: candidate.line, email: candidate.email, removal: change))
    }

    private mutating func candidate(_ imported: ImportedAccount) -> ImportCandidate {
        switch imported.result {
        case .failure(let problem):
            return ImportCandidate(problem)
        case .success(let record):
            var candidate = ImportCandidate(imported.line, record, under: work.registry, work.options)
            finder.find(&candidate)
            // Hashes are seeded anew in every process, so a file cannot be made to have collisions.
            if let key = candidate.name?.hashValue {
                if let first = lines[key] {
                    candidate.reasons.append(.duplicate(line: Int(first)))
                } else {
                    // A file has fewer bytes, and so fewer lines, than a UInt32 can count.
                    lines[key] = UInt32(clamping: imported.line)
                }
            }
            return candidate
        }
    }

    /// Locks accounts that the file lacks and that are not locked yet; they are committed with the others.
    ///
    /// - Parameter filter: the accounts that may be locked.
    /// - Returns: their emails in the order of the file names, and the files that cannot be locked.
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

    /// - Parameter progress: receives the number of passwords hashed so far.
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

    /// Makes all changes or none, as one change that can be undone.
    ///
    /// - Parameter progress: called on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` if an account has changed since it was read; `rulesChanged`; nothing was
    ///   changed.
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

    /// People whom the import registers although they seem to have an account.
    package func registeredAgain() throws(AccountsError) -> [AccountFinder.Twin] {
        result.created + unhashed.count == 0 ? [] : try finder.twins(in: work.registry)
    }

    /// Does nothing after a commit.
    package func discard() { work.changes.discard() }
}
