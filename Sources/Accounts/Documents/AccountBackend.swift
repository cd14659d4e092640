package import DocumentStore
package import PlainValues

/// What the local profile and the registry have in common: an account that is logged in, whose last change can be
/// undone.
package protocol AccountBackend: Sendable {
    /// The change that ``cancel(_:)`` would undo; no lock is taken.
    ///
    /// - Returns: nil where there is nothing to undo.
    /// - Throws: `changedSince` where a file was changed in the meantime.
    func lastChange() throws(AccountsError) -> LastChange?

    /// Undoes the last change that can be undone.
    ///
    /// - Parameter seen: the change that somebody was shown; nil for whichever is the last.
    /// - Returns: what becomes of the account; nil where there is nothing to undo.
    /// - Throws: `changedSince` where a file was changed in the meantime; `store(.changedMeanwhile)` where the last
    ///   change is another one than was `seen`.
    func cancel(_ seen: LastChange?) throws(AccountsError) -> AccountDifference?

    /// Logs out; `nobodyLoggedIn` where nobody is.
    func logout() throws(AccountsError)
}

extension AccountBackend {
    /// Undoes the last change that can be undone.
    ///
    /// - Parameter isDryRun: whether only to tell what would be undone.
    package func cancel(isDryRun: Bool = false) throws(AccountsError) -> AccountDifference? {
        try isDryRun ? lastChange()?.difference : cancel(nil)
    }
}

/// A change that can be undone.
package struct LastChange: Equatable, Sendable {
    fileprivate let record: UndoRecord

    /// What undoing makes of the account.
    package var difference: AccountDifference { AccountDifference(undoing: record) }
}

/// A documents directory and who is logged in to it, read in one go.
package struct SignIn: Sendable {
    /// The directory.
    package let directory: AccountsDirectory
    /// The account that is logged in; nil where nobody is.
    package let account: AccountFile?

    /// The rules.
    package var policy: Policy { directory.policy }

    /// Reads all of it; `today` is the local date.
    package init(_ store: DocumentStore, today: CalendarDate, now: Timestamp) throws(AccountsError) {
        self = try store.readingDirectory { reader in
            let policy = try PolicyFile(reader).policy
            let directory = AccountsDirectory(store, policy, today: today, now: now)
            return SignIn(directory: directory, account: try directory.current(reader))
        }
    }

    private init(directory: AccountsDirectory, account: AccountFile?) {
        self.directory = directory
        self.account = account
    }
}

extension AccountsDirectory {
    /// The account that is logged in; nil where nobody is.
    package func current() throws(AccountsError) -> AccountFile? {
        try reading { reader in try current(reader) }
    }

    fileprivate func current(_ reader: DirectoryReader) throws(AccountsError) -> AccountFile? {
        policy.isRegistry ? try Registry(self).current(reader) : try profile.current(reader)
    }

    /// Tells whose a change must be; nil for the profile's.
    typealias ChangeOwner = @Sendable (DirectoryReader, UndoRecord) throws(AccountsError) -> String?

    /// The last change of an account.
    func lastChange(of owner: @escaping ChangeOwner) throws(AccountsError) -> LastChange? {
        try reading { reader in
            guard try reader.exists(StoreLayout.regapp.undo), let record = try reader.undoRecord(),
                try owner(reader, record) == record.account, try reader.canUndo(record)
            else { return nil }
            return LastChange(record: record)
        }
    }

    /// Undoes the last change of an account.
    func undo(
        _ seen: LastChange?, of owner: @escaping ChangeOwner
    ) throws(AccountsError) -> AccountDifference? {
        // Asked without a lock, so that a directory that does not exist stays so. A change that was cut short is
        // completed first, even if nothing can be undone then.
        let mayUndo = try reading { reader in
            if try reader.exists(StoreLayout.regapp.undo) { return true }
            return try reader.isChanging()
        }
        guard mayUndo else { return nil }
        return try writingUnderAnyRules { writer -> AccountDifference? in
            guard let record = try writer.reader.undoRecord() else { return nil }
            let account = try owner(writer.reader, record)
            if let seen, seen.record != record || account != record.account {
                throw AccountsError.store(
                    .changedMeanwhile(path: writer.reader.path(of: StoreLayout.regapp.undo)))
            }
            return try writer.undo(account: account) ? AccountDifference(undoing: record) : nil
        }
    }

    /// Throws `nobodyLoggedIn` where a document does not exist; asked without a lock, like `mayUndo`.
    func requireDocument(_ file: String) throws(AccountsError) {
        let isThere = try reading { reader in try reader.contents(of: file) != nil }
        guard isThere else { throw .nobodyLoggedIn }
    }
}

extension DocumentStore {
    /// Leaves no profile, session, undo record or text of an editor behind, whatever they hold and whatever the rules
    /// are.
    ///
    /// - Returns: the texts that an editor is at work with, which stay.
    /// - Throws: `nobodyLoggedIn` where there was none of all that.
    @discardableResult
    package func forgetEverybody() throws(AccountsError) -> [String] {
        let traces = [StoreLayout.regapp.undo, StoreLayout.profile, StoreLayout.session]
        let isAnything = try readingDirectory { reader in
            for file in traces + [StoreLayout.regapp.edits] where try reader.exists(file) { return true }
            return false
        }
        guard isAnything else { throw .nobodyLoggedIn }
        return try writingDirectory(sparingUndo: false) { writer in
            try writer.forget(traces)
            var inUse: [String] = []
            for copy in try writer.reader.workingCopies() where try !writer.documents.remove(copy) {
                inUse.append(copy.path)
            }
            return inUse
        }
    }
}
