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
        let account = try existing(email)
        var plain: PasswordHash?
        if let password = account.value(.password) { plain = try hash(password) }
        let locked = StoredHash(plain ?? account.storedHash?.hash, isLocked: true)
        try replace(account, account.passwordEdits(locked), endsSession: true)
        return !account.isLocked || plain != nil
    }

    /// Unlocks an account.
    ///
    /// - Returns: whether it was locked.
    /// - Throws: `noAccount`, `nothingToUnlock` where a password has to be set first, `store(.changedMeanwhile)`,
    ///   `rulesChanged`.
    package func unlock(_ email: String) throws(AccountsError) -> Bool {
        let account = try existing(email)
        guard account.isLocked else { return false }
        // A plain password that was written by hand stays for the next login to hash.
        let hash = account.storedHash?.hash
        guard hash != nil || account.hasPlainPassword else { throw .nothingToUnlock(email: account.email) }
        try replace(account, account.hashEdits(StoredHash(hash, isLocked: false)), endsSession: false)
        return true
    }

    private func existing(_ email: String) throws(AccountsError) -> AccountFile {
        guard let account = try account(of: email) else { throw .noAccount(email) }
        return account
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
            let after = account.document.applying(edits)
            _ = try parse(after, file)
            var changes = [DocumentChange(file, before: before, after: after)]
            if endsSession, let session = try validSession(writer.reader), session.isOf(account.email) {
                changes.insert(session.removal, at: 0)
            }
            try writer.commit(changes, undo: .clear)
        }
    }
}
