package import DocumentStore

/// The accounts of a file on their way into a registry.
///
/// Call `take` with what an `AccountReader` hands out, `finish` after the last of it, `hashPasswords`, and `commit`; or
/// `discard`, at any time. Accounts are written down by the store while the file is read, and compared with those that
/// exist one by one, so memory stays flat however many there are. Of each only the hash of its name is kept, and of
/// those with a plain password that, since passwords are hashed once the whole file is known to be good.
package struct AccountImport {
    /// The most accounts that one import takes, so that a file without end is refused before the disk is full.
    package static let maximumAccounts = 1_000_000
    /// The most plain passwords that one import hashes: they wait in memory, and so many take half an hour.
    package static let maximumPasswords = 100_000
    /// The most bytes of a file that are read: some 500 for every account of the largest import.
    package static let maximumFileBytes = 512 << 20

    /// What becomes of accounts that exist already.
    package enum Existing: Sendable {
        /// They are in the way.
        case refused
        /// They get the values of the file.
        case updated
        /// They stay as they are.
        case skipped
    }

    /// How accounts are taken.
    package struct Options: Sendable {
        /// What becomes of accounts that exist already.
        package let existing: Existing
        /// Whether accounts are taken that lack required fields other than the email, and those whose hash is of a
        /// scheme that regapp does not verify, without it.
        package let mayLackFields: Bool
        /// What makes an email of the name of a user, after an `@`; nil where names are refused.
        package let domain: String?
        /// Whether nothing is written.
        package let isDryRun: Bool

        /// Gathers options; the usual ones refuse whatever is not a whole new account.
        package init(
            existing: Existing = .refused, mayLackFields: Bool = false, domain: String? = nil,
            isDryRun: Bool = false
        ) {
            self.existing = existing
            self.mayLackFields = mayLackFields
            self.domain = domain
            self.isDryRun = isDryRun
        }
    }

    /// What an import did, or would do.
    package struct Result: Equatable, Sendable {
        /// How many accounts are new.
        package internal(set) var created = 0
        /// How many accounts get other values.
        package internal(set) var updated = 0
        /// How many accounts have all these values already, or are skipped.
        package internal(set) var unchanged = 0
        /// How many hashes are left out because regapp does not verify them, by their schemes.
        package internal(set) var leftOutHashes: [String: Int] = [:]
        /// The first accounts that come without their hash.
        package internal(set) var withoutTheirHash: [LeftOutHash] = []
        /// The paths of accounts that somebody else changed at the last moment, so that they were left alone.
        package internal(set) var left: [String] = []
    }

    /// A hash that is left out because regapp does not verify it.
    package struct LeftOutHash: Equatable, Sendable {
        /// The most that are kept.
        static let most = 1_000

        /// The line in the file on which the account starts, from 1.
        package let line: Int
        /// The account's email as the file has it.
        package let email: String
        /// What it is a hash of, such as `apr1`.
        package let scheme: String
    }

    /// What a dry run says of one account of the file.
    package struct Step: Equatable, Sendable {
        /// What becomes of the account.
        package enum Kind: Equatable, Sendable {
            case added, unchanged, skipped
            case changed([FieldChange])
        }

        /// The line in the file on which the account starts, from 1.
        package let line: Int
        /// The account's email as the file has it.
        package let email: String
        /// What becomes of it.
        package let kind: Kind
    }

    /// How many accounts have been seen, good or bad.
    package private(set) var count = 0
    /// What has been found so far.
    package private(set) var result = Result()

    private let work: ImportWork
    private var batch: [ImportCandidate] = []
    private var pending: PendingWork<ImportWork.Outcome, any Error>?
    private var unhashed: [ImportWork.Unhashed] = []
    private var isHopeless = false
    private var steps: [Step] = []
    /// The line of each email, by the hash of its name: a third of the memory of the names.
    private var lines: [Int: UInt32] = [:]

    /// Prepares an import.
    package init(into registry: Registry, _ options: Options = Options()) {
        work = ImportWork(registry, options)
    }

    /// Gives, once, what a dry run found out since it was last asked, in the order of the file.
    package mutating func takeSteps() -> [Step] {
        defer { steps = [] }
        return steps
    }

    /// How many plain passwords `hashPasswords` has to hash.
    package var passwords: Int { unhashed.count }

    /// Takes in what stands in some places of the file, and tells what is wrong with them, or with earlier ones: while
    /// a batch is written down, the next one is taken in.
    package mutating func take(_ imported: [ImportedAccount]) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        for account in imported {
            count += 1
            batch.append(candidate(account))
            if batch.count == Registry.batchSize { problems += try startBatch() }
        }
        return problems
    }

    /// Tells what is wrong with the rest.
    package mutating func finish() throws(AccountsError) -> [ImportProblem] {
        let problems = try startBatch()
        return try problems + endBatch()
    }

    private mutating func startBatch() throws(AccountsError) -> [ImportProblem] {
        let problems = try endBatch()
        let (work, batch, isHopeless) = (work, batch, isHopeless)
        self.batch = []
        pending = work.registry.store.startReading { reader in
            try work.writeDown(batch, reader, isHopeless: isHopeless)
        }
        return problems
    }

    private mutating func endBatch() throws(AccountsError) -> [ImportProblem] {
        guard let pending else { return [] }
        self.pending = nil
        let outcome = try translated { try pending.result() }
        result.created += outcome.created
        result.updated += outcome.updated
        result.unchanged += outcome.unchanged
        for hash in outcome.leftOutHashes { result.leftOutHashes[hash.scheme, default: 0] += 1 }
        let room = LeftOutHash.most - result.withoutTheirHash.count
        result.withoutTheirHash += outcome.leftOutHashes.prefix(room)
        unhashed += outcome.unhashed
        steps += outcome.steps
        if !outcome.problems.isEmpty && !isHopeless {
            // Nothing will be changed, so nothing needs to be kept; the rest is only looked through.
            isHopeless = true
            discard()
        }
        return outcome.problems
    }

    private mutating func candidate(_ imported: ImportedAccount) -> ImportCandidate {
        switch imported.result {
        case .failure(let problem):
            return ImportCandidate(problem)
        case .success(let record):
            var candidate = ImportCandidate(imported.line, record, under: work.registry, work.options)
            // Seeded anew by every process, so nobody can make two of them the same.
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

    // MARK: The end

    /// Hashes the plain passwords of accounts, and tells what is wrong then.
    ///
    /// - Parameter progress: gets the number of passwords done so far.
    package mutating func hashPasswords(
        progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        for (index, account) in unhashed.enumerated() {
            progress(index)
            switch try work.hash(account) {
            case .created: result.created += 1
            case .updated: result.updated += 1
            case .unchanged, .skipped, .unhashed: result.unchanged += 1
            case .refused(let reasons):
                problems += reasons.map { ImportProblem(line: account.line, reason: $0) }
            }
        }
        unhashed = []
        return problems
    }

    /// Makes the changes, all or none of them, and ends what can be undone.
    ///
    /// - Parameter progress: gets how far the work is, on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` where an account is not what it was when it was read; `rulesChanged`.
    ///   Nothing is changed then.
    package mutating func commit(
        progress: @escaping @Sendable (BulkChange.Progress) -> Void = { _ in }
    ) throws(AccountsError) {
        let left = try work.commit(progress: progress)
        result.left = left.map(\.path)
        let new = left.count { $0.isNew }
        result.created -= new
        result.updated -= left.count - new
    }

    /// Removes what was written down, if it has not been committed.
    package func discard() { work.changes.discard() }
}

/// What stands in one place of an imported file, held against the rules.
struct ImportCandidate: Sendable {
    let line: Int
    /// The values as the file of an account has them.
    let values: AccountRecord
    /// What is wrong with it; what it lacks may be in the file of an account that exists.
    var reasons: [ImportProblem.Reason]
    /// The name of the account's file; nil where the email gives none.
    let name: String?
    /// The scheme of a hash that is left out, since regapp does not verify it.
    private(set) var leftOutHash: String?

    init(_ problem: ImportProblem) {
        line = problem.line
        values = [:]
        reasons = [problem.reason]
        name = nil
    }

    init(_ line: Int, _ record: AccountRecord, under registry: Registry, _ options: AccountImport.Options) {
        var record = record.filter { !$1.isEmpty }
        if let domain = options.domain, let user = record[.email], !user.utf8.contains(UInt8(ascii: "@")) {
            record[.email] = "\(user)@\(domain)"
        }
        if options.mayLackFields, let hash = record[.passwordHash] {
            do throws(HashRule) { _ = try StoredHash(hash) } catch {
                if case .unsupported(let scheme) = error {
                    leftOutHash = scheme
                    // A lock stays.
                    record[.passwordHash] = StoredHash(nil, isLocked: hash.hasPrefix(StoredHash.lock)).text
                }
            }
        }
        self.line = line
        let draft = registry.directory.draft(record)
        values = draft.record
        reasons = draft.policy.violations(in: draft).map(ImportProblem.Reason.violation)
        if record[.password] != nil && record[.passwordHash] != nil { reasons.append(.passwordAndHash) }
        name = record[.email].flatMap(EmailAddress.fileName).map { $0 + ".json" }
    }

    /// Whether there is a password or a hash, which replaces that of an account that exists.
    var bringsPassword: Bool { values[.password] != nil || values[.passwordHash] != nil }

    /// What is wrong with it, given whether its account exists.
    func problems(isThere: Bool, _ options: AccountImport.Options) -> [ImportProblem.Reason] {
        // What is skipped need not be right, but must be clear.
        if isThere, options.existing == .skipped {
            return reasons.filter { if case .duplicate = $0 { true } else { false } }
        }
        let mayLack = options.mayLackFields || (isThere && options.existing != .refused)
        let reasons = reasons.filter { reason in
            guard mayLack, case .violation(let violation) = reason else { return true }
            return violation.rule != .required || violation.field == .email
        }
        guard isThere, options.existing == .refused, let email = values[.email] else { return reasons }
        return reasons + [.accountExists(email: email)]
    }
}
