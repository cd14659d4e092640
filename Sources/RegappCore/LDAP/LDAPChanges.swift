internal import RegappStore

/// The change records (RFC 2849) that make the entries of an LDAP directory match a registry's accounts.
///
/// Call ``read(_:)`` for each piece of the directory's entries, ``finish()`` after the last, and then ``next()`` until
/// nothing is left.
///
/// - `LDIFReader` makes entries of the pieces. One directly below the base that is named by an email belongs to the
///   account of that email, or else to the `UnclaimedEntries`, which may be deleted.
/// - `LDAPComparison` says what an account and its entry need: a pure function. `LDAPAccounts` reads the accounts for it
///   in parts, on the threads of a pipeline, while further entries are read here.
/// - Nothing is printed until all entries have been read without a problem. Until then an account is an `LDAPChange`,
///   which names attributes but no values; the account is read once more for its record. So memory stays flat.
package struct LDAPChanges {
    package enum Finding: Sendable {
        /// The file cannot be accepted, so nothing may be printed.
        case problem(ImportProblem)
        /// An account file cannot be accepted, so the entry of its email stays as it is; but if the file says that the
        /// account is locked or has expired, the entry of a person gets a password that cannot be matched.
        case rejected(RegistryEntry)
        /// The account has no hash that every server verifies: no entry is created for it, and an existing one keeps
        /// its password.
        case withoutHash(ExportError, email: String, isThere: Bool)
        /// The account has a plain password, which no directory gets: its entry gets a password that cannot be matched.
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

    package typealias Records = (records: [UInt8], findings: [Finding])

    /// The most entries without an account that are deleted at once.
    package static let maximumDeletions = AccountImport.maximumAccounts

    /// What was seen of the directory as a whole.
    package struct Overview: Sendable {
        /// Whether no entry is the base of the accounts' entries, or below it.
        package fileprivate(set) var showsNothingOfBase = true
        /// Whether there are accounts among the entries, none of them showing a password.
        package var showsNoPassword: Bool { hasEntries && !hasPassword }
        /// How many attributes of entries stay although their accounts have no value for them.
        package fileprivate(set) var staleAttributes = 0
        /// The lines of a change record that removes the first of them.
        package fileprivate(set) var staleRemoval: [String] = []

        fileprivate var hasEntries = false
        fileprivate var hasPassword = false
    }

    package private(set) var overview = Overview()

    private let accounts: LDAPAccounts
    private var reader = LDIFReader()
    private var unclaimed: UnclaimedEntries
    /// The line of each account's entry; 0 if it has none.
    private var lines: [Int]
    private var plan: LDAPPlan
    /// The next part to compare.
    private var pairs: [LDAPAccounts.Pair] = []
    private var comparisons = Pipeline<[LDAPAccounts.Compared]>()
    private var records = Pipeline<Records>()

    /// Lists the accounts of a registry, whose entries are directly below the base.
    package init(
        of registry: Registry, below base: DistinguishedName, deletes: Bool
    ) throws(AccountsError) {
        accounts = try LDAPAccounts(of: registry, below: base)
        unclaimed = UnclaimedEntries(accounts.kept, deletes: deletes)
        lines = Array(repeating: 0, count: accounts.names.count)
        plan = LDAPPlan(count: accounts.names.count)
    }

    /// How many entries could be deleted, but are not.
    package var undeleted: Int { unclaimed.undeleted }

    /// Whether everything below the base would be deleted, because there is no account at all.
    package var wouldDeleteAll: Bool { lines.isEmpty && !unclaimed.isEmpty }

    // MARK: Entries

    package mutating func read(_ piece: [UInt8]) -> [Finding] { add(reader.read(piece)) }

    /// Ends the directory's entries, and looks at the accounts that have no entry.
    package mutating func finish() -> [Finding] {
        var findings = add(reader.finish())
        for index in lines.indices where lines[index] == 0 { findings += compare(index, nil) }
        startComparing()
        while let compared = nextCompared() { findings += compared }
        unclaimed.removeKept()
        return findings + (accounts.strays + unclaimed.unread).map { .stray($0) }
    }

    private mutating func add(_ readings: [LDIFReader.Reading]) -> [Finding] {
        readings.flatMap { (reading) -> [Finding] in
            switch reading {
            case .failure(let problem): [.problem(problem)]
            case .success(let entry): add(entry)
            }
        }
    }

    private mutating func add(_ entry: LDIFEntry) -> [Finding] {
        guard let depth = entry.name.depth(below: accounts.base) else { return [] }
        overview.showsNothingOfBase = false
        guard depth > 0, let name = entry.name.email(above: depth - 1) else { return [] }
        // Spaces that a server ignores when it compares.
        let email =
            name.utf8.contains(UInt8(ascii: " "))
            ? name.split(separator: " ").joined(separator: " ") : name
        let index = accounts.index(of: email)
        guard depth == 1 else { return index == nil ? unclaimed.addParent(of: entry, email) : [] }
        overview.hasEntries = true
        if !entry.texts(LDAPAttribute.password).isEmpty { overview.hasPassword = true }
        guard let index else { return entry.isOfPerson ? unclaimed.add(entry, of: email) : [] }
        guard lines[index] == 0 else { return [.duplicate(entry, line: lines[index])] }
        lines[index] = entry.line
        return compare(index, entry)
    }

    private mutating func compare(_ index: Int, _ entry: LDIFEntry?) -> [Finding] {
        pairs.append((index, entry))
        guard pairs.count == RegistryWalk.partSize else { return [] }
        startComparing()
        return comparisons.isFull ? nextCompared() ?? [] : []
    }

    private mutating func startComparing() {
        comparisons.add { [accounts, pairs] in accounts.compare(pairs) }
        pairs = []
    }

    private mutating func nextCompared() -> [Finding]? {
        comparisons.next()?.flatMap { index, comparison, misplaced in
            plan.set(comparison.change, at: index)
            if let misplaced { unclaimed.kept.keep(misplaced) }
            overview.staleAttributes += comparison.stale.count
            if overview.staleRemoval.isEmpty, let first = comparison.stale.first {
                overview.staleRemoval = first.removal(below: accounts.parent)
            }
            return comparison.findings
        }
    }

    // MARK: Records

    /// The next few change records, in the order of the accounts' files, then deletions; nil at the end. An account
    /// that was changed meanwhile may need none.
    package mutating func next() throws(AccountsError) -> Records? {
        while !records.isFull, let changes = plan.next(most: RegistryWalk.partSize) {
            records.add { [accounts] in accounts.records(of: changes) }
        }
        if let records = records.next() { return records }
        // The printing may have taken a while.
        try unclaimed.renewOnce { kept throws(AccountsError) in try accounts.renewed(kept) }
        guard let (emails, findings) = unclaimed.next(most: RegistryWalk.partSize) else { return nil }
        return (try accounts.deletions(of: emails), findings)
    }
}

/// What happens to the entry of each account, by its index.
private struct LDAPPlan {
    private var changes: [LDAPChange?]
    /// All that occur: most accounts share a few.
    private var distinct: Set<LDAPChange> = []
    private var position = 0

    init(count: Int) { changes = Array(repeating: nil, count: count) }

    mutating func set(_ change: LDAPChange?, at index: Int) {
        changes[index] = change.map { distinct.insert($0).memberAfterInsert }
    }

    /// The next few changes with their indices; nil if there are no more.
    mutating func next(most: Int) -> [(index: Int, change: LDAPChange)]? {
        var next: [(Int, LDAPChange)] = []
        while position < changes.count, next.count < most {
            if let change = changes[position] { next.append((position, change)) }
            position += 1
        }
        return next.isEmpty ? nil : next
    }
}
