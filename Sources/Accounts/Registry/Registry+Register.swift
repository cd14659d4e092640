internal import DocumentStore
internal import StrictJSON

extension Registry {
    /// Registers an account and, as its policy would have it, logs it in.
    ///
    /// Where it is not logged in, a session that an account of this email left behind ends.
    ///
    /// - Parameter logsIn: whether it is logged in; nil leaves it to the policy.
    /// - Throws: `violations` with all that is wrong, `accountExists`, `fileInTheWay`, `rulesChanged`.
    package func register(
        _ draft: Draft, logsIn: Bool? = nil
    ) throws(AccountsError) -> AccountFile {
        try draft.requireWhole()
        let email = draft.record.held(.email)
        guard let file = Self.file(of: email) else { throw .noAccount(email) }
        // Asked before the hash is computed, and again under the lock.
        try directory.reading { reader in try requireFree(file, reader) }
        let hash = try newHash(in: draft)
        return try directory.writing { writer in
            let new = try newAccount(draft.record, hash, writer.reader)
            var changes = [new]
            if logsIn ?? policy.logsInAtRegistration {
                changes.append(try SessionFile.change(to: email, writer.reader))
            } else if let end = try sessionEnd(of: changes, writer.reader) {
                changes.insert(end, at: 0)
            }
            try writer.commit(changes)
            return try parse(new.after ?? [], file)
        }
    }

    /// The change that registers an account.
    func newAccount(
        _ values: AccountRecord, _ hash: PasswordHash?, _ reader: DirectoryReader
    ) throws(AccountsError) -> DocumentChange {
        let email = values.held(.email)
        guard let file = Self.file(of: email) else { throw .noAccount(email) }
        try requireFree(file, reader)
        return DocumentChange(file, before: nil, after: newAccount(values, hash))
    }

    /// Makes sure that no account of an email is registered but its owner's.
    ///
    /// - Parameter owner: who has an account already and wants another email for it; nil for a new account.
    /// - Throws: `accountExists`, `fileInTheWay`; `emailTaken` where the owner has an account.
    package func requireFree(_ email: String, owner: AccountFile? = nil) throws(AccountsError) {
        guard let file = Self.file(of: email), owner?.isNamed(file) != true else { return }
        try directory.reading { reader in
            try requireFree(file, reader, isForNew: owner == nil)
        }
    }

    func requireFree(
        _ file: String, _ reader: DirectoryReader, isForNew: Bool = true
    ) throws(AccountsError) {
        guard try reader.exists(file) else { return }
        guard isForNew else { throw .emailTaken }
        throw holdsAccount(file, reader) ? .accountExists : .fileInTheWay
    }

    private func holdsAccount(_ file: String, _ reader: DirectoryReader) -> Bool {
        guard let bytes = try? reader.contents(of: file), let account = try? parse(bytes, file) else {
            return false
        }
        return account.isNamed(file)
    }

    private func newAccount(_ values: AccountRecord, _ hash: PasswordHash?) -> [UInt8] {
        var record = values.filter { !$1.isEmpty && $0 != .password }
        record[.passwordHash] = hash?.text
        record[.registered] = directory.now.text
        return record.json(withPassword: false).fileBytes
    }
}
