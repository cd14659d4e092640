internal import RegappStore
internal import RegappJSON

extension Registry {
    /// Checks that an account can be registered, and hashes its password; writes nothing.
    ///
    /// - Throws: `violations` with all that is wrong, `accountExists`, `fileInTheWay`, `hashing`.
    package func prepare(
        _ draft: Draft, isLocked: Bool = false
    ) throws(AccountsError) -> AccountRecord {
        try requireNew(draft)
        try directory.policy.requireLoginName(draft.changes.ownChanges)
        let given = draft.record[.passwordHash].flatMap { try? StoredHash($0) }
        let password = draft.record.hasPlainPassword ? draft.record[.password] : nil
        let stored = StoredHash(
            hash: try password.map(hash) ?? given?.hash, isLocked: isLocked || given?.isLocked ?? false)
        var account = draft.record.filter { !$1.isEmpty && $0 != .password }
        account[.passwordHash] = stored.text
        account.ownChanges = draft.changes.ownChanges
        return account
    }

    /// Checked before hashing, and again under the lock.
    func requireNew(_ draft: Draft) throws(AccountsError) {
        try draft.requireWhole()
        let email = draft.record.text(of: .email)
        guard let file = Self.file(of: email) else { throw .noAccount(email) }
        try directory.reading { reader in try requireFree(file, reader) }
    }

    /// Logs the account in if the policy says so.
    ///
    /// - Parameter logsIn: whether to log in; nil leaves it to the policy.
    /// - Throws: `accountExists`, `fileInTheWay`, `rulesChanged`.
    package func register(
        _ account: AccountRecord, logsIn: Bool? = nil
    ) throws(AccountsError) -> AccountFile {
        let new = try newAccount(account)
        let logsIn = logsIn ?? directory.policy.logsInAtRegistration
        try directory.commit([new]) { reader in
            try requireFree(new.file, reader)
            return logsIn ? try SessionFile.change(to: account.text(of: .email), reader) : nil
        }
        return try parse(new.after ?? [], new.file)
    }

    package func register(
        _ draft: Draft, isLocked: Bool = false, logsIn: Bool? = nil
    ) throws(AccountsError) -> AccountFile {
        try register(prepare(draft, isLocked: isLocked), logsIn: logsIn)
    }

    /// - Parameter account: has a hash in place of a password.
    private func newAccount(_ account: AccountRecord) throws(AccountsError) -> DocumentChange {
        let email = account.text(of: .email)
        guard let file = Self.file(of: email) else { throw .noAccount(email) }
        var account = account
        account[.registered] = directory.timeOfChange
        let text = account.json(withPassword: false, and: account.own).fileBytes
        let document = try JSONDocument(parsing: text, path: file)
        return DocumentChange(
            file, before: nil, after: document.applying(document.edits(account.ownChanges)))
    }

    /// - Parameter owner: an account that wants another email; nil for a new account.
    /// - Throws: `accountExists`, `fileInTheWay`; `emailTaken` if there is an owner.
    package func requireFree(_ email: String, owner: AccountFile? = nil) throws(AccountsError) {
        guard let file = Self.file(of: email), owner?.isNamed(file) != true else { return }
        try directory.reading { reader in
            try requireFree(file, reader, isForNew: owner == nil)
        }
    }

    func requireFree(_ file: String, _ reader: DocumentReader, isForNew: Bool = true) throws {
        try reader.requireAccounts()
        guard try reader.exists(file) else { return }
        guard isForNew else { throw AccountsError.emailTaken }
        let account = try? account(in: file, reader)
        throw account == nil ? AccountsError.fileInTheWay : .accountExists
    }
}

extension AccountRecord {
    /// `demo.example` is reserved (RFC 2606).
    package static let demo: [AccountRecord] = [
        [.email: "alex@demo.example", .firstName: "Alex", .lastName: "Winter"],
        [.email: "anton@demo.example", .firstName: "Anton", .lastName: "Belov"],
        [.email: "jane@demo.example", .firstName: "Jane", .lastName: "Marsh"],
    ]
}

extension Registry {
    /// Registers the demo accounts without passwords; existing ones lose theirs.
    func demoChanges(_ reader: DocumentReader) throws -> [DocumentChange] {
        var changes = try AccountRecord.demo.map { demo in
            if let account = try account(of: demo.text(of: .email), reader, replacing: Field.allButEmail) {
                return account.change(to: account.document.applying(account.passwordEdits(nil)))
            }
            let draft = directory.draft(demo)
            try draft.requireWhole()
            let new = try newAccount(draft.record)
            try requireFree(new.file, reader)
            return new
        }
        // Ends a session that an earlier account with such an email left behind.
        let new = changes.filter { $0.before == nil }
        if let end = try sessionEnd(of: Set(new.map(\.file)), reader) { changes.append(end) }
        return changes
    }
}
