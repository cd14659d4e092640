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
            try found(emails) { email in try accountToRepair(of: email, reader) }
        }
    }

    /// Finds something for each email, once if several mean the same account.
    private func found<Found>(
        _ emails: [String], _ find: (String) throws -> Found
    ) throws(AccountsError) -> [Found] {
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
        let seen = try accountToRepair(of: email)
        let hash = try newHash(of: password, for: seen)
        try change([seen]) { _, account in
            // A rule may depend on other fields.
            if account.document.bytes != seen.document.bytes {
                try requireAcceptable(password, for: account)
            }
            return account.newPasswordEdits(hash, mustChange: mustChange)
        }
    }

    /// Replaces an account's password by its owner's new one; a mark for that is removed.
    ///
    /// - Parameter seen: the account as it was when the old password was judged.
    /// - Throws: `violations`, `hashing`, `store(.changedMeanwhile)` if the account was changed since, `rulesChanged`.
    package func changePassword(of seen: AccountFile, to password: String) throws(AccountsError) {
        let hash = try newHash(of: password, for: seen)
        try change([seen]) { _, account in
            guard account.document.bytes == seen.document.bytes else {
                throw AccountsError.store(.changedMeanwhile(path: account.path))
            }
            return account.newPasswordEdits(hash)
        }
    }

    /// Changes accounts as one, all or none.
    ///
    /// - Parameters:
    ///   - seen: the accounts as they were found.
    ///   - endsSession: whether the current session ends if it is that of the account at an index.
    ///   - edit: returns the edits of an account as it is now; also gets its index.
    func change(
        _ seen: [AccountFile], endingSessions endsSession: (Int) -> Bool = { _ in false },
        _ edit: @escaping @Sendable (Int, AccountFile) throws -> [JSONEdit]
    ) throws(AccountsError) {
        let ended = Set(seen.indices.filter(endsSession).compactMap { Self.file(of: seen[$0].email) })
        guard seen.count <= DocumentStore.mostTogether else {
            let changes = try seen.enumerated().mapCollectingErrors { index, account in
                account.change(to: account.document.applying(try edit(index, account)))
            }
            return try commitInBulk(changes, endingSessionsOf: ended, checksRules: true)
        }
        try directory.writing { writer in
            var changes = try seen.enumerated().map { index, seen in
                let account = try accountToRepair(of: seen.email, writer.reader)
                return account.change(to: account.document.applying(try edit(index, account)))
            }
            if let end = try sessionEnd(of: ended, writer.reader) { changes.insert(end, at: 0) }
            try writer.commit(changes)
        }
    }

    /// Makes many changes as one and lets others in meanwhile.
    ///
    /// - Parameter ended: the files of accounts whose session ends.
    private func commitInBulk(
        _ changes: [DocumentChange], endingSessionsOf ended: Set<String>, checksRules: Bool
    ) throws(AccountsError) {
        let bulk = BulkChange(of: StoreLayout.accounts, in: store)
        defer { bulk.discard() }
        do {
            try store.reading { _ in
                for change in changes where change.before != change.after {
                    let name = String(change.file.dropFirst(StoreLayout.accounts.count + 1))
                    try bulk.put(name, before: change.before, after: change.after)
                }
            }
            let left = try bulk.commit { reader in
                if checksRules { try directory.requireSameRules(reader) }
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
        let found = try directory.reading { reader in try removable(emails, reader) }
        let files = Set(found.map(\.file))
        if found.count > DocumentStore.mostTogether {
            let changes = found.map { DocumentChange($0.file, before: $0.bytes, after: nil) }
            try commitInBulk(changes, endingSessionsOf: files, checksRules: false)
        } else {
            try directory.writing(underAnyRules: true) { writer in
                var changes = try removable(emails, writer.reader).map {
                    DocumentChange($0.file, before: $0.bytes, after: nil)
                }
                if let end = try sessionEnd(of: files, writer.reader) { changes.insert(end, at: 0) }
                try writer.commit(changes)
            }
        }
        // The account is removed, even if looking for more fails.
        let left = try? directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let names = Set(emails.compactMap(EmailAddress.fileName).map { $0 + EmailAddress.ending })
            let strays = Set(folder.strays(reader).filter { names.contains($0.expected) }.map(\.name))
            return folder.foreign
                .filter { strays.contains($0) || ForeignFile.subject(of: $0).map(names.contains) ?? false }
                .map { store.path(of: "\(StoreLayout.accounts)/\($0)") }
        }
        return left ?? []
    }

    /// The emails of the accounts that `remove` would remove, spelt as in their files if these can be read.
    ///
    /// - Throws: `noAccount`.
    package func removableAccounts(of emails: [String]) throws(AccountsError) -> [String] {
        try directory.reading { reader in try removable(emails, reader).map(\.email) }
    }

    private func removable(
        _ emails: [String], _ reader: DocumentReader
    ) throws(AccountsError) -> [(file: String, bytes: [UInt8], email: String)] {
        try found(emails) { email in try removable(email, reader) }
    }

    func removable(
        _ email: String, _ reader: DocumentReader
    ) throws -> (file: String, bytes: [UInt8], email: String) {
        guard let file = Self.file(of: email), let bytes = try reader.contents(of: file) else {
            throw AccountsError.noAccount(email)
        }
        let value = (try? JSONDocument(parsing: bytes))?.root[Field.email.rawValue]
        guard case .string(let stored)? = value?.content,
            EmailRule.brokenInRegistry(by: stored).isEmpty
        else {
            return (file, bytes, email)
        }
        guard Self.file(of: stored)?.hasSameScalars(as: file) == true else {
            throw AccountsError.noAccount(email)
        }
        return (file, bytes, stored)
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
    func change(to text: [UInt8]) -> DocumentChange {
        DocumentChange(file(isRegistered: true), before: document.bytes, after: text)
    }
}
