internal import RegappStore
internal import RegappValues

/// Passwords that were generated for accounts and are not set yet.
package struct GeneratedPasswords: Sendable {
    let hashes: [PasswordHash]
    /// With the emails of the accounts, in their order.
    package let passwords: [GeneratedPassword]
}

extension Registry {
    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Parameter mark: whether its owner is to change it (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(
        of email: String, to password: String, mark: String? = nil,
        where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> BulkResult {
        let hash = try newHash(of: password, for: accountToRepair(of: email))
        return try commit(of: [email], where: filter) { _, document in
            // A rule may depend on other fields.
            try requireAcceptable(password, for: accountToRepair(document))
            return [.password(hash, mark: mark)]
        }
    }

    /// Replaces an account's password by its owner's new one; a mark for that is removed.
    ///
    /// - Parameter seen: the account as it was when the old password was judged.
    /// - Throws: `violations`, `hashing`, `store(.changedMeanwhile)` if the account was changed since, `rulesChanged`.
    package func changePassword(of seen: AccountFile, to password: String) throws(AccountsError) {
        let hash = try newHash(of: password, for: seen)
        try commit([seen.change(to: try text(of: seen, after: .password(hash, mark: "")), try undone(seen))])
    }

    func accountToRepair(_ document: LocatedDocument) throws(AccountsError) -> AccountFile {
        try parse(document.bytes ?? [], document.file, replacing: Field.allButEmail)
    }

    /// Generates a password for each account, and hashes them on all processors.
    ///
    /// - Parameters:
    ///   - filter: what the accounts must satisfy.
    ///   - columns: what is to be printed with the passwords.
    /// - Throws: `noAccount`, `hashing`.
    package func generatePasswords(
        for emails: [String], where filter: AccountFilter = AccountFilter(),
        with columns: [AccountColumn] = []
    ) throws(AccountsError) -> GeneratedPasswords {
        var passwords: [GeneratedPassword] = []
        try commit(of: emails, where: filter, isDryRun: true) { _, document in
            let account = try accountToRepair(document)
            let password = policy.generatedPassword()
            try requireAcceptable(password, for: account)
            passwords.append(
                GeneratedPassword(
                    email: account.email, password: password, values: columns.map { $0.value(of: account) }))
            return []
        }
        let hashes = try onAllProcessors(passwords) { try hash($0.password) }
        return GeneratedPasswords(hashes: hashes, passwords: passwords)
    }

    /// Sets generated passwords as one, all or none.
    ///
    /// - Parameter mark: whether their owners are to change them (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `rulesChanged`.
    package func set(
        _ generated: GeneratedPasswords, mark: String? = nil, where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> BulkResult {
        try commit(of: generated.passwords.map(\.email), where: filter) { index, document in
            try requireFit(generated, index, for: accountToRepair(document))
            return [.password(generated.hashes[index], mark: mark)]
        }
    }

    /// Those of generated passwords that can be set, and why the others cannot: their accounts are gone. If the present
    /// rules would have given others, none can be.
    package func settable(_ generated: GeneratedPasswords) -> (GeneratedPasswords, lost: [AccountsError]) {
        var (kept, lost): ([Int], [AccountsError]) = ([], [])
        for (index, generatedPassword) in generated.passwords.enumerated() {
            do throws(AccountsError) {
                try requireFit(generated, index, for: accountToRepair(of: generatedPassword.email))
                kept.append(index)
            } catch {
                lost.append(error)
                guard case .rulesChanged = error else { continue }
                (kept, lost) = ([], [error])
                break
            }
        }
        let left = GeneratedPasswords(
            hashes: kept.map { generated.hashes[$0] }, passwords: kept.map { generated.passwords[$0] })
        return (left, lost)
    }

    /// Throws `rulesChanged` if the present rules would have given an account another password or hash.
    private func requireFit(
        _ generated: GeneratedPasswords, _ index: Int, for account: AccountFile
    ) throws(AccountsError) {
        let draft = directory.draft(
            [.password: generated.passwords[index].password], over: account.values, needing: [.password])
        guard draft.violations.isEmpty, !generated.hashes[index].isWeaker(than: policy) else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
    }

    func onAllProcessors<Value: Sendable, Result: Sendable>(
        _ values: [Value], by workers: Workers = Workers(),
        _ work: @escaping @Sendable (Value) throws -> Result
    ) throws(AccountsError) -> [Result] {
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
