internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// Why nobody may log in to an account, whatever the password: it is refused like a wrong one, and none can be set
/// first.
package enum LoginBar: String, CaseIterable, Hashable, Sendable {
    /// An administrator has locked it, until it is unlocked.
    case locked
    /// The last day that it was made for is over.
    case expired
}

extension Registry {
    /// What became of accounts that were to be locked or unlocked.
    package struct LockResult: Equatable, Sendable {
        /// The emails of those that changed.
        package var changed: [String] = []
        /// The emails of those that were so already.
        package var unchanged: [String] = []
    }

    /// Locks accounts as one, all or none of them, and ends the session of any; a plain password becomes a hash first.
    ///
    /// - Throws: `noAccount`, `hashing`, `store(.changedMeanwhile)` where an account was changed since it was found,
    ///   `rulesChanged`.
    package func lock(_ emails: [String]) throws(AccountsError) -> LockResult {
        try change(emails, endsSession: true) { account in
            // One that breaks a rule stays as it is, so that no lock makes it one to log in with.
            if let password = account.value(.password), account.isAcceptable(password, in: directory) {
                return account.passwordEdits(StoredHash(try hash(password), isLocked: true))
            }
            return account.isLocked ? nil : account.lockEdits
        }
    }

    /// Unlocks accounts as one, all or none of them.
    ///
    /// - Throws: `noAccount`, `nothingToUnlock` where a password has to be set first, `store(.changedMeanwhile)`,
    ///   `rulesChanged`.
    package func unlock(_ emails: [String]) throws(AccountsError) -> LockResult {
        try change(emails, endsSession: false) { account in
            guard account.isLocked else { return nil }
            // A plain password that was written by hand stays for the next login to hash.
            guard let edits = account.unlockEdits else {
                throw AccountsError.nothingToUnlock(email: account.email)
            }
            return edits
        }
    }

    /// - Parameter edit: the edits of an account; nil where it is as it is to be.
    private func change(
        _ emails: [String], endsSession: Bool, _ edit: (AccountFile) throws -> [JSONEdit]?
    ) throws(AccountsError) -> LockResult {
        let seen = try accountsToRepair(of: emails)
        let edits = try seen.naming { account in try edit(account) }
        try change(seen, endsSession: endsSession) { index, account in
            guard account.document.bytes == seen[index].document.bytes else {
                throw AccountsError.store(.changedMeanwhile(path: account.path))
            }
            return edits[index] ?? []
        }
        var result = LockResult()
        for (account, edits) in zip(seen, edits) {
            if edits == nil {
                result.unchanged.append(account.email)
            } else {
                result.changed.append(account.email)
            }
        }
        return result
    }

    /// The email of a file whose account cannot be accepted, but lets nobody log in for sure; nil where it does not say
    /// so.
    func emailOfBarred(_ read: RegistryWalk.File) -> String? {
        guard let bytes = try? read.contents.get(), let email = EmailAddress.ofFile(read.name) else {
            return nil
        }
        let file = StoreLayout.accounts + "/" + read.name
        guard let account = try? parse(bytes, file, replacing: Set(Field.allCases)), !account.mayLogIn,
            account.isNamed(file) || !EmailRule.brokenInRegistry(by: account.email).isEmpty
        else { return nil }
        return email
    }
}

extension AccountFile {
    /// Why nobody may log in to the account; nothing where somebody may who has its password.
    package var loginBars: [LoginBar] { (isLocked ? [.locked] : []) + (isExpired ? [.expired] : []) }

    /// Whether somebody who has its password may log in.
    package var mayLogIn: Bool { !isLocked && !isExpired }

    /// Whether it is locked, whatever stands behind the lock.
    package var isLocked: Bool { values.isLocked }

    /// Whether the first login may set its password, where the policy lets one.
    var awaitsFirstPassword: Bool { hasNoPassword && mayLogIn }

    /// What a format gets of it: one that cannot say when an account expires gets a lock once it has.
    package func values(for format: ExchangeFormat) -> AccountRecord {
        isExpired && !format.fields.contains(.expires) ? values.locked : values
    }

    /// The edits that put a lock before whatever hash the file has.
    fileprivate var lockEdits: [JSONEdit] {
        [.setting(.passwordHash, values.locked[.passwordHash] ?? "")]
    }

    /// The edits that take the lock away; nil where no password would be left.
    fileprivate var unlockEdits: [JSONEdit]? {
        let hash = (value(.passwordHash) ?? "").drop { String($0) == StoredHash.lock }
        if !hash.isEmpty { return [.setting(.passwordHash, String(hash))] }
        return values[.password] == nil ? nil : [.remove(key: Field.passwordHash.rawValue)]
    }

    fileprivate func isAcceptable(_ password: String, in directory: AccountsDirectory) -> Bool {
        directory.draft([.password: password], over: values).violations.isEmpty
    }
}
