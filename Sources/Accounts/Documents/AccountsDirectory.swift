package import DocumentStore
package import PlainValues

/// A documents directory under its rules, as one command finds it: the one place that builds the systems.
///
/// `policy.json` is read once, when the value is made; a writer reads it once more under the lock (`writing`),
/// so that nothing is written by rules that hold no more.
package struct AccountsDirectory: Sendable {
    /// The documents.
    package let store: DocumentStore
    /// The rules.
    package let policy: Policy
    /// The local date, which birthdays are held against.
    package let today: CalendarDate
    /// The present moment, when new accounts are registered.
    package let now: Timestamp
    /// What computes the hashes that passwords are verified by.
    var verifying: Crypt.Computation = { Crypt.hash($0, setting: $1) }

    /// Reads the rules of a directory.
    ///
    /// - Throws: `invalidFile` with every problem of `policy.json`.
    package init(_ store: DocumentStore, today: CalendarDate, now: Timestamp) throws(AccountsError) {
        let file = try PolicyFile(of: store)
        self.init(store, file.policy, today: today, now: now)
    }

    init(_ store: DocumentStore, _ policy: Policy, today: CalendarDate, now: Timestamp) {
        self.store = store
        self.policy = policy
        self.today = today
        self.now = now
    }

    /// The same directory under other rules.
    func under(_ policy: Policy) -> AccountsDirectory {
        AccountsDirectory(store, policy, today: today, now: now)
    }

    /// Whether somebody has chosen the rules; where that cannot be told, somebody has.
    package var hasChosenPolicy: Bool {
        do { return try store.reading { try $0.status(of: StoreLayout.policy) } != nil } catch { return true }
    }

    // MARK: The systems

    /// The local profile, whichever system the rules belong to.
    package var profile: LocalProfile { LocalProfile(self) }

    /// The registry.
    ///
    /// - Throws: `noRegistry` where the rules are those of the local profile.
    package func registry() throws(AccountsError) -> Registry {
        guard policy.isRegistry else { throw .noRegistry(directory: store.directory) }
        return Registry(self)
    }

    // MARK: The documents

    /// The names of the accounts' files, sorted by their bytes, whichever system the rules belong to. What else
    /// stands in `accounts/` is passed over.
    package func accountFiles() throws(AccountsError) -> [String] {
        try reading { reader in
            try AccountsFolder(reader).files
        }
    }

    /// Does some reading; no lock is taken.
    func reading<Result: Sendable>(
        _ work: @escaping @Sendable (DirectoryReader) throws -> Result
    ) throws(AccountsError) -> Result {
        try store.readingDirectory(work)
    }

    /// Does some reading and writing under the lock.
    ///
    /// - Throws: `rulesChanged` where `policy.json` was changed since these rules were read from it; nothing was
    ///   written then.
    func writing<Result: Sendable>(
        _ work: @escaping @Sendable (DirectoryWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        try writingUnderAnyRules { writer in
            try requireSameRules(writer.reader)
            return try work(writer)
        }
    }

    /// Throws `rulesChanged` where `policy.json` was changed since these rules were read from it.
    func requireSameRules(_ reader: DirectoryReader) throws(AccountsError) {
        guard try PolicyFile(reader).policy == policy else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
    }

    /// Does some reading and writing under the lock, of which no rule has anything to say.
    func writingUnderAnyRules<Result: Sendable>(
        _ work: @escaping @Sendable (DirectoryWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        try store.writingDirectory(work)
    }
}

extension StoreLayout {
    /// The documents of a regapp directory.
    package static let regapp = StoreLayout(
        documents: [profile, session, policy], linkable: [profile, policy], folders: [accounts],
        shared: [policy], owner: { EmailAddress.ofPath($0) })

    /// The local profile.
    package static let profile = "profile.json"
    /// Who is logged in to the registry.
    package static let session = "session.json"
    /// The rules of the directory.
    package static let policy = "policy.json"
    /// The folder of the registered accounts.
    package static let accounts = "accounts"
}
