internal import RegappStore

/// Reads a registry's files in parts, so that memory stays flat.
package struct RegistryWalk: Sendable {
    /// The contents are nil if the file was removed after it was listed.
    struct File {
        let name: String
        let contents: Result<[UInt8]?, StoreError>
    }

    static let partSize = 64

    private let registry: Registry
    private let reader: DocumentReader
    private let names: FileNames
    /// Accounts in misnamed files, which come last.
    let strays: [AccountsError]

    /// - Parameter emails: the accounts to read; empty for all.
    /// - Throws: `noAccount` if an email has no file, `store` if the folder of the accounts was lost.
    package init(_ registry: Registry, only emails: [String] = []) throws(AccountsError) {
        self.registry = registry
        (reader, names, strays) = try registry.directory.reading { reader in
            guard emails.isEmpty else {
                var names: Set<String> = []
                for email in emails {
                    guard let file = EmailAddress.file(of: email),
                        try reader.exists("\(StoreLayout.accounts)/\(file)")
                    else {
                        try reader.requireAccounts()
                        throw AccountsError.noAccount(email)
                    }
                    names.insert(file)
                }
                var sorted = FileNames(names)
                sorted.sortByBytes()
                return (reader.onAnyThread, sorted, [])
            }
            try reader.requireAccounts()
            let folder = try AccountsFolder(reader)
            let strays = folder.strays(reader).filter { AccountsFolder.mayHoldAccount($0.name) }
            return (reader.onAnyThread, folder.files, strays.map { $0.error(reader) })
        }
    }

    init(_ registry: Registry, of folder: AccountsFolder, _ reader: DocumentReader) {
        self.registry = registry
        self.reader = reader
        names = folder.files
        strays = []
    }

    func hasSameFiles(as other: RegistryWalk) -> Bool { names == other.names }

    /// Transforms entries part by part, in the order of the file names; files removed after the listing are skipped.
    ///
    /// - Parameter look: called on several threads at once.
    package func parts<Part: Sendable>(
        _ look: @escaping @Sendable ([Result<AccountFile, AccountsError>]) -> Part
    ) -> Parts<Part> {
        let last: @Sendable () -> Part = { [strays] in look(strays.map { .failure($0) }) }
        return Parts(of: self, last: strays.isEmpty ? nil : last) { [registry] _, files in
            look(files.compactMap { registry.entry($0) })
        }
    }

    func fileParts<Part: Sendable>(
        _ look: @escaping @Sendable (DocumentReader, [File]) -> Part
    ) -> Parts<Part> {
        Parts(of: self, last: nil, look)
    }

    /// The first call of `next` starts threads, which read some parts ahead.
    package struct Parts<Part: Sendable>: Sequence, IteratorProtocol, Sendable {
        private let walk: RegistryWalk
        private let look: @Sendable (DocumentReader, [File]) -> Part
        private var last: (@Sendable () -> Part)?
        private let workers = Workers.ahead()
        private var ahead: [PendingWork<Part, Never>] = []
        private var position = 0

        fileprivate init(
            of walk: RegistryWalk, last: (@Sendable () -> Part)?,
            _ look: @escaping @Sendable (DocumentReader, [File]) -> Part
        ) {
            self.walk = walk
            self.last = last
            self.look = look
        }

        package mutating func next() -> Part? {
            while ahead.count < Workers.mostAhead, position < walk.names.count {
                let end = Swift.min(position + RegistryWalk.partSize, walk.names.count)
                let work: @Sendable () -> Part = { [walk, look, part = position..<end] in
                    look(walk.reader, walk.reader.files(part.map { walk.names[$0] }))
                }
                ahead.append(workers.start(work))
                position = end
            }
            if ahead.isEmpty, let last = last.take() { ahead.append(workers.start(last)) }
            return ahead.next()
        }
    }
}

extension Registry {
    /// Throws if the folder is missing, even if no change is known that made accounts: an LDAP server would be told to
    /// delete every entry.
    package func requireFolder() throws(AccountsError) {
        guard try directory.reading({ reader in try reader.exists(StoreLayout.accounts) }) else {
            throw .store(.failed(.list, path: directory.store.path(of: StoreLayout.accounts), .noEntry))
        }
    }

    /// Nil if the file was removed after it was listed.
    func entry(
        _ read: RegistryWalk.File, replacing replaced: Set<Field> = []
    ) -> Result<AccountFile, AccountsError>? {
        do {
            guard let bytes = try read.contents.get() else { return nil }
            let account = try parse(bytes, "\(StoreLayout.accounts)/\(read.name)", replacing: replaced)
            guard !account.isNamed(read.name) else { return .success(account) }
            return .failure(.notAnAccount(path: account.path, email: account.email))
        } catch { return .failure(AccountsError(error)) }
    }
}

extension DocumentReader {
    func files(_ names: [String]) -> [RegistryWalk.File] {
        var files: [RegistryWalk.File] = []
        files.reserveCapacity(names.count)
        do throws(StoreError) {
            try forEach(names, in: StoreLayout.accounts) { files.append(.init(name: $0, contents: $1)) }
        } catch {
            // The folder itself cannot be read, so none of its files can.
            files = [.init(name: "", contents: .failure(error))]
        }
        return files
    }
}
