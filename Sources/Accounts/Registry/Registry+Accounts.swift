internal import DocumentStore
internal import PlainValues
internal import StrictJSON

// What an operator does with accounts.
extension Registry {
    /// The account of an email, whatever stands in its fields but the email.
    ///
    /// - Throws: `noAccount`; `invalidFile` where the text is no JSON object with each key once, or says nothing of whose
    ///   account it is.
    package func accountToRepair(of email: String) throws(AccountsError) -> AccountFile {
        try directory.reading { reader in try accountToRepair(of: email, reader) }
    }

    private func accountToRepair(
        of email: String, _ reader: DirectoryReader
    ) throws(AccountsError) -> AccountFile {
        guard let account = try account(of: email, reader, replacing: Field.allButEmail) else {
            throw .noAccount(email)
        }
        return account
    }

    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(of email: String, to password: String) throws(AccountsError) {
        let seen = try accountToRepair(of: email)
        let hash = try newHash(of: password, for: seen)
        try change(email) { account in
            // A rule may read what else the account has.
            if account.document.bytes != seen.document.bytes {
                try requireAcceptable(password, for: account)
            }
            return account.document.applying(account.passwordEdits(hash))
        }
    }

    /// Leaves an account without a password.
    package func removePassword(of email: String) throws(AccountsError) {
        // Asked without a lock, so that a directory that does not exist stays so.
        _ = try accountToRepair(of: email)
        try change(email) { $0.document.applying($0.passwordRemovals) }
    }

    private func change(
        _ email: String, _ edit: @escaping @Sendable (AccountFile) throws -> [UInt8]
    ) throws(AccountsError) {
        try directory.writing { writer in
            let account = try accountToRepair(of: email, writer.reader)
            let change = DocumentChange(
                account.file(isRegistered: true), before: account.document.bytes, after: try edit(account))
            try writer.commit([change], undo: .clear)
        }
    }

    /// Removes an account, and its session where it is logged in.
    ///
    /// The file need not be acceptable: its name alone says whose account it is, unless it holds another email.
    ///
    /// - Returns: the paths of what stays in `accounts/` of the account: an editor's files, backups, and copies in files
    ///   of other names.
    /// - Throws: `noAccount`.
    package func remove(_ email: String) throws(AccountsError) -> [String] {
        _ = try removableAccount(of: email)
        try directory.writingUnderAnyRules { writer in
            let (file, bytes, _) = try removable(email, writer.reader)
            var changes = [DocumentChange(file, before: bytes, after: nil)]
            if let session = try validSession(writer.reader), session.isOf(email) {
                changes.insert(session.removal, at: 0)
            }
            try writer.commit(changes, undo: .clear)
        }
        // It is removed by now, whatever comes of looking for more.
        let left = try? directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let name = EmailAddress.fileName(of: email).map { $0 + EmailAddress.ending }
            let strays = folder.strays(reader).filter { $0.expected == name }.map(\.name)
            return folder.foreign.filter { strays.contains($0) || ForeignFile.subject(of: $0) == name }
                .map { reader.path(of: "\(StoreLayout.accounts)/\($0)") }
        }
        return left ?? []
    }

    /// The session; nil also where it is invalid, since that names nobody, so there is nothing to end.
    func validSession(_ reader: DirectoryReader) throws(AccountsError) -> SessionFile? {
        do throws(AccountsError) { return try SessionFile(reader) } catch {
            guard case .invalidFile = error else { throw error }
            return nil
        }
    }

    /// The email of the account that `remove` would remove, as its file spells it where that can be read.
    ///
    /// - Throws: `noAccount`.
    package func removableAccount(of email: String) throws(AccountsError) -> String {
        try directory.reading { reader in try removable(email, reader).email }
    }

    func removable(
        _ email: String, _ reader: DirectoryReader
    ) throws(AccountsError) -> (file: String, bytes: [UInt8], email: String) {
        guard let file = Self.file(of: email), let bytes = try reader.contents(of: file) else {
            throw .noAccount(email)
        }
        let value = (try? JSONDocument(parsing: bytes))?.root[Field.email.rawValue]
        guard case .string(let stored)? = value?.content,
            EmailRule.brokenInRegistry(by: stored).isEmpty
        else {
            return (file, bytes, email)
        }
        guard Self.file(of: stored)?.hasSameScalars(as: file) == true else { throw .noAccount(email) }
        return (file, bytes, stored)
    }
}
