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
