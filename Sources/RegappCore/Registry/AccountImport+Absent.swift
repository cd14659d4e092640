internal import RegappStore
internal import RegappJSON

extension AccountImport {
    /// Writes down that the accounts of the registry that the file does not have are locked; they are committed with
    /// the others. Those that are locked already are passed over.
    ///
    /// - Parameter filter: narrows whom it may lock.
    /// - Returns: their emails, in the order of the file names.
    package mutating func lockAbsent(where filter: AccountFilter) throws(AccountsError) -> [String] {
        let present = Set(lines.keys)
        let registry = work.registry
        var locked: [String] = []
        let parts = try RegistryWalk(registry).fileParts { _, files in
            files.compactMap { file -> Swift.Result<AccountFile, AccountsError>? in
                guard !present.contains(file.name.hashValue) else { return nil }
                // A file that names its email can be locked, whatever else is wrong with it.
                switch registry.entry(file, replacing: Field.allButEmail) {
                case .account(let account) where !account.isLocked && filter.selects(account):
                    return .success(account)
                case .invalid(.store(let error)): return .failure(.store(error))
                case .account, .invalid, .notAnAccount, nil: return nil
                }
            }
        }
        for part in parts {
            let accounts = try part.map { (account) throws(AccountsError) in try account.get() }
            locked += accounts.map(\.email)
            if !work.options.isDryRun { try work.lock(accounts) }
        }
        result.locked = locked.count
        return locked
    }
}
