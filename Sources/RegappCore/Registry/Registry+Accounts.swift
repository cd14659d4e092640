internal import RegappStore
internal import RegappValues
internal import RegappJSON

extension Registry {
    /// The account of an email, whatever its other fields hold.
    ///
    /// - Throws: `noAccount`; `invalidFile` if the text is not a JSON object with unique keys, or does not say which
    ///   account it is.
    package func accountToRepair(of email: String) throws(AccountsError) -> AccountFile {
        try directory.reading { reader in try accountToRepair(of: email, reader) }
    }

    private func accountToRepair(
        of email: String, _ reader: DocumentReader
    ) throws -> AccountFile {
        guard let account = try account(of: email, reader, replacing: Field.allButEmail) else {
            throw AccountsError.noAccount(email)
        }
        return account
    }

    /// The accounts of several emails, without duplicates, in the order of the emails.
    ///
    /// - Throws: what ``accountToRepair(of:)`` throws, for every email.
    package func accountsToRepair(of emails: [String]) throws(AccountsError) -> [AccountFile] {
        try directory.reading { reader in
            try forEachAccount(of: emails) { email in try accountToRepair(of: email, reader) }
        }
    }

    /// Does something for each email, once if several mean the same account.
    private func forEachAccount<Result>(
        of emails: [String], _ find: (String) throws -> Result
    ) throws(AccountsError) -> [Result] {
        var seen: Set<String> = []
        return try emails.filter { seen.insert(Self.file(of: $0) ?? $0).inserted }.mapCollectingErrors(find)
    }

    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Parameter mustChange: whether its owner is to change it at the next login.
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(
        of email: String, to password: String, mustChange: Bool = false
    ) throws(AccountsError) {
        let hash = try newHash(of: password, for: accountToRepair(of: email))
        try change([email]) { _, account in
            // A rule may depend on other fields.
            try requireAcceptable(password, for: account)
            return account.newPasswordEdits(hash, mustChange: mustChange)
        }
    }

    /// Replaces an account's password by its owner's new one; a mark for that is removed.
    ///
    /// - Parameter seen: the account as it was when the old password was judged.
    /// - Throws: `violations`, `hashing`, `store(.changedMeanwhile)` if the account was changed since, `rulesChanged`.
    package func changePassword(of seen: AccountFile, to password: String) throws(AccountsError) {
        let edits = seen.newPasswordEdits(try newHash(of: password, for: seen))
        try commit([seen.change(to: seen.document.applying(edits), undone(seen))])
    }

    /// Changes accounts as one, all or none. If another process changes one of them first, they are looked at again.
    ///
    /// - Parameter edit: returns the edits of an account, or nil if it needs none; also gets its index. Called while
    ///   nothing is locked.
    /// - Returns: the accounts as they were, and their edits.
    @discardableResult
    func change(
        _ emails: [String], isDryRun: Bool = false, _ edit: (Int, AccountFile) throws -> [JSONEdit]?
    ) throws(AccountsError) -> [(account: AccountFile, edits: [JSONEdit]?)] {
        try lookingAgain { () throws(AccountsError) in
            let seen = try accountsToRepair(of: emails)
            let edits = try seen.enumerated().mapCollectingErrors { index, account in try edit(index, account)
            }
            if !isDryRun {
                try commit(
                    zip(seen, edits).mapCollectingErrors { account, edits in
                        account.change(to: account.document.applying(edits ?? []), try undone(account))
                    })
            }
            return Array(zip(seen, edits))
        }
    }

    /// Does something again, a few times, if another process was faster.
    private func lookingAgain<Result>(
        _ work: () throws(AccountsError) -> Result
    ) throws(AccountsError) -> Result {
        for _ in 1..<Edit.mostMerges {
            do throws(AccountsError) { return try work() } catch {
                guard case .store(.changedMeanwhile) = error else { throw error }
            }
        }
        return try work()
    }

    /// Makes changes of accounts as one, all or none. The current session ends if it is that of one for which it has to
    /// (``DocumentChange/endsSession(_:)``).
    func commit(_ changes: [DocumentChange], underAnyRules: Bool = false) throws(AccountsError) {
        let ended = Set(changes.filter { $0.endsSession(directory.now) }.map(\.file))
        do {
            let left = try store.commit(changes, in: StoreLayout.accounts) { reader in
                if !underAnyRules { try directory.requireSameRules(reader) }
                return try sessionEnd(of: ended, reader)
            }
            if let first = left.first { throw StoreError.halfway(.changedMeanwhile(path: first.path)) }
        } catch { throw AccountsError(error) }
    }

    /// Ends the current session if its account is in one of these files.
    func sessionEnd(of files: Set<String>, _ reader: DocumentReader) throws -> DocumentChange? {
        guard !files.isEmpty, let session = try SessionFile.valid(reader),
            let file = Self.file(of: session.account), files.contains(file)
        else { return nil }
        return session.removal
    }

    /// Removes accounts as one, all or none, and the current session if it is that of one of them.
    ///
    /// A file need not be acceptable: its name alone says which account it is, unless it holds another email.
    ///
    /// - Returns: the paths of what stays in `accounts/`: editors' files, backups, and copies of the accounts with
    ///   other names.
    /// - Throws: `noAccount`.
    package func remove(_ emails: [String]) throws(AccountsError) -> [String] {
        try lookingAgain { () throws(AccountsError) in
            let accounts = try directory.reading { reader in try located(emails, reader) }
            try commit(
                accounts.mapCollectingErrors { account in
                    DocumentChange(
                        account.file, before: account.bytes, after: nil, undone: try undone(account))
                }, underAnyRules: true)
        }
        // The account is removed, even if looking for more fails.
        let left = try? directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let names = Set(emails.compactMap { EmailAddress.file(of: $0) })
            let strays = Set(folder.strays(reader).filter { names.contains($0.expected) }.map(\.name))
            return folder.foreign
                .filter { strays.contains($0) || ForeignFile.subject(of: $0).map(names.contains) ?? false }
                .map { store.path(of: "\(StoreLayout.accounts)/\($0)") }
        }
        return left ?? []
    }

    /// The emails of the accounts that `remove` would remove, spelt as in their files if these can be read.
    package func removableAccounts(of emails: [String]) throws(AccountsError) -> [String] {
        try directory.reading { reader in try located(emails, reader).compactMap(\.email) }
    }

    private func located(
        _ emails: [String], _ reader: DocumentReader
    ) throws(AccountsError) -> [LocatedDocument] {
        try forEachAccount(of: emails) { email in try located(email, reader) }
    }

    /// An account's file, which need not be acceptable; with the email as the file spells it if that can be read.
    func located(_ email: String, _ reader: DocumentReader) throws -> LocatedDocument {
        guard let file = Self.file(of: email), let bytes = try reader.contents(of: file) else {
            throw AccountsError.noAccount(email)
        }
        guard let stored = AccountRecord(text: bytes)?[.email], EmailAddress.isCorrect(stored) else {
            return LocatedDocument(file: file, email: email, bytes: bytes)
        }
        guard Self.file(of: stored)?.hasSameScalars(as: file) == true else {
            throw AccountsError.noAccount(email)
        }
        return LocatedDocument(file: file, email: stored, bytes: bytes)
    }
}

extension Sequence {
    /// Transforms each element; if that fails for several, all their errors are thrown together.
    func mapCollectingErrors<Result>(_ make: (Element) throws -> Result) throws(AccountsError) -> [Result] {
        var (results, errors): ([Result], [AccountsError]) = ([], [])
        for element in self {
            do { results.append(try make(element)) } catch { errors.append(AccountsError(error)) }
        }
        if let error = errors.first { throw errors.count == 1 ? error : .several(errors) }
        return results
    }
}

extension AccountFile {
    /// - Parameter undone: what undoing brings back, if that is not the present text.
    func change(to text: [UInt8], _ undone: [UInt8]? = nil) -> DocumentChange {
        DocumentChange(file(isRegistered: true), before: document.bytes, after: text, undone: undone)
    }
}

/// Passwords that were generated for accounts and are not set yet.
package struct GeneratedPasswords: Sendable {
    let accounts: [AccountFile]
    let hashes: [PasswordHash]
    /// In the order of the accounts.
    package let passwords: [GeneratedPassword]
}

extension Registry {
    /// Generates a password for each account, and hashes them on all processors.
    ///
    /// - Throws: `noAccount`, `hashing`.
    package func generatePasswords(for emails: [String]) throws(AccountsError) -> GeneratedPasswords {
        let accounts = try accountsToRepair(of: emails)
        let passwords = try accounts.mapCollectingErrors { account in
            let password = policy.generatedPassword()
            try requireAcceptable(password, for: account)
            return GeneratedPassword(email: account.email, password: password)
        }
        let hashes = try onAllProcessors(passwords) { try hash($0.password) }
        return GeneratedPasswords(accounts: accounts, hashes: hashes, passwords: passwords)
    }

    /// Sets generated passwords as one, all or none.
    ///
    /// - Parameter mustChange: whether their owners are to change them at the next login.
    /// - Throws: `noAccount`, `rulesChanged`.
    package func set(_ generated: GeneratedPasswords, mustChange: Bool = false) throws(AccountsError) {
        try change(generated.accounts.map(\.email)) { index, account in
            try requireFit(generated, index, for: account)
            return account.newPasswordEdits(generated.hashes[index], mustChange: mustChange)
        }
    }

    /// Those of generated passwords that can be set, and why the others cannot: their accounts are gone. If the present
    /// rules would have given others, none can be.
    package func settable(_ generated: GeneratedPasswords) -> (GeneratedPasswords, lost: [AccountsError]) {
        var (kept, lost): ([Int], [AccountsError]) = ([], [])
        for (index, account) in generated.accounts.enumerated() {
            do throws(AccountsError) {
                try requireFit(generated, index, for: accountToRepair(of: account.email))
                kept.append(index)
            } catch {
                lost.append(error)
                guard case .rulesChanged = error else { continue }
                (kept, lost) = ([], [error])
                break
            }
        }
        let left = GeneratedPasswords(
            accounts: kept.map { generated.accounts[$0] }, hashes: kept.map { generated.hashes[$0] },
            passwords: kept.map { generated.passwords[$0] })
        return (left, lost)
    }

    /// Throws `rulesChanged` if the present rules would have given an account another password or hash.
    private func requireFit(
        _ generated: GeneratedPasswords, _ index: Int, for account: AccountFile
    ) throws(AccountsError) {
        let draft = directory.draft(
            [.password: generated.passwords[index].password], over: account.values, needing: [.password])
        guard draft.violations.isEmpty, !generated.hashes[index].isWeaker(than: policy) else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
    }

    func onAllProcessors<Value: Sendable, Result: Sendable>(
        _ values: [Value], by workers: Workers = Workers(),
        _ work: @escaping @Sendable (Value) throws -> Result
    ) throws(AccountsError) -> [Result] {
        let begun = values.map { [store] value in
            workers.start { () -> Swift.Result<Result, AccountsError> in
                // A hash may take a second, and there may be thousands.
                guard !store.isCancelled() else { return .failure(.store(.cancelled)) }
                do { return .success(try work(value)) } catch { return .failure(AccountsError(error)) }
            }
        }
        return try begun.map { (begun) throws(AccountsError) in try begun.result().get() }
    }
}
