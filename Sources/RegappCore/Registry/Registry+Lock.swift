internal import RegappStore
internal import RegappValues
internal import RegappJSON

/// Why an account cannot be logged in to, whatever the password. A login is refused as if the password were wrong, and
/// no first password can be set.
package enum LoginObstacle: String, CaseIterable, Hashable, Sendable {
    case locked
    case expired
}

/// Why an account must not get in; only the administrator learns it.
package enum LoginRefusal: Hashable, Sendable {
    case unknown, wrongPassword, noPassword
    case obstacle(LoginObstacle)
    /// It does not satisfy the conditions.
    case notSelected
    /// A condition has a key that no account of the registry has; it is probably misspelt.
    case unknownKey

    /// The word in the system's log.
    package var word: String {
        switch self {
        case .unknown: "unknown"
        case .wrongPassword: "wrong-password"
        case .noPassword: "no-password"
        case .obstacle(let obstacle): obstacle.rawValue
        case .notSelected: "not-selected"
        case .unknownKey: "unknown-key"
        }
    }
}

extension Registry {
    /// Locks accounts as one, all or none, and ends the session of any; a plain password becomes a hash first.
    ///
    /// - Throws: `noAccount`, `hashing`, `rulesChanged`.
    package func lock(_ emails: [String], isDryRun: Bool = false) throws(AccountsError) -> BulkResult {
        try BulkResult(change(emails, isDryRun: isDryRun) { try lockEdits(of: $1, isDryRun: isDryRun) })
    }

    /// The edits that lock an account; nil if it needs none.
    func lockEdits(
        of account: AccountFile, isDryRun: Bool = false
    ) throws(AccountsError) -> [JSONEdit]? {
        // One that breaks a rule stays as it is, so that locking makes no account usable.
        if let password = account.value(.password),
            directory.draft([.password: password], over: account.values).violations.isEmpty
        {
            // A dry run hashes nothing.
            return isDryRun ? [] : account.passwordEdits(StoredHash(try hash(password), isLocked: true))
        }
        guard !account.isLocked else { return nil }
        return [.setting(.passwordHash, account.values.locked[.passwordHash] ?? "")]
    }

    /// Unlocks accounts as one, all or none.
    ///
    /// - Throws: `noAccount`, `nothingToUnlock` if a password has to be set first, `rulesChanged`.
    package func unlock(_ emails: [String], isDryRun: Bool = false) throws(AccountsError) -> BulkResult {
        try BulkResult(change(emails, isDryRun: isDryRun) { try unlockEdits(of: $1) })
    }

    func unlockEdits(of account: AccountFile) throws(AccountsError) -> [JSONEdit]? {
        guard account.isLocked else { return nil }
        let hash = (account.value(.passwordHash) ?? "").drop { String($0) == StoredHash.lock }
        if !hash.isEmpty { return [.setting(.passwordHash, String(hash))] }
        // A plain password that was written by hand stays for the next login to hash.
        guard account.values[.password] != nil else { throw .nothingToUnlock(email: account.email) }
        return [.remove(key: Field.passwordHash.rawValue)]
    }

    /// The email of a file whose account cannot be accepted but is certainly locked or expired; nil otherwise.
    func emailOfBlocked(_ read: RegistryWalk.File) -> String? {
        guard let bytes = try? read.contents.get(), let email = EmailAddress.ofFile(read.name) else {
            return nil
        }
        let account = try? parse(bytes, read.name, in: read.folder, replacing: Set(Field.allCases))
        guard let account, !account.isActive,
            account.isNamed(read.name) || !EmailRule.brokenInRegistry(by: account.email).isEmpty
        else { return nil }
        return email
    }
}

extension AccountFile {
    package var loginObstacles: [LoginObstacle] {
        (isLocked ? [.locked] : []) + (isExpired ? [.expired] : [])
    }

    package var isActive: Bool { !isLocked && !isExpired }

    /// Whether it is locked, with or without a hash.
    package var isLocked: Bool { values.isLocked }
}
