internal import DocumentStore
internal import PlainValues

/// Reads all files of a registry in batches, so that memory stays flat.
package struct RegistryWalk {
    struct File: Sendable {
        let name: String
        let contents: Result<[UInt8]?, StoreError>
    }

    private let registry: Registry
    private var names: ArraySlice<String>
    /// Accounts in files with other names, which come last.
    private var strays: [RegistryEntry] = []

    /// - Parameter emails: the accounts to read; all if empty.
    /// - Throws: `noAccount` if an email has no file.
    package init(_ registry: Registry, only emails: [String] = []) throws(AccountsError) {
        self.registry = registry
        guard emails.isEmpty else {
            names = try registry.existingFiles(of: emails)[...]
            return
        }
        let (files, strays) = try registry.directory.reading { reader in
            let folder = try AccountsFolder(reader)
            return (folder.files, folder.strays(reader).map { RegistryEntry($0, reader) })
        }
        names = files[...]
        self.strays = strays
    }

    init(_ registry: Registry, of folder: AccountsFolder) {
        self.registry = registry
        names = folder.files[...]
    }

    /// The results for the next few entries, part by part, in the order of the file names, without those removed
    /// since; nil after the last. All processors work on it.
    package mutating func next<Part: Sendable>(
        _ look: @escaping @Sendable ([RegistryEntry]) -> Part
    ) -> [Part]? {
        let parts = nextFiles { [registry] _, files in look(files.compactMap { registry.entry($0) }) }
        if let parts { return parts }
        defer { strays = [] }
        return strays.isEmpty ? nil : [look(strays)]
    }

    /// The results for the next few account files; nil after the last. All processors work on it.
    mutating func nextFiles<Part: Sendable>(
        _ look: @escaping @Sendable (DocumentReader, [File]) -> Part
    ) -> [Part]? {
        guard !names.isEmpty else { return nil }
        let batch = Array(names.prefix(Registry.batchSize))
        names = names.dropFirst(Registry.batchSize)
        return registry.store.reading { reader in
            reader.parts(of: batch.count) { reader, part in look(reader, reader.files(Array(batch[part]))) }
        }
    }
}

/// A file in `accounts/`.
package enum RegistryEntry: Sendable {
    /// An account, and the path of its file below the documents directory.
    case account(AccountFile, file: String)
    /// A file that is no account's: it is not named after its email.
    case notAnAccount(path: String, email: String)
    /// A file that cannot be accepted or read.
    case invalid(AccountsError)
}

extension RegistryEntry {
    init(_ stray: AccountsFolder.Misnamed, _ reader: DocumentReader) {
        let path = reader.store.path(of: "\(StoreLayout.accounts)/\(stray.name)")
        self = .notAnAccount(path: path, email: stray.email)
    }
}

extension Registry {
    /// How many files are read at once, in parts for all processors, which wait for the slowest; bounds the memory.
    package static let batchSize = 512

    /// Makes sure that the folder exists: one that was moved away or is not mounted looks like an empty registry, and
    /// an LDAP server would be told to delete every entry.
    ///
    /// - Throws: `store(.failed)`.
    package func requireFolder() throws(AccountsError) {
        let isThere = try directory.reading { reader in
            try reader.exists(StoreLayout.accounts)
        }
        guard isThere else {
            throw .store(.failed(.list, path: store.path(of: StoreLayout.accounts), .noEntry))
        }
    }

    /// The names of the account files of several emails, without duplicates, sorted by their bytes.
    fileprivate func existingFiles(of emails: [String]) throws(AccountsError) -> [String] {
        try directory.reading { reader in
            var names: Set<String> = []
            for email in emails {
                guard let file = Self.file(of: email), try reader.exists(file) else {
                    throw AccountsError.noAccount(email)
                }
                names.insert(String(file.dropFirst(StoreLayout.accounts.count + 1)))
            }
            var sorted = Array(names)
            sorted.sortByBytes()
            return sorted
        }
    }

    /// Classifies a file of `accounts/`; nil if it was removed since it was listed.
    func entry(_ read: RegistryWalk.File, replacing replaced: Set<Field> = []) -> RegistryEntry? {
        let file = StoreLayout.accounts + "/" + read.name
        do {
            guard let bytes = try read.contents.get() else { return nil }
            return entry(try parse(bytes, file, replacing: replaced), file)
        } catch { return .invalid(AccountsError(error)) }
    }

    private func entry(_ account: AccountFile, _ file: String) -> RegistryEntry {
        guard !account.isNamed(file) else { return .account(account, file: file) }
        return .notAnAccount(path: account.path, email: account.email)
    }
}

extension DocumentReader {
    func files(_ names: [String]) -> [RegistryWalk.File] {
        var files: [RegistryWalk.File] = []
        files.reserveCapacity(names.count)
        do throws(StoreError) {
            try forEach(names, in: StoreLayout.accounts) { name, contents in
                files.append(RegistryWalk.File(name: name, contents: contents))
            }
        } catch {
            // The folder itself cannot be read, so none of its files can.
            files = [RegistryWalk.File(name: "", contents: .failure(error))]
        }
        return files
    }
}
