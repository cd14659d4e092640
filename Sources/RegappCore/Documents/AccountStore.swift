package import RegappStore

/// A directory under its rules, as one command finds it.
///
/// `policy.json` is read once, when the value is made. A writer reads it again under the lock (`writing`), so that
/// nothing is written under outdated rules.
///
/// ## The module's map
/// Rules: `Policy` holds them as data, `Violation` is a broken one, `Field` names the values. Files: `AccountFile`
/// reads an account strictly, `PolicyFile` the rules, `FileProblem` points at a mistake. Changes: `Draft` is a proposed
/// record, `Edit` changes a document. Accounts: `LocalProfile` for `profile`, `Registry` for all other policies;
/// `DirectoryState` says which is in force and who is logged in. The promises of the `DocumentStore` below hold here.
package struct AccountStore: Sendable {
    package let store: DocumentStore
    package let policy: Policy
    /// The present moment, for birthdays, expiry and new accounts.
    package let now: Moment
    var verifying: Crypt.Computation = { Crypt.hash($0, setting: $1) }
    /// Computed before the work on files that needs them (``hashing(_:)``).
    fileprivate(set) var hashed: [(password: String, hash: PasswordHash)] = []

    /// - Parameter acceptsAnyRules: whether it can be used even while `policy.json` cannot be accepted, as its history
    ///   has to be: then by those of its rules that can.
    /// - Throws: `invalidFile` with every problem of `policy.json`.
    package init(
        _ store: DocumentStore, now: Moment, acceptingAnyRules acceptsAnyRules: Bool = false
    ) throws(AccountsError) {
        let policy = try store.readingAccounts { reader in
            try acceptsAnyRules ? PolicyFile.closest(reader) : PolicyFile(reader).policy
        }
        self.init(store, policy, now: now)
        store.keptChanges = policy.history
    }

    package init(_ store: DocumentStore, _ policy: Policy, now: Moment) {
        self.store = store
        self.policy = policy
        self.now = now
    }

    /// When a change that is made now is made, RFC 3339 in UTC: by the store's clock, since a person may have typed for
    /// hours after ``now``.
    var timeOfChange: String {
        let time = store.author().time
        return time.isEmpty ? now.timestamp.text : time
    }

    /// The same directory with the hashes of these passwords; one that cannot be computed fails where it is needed.
    func hashing(_ passwords: [String]) -> AccountStore {
        var directory = self
        for password in passwords {
            if let hash = try? Registry(directory: self).hash(password) {
                directory.hashed.append((password, hash))
            }
        }
        return directory
    }

    /// Whether there is a document, whatever it holds; true if that is unknown. Not for use inside ``reading(_:)``.
    package func mayHave(_ file: String) -> Bool {
        do { return try store.reading { try $0.status(of: file) } != nil } catch { return true }
    }

    /// Also available under the rules of a registry.
    package var profile: LocalProfile { LocalProfile(directory: self) }

    /// - Throws: `noRegistry` if the rules are a local profile's.
    package func registry() throws(AccountsError) -> Registry {
        guard policy.isRegistry else { throw .noRegistry(directory: store.directory) }
        return Registry(directory: self)
    }

    /// The current user's account; nil if nobody is logged in.
    package func current() throws(AccountsError) -> AccountFile? {
        try reading { reader in try current(reader) }
    }

    func current(_ reader: DocumentReader) throws -> AccountFile? {
        try policy.isRegistry ? registry().current(reader) : profile.current(reader)
    }

    /// The account with an email, or why it cannot be shown.
    package func judged(_ email: String) -> Result<AccountFile, AccountsError> {
        Result(catching: try registry().shownAccount(of: email))
    }

    package func reading<Result: Sendable>(
        _ work: @escaping @Sendable (DocumentReader) throws -> Result
    ) throws(AccountsError) -> Result {
        try store.readingAccounts(work)
    }

    /// Reads and writes under the lock.
    ///
    /// - Parameter underAnyRules: true for changes that depend on no rule.
    /// - Throws: `rulesChanged` if `policy.json` has changed since it was read; then nothing was written.
    func writing<Result: Sendable>(
        underAnyRules: Bool = false, _ work: @escaping @Sendable (DocumentWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        try store.writingAccounts { writer in
            if !underAnyRules { try requireSameRules(writer.reader) }
            return try work(writer)
        }
    }

    /// Makes all changes or none.
    ///
    /// - Parameters:
    ///   - underAnyRules: true for changes that depend on no rule.
    ///   - check: called under the lock; may return one more change, of the session.
    /// - Throws: what the check throws; `rulesChanged`; `store(.changedMeanwhile)` if a document is not as expected.
    func commit(
        _ changes: [DocumentChange], underAnyRules: Bool = false, as kind: ChangeKind = .change,
        checking check: @escaping BulkChange.Check
    ) throws(AccountsError) {
        for change in changes { keepRecords(as: change) }
        do {
            try store.commit(changes, in: StoreLayout.accounts, as: kind) { reader in
                if !underAnyRules { try requireSameRules(reader) }
                try requireFreeLoginNames(after: changes, reader)
                if let other = try check(reader) { return other }
                guard policy.isRegistry else { return nil }
                // A session that an earlier account with the email left behind is not the new account's.
                let new = changes.filter { $0.before == nil }.map(\.file)
                return try Registry(directory: self).sessionEnd(of: Set(new), reader)
            }
        } catch { throw AccountsError(error) }
    }

    /// A change of the rules removes no record that the new ones keep: another number counts from the next change on.
    func keepRecords(as change: DocumentChange) {
        guard change.file == StoreLayout.policy, let new = PolicyFile.policy(of: change.after) else { return }
        store.keptChanges = max(store.keptChanges, new.history)
    }

    /// Ends the session of a registry, or removes the profile; `cancel` can undo the latter.
    package func logout() throws(AccountsError) {
        let file = policy.isRegistry ? StoreLayout.session : StoreLayout.profile
        // Checked without a lock, so that no directory is created.
        guard try reading({ reader in try reader.contents(of: file) }) != nil else { throw .nobodyLoggedIn }
        try writing(underAnyRules: true) { writer in
            let before = try writer.reader.contents(of: file)
            guard before != nil || policy.isRegistry else { throw AccountsError.nobodyLoggedIn }
            try writer.commit([DocumentChange(file, before: before, after: nil)])
        }
    }

    /// Retries a few times after changes by other processes.
    func lookingAgain<Result>(
        _ work: () throws(AccountsError) -> Result
    ) throws(AccountsError) -> Result {
        for _ in 1..<Self.mostMerges {
            do throws(AccountsError) { return try work() } catch {
                guard case .store(.changedMeanwhile) = error else { throw error }
            }
        }
        return try work()
    }

    func requireSameRules(_ reader: DocumentReader) throws {
        guard try PolicyFile.closest(reader) == policy else {
            throw AccountsError.rulesChanged(path: store.path(of: StoreLayout.policy))
        }
    }
}

extension StoreLayout {
    package static let regapp = StoreLayout(
        documents: [profile, session, policy], linkable: [profile, policy], folders: [accounts],
        shared: [policy], passing: [session],
        isSecret: { file, key in
            file.hasPrefix(accounts) && AccountColumn.isPlainSecret(key)
        },
        owner: { EmailAddress.ofPath($0) }, fate: { AccountFate($0)?.rawValue ?? "" })

    package static let profile = "profile.json"
    /// Who is logged in to the registry.
    package static let session = "session.json"
    package static let policy = "policy.json"
    package static let accounts = "accounts"
}
