internal import DocumentStore

/// What stands under one name in `accounts/`.
public enum RegistryEntry: Sendable {
    /// An account, and the path of its file below the documents directory.
    case account(AccountFile, file: String)
    /// A file that is no account's: it is not named after an e-mail that it holds.
    case notAnAccount(path: String, expected: String?)
    /// A file that cannot be accepted or read.
    case invalid(AccountsError)
}

// What an operator does with accounts.
extension Registry {
    /// The names of all files in `accounts/`, sorted by their bytes.
    public func fileNames() throws(AccountsError) -> [String] {
        try store.reading { reader throws(AccountsError) in
            try documents { () throws(StoreError) in try reader.names(in: StoreLayout.accounts) }
        }
    }

    /// Reads some files of `accounts/`, each with its name, and with nil for what was removed since.
    func entries(
        _ names: some Sequence<String>, _ reader: DocumentReader
    ) -> [(name: String, entry: RegistryEntry?)] {
        reader.files(names).map { ($0.name, entry($0.name, $0.contents)) }
    }

    func entry(_ name: String, _ contents: Result<[UInt8]?, StoreError>) -> RegistryEntry? {
        let file = "\(StoreLayout.accounts)/\(name)"
        do throws(AccountsError) {
            guard let bytes = try documents(contents.get) else { return nil }
            return entry(try parse(bytes, file), file)
        } catch { return .invalid(error) }
    }

    private func entry(_ account: AccountFile, _ file: String) -> RegistryEntry {
        guard !account.isNamed(file) else { return .account(account, file: file) }
        return .notAnAccount(
            path: account.path, expected: EmailAddress.fileName(of: account.email).map { $0 + ".json" })
    }

    /// Sets an account's password.
    ///
    /// - Throws: `noAccount`, `violations`, `rulesChanged`.
    public func setPassword(of email: String, to password: String) throws(AccountsError) {
        let hash = try self.hash(password)
        try change(email) { $0.document.applying($0.passwordEdits(hash)) }
    }

    /// Leaves an account without a password.
    public func removePassword(of email: String) throws(AccountsError) {
        try change(email) { $0.document.applying($0.passwordRemovals) }
    }

    private func change(_ email: String, _ edit: @escaping @Sendable (AccountFile) -> [UInt8])
        throws(AccountsError)
    {
        try requireAccount(email)
        try store.writing { writer throws(AccountsError) in
            try policy.requireInForce(writer.reader)
            guard let account = try account(of: email, writer.reader), let file = Self.file(of: email) else {
                throw AccountsError.noAccount(email)
            }
            let change = DocumentChange(file, before: account.document.bytes, after: edit(account))
            try documents { () throws(StoreError) in try writer.commit([change], undo: .clear) }
        }
    }

    /// Removes an account, and its session where it is logged in.
    ///
    /// - Throws: `noAccount`.
    public func remove(_ email: String) throws(AccountsError) {
        try requireAccount(email)
        try store.writing { writer throws(AccountsError) in
            guard let account = try account(of: email, writer.reader), let file = Self.file(of: email) else {
                throw AccountsError.noAccount(email)
            }
            var changes = [DocumentChange(file, before: account.document.bytes, after: nil)]
            if let session = try validSession(writer.reader), session.isOf(email) {
                changes.insert(session.removal, at: 0)
            }
            try documents { [changes] () throws(StoreError) in try writer.commit(changes, undo: .clear) }
        }
    }

    /// The session; nil also where it is invalid, since that names nobody, so there is nothing to end.
    func validSession(_ reader: DocumentReader) throws(AccountsError) -> SessionFile? {
        do throws(AccountsError) { return try SessionFile(reader) } catch {
            guard case .invalidFile = error else { throw error }
            return nil
        }
    }

    /// Asked without a lock, so that a directory that does not exist stays so.
    private func requireAccount(_ email: String) throws(AccountsError) {
        guard try account(of: email) != nil else { throw .noAccount(email) }
    }
}

extension DocumentReader {
    /// The contents of some files of `accounts/`.
    func files(_ names: some Sequence<String>) -> [RegistryWalk.File] {
        var files: [RegistryWalk.File] = []
        do throws(StoreError) {
            try forEach(names, in: StoreLayout.accounts) { name, contents in
                files.append(RegistryWalk.File(name: name, contents: contents))
            }
        } catch {
            // The folder itself cannot be used, so none of its files can.
            files = [RegistryWalk.File(name: "", contents: .failure(error))]
        }
        return files
    }
}
