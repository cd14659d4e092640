internal import DocumentStore

// Whether a text is right.

extension Edit {
    /// A text that holds against the rules.
    enum Judged {
        case account(AccountFile)
        /// It is rules, under which the directory is this.
        case rules(AccountsDirectory)
    }

    /// Holds my text against the rules.
    ///
    /// - Parameter path: where it stands, if not where it is written.
    /// - Throws: `invalidFile` with every problem; `rulesChanged` where the rules are those of the other system by now.
    package func check(in directory: AccountsDirectory, at path: String? = nil) throws(AccountsError) {
        _ = try judged(text, at: path ?? copy ?? directory.store.path(of: file), in: directory)
    }

    /// My text, held against the rules.
    ///
    /// - Throws: as ``check(in:at:)``; of values that were given `violations`, since nobody has seen their text.
    func judged(in directory: AccountsDirectory) throws(AccountsError) -> Judged {
        do throws(AccountsError) {
            let judged = try judged(text, at: copy ?? directory.store.path(of: file), in: directory)
            // An account may lack what is required, but nobody takes it away.
            if case .account(let account) = judged, !account.missing.isEmpty { try requireValues(directory) }
            return judged
        } catch {
            if case .invalidFile = error { try requireValues(directory) }
            throw error
        }
    }

    private func requireValues(_ directory: AccountsDirectory) throws(AccountsError) {
        guard let values else { return }
        try directory.draft(values, over: account?.values ?? [:]).requireChanges()
    }

    /// A text of the document, held against the rules.
    func judged(
        _ text: [UInt8], at path: String, in directory: AccountsDirectory
    ) throws(AccountsError) -> Judged {
        let (store, today) = (directory.store, directory.today)
        if subject == .policy {
            let policy = try PolicyFile(parsing: text, path: path).policy
            return .rules(AccountsDirectory(store, policy, today: today, now: directory.now))
        }
        guard directory.policy.isRegistry == isRegistered else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
        return .account(try AccountFile(parsing: text, path: path, policy: directory.policy, today: today))
    }
}
