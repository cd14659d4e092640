internal import RegappStore

/// The change records (RFC 2849) that make the entries of an LDAP directory match a registry's accounts.
///
/// Call ``read(_:_:)`` for each piece of the LDAP directory's entries, ``finish(_:)`` after the last, and then
/// ``nextDeletions()`` until it returns nil.
///
/// - `LDIFReader` turns the pieces into entries. An entry directly below the base that is named by an email belongs to
///   that account, or else to the `UnclaimedEntries`, which may be deleted.
/// - `LDAPComparison`, a pure function, says what an account and its entry need. `LDAPAccounts` reads the accounts for
///   it in parts, in the background, while more entries are read.
/// - A later entry may show that the file cannot be accepted, so the caller prints nothing before ``finish(_:)`` has
///   returned without a problem.
package struct LDAPChanges {
    package enum Finding: Sendable {
        case problem(ImportProblem)
        /// An account file cannot be accepted, so its entry stays as it is; but if the file says that the account is
        /// locked or has expired, a person's entry gets a password that never matches.
        case rejected(AccountsError)
        /// The account has no hash that every server verifies: no entry is created; an existing one keeps its password,
        /// unless the account's is in plain text, which LDAP never gets: then the entry gets one that never matches.
        case withoutHash(ExportError, email: String, isThere: Bool)
        /// An account is in a file with another name: it is left out, and its entry stays.
        case stray(AccountsError)
        /// An email's entry stays without an account file, because an editor's file or a backup of it is recent.
        case edited(email: String, path: String)
        /// The entry's object class lacks attributes of an account, so the entry stays as it is.
        case ofAnotherClass(email: String)
        /// An entry without an account has entries below it, so it stays.
        case hasChildren(email: String)
        case unrepresentable(ExportError, email: String)
    }

    package struct Records: Sendable {
        package var bytes: [UInt8] = []
        package var findings: [Finding] = []
    }

    /// How many entries without an account are deleted at once.
    package static let maximumDeletions = AccountImport.maximumAccounts

    package struct Overview: Sendable {
        /// Whether no entry is the base or below it.
        package fileprivate(set) var showsNothingOfBase = true
        /// Whether there are entries of accounts, none with a password.
        package var showsNoPassword: Bool { hasEntries && !hasPassword }
        /// How many attributes stay although their accounts have no value for them.
        package fileprivate(set) var staleAttributes = 0
        /// A change record that removes the first stale attribute.
        package fileprivate(set) var staleRemoval: [String] = []
        package fileprivate(set) var leftOut = LeftOutAccounts()

        fileprivate var hasEntries = false
        fileprivate var hasPassword = false
    }

    package private(set) var overview = Overview()

    private let accounts: LDAPAccounts
    private var reader = LDIFReader()
    private var unclaimed: UnclaimedEntries
    /// Whether the protected entries were looked up again before the first deletion.
    private var isRenewed = false
    /// The line of each account's entry; 0 if it has none.
    private var lines: [Int]
    private var pairs: [LDAPAccounts.Pair] = []
    private let workers = Workers.ahead()
    private var comparisons: [PendingWork<[LDAPComparison], Never>] = []

    /// The entries of the registry's accounts are directly below the base.
    package init(
        of registry: Registry, below base: DistinguishedName, deletes: Bool,
        _ options: ExportOptions = ExportOptions()
    ) throws(AccountsError) {
        accounts = try LDAPAccounts(of: registry, below: base, options)
        unclaimed = UnclaimedEntries(accounts.protected, deletes: deletes)
        lines = Array(repeating: 0, count: accounts.folder.files.count)
    }

    /// How many entries could be deleted, but are kept.
    package var undeleted: Int { unclaimed.undeleted }

    /// Whether everything below the base would be deleted, because there are no accounts.
    package var wouldDeleteAll: Bool { lines.isEmpty && !unclaimed.isEmpty }

    /// - Parameter use: receives changes for entries read so far, in the order of the entries.
    package mutating func read<Failure: Error>(
        _ piece: [UInt8], _ use: (Records) throws(Failure) -> Void
    ) throws(Failure) {
        for reading in reader.read(piece) { try use(add(reading)) }
    }

    /// Ends the input.
    ///
    /// - Parameter use: receives the remaining changes, then new entries for accounts without one, in the order of
    ///   their files; part by part, to bound the memory.
    package mutating func finish<Failure: Error>(_ use: (Records) throws(Failure) -> Void) throws(Failure) {
        for reading in reader.finish() { try use(add(reading)) }
        for index in lines.indices where lines[index] == 0 { try use(compare(index, nil)) }
        startComparing()
        while let records = nextCompared() { try use(records) }
        unclaimed.removeProtected()
        try use(Records(findings: (accounts.strays + unclaimed.unread).map { .stray($0) }))
    }

    /// Nil after the last.
    package mutating func nextDeletions() throws(AccountsError) -> Records? {
        // Handling the other records may have taken a while.
        if !isRenewed, !unclaimed.isEmpty {
            unclaimed.protected = try accounts.renewed(unclaimed.protected)
            isRenewed = true
        }
        guard let (emails, findings) = unclaimed.next(most: RegistryWalk.partSize) else { return nil }
        return Records(bytes: try accounts.deletions(of: emails), findings: findings)
    }

    private mutating func add(_ reading: LDIFReader.Reading) -> Records {
        let entry: LDIFEntry
        do { entry = try reading.get() } catch { return Records(findings: [.problem(error)]) }
        guard let depth = entry.name.depth(below: accounts.base) else { return Records() }
        overview.showsNothingOfBase = false
        guard depth > 0, let name = entry.name.email(above: depth - 1) else { return Records() }
        let email = name.withSingleSpaces
        let index = EmailAddress.file(of: email).flatMap(accounts.folder.index)
        guard depth == 1 else {
            return Records(findings: index == nil ? unclaimed.addParent(of: entry, email) : [])
        }
        overview.hasEntries = true
        if !overview.hasPassword { overview.hasPassword = !entry.texts(LDAPAttribute.password).isEmpty }
        guard let index else {
            return Records(findings: entry.isOfPerson ? unclaimed.add(entry, of: email) : [])
        }
        guard lines[index] == 0 else { return Records(findings: [.duplicate(of: lines[index], entry)]) }
        lines[index] = entry.line
        return compare(index, entry)
    }

    /// - Returns: the changes of an earlier part, once a part is complete.
    private mutating func compare(_ index: Int, _ entry: LDIFEntry?) -> Records {
        pairs.append(LDAPAccounts.Pair(index: index, entry: entry))
        guard pairs.count == RegistryWalk.partSize else { return Records() }
        startComparing()
        return comparisons.count >= Workers.mostAhead ? nextCompared() ?? Records() : Records()
    }

    private mutating func startComparing() {
        let compare: @Sendable () -> [LDAPComparison] = { [accounts, pairs] in accounts.compare(pairs) }
        comparisons.append(workers.start(compare))
        pairs = []
    }

    /// The changes of the oldest part, if any.
    private mutating func nextCompared() -> Records? {
        guard let part = comparisons.next() else { return nil }
        var records = Records()
        for comparison in part {
            records.bytes += comparison.record
            records.findings += comparison.findings
            if let misplaced = comparison.misplaced { unclaimed.protected.misplaced.insert(misplaced) }
            overview.staleAttributes += comparison.stale
            if let reason = comparison.reasonToLackPassword { overview.leftOut.note(reason) }
            if overview.staleRemoval.isEmpty { overview.staleRemoval = comparison.staleRemoval }
        }
        return records
    }
}
