internal import DocumentStore
internal import StrictJSON

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
    /// - Throws: as ``judged(in:at:)``.
    package func check(in directory: AccountsDirectory, at path: String? = nil) throws(AccountsError) {
        _ = try judged(in: directory, at: path)
    }

    /// My text, held against the rules.
    ///
    /// - Parameter path: where it stands, if not where it is written.
    /// - Throws: `invalidFile` with every problem; of values that were given `violations`, since nobody has seen their
    ///   text; `rulesChanged` where the rules are those of the other system by now.
    func judged(in directory: AccountsDirectory, at path: String? = nil) throws(AccountsError) -> Judged {
        do throws(AccountsError) {
            let path = path ?? copy ?? directory.store.path(of: file)
            let judged = try judged(text, at: path, in: directory)
            if case .account(let account) = judged { try requireNothingTaken(from: account, directory) }
            return judged
        } catch {
            if case .invalidFile = error { try requireValues(directory) }
            throw error
        }
    }

    /// An account may lack what is required, but nobody takes it away.
    private func requireNothingTaken(
        from account: AccountFile, _ directory: AccountsDirectory
    ) throws(AccountsError) {
        guard !account.missing.isEmpty else { return }
        try requireValues(directory)
        let problems = account.missing.filter { field in
            values == nil && field.keys.contains { base.differs(from: account.document, at: $0.rawValue) }
        }
        .map { account.problem(lacking: $0, under: directory.policy) }
        guard problems.isEmpty else { throw .invalidFile(problems) }
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

extension Field {
    /// The fields of which one is enough where it is required.
    fileprivate var keys: Set<Field> { self == .password ? Self.secrets : [self] }
}
