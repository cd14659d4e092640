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

    /// The accounts of some emails, each once, in the order of the emails.
    ///
    /// - Throws: what ``accountToRepair(of:)`` throws, of every email that it throws it of.
    package func accountsToRepair(of emails: [String]) throws(AccountsError) -> [AccountFile] {
        try directory.reading { reader in
            try found(emails) { email in try accountToRepair(of: email, reader) }
        }
    }

    /// Finds something for each email, once where several mean the same account.
    private func found<Found>(
        _ emails: [String], _ find: (String) throws -> Found
    ) throws(AccountsError) -> [Found] {
        var seen: Set<String> = []
        return try emails.filter { seen.insert(Self.file(of: $0) ?? $0).inserted }.naming(find)
    }

    /// Sets an account's password, whatever its other fields hold.
    ///
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    package func setPassword(of email: String, to password: String) throws(AccountsError) {
        let seen = try accountToRepair(of: email)
        let hash = try newHash(of: password, for: seen)
        try change([seen]) { _, account in
            // A rule may read what else the account has.
            if account.document.bytes != seen.document.bytes {
                try requireAcceptable(password, for: account)
            }
            return account.passwordEdits(hash)
        }
    }

    /// Changes accounts as one, all or none of them.
    ///
    /// - Parameters:
    ///   - seen: the accounts as they were found.
    ///   - endsSession: whether the current session ends, if it is that of one of them.
    ///   - edit: the edits of an account, which has its number among them, as it is now.
    func change(
        _ seen: [AccountFile], endsSession: Bool = false,
        _ edit: @escaping @Sendable (Int, AccountFile) throws -> [JSONEdit]
    ) throws(AccountsError) {
        try directory.writing { writer in
            var changes = try seen.enumerated().map { index, seen in
                let account = try accountToRepair(of: seen.email, writer.reader)
                return account.change(to: account.document.applying(try edit(index, account)))
            }
            if endsSession, let end = try sessionEnd(of: changes, writer.reader) {
                changes.insert(end, at: 0)
            }
            try writer.commit(changes)
        }
    }

    /// The end of the current session, if it is that of an account that some changes are about.
    func sessionEnd(
        of changes: [DocumentChange], _ reader: DirectoryReader
    ) throws(AccountsError) -> DocumentChange? {
        guard let session = try SessionFile.valid(reader), let file = Self.file(of: session.account),
            changes.contains(where: { $0.file == file })
        else { return nil }
        return session.removal
    }

    /// Removes accounts as one, all or none of them, and the current session if it is that of one of them.
    ///
    /// A file need not be acceptable: its name alone says whose account it is, unless it holds another email.
    ///
    /// - Returns: the paths of what stays in `accounts/` of the accounts: an editor's files, backups, and copies in files
    ///   of other names.
    /// - Throws: `noAccount`.
    package func remove(_ emails: [String]) throws(AccountsError) -> [String] {
        _ = try removableAccounts(of: emails)
        try directory.writingUnderAnyRules { writer in
            var changes = try removable(emails, writer.reader).map {
                DocumentChange($0.file, before: $0.bytes, after: nil)
            }
            if let end = try sessionEnd(of: changes, writer.reader) { changes.insert(end, at: 0) }
            try writer.commit(changes)
        }
        // It is removed by now, whatever comes of looking for more.
        let left = try? directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let names = Set(emails.compactMap(EmailAddress.fileName).map { $0 + EmailAddress.ending })
            let strays = Set(folder.strays(reader).filter { names.contains($0.expected) }.map(\.name))
            return folder.foreign
                .filter { strays.contains($0) || ForeignFile.subject(of: $0).map(names.contains) ?? false }
                .map { reader.path(of: "\(StoreLayout.accounts)/\($0)") }
        }
        return left ?? []
    }

    /// The emails of the accounts that `remove` would remove, as their files spell them where that can be read.
    ///
    /// - Throws: `noAccount`.
    package func removableAccounts(of emails: [String]) throws(AccountsError) -> [String] {
        try directory.reading { reader in try removable(emails, reader).map(\.email) }
    }

    private func removable(
        _ emails: [String], _ reader: DirectoryReader
    ) throws(AccountsError) -> [(file: String, bytes: [UInt8], email: String)] {
        try found(emails) { email in try removable(email, reader) }
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

extension Sequence {
    /// Makes something of each element; where that fails of several, all the errors are told.
    func naming<Result>(_ make: (Element) throws -> Result) throws(AccountsError) -> [Result] {
        var (results, errors): ([Result], [AccountsError]) = ([], [])
        for element in self {
            do throws(AccountsError) { results.append(try translated { try make(element) }) } catch {
                errors.append(error)
            }
        }
        if let error = errors.first { throw errors.count == 1 ? error : .several(errors) }
        return results
    }
}

extension AccountFile {
    /// The change that gives the account's file another text.
    func change(to text: [UInt8]) -> DocumentChange {
        DocumentChange(file(isRegistered: true), before: document.bytes, after: text)
    }
}
