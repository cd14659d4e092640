internal import DocumentStore
internal import PlainValues

/// The change records (RFC 2849) that make the entries of an LDAP directory match a registry's accounts.
///
/// Call ``read(_:)`` for each piece of the directory's entries, ``finish()`` after the last, and then ``next()`` until
/// nothing is left. Accounts are read in parts, once to be compared and once more if something changes, so memory stays
/// flat: only each account's file name and differences are kept, and the email of each entry without an account.
package struct LDAPChanges {
    package enum Finding: Sendable {
        /// The file cannot be accepted, so nothing may be printed.
        case problem(ImportProblem)
        /// An account file cannot be accepted, so the entry of its email stays as it is; but if the file says that the
        /// account is locked, the entry gets a password that nobody can match.
        case rejected(RegistryEntry)
        /// The account has no hash: no entry is created for it, and an existing one keeps its password.
        case withoutHash(email: String, isThere: Bool)
        /// The account has a plain password, which no directory gets: its entry gets a password that nobody can match.
        case plainPassword(email: String)
        /// An account is in a file of another name, so it is left out, and its entry stays.
        case stray(RegistryEntry)
        /// The entry of an email without an account stays, because an editor's file or a backup of the account is
        /// recent.
        case edited(email: String, path: String)
        /// The account's entry is of no class with its attributes, so it stays as it is.
        case ofAnotherClass(email: String)
        /// The entry of an email without an account has entries below it, so it stays.
        case hasChildren(email: String)
        case unrepresentable(ExportError, email: String)
    }

    /// The most entries without an account that are deleted at once.
    package static let maximumDeletions = AccountImport.maximumAccounts

    /// How many entries could be deleted, but are not.
    package private(set) var undeleted = 0
    /// How many attributes of entries stay although their accounts have no value for them.
    package private(set) var staleAttributes = 0
    /// The lines of a change record that removes the first of them.
    package private(set) var staleRemoval: [String] = []
    /// Whether no entry is the base of the accounts' entries, or below it.
    package private(set) var showsNothingOfBase = true
    /// Whether everything below the base would be deleted, because there is no account at all.
    package var wouldDeleteAll: Bool { deletes && names.isEmpty && !deletions.isEmpty }
    /// Whether there are accounts among the entries, none of them showing a password.
    package var showsNoPassword: Bool { entries > 0 && !hasPassword }

    private let work: LDAPComparison
    private let deletes: Bool
    private let folder: AccountsFolder
    private var names: FileNames { folder.files }
    private let strays: [RegistryEntry]
    private var kept: KeptEntries
    /// The names that accounts' files should have which are in other accounts' files.
    private var misplaced: Set<String> = []
    /// What happens to each account.
    private var kinds: [LDAPComparison.Kind]
    /// The line of each account's entry; 0 if it has none.
    private var lines: [Int]
    /// The line of each entry without an account, by its email.
    private var deletions: [String: Int] = [:]
    /// The emails without an account whose entries have others below them.
    private var parents: Set<String> = []
    private var entries = 0
    private var hasPassword = false

    private var reader = LDIFReader()
    private var pairs: [LDAPComparison.Pair] = []
    private var verdicts = Pipeline<[LDAPComparison.Verdict]>()
    private var records = Pipeline<LDAPComparison.Records>()
    private var position = 0
    /// Whether ``kept`` was computed once more, after the printing.
    private var isKeptCurrent = false

    /// Lists the accounts of a registry.
    ///
    /// - Parameter base: the parent of the accounts' entries.
    package init(
        of registry: Registry, below base: DistinguishedName, deletes: Bool
    ) throws(AccountsError) {
        self.deletes = deletes
        let reader: DocumentReader
        (folder, strays, kept, reader) = try registry.directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let strays = folder.strays(reader).map { RegistryEntry($0, reader) }
            let kept = KeptEntries(folder, reader, now: registry.directory.now.timestamp)
            return (folder, strays, kept, reader.anywhere)
        }
        work = LDAPComparison(registry: registry, reader: reader, base: base)
        let names = folder.files
        kinds = Array(repeating: .unchanged, count: names.count)
        lines = Array(repeating: 0, count: names.count)
    }

    // MARK: What the directory has

    package mutating func read(_ piece: [UInt8]) -> [Finding] { take(reader.read(piece)) }

    /// Ends the directory's entries, and looks at the accounts that have no entry.
    package mutating func finish() -> [Finding] {
        var findings = take(reader.finish())
        for index in names.indices where lines[index] == 0 {
            findings += add(.init(index: index, name: names[index], entry: nil))
        }
        startComparing()
        while let compared = nextCompared() { findings += compared }
        for name in misplaced { kept.add(name) }
        deletions = deletions.filter { kept.reason(for: $0.key) == nil }
        if !deletes {
            undeleted += deletions.count
            deletions = [:]
        }
        return findings + strays.map { .stray($0) }
    }

    private mutating func take(_ readings: [LDIFReader.Reading]) -> [Finding] {
        var findings: [Finding] = []
        for reading in readings {
            switch reading {
            case .failure(let problem): findings.append(.problem(problem))
            case .success(let entry): findings += take(entry)
            }
        }
        return findings
    }

    private mutating func take(_ entry: LDIFEntry) -> [Finding] {
        guard let depth = entry.name.depth(below: work.base) else { return [] }
        showsNothingOfBase = false
        guard depth > 0, let name = entry.name.email(above: depth - 1) else { return [] }
        // Spaces that a server ignores when it compares.
        let email = name.split(separator: " ").joined(separator: " ")
        guard depth == 1 else { return keep(email, entry) }
        entries += 1
        if !entry.texts(LDAPAttribute.password).isEmpty { hasPassword = true }
        guard let index = index(of: email) else { return delete(email, entry) }
        guard lines[index] == 0 else { return [duplicate(entry, lines[index])] }
        lines[index] = entry.line
        return add(.init(index: index, name: names[index], entry: entry))
    }

    /// The index of an account's file among the names.
    private func index(of email: String) -> Int? {
        EmailAddress.fileName(of: email).flatMap { folder.index(of: $0 + EmailAddress.ending) }
    }

    private mutating func delete(_ email: String, _ entry: LDIFEntry) -> [Finding] {
        guard entry.isOfPerson else { return [] }
        switch kept.reason(for: email) {
        case .stray: return []
        case .edited(let path): return [.edited(email: email, path: path)]
        case nil: break
        }
        if !deletes, deletions.count == Self.maximumDeletions {
            undeleted += 1
            return []
        }
        let line = deletions.updateValue(entry.line, forKey: EmailAddress.folded(email))
        guard deletes else { return [] }
        if let line { return [duplicate(entry, line)] }
        return limit(deletions.count, entry)
    }

    /// Keeps an entry that has others below it: a directory deletes leaves only.
    private mutating func keep(_ email: String, _ entry: LDIFEntry) -> [Finding] {
        guard deletes, index(of: email) == nil else { return [] }
        parents.insert(EmailAddress.folded(email))
        return limit(parents.count, entry)
    }

    private func limit(_ count: Int, _ entry: LDIFEntry) -> [Finding] {
        guard count > Self.maximumDeletions else { return [] }
        return [.problem(ImportProblem(line: entry.line, reason: .format(.ldif(.tooManyDeletions))))]
    }

    private func duplicate(_ entry: LDIFEntry, _ line: Int) -> Finding {
        .problem(ImportProblem(line: entry.line, reason: .format(.ldif(.duplicate(line: line)))))
    }

    // MARK: Comparing

    private mutating func add(_ pair: LDAPComparison.Pair) -> [Finding] {
        pairs.append(pair)
        guard pairs.count == RegistryWalk.partSize else { return [] }
        startComparing()
        return verdicts.isFull ? nextCompared() ?? [] : []
    }

    private mutating func startComparing() {
        verdicts.add { [work, pairs] in work.verdicts(of: pairs) }
        pairs = []
    }

    private mutating func nextCompared() -> [Finding]? {
        verdicts.next()?.flatMap { verdict in
            kinds[verdict.index] = verdict.kind
            if let name = verdict.misplaced { misplaced.insert(name) }
            staleAttributes += verdict.stale.count
            if staleRemoval.isEmpty { staleRemoval = verdict.stale.first?.removal ?? [] }
            return verdict.findings
        }
    }

    // MARK: What changes

    /// The next few change records, in the order of the accounts' files, then deletions; nil at the end. An account
    /// that was changed meanwhile may need none.
    package mutating func next() throws(AccountsError) -> (records: [UInt8], findings: [Finding])? {
        while !records.isFull, let changed = nextChanged() {
            records.add { [work] in work.records(of: changed) }
        }
        if let records = records.next() { return (records.bytes, records.findings) }
        guard !deletions.isEmpty else { return nil }
        if !isKeptCurrent {
            // Once more after the printing, which may have taken a while.
            kept = try work.keptEntries(since: folder)
            for name in misplaced { kept.add(name) }
            isKeptCurrent = true
        }
        var emails: [String] = []
        var findings: [Finding] = []
        while emails.count + findings.count < RegistryWalk.partSize, let email = deletions.popFirst()?.key {
            if parents.contains(email) {
                findings.append(.hasChildren(email: email))
            } else if case .edited(let path)? = kept.reason(for: email) {
                findings.append(.edited(email: email, path: path))
            } else if kept.reason(for: email) == nil {
                emails.append(email)
            }
        }
        return (try work.deletions(of: emails.sorted()), findings)
    }

    /// The next few accounts with changes; nil if there are no more.
    private mutating func nextChanged() -> [LDAPComparison.Change]? {
        var changed: [LDAPComparison.Change] = []
        while position < names.count, changed.count < RegistryWalk.partSize {
            if kinds[position] != .unchanged {
                changed.append(.init(name: names[position], kind: kinds[position]))
            }
            position += 1
        }
        return changed.isEmpty ? nil : changed
    }
}
