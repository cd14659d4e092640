internal import RegappStore
internal import RegappJSON

extension Edit {
    enum Judged {
        case account(AccountFile)
        case rules(AccountStore)
    }

    /// - Throws: like ``judged(in:at:)``.
    package func check(in directory: AccountStore, at path: String? = nil) throws(AccountsError) {
        _ = try judged(in: directory, at: path)
    }

    /// My text, checked against the rules.
    ///
    /// - Parameter path: where the text is, if it is not in its own place.
    /// - Throws: `invalidFile` with every problem; `violations` for values from options or a form; `keyHoldsMore`;
    ///   `rulesChanged` if the policy is now a profile's instead of a registry's, or the reverse.
    func judged(in directory: AccountStore, at path: String? = nil) throws(AccountsError) -> Judged {
        let ownPath: String
        switch mine {
        case .values(let values):
            try values.account.requireReplaceable(values.record.ownChanges)
            try directory.policy.requireLoginName(values.record.ownChanges, over: values.account)
            ownPath = directory.store.path(of: seen.file)
        case .text(let copy): ownPath = copy.path
        }
        do throws(AccountsError) {
            let judged = try judged(text, at: path ?? ownPath, in: directory)
            if case .account(let account) = judged {
                // Typed values must pass by themselves: a file may hold a phone that a form would refuse.
                try requireValues(directory)
                // An account may lack a required field, but an edit must not remove one.
                let removed = account.missing.filter { field in
                    // A password or a hash satisfies a required password.
                    let keys = field == .password ? Field.secrets : [field]
                    return keys.contains { base.differs(from: account.document, at: $0.rawValue) }
                }
                let problems = removed.map { account.problem(lacking: $0, under: directory.policy) }
                guard problems.isEmpty else { throw .invalidFile(problems) }
            }
            return judged
        } catch {
            if case .invalidFile = error { try requireValues(directory) }
            throw error
        }
    }

    /// New values must pass the rules by themselves; a text has no separate values.
    private func requireValues(_ directory: AccountStore) throws(AccountsError) {
        guard case .values(let values) = mine else { return }
        try directory.draft(values.record, over: values.account.values).requireChanges()
    }

    func judged(
        _ text: [UInt8], at path: String, in directory: AccountStore
    ) throws(AccountsError) -> Judged {
        let store = directory.store
        let now = directory.now
        if subject == .policy {
            let policy = try PolicyFile(parsing: text, path: path).policy
            return .rules(AccountStore(store, policy, now: now))
        }
        guard directory.policy.isRegistry == isRegistered else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
        return .account(try AccountFile(parsing: text, path: path, policy: directory.policy, now: now))
    }
}
