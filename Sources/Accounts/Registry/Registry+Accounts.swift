internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// What stands under one name in `accounts/`.
public enum RegistryEntry: Sendable {
    /// An account, and the path of its file below the documents directory.
    case account(AccountFile, file: String)
    /// A file that is no account's: it is not named after the e-mail that it holds.
    case notAnAccount(path: String, email: String)
    /// Something that is listed, but that no account's name opens: its name is not UTF-8.
    case unopenable(path: String)
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

    /// What a file of `accounts/` is; nil where it was removed since it was listed.
    func entry(_ read: RegistryWalk.File, replacing replaced: Set<Field> = []) -> RegistryEntry? {
        let file = "\(StoreLayout.accounts)/\(read.name)"
        do throws(AccountsError) {
            guard let bytes = try documents(read.contents.get) else {
                return read.isStillListed ? .unopenable(path: store.path(of: file)) : nil
            }
            return entry(try parse(bytes, file, replacing: replaced), file)
        } catch { return .invalid(error) }
    }

    private func entry(_ account: AccountFile, _ file: String) -> RegistryEntry {
        guard !account.isNamed(file) else { return .account(account, file: file) }
        return .notAnAccount(path: account.path, email: account.email)
    }

    /// The account of an e-mail, whatever its password and hash are: a new password replaces them.
    public func accountToRepair(of email: String) throws(AccountsError) -> AccountFile {
        try store.reading { reader throws(AccountsError) in
            guard let account = try account(of: email, reader, replacing: Field.secrets) else {
                throw AccountsError.noAccount(email)
            }
            return account
        }
    }

    /// Sets an account's password; the present one, or its hash, may be broken.
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
        // Asked without a lock, so that a directory that does not exist stays so.
        _ = try accountToRepair(of: email)
        try store.writing { writer throws(AccountsError) in
            try policy.requireInForce(writer.reader)
            guard let account = try account(of: email, writer.reader, replacing: Field.secrets),
                let file = Self.file(of: email)
            else { throw AccountsError.noAccount(email) }
            let change = DocumentChange(file, before: account.document.bytes, after: edit(account))
            try documents { () throws(StoreError) in try writer.commit([change], undo: .clear) }
        }
    }

    /// Removes an account, and its session where it is logged in.
    ///
    /// The file need not be acceptable: its name alone says whose account it is, unless it holds another e-mail.
    ///
    /// - Throws: `noAccount`.
    public func remove(_ email: String) throws(AccountsError) {
        _ = try removableAccount(of: email)
        try store.writing { writer throws(AccountsError) in
            let (file, bytes, _) = try removable(email, writer.reader)
            var changes = [DocumentChange(file, before: bytes, after: nil)]
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

    /// The e-mail of the account that `remove` would remove, as its file spells it where that can be read.
    ///
    /// - Throws: `noAccount`.
    public func removableAccount(of email: String) throws(AccountsError) -> String {
        try store.reading { reader throws(AccountsError) in try removable(email, reader).email }
    }

    private func removable(
        _ email: String, _ reader: DocumentReader
    ) throws(AccountsError) -> (file: String, bytes: [UInt8], email: String) {
        guard let file = Self.file(of: email),
            let bytes = try documents({ () throws(StoreError) in try reader.contents(of: file) })
        else { throw .noAccount(email) }
        let member = (try? JSONDocument(parsing: bytes))?.member(Field.email.rawValue)
        guard case .string(let stored)? = member?.value.content,
            EmailAddress.registryFaults(of: stored).isEmpty
        else {
            return (file, bytes, email)
        }
        guard Self.file(of: stored)?.hasSameScalars(as: file) == true else { throw .noAccount(email) }
        return (file, bytes, stored)
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
        markStillListed(&files)
        return files
    }

    /// Tells what was removed since it was listed from what is there and cannot be opened by the name in the list.
    private func markStillListed(_ files: inout [RegistryWalk.File]) {
        guard files.contains(where: \.isGone), let names = try? names(in: StoreLayout.accounts) else {
            return
        }
        let listed = Set(names.map { Array($0.utf8) })
        for index in files.indices where files[index].isGone {
            files[index].isStillListed = listed.contains(Array(files[index].name.utf8))
        }
    }
}
