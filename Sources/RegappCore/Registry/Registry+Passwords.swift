internal import RegappStore
internal import RegappJSON

/// Generated passwords that have not been set yet.
package struct GeneratedPasswords: Sendable {
    let hashed: [(password: GeneratedPassword, hash: PasswordHash)]
    /// With the accounts' emails, in their order.
    package var passwords: [GeneratedPassword] { hashed.map(\.password) }
}

extension Registry {
    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Parameter mark: the new `mustChange` (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(
        of email: String, to password: String, mark: String? = nil,
        where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> BulkResult {
        let hash = try newHash(of: password, for: accountToFix(of: email))
        return try commit(of: [email], where: filter) { _, document in
            // A rule may depend on other fields.
            try requireAcceptable(password, for: accountToFix(document))
            return [.password(hash, mark: mark)]
        }
    }

    /// Sets the owner's new password, and clears `mustChange` and any link for a new password.
    ///
    /// - Parameter seen: the account as it was when the old password or the link was checked.
    /// - Throws: `violations`, `hashing`, `store(.changedMeanwhile)` if the account has changed since, `rulesChanged`.
    package func changePassword(of seen: AccountFile, to password: String) throws(AccountsError) {
        let hash = try newHash(of: password, for: seen)
        let after = try text(of: seen, after: .password(hash, mark: ""))
        let former = try lastOwnPassword(of: seen)
        let undone = if let former { former.before } else { try undone(seen) }
        try commit([seen.change(to: after, seen.withoutLink(undone))], as: .recurring(after: former?.number))
    }

    /// The owner's last change of the password, and the account's text before it; nil if the account has changed since.
    private func lastOwnPassword(of account: AccountFile) throws(AccountsError) -> (
        number: Int, before: [UInt8]
    )? {
        guard !account.hasPlainPassword else { return nil }
        let file = account.file(isRegistered: true)
        return try directory.reading { reader in
            let head = try reader.newestChange { head, isInEffect in
                isInEffect && head.standsFor != nil && !head.notesDays
                    && head.account.flatMap(Self.file)?.hasSameScalars(as: file) ?? false
            }
            guard let head, let change = try? reader.documents(of: head.number).first, change.file == file,
                let before = change.before, !change.isCut,
                try reader.renewals().lead(
                    from: change, to: reader.withoutSecrets(file, account.document.bytes))
            else { return nil }
            return (head.number, before)
        }
    }

    func accountToFix(_ document: LocatedDocument) throws(AccountsError) -> AccountFile {
        try parse(document.bytes ?? [], document.file, replacing: Field.allButEmail)
    }

    /// Generates a password for each account, and hashes them on all processors.
    ///
    /// - Parameters:
    ///   - filter: what the accounts must satisfy.
    ///   - columns: what to print with the passwords.
    /// - Throws: `noAccount`, `hashing`.
    package func generatePasswords(
        for emails: [String], where filter: AccountFilter = AccountFilter(),
        with columns: [AccountColumn] = []
    ) throws(AccountsError) -> GeneratedPasswords {
        var passwords: [GeneratedPassword] = []
        try commit(of: emails, where: filter, isDryRun: true) { _, document in
            let account = try accountToFix(document)
            let password = policy.generatedPassword()
            try requireAcceptable(password, for: account)
            passwords.append(
                GeneratedPassword(
                    email: account.email, password: password, values: columns.map { $0.value(of: account) }))
            return []
        }
        let hashes = try onAllProcessors(passwords) { try hash($0.password) }
        return GeneratedPasswords(hashed: Array(zip(passwords, hashes)))
    }

    /// Sets all generated passwords or none.
    ///
    /// - Parameter mark: the new `mustChange` (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `rulesChanged`.
    package func set(
        _ generated: GeneratedPasswords, mark: String? = nil, where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> BulkResult {
        try commit(of: generated.passwords.map(\.email), where: filter) { index, document in
            let (generated, hash) = generated.hashed[index]
            let draft = try directory.draft(
                [.password: generated.password], over: accountToFix(document).values, needing: [.password])
            // Under the present rules, the password or hash would have been different.
            guard draft.violations.isEmpty, !hash.isWeaker(than: policy) else {
                throw AccountsError.rulesChanged(path: store.path(of: StoreLayout.policy))
            }
            return [.password(hash, mark: mark)]
        }
    }

    func onAllProcessors<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ work: @escaping @Sendable (Value) throws -> Result
    ) throws(AccountsError) -> [Result] {
        let workers = Workers()
        // After an error, no more hashes are computed.
        defer { workers.dropWaiting() }
        let begun = values.map { [store] value in
            workers.start { () -> Swift.Result<Result, AccountsError> in
                // A hash may take a second, and there may be thousands.
                guard !store.isCancelled() else { return .failure(.store(.cancelled)) }
                do { return .success(try work(value)) } catch { return .failure(AccountsError(error)) }
            }
        }
        return try begun.map { (begun) throws(AccountsError) in try begun.result().get() }
    }
}
