internal import RegappStore
internal import RegappJSON

/// Passwords or links that are to be handed out, before the accounts have them.
package struct GeneratedSecrets: Sendable {
    /// With the accounts' emails, in their order; a link takes a password's place.
    package let letters: [GeneratedPassword]
    /// Either `setPassword` or `link`.
    package let verb: BulkVerb
    /// What gives each account its password or link.
    fileprivate let changes: [AccountChange]
    /// What the accounts must satisfy then, too.
    fileprivate let filter: AccountFilter
    /// The accounts as they were: a later one with the same email is somebody else's.
    fileprivate let accounts: [AccountSummary]
}

extension Registry {
    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Parameter mark: the new `mustChange` (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(
        of email: String, to password: String, mark: String? = nil,
        where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> BulkResult {
        let hash = try newHash(of: password, for: accountToFix(of: email))
        return try commit(of: [email], where: filter) { _, document in
            // A rule may depend on other fields.
            try requireAcceptable(password, for: accountToFix(document))
            return [.password(hash, mark: mark)]
        }
    }

    /// Sets the owner's new password, and clears `mustChange` and any link for a new password.
    ///
    /// - Parameter seen: the account as it was when the old password or the link was checked.
    /// - Throws: `violations`, `hashing`, `store(.changedMeanwhile)` if the account has changed since, `rulesChanged`.
    package func changePassword(of seen: AccountFile, to password: String) throws(AccountsError) {
        let hash = try newHash(of: password, for: seen)
        let after = try text(of: seen, after: .password(hash, mark: ""))
        let former = try lastOwnPassword(of: seen)
        let undone = if let former { former.before } else { try undone(seen) }
        try commit([seen.change(to: after, seen.withoutLink(undone))], as: .recurring(after: former?.number))
    }

    /// Whether a person who must choose another password, and need not type the present one, has chosen that. Computes a
    /// hash if the person must.
    package func isPasswordKept(_ password: String, by account: AccountFile) throws(AccountsError) -> Bool {
        guard account.values.mustChange else { return false }
        do { return try account.hasPassword(password) } catch { throw .hashing(error) }
    }

    /// The owner's last change of the password, and the account's text before it; nil if the account may have changed
    /// since, even there and back: what lies between two changes keeps both in the history.
    private func lastOwnPassword(of account: AccountFile) throws(AccountsError) -> (
        number: Int, before: [UInt8]
    )? {
        guard !account.values.hasPlainPassword else { return nil }
        let file = account.file(isRegistered: true)
        return try directory.reading { reader in
            let head = try reader.newestChange { head, _ in
                head.account.flatMap(Self.file)?.hasSameScalars(as: file) ?? false
            }
            guard let head, head.standsFor != nil, !head.notesDays,
                try !Self.isChangedWithOthers(file, since: head.number, reader),
                let change = try? reader.documents(of: head.number).first, change.file == file,
                let before = change.before, !change.isCut,
                try change.leads(
                    to: reader.store.layout.withoutSecrets(file, account.document.bytes),
                    by: reader.renewals())
            else { return nil }
            return (head.number, before)
        }
    }

    private static func isChangedWithOthers(
        _ file: String, since number: Int, _ reader: DocumentReader
    ) throws -> Bool {
        var isChanged = false
        try reader.forEachRecord { record, _ in
            guard record.head.number > number else { return false }
            guard record.head.accounts > 1, !record.head.notesDays else { return true }
            while !isChanged, let change = try record.next() { isChanged = change.file == file }
            return !isChanged
        }
        return isChanged
    }

    func accountToFix(_ document: LocatedDocument) throws(AccountsError) -> AccountFile {
        try parse(document.bytes ?? [], document.file, replacing: Field.allButEmail)
    }

    /// Generates a password for each account, and hashes them on all processors. Nothing is stored before
    /// ``set(_:)``.
    ///
    /// - Parameters:
    ///   - filter: what the accounts must satisfy.
    ///   - columns: what to print with the passwords.
    ///   - mark: the new `mustChange` (``AccountChange/password(_:mark:)``).
    /// - Throws: `noAccount`, `hashing`.
    package func generatePasswords(
        for emails: [String], where filter: AccountFilter = AccountFilter(),
        with columns: [AccountColumn] = [], mark: String? = nil
    ) throws(AccountsError) -> GeneratedSecrets {
        var accounts: [AccountSummary] = []
        let letters = try letters(to: emails, where: filter, with: columns) { account in
            accounts.append(AccountSummary(account))
            let password = directory.policy.generatedPassword()
            try requireAcceptable(password, for: account)
            return password
        }
        let hashes = try onAllProcessors(letters) { try hash($0.password) }
        return GeneratedSecrets(
            letters: letters, verb: .setPassword, changes: hashes.map { .password($0, mark: mark) },
            filter: filter, accounts: accounts)
    }

    /// Makes a link for each account. Nothing is stored, and no password changes, before ``set(_:)``.
    ///
    /// - Parameters:
    ///   - filter: what the accounts must satisfy.
    ///   - columns: what to print with the links.
    ///   - mark: the new `mustChange` (``AccountChange/link(_:mark:)``).
    /// - Throws: `noAccount`.
    package func generateLinks(
        for emails: [String], to page: PageAddress, validFor validity: LinkValidity,
        where filter: AccountFilter = AccountFilter(), with columns: [AccountColumn] = [], mark: String? = nil
    ) throws(AccountsError) -> GeneratedSecrets {
        var changes: [AccountChange] = []
        var accounts: [AccountSummary] = []
        let letters = try letters(to: emails, where: filter, with: columns) { account in
            accounts.append(AccountSummary(account))
            let (link, token) = try newLink(validFor: validity)
            changes.append(.link(link, mark: mark))
            return page.link(for: account.email, token: token)
        }
        return GeneratedSecrets(
            letters: letters, verb: .link, changes: changes, filter: filter, accounts: accounts)
    }

    private func letters(
        to emails: [String], where filter: AccountFilter, with columns: [AccountColumn],
        _ secret: (AccountFile) throws -> String
    ) throws(AccountsError) -> [GeneratedPassword] {
        var letters: [GeneratedPassword] = []
        try commit(of: emails, where: filter, isDryRun: true) { _, document in
            let account = try accountToFix(document)
            letters.append(
                GeneratedPassword(
                    email: account.email, password: try secret(account),
                    values: columns.map { $0.shown(of: account) }))
            return []
        }
        return letters
    }

    /// Stores all generated passwords or links, or none.
    ///
    /// - Throws: `noAccount`, `rulesChanged`.
    package func set(_ generated: GeneratedSecrets) throws(AccountsError) -> BulkResult {
        try commit(of: generated.letters.map(\.email), where: generated.filter) { index, document in
            let change = generated.changes[index]
            let present = try accountToFix(document)
            guard generated.accounts[index].isSame(present) else {
                throw AccountsError.store(.changedMeanwhile(path: present.path))
            }
            if case .password(let hash, _) = change {
                let draft = directory.draft(
                    [.password: generated.letters[index].password], over: present.values,
                    needing: [.password])
                // Under the present rules, the password or hash would have been different.
                guard draft.violations.isEmpty, !hash.isWeaker(than: directory.policy) else {
                    throw AccountsError.rulesChanged(path: directory.store.path(of: StoreLayout.policy))
                }
            }
            return [change]
        }
    }

    func onAllProcessors<Value: Sendable, Result: Sendable>(
        _ values: [Value], _ work: @escaping @Sendable (Value) throws -> Result
    ) throws(AccountsError) -> [Result] {
        let workers = Workers()
        // After an error, no more hashes are computed.
        defer { workers.dropWaiting() }
        let begun = values.map { [directory] value in
            workers.start { () -> Swift.Result<Result, AccountsError> in
                // A hash may take a second, and there may be thousands.
                guard !directory.store.isCancelled() else { return .failure(.store(.cancelled)) }
                do { return .success(try work(value)) } catch { return .failure(AccountsError(error)) }
            }
        }
        return try begun.map { (begun) throws(AccountsError) in try begun.result().get() }
    }
}
