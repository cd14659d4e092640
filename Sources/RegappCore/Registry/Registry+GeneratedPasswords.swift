internal import RegappStore

/// Passwords that were generated for accounts and are not set yet.
package struct GeneratedPasswords: Sendable {
    let accounts: [AccountFile]
    let hashes: [PasswordHash]
    /// In the order of the accounts.
    package let passwords: [GeneratedPassword]
}

extension Registry {
    /// Generates a password for each account, and hashes them on all processors.
    ///
    /// - Throws: `noAccount`, `hashing`.
    package func generatePasswords(for emails: [String]) throws(AccountsError) -> GeneratedPasswords {
        let accounts = try accountsToRepair(of: emails)
        let passwords = try accounts.mapCollectingErrors { account in
            let password = policy.generatedPassword()
            try requireAcceptable(password, for: account)
            return GeneratedPassword(email: account.email, password: password)
        }
        let hashes = try onAllProcessors(passwords) { try hash($0.password) }
        return GeneratedPasswords(accounts: accounts, hashes: hashes, passwords: passwords)
    }

    /// Sets generated passwords as one, all or none.
    ///
    /// - Parameter mustChange: whether their owners are to change them at the next login.
    /// - Throws: `noAccount`, `rulesChanged`.
    package func set(_ generated: GeneratedPasswords, mustChange: Bool = false) throws(AccountsError) {
        try change(generated.accounts) { index, account in
            account.newPasswordEdits(generated.hashes[index], mustChange: mustChange)
        }
    }

    func onAllProcessors<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ work: @escaping @Sendable (Value) throws -> Result
    ) throws(AccountsError) -> [Result] {
        let workers = Workers()
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
