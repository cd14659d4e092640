internal import DocumentStore
internal import PlainValues
internal import StrictJSON

// A locked account is refused like a wrong password and sets no first password, until it is unlocked.
extension Registry {
    /// Locks an account and ends its session; a plain password becomes a hash first.
    ///
    /// - Returns: whether it was not locked before.
    /// - Throws: `noAccount`, `hashing`, `store(.changedMeanwhile)` where the account was changed while its password was
    ///   hashed, `rulesChanged`.
    package func lock(_ email: String) throws(AccountsError) -> Bool {
        let account = try accountToRepair(of: email)
        var plain: PasswordHash?
        // One that breaks a rule stays as it is, so that no lock makes it one to log in with.
        if let password = account.value(.password), account.isAcceptable(password, in: directory) {
            plain = try hash(password)
        }
        guard plain != nil || !account.isLocked else {
            try replace(account, [], endsSession: true)
            return false
        }
        let edits = plain.map { account.passwordEdits(StoredHash($0, isLocked: true)) } ?? account.lockEdits
        try replace(account, edits, endsSession: true)
        return true
    }

    /// Unlocks an account.
    ///
    /// - Returns: whether it was locked.
    /// - Throws: `noAccount`, `nothingToUnlock` where a password has to be set first, `store(.changedMeanwhile)`,
    ///   `rulesChanged`.
    package func unlock(_ email: String) throws(AccountsError) -> Bool {
        let account = try accountToRepair(of: email)
        guard account.isLocked else { return false }
        // A plain password that was written by hand stays for the next login to hash.
        guard let edits = account.unlockEdits else { throw .nothingToUnlock(email: account.email) }
        try replace(account, edits, endsSession: false)
        return true
    }

    /// The email of a file whose account cannot be accepted, but is locked for sure; nil where it does not say so.
    func emailOfLocked(_ read: RegistryWalk.File) -> String? {
        guard let bytes = try? read.contents.get(), let email = EmailAddress.ofFile(read.name) else {
            return nil
        }
        let file = StoreLayout.accounts + "/" + read.name
        guard let account = try? parse(bytes, file, replacing: Set(Field.allCases)), account.isLocked,
            account.isNamed(file) || !EmailRule.brokenInRegistry(by: account.email).isEmpty
        else { return nil }
        return email
    }

    private func replace(
        _ account: AccountFile, _ edits: [JSONEdit], endsSession: Bool
    ) throws(AccountsError) {
        try directory.writing { writer in
            let file = Self.file(of: account.email) ?? ""
            let before = try writer.reader.contents(of: file)
            guard before == account.document.bytes else {
                throw AccountsError.store(.changedMeanwhile(path: account.path))
            }
            var changes = [DocumentChange(file, before: before, after: account.document.applying(edits))]
            if endsSession, let session = try validSession(writer.reader), session.isOf(account.email) {
                changes.insert(session.removal, at: 0)
            }
            try writer.commit(changes, undo: .clear)
        }
    }
}

extension AccountFile {
    /// Whether nobody may log in to the account, whatever its password, and whatever stands behind the lock.
    package var isLocked: Bool { value(.passwordHash)?.hasPrefix(StoredHash.lock) == true }

    /// The edits that put a lock before whatever hash the file has.
    fileprivate var lockEdits: [JSONEdit] {
        [.setting(.passwordHash, StoredHash.lock + (value(.passwordHash) ?? ""))]
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
