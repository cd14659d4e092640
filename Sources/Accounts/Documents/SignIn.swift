package import DocumentStore
package import PlainValues

/// A documents directory and its current user, read in one go.
package struct SignIn: Sendable {
    package let directory: AccountsDirectory
    /// The current user's account; nil if nobody is logged in.
    package let account: AccountFile?

    /// The last change, if it was asked for and can be undone.
    package let lastChange: LastChange?

    package var policy: Policy { directory.policy }

    /// - Parameters:
    ///   - today: the local date.
    ///   - withLastChange: whether to read the last change too.
    package init(
        _ store: DocumentStore, today: CalendarDate, now: Timestamp, withLastChange: Bool = false
    ) throws(AccountsError) {
        self = try store.readingDirectory { reader in
            let policy = try PolicyFile(reader).policy
            let directory = AccountsDirectory(store, policy, today: today, now: now)
            return SignIn(
                directory: directory, account: try directory.current(reader),
                lastChange: withLastChange ? try? directory.lastChange(reader) : nil)
        }
    }

    private init(directory: AccountsDirectory, account: AccountFile?, lastChange: LastChange?) {
        self.directory = directory
        self.account = account
        self.lastChange = lastChange
    }
}

extension AccountsDirectory {
    /// The current user's account; nil if nobody is logged in.
    package func current() throws(AccountsError) -> AccountFile? {
        try reading { reader in try current(reader) }
    }

    fileprivate func current(_ reader: DocumentReader) throws -> AccountFile? {
        policy.isRegistry ? try Registry(self).current(reader) : try profile.current(reader)
    }

    /// Throws `nobodyLoggedIn` if nobody is.
    package func logout() throws(AccountsError) {
        try policy.isRegistry ? Registry(self).logout() : profile.logout()
    }

    /// Throws `nobodyLoggedIn` if a document does not exist; asked without a lock, so that no directory is created.
    func requireDocument(_ file: String) throws(AccountsError) {
        let isThere = try reading { reader in try reader.contents(of: file) != nil }
        guard isThere else { throw .nobodyLoggedIn }
    }
}

extension DocumentStore {
    /// Removes profile, session, undo record and edited texts, whatever they hold and whatever the rules are.
    ///
    /// - Returns: the texts that an editor is working on, which stay.
    /// - Throws: `nobodyLoggedIn` if there was none of all that.
    @discardableResult
    package func forgetEverybody() throws(AccountsError) -> [String] {
        let traces = [StoreLayout.regapp.undo, StoreLayout.profile, StoreLayout.session]
        let isAnything = try readingDirectory { reader in
            for file in traces + [StoreLayout.regapp.edits] where try reader.exists(file) { return true }
            return false
        }
        guard isAnything else { throw .nobodyLoggedIn }
        return try writingDirectory(keepingUndo: false) { writer in
            try writer.forget(traces)
            var inUse: [String] = []
            for copy in try writer.reader.workingCopies() where try !writer.remove(copy) {
                inUse.append(copy.path)
            }
            return inUse
        }
    }
}
