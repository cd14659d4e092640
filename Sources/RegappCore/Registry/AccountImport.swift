package import RegappStore
internal import RegappJSON
internal import RegappValues

/// An import of a file's accounts into a registry.
///
/// Call `add` with what an `AccountReader` returns, `finish` after the last of it, `hashPasswords`, and `commit`; or
/// `discard` at any time. The store writes accounts down while the file is read, comparing them one by one with
/// existing ones, so memory stays flat. Only the hash of each name is kept, and the names of accounts with a plain
/// password, since passwords are hashed once the whole file is known to be good.
package struct AccountImport {
    /// The most accounts of one import, so that an endless file is refused before the disk is full.
    package static let maximumAccounts = 1_000_000
    /// The most plain passwords that one import hashes: they wait in memory, and this many take half an hour.
    package static let maximumPasswords = 100_000
    /// The most bytes of a file that are read: some 500 for every account of the largest import.
    package static let maximumFileBytes = 512 << 20

    package struct Options: Sendable {
        package let existing: AccountRegistry.Existing
        /// Whether accounts may lack required fields other than the email; a hash of a scheme that regapp does not
        /// verify is then left out.
        package let mayLackFields: Bool
        /// What follows the `@` when a user name is made an email; nil to refuse user names.
        package let domain: String?
        package let generatesPasswords: Bool
        /// Whether owners are to change generated passwords at their next login.
        package let mustChange: Bool
        /// Whether passwords that look like hashes are passwords nevertheless.
        package let takesPlainPasswords: Bool
        /// Which comes first in a date such as 05/06/1990; nil to refuse it.
        package let dates: DateOrder?
        package let isDryRun: Bool
        /// Whether an empty value clears a field of an existing account, other than a password.
        package let clearsEmpty: Bool
        package let locksAbsent: Bool

        /// The defaults accept only complete new accounts.
        package init(
            existing: AccountRegistry.Existing = .refused, mayLackFields: Bool = false, domain: String? = nil,
            generatesPasswords: Bool = false, mustChange: Bool = false, takesPlainPasswords: Bool = false,
            dates: DateOrder? = nil, isDryRun: Bool = false, clearsEmpty: Bool = false,
            locksAbsent: Bool = false
        ) {
            self.existing = existing
            self.mayLackFields = mayLackFields
            self.domain = domain
            self.generatesPasswords = generatesPasswords
            self.mustChange = mustChange
            self.takesPlainPasswords = takesPlainPasswords
            self.dates = dates
            self.isDryRun = isDryRun
            self.clearsEmpty = clearsEmpty
            self.locksAbsent = locksAbsent
        }
    }

    package struct Result: Equatable, Sendable {
        package internal(set) var created = 0
        package internal(set) var updated = 0
        /// How many accounts have all these values already, or are skipped.
        package internal(set) var unchanged = 0
        /// How many accounts that the file does not have are locked.
        package internal(set) var locked = 0
        /// The emails of accounts of the file that are locked, which they stay; only if absent ones are locked too.
        package internal(set) var stillLocked: [String] = []
        /// How many hashes of each scheme are left out because regapp does not verify them.
        package internal(set) var leftOutHashes: [String: Int] = [:]
        /// The first accounts that lose their hash.
        package internal(set) var withoutTheirHash: [LeftOutHash] = []
        /// The paths of accounts that were left alone because another process changed them at the last moment.
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
        /// The scheme of the hash, such as `apr1`.
        package let scheme: String
    }

    /// The result of a dry run for one account of the file.
    package struct Preview: Equatable, Sendable {
        package enum Kind: Equatable, Sendable {
            case added, unchanged, skipped
            case changed([FieldChange])
        }

        /// The line in the file on which the account starts, from 1.
        package let line: Int
        /// The account's email as the file has it.
        package let email: String
        package let kind: Kind
    }

    /// How many accounts have been read, good or bad.
    package private(set) var count = 0
    package internal(set) var result = Result()

    let work: ImportWork
    private var batch: [ImportCandidate] = []
    private var pending: PendingWork<ImportWork.Outcome, any Error>?
    private var unhashed: [ImportWork.Unhashed] = []
    /// The generated passwords that `hashPasswords` has hashed, in the order of the file.
    package private(set) var generated: [GeneratedPassword] = []
    private var hasProblems = false
    /// The lines of passwords that are hashes if all others of the file look like hashes too; nil once one does not.
    private var likeHashes: [Int]? = []
    private var previews: [Preview] = []
    /// The line of each email, by the hash of its name: a third of the memory of the names.
    private(set) var lines: [Int: UInt32] = [:]

    package init(into registry: Registry, _ options: Options = Options()) {
        work = ImportWork(registry, options)
    }

    /// What a dry run found since the last call, in the order of the file.
    package mutating func drainPreviews() -> [Preview] {
        defer { previews = [] }
        return previews
    }

    /// How many plain passwords `hashPasswords` has to hash.
    package var passwords: Int { unhashed.count }

    /// Adds places of the file and returns problems with them or with earlier ones: while a batch is written down,
    /// the next one is read.
    package mutating func add(_ imported: [ImportedAccount]) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        for account in imported {
            count += 1
            batch.append(candidate(account))
            if batch.count == ImportWork.batchSize { problems += try startBatch() }
        }
        return problems
    }

    package mutating func finish() throws(AccountsError) -> [ImportProblem] {
        var problems = try startBatch()
        problems += try endBatch()
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
        let outcome: ImportWork.Outcome
        do { outcome = try pending.result() } catch { throw AccountsError(error) }
        result.created += outcome.created
        result.updated += outcome.updated
        result.unchanged += outcome.unchanged
        result.stillLocked += outcome.stillLocked
        for hash in outcome.leftOutHashes { result.leftOutHashes[hash.scheme, default: 0] += 1 }
        let room = LeftOutHash.most - result.withoutTheirHash.count
        result.withoutTheirHash += outcome.leftOutHashes.prefix(room)
        likeHashes = outcome.hasOtherPassword ? nil : likeHashes.map { $0 + outcome.likeHashes }
        unhashed += outcome.unhashed
        previews += outcome.previews
        if !outcome.problems.isEmpty && !hasProblems {
            // Nothing will be changed, so nothing needs to be kept; the rest is only checked.
            hasProblems = true
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

    // MARK: The end

    /// - Parameter progress: gets the number of passwords done so far.
    package mutating func hashPasswords(
        progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> [ImportProblem] {
        var problems: [ImportProblem] = []
        for start in stride(from: 0, to: unhashed.count, by: ImportWork.mostHashedTogether) {
            progress(start)
            let accounts = Array(unhashed[start...].prefix(ImportWork.mostHashedTogether))
            for (account, action) in zip(accounts, try work.hash(accounts)) {
                note(action, of: account, in: &problems)
            }
        }
        unhashed = []
        return problems
    }

    private mutating func note(
        _ action: ImportWork.Action, of account: ImportWork.Unhashed, in problems: inout [ImportProblem]
    ) {
        switch action {
        case .created: result.created += 1
        case .updated: result.updated += 1
        case .unchanged, .skipped, .unhashed: result.unchanged += 1
        case .refused(let reasons):
            problems += reasons.map { ImportProblem(line: account.line, reason: $0) }
            return
        }
        if let email = account.generatedFor {
            generated.append(GeneratedPassword(email: email, password: account.password))
        }
    }

    /// Makes the changes, all or none, and ends what can be undone.
    ///
    /// - Parameter progress: called on the store's queue.
    /// - Throws: `store(.changedMeanwhile)` if an account was changed since it was read; `rulesChanged`. Nothing is
    ///   changed then.
    package mutating func commit(
        progress: @escaping @Sendable (BulkChange.Progress) -> Void = { _ in }
    ) throws(AccountsError) {
        let left = try work.commit(progress: progress)
        result.left = left.map(\.path)
        for document in left {
            let name = document.path.split(separator: "/").last.map(String.init) ?? ""
            if document.isNew {
                result.created -= 1
            } else if lines[name.hashValue] != nil {
                result.updated -= 1
            } else if document.path.hasSuffix("\(StoreLayout.accounts)/\(name)") {
                result.locked -= 1
            }
        }
    }

    /// Removes what was written down, unless it has been committed.
    package func discard() { work.changes.discard() }
}

/// What comes first in a date of digits: the day or the month; the raw value is what `--dates` takes.
public enum DateOrder: String, CaseIterable, Hashable, Sendable {
    /// The day, as in 31/12/1990.
    case dmy
    /// The month, as in 12/31/1990.
    case mdy
}

extension DateOrder {
    /// A date that can be read in two ways as this order reads it; any other value as it is.
    fileprivate func reading(_ value: String, of field: Field) -> String {
        guard field.entryStyle == .date, case .ambiguous(let dayFirst, let monthFirst)? = TypedDate(value)
        else { return value }
        return (self == .dmy ? dayFirst : monthFirst).isoString
    }
}

/// A place of an imported file, checked against the rules.
struct ImportCandidate: Sendable {
    let line: Int
    /// The values as the account's file will hold them.
    private(set) var values: AccountRecord
    /// The fields of an existing account that it clears.
    private(set) var cleared: [Field] = []
    /// The keys of its own that it clears.
    private(set) var clearedKeys: [String] = []
    /// Whether it has no password; a new account then gets a generated one.
    private(set) var isGenerated = false
    /// Its problems; the file of an existing account may hold what it lacks.
    var reasons: [ImportProblem.Reason]
    /// The name of the account's file; nil if the email gives none.
    let name: String?
    /// The scheme of a hash that is left out because regapp does not verify it.
    private(set) var leftOutHash: String?
    /// Whether its password is certainly no hash.
    private(set) var hasOtherPassword = false
    /// Whether its password is a hash if all others of the file look like hashes too.
    private(set) var mayBeHash = false

    init(_ problem: ImportProblem) {
        line = problem.line
        values = [:]
        reasons = [problem.reason]
        name = nil
    }

    init(_ line: Int, _ record: AccountRecord, under registry: Registry, _ options: AccountImport.Options) {
        if options.clearsEmpty {
            let kept: Set<Field> = Field.secrets.union([.email, .registered])
            cleared = record.fields.filter { record[$0]?.isEmpty == true && !kept.contains($0) }
            clearedKeys = record.own.filter(\.value.isBlank).map(\.key)
        }
        var record = record.filter { !$1.isEmpty }
        if options.clearsEmpty { record.own.removeAll(where: \.value.isBlank) }
        if let domain = options.domain, let user = record[.email], !user.utf8.contains(UInt8(ascii: "@")) {
            record[.email] = "\(user)@\(domain)"
        }
        if let order = options.dates { record = record.mapValues { order.reading($1, of: $0) } }
        if let hash = record[.passwordHash] { record[.passwordHash] = StoredHash.unbraced(hash) }
        if options.mayLackFields, let hash = record[.passwordHash] {
            do throws(HashRule) { _ = try StoredHash(hash) } catch {
                if case .unsupported(let scheme) = error {
                    leftOutHash = scheme
                    // A lock stays.
                    record[.passwordHash] = StoredHash(nil, isLocked: StoredHash.isLocked(hash)).text
                }
            }
        }
        self.line = line
        if options.generatesPasswords, record[.password] == nil,
            record[.passwordHash] ?? StoredHash.lock == StoredHash.lock
        {
            isGenerated = true
        }
        var draft = registry.directory.draft(record)
        if isGenerated { draft.set(registry.policy.generatedPassword(), as: .password) }
        // An expiry date that is never is none.
        cleared += draft.changes.fields.filter { draft.changes[$0]?.isEmpty == true }
        values = draft.record.filter { !$1.isEmpty }
        values.own = record.own
        // A lock stays.
        if isGenerated { values[.passwordHash] = record[.passwordHash] }
        if isGenerated, options.mustChange { values[.mustChange] = FlagRule.text }
        reasons = draft.policy.violations(in: draft).map(ImportProblem.Reason.violation)
        if record[.password] != nil && record[.passwordHash] != nil { reasons.append(.passwordAndHash) }
        if let password = record[.password], !options.takesPlainPasswords {
            switch HashLikeness(of: password) {
            case .certain: reasons.append(.likeHash)
            case .possible: mayBeHash = true
            case nil: hasOtherPassword = true
            }
        }
        name = record[.email].flatMap(EmailAddress.fileName).map { $0 + ".json" }
    }

    /// The same for an existing account, which keeps its password.
    var keepingPassword: ImportCandidate {
        guard isGenerated else { return self }
        var candidate = self
        (candidate.values[.password], candidate.isGenerated) = (nil, false)
        candidate.values[.mustChange] = nil
        return candidate
    }

    /// Whether there is a password or a hash, which replaces that of an existing account.
    var bringsPassword: Bool { values[.password] != nil || values[.passwordHash] != nil }

    func problems(isThere: Bool, _ options: AccountImport.Options) -> [ImportProblem.Reason] {
        // A skipped account need not be right, but must be clear.
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
