internal import DocumentStore

/// Goes through all files of a registry in batches, so that memory stays flat however many there are.
///
/// While a batch is looked at, the next one is read.
public struct RegistryWalk {
    struct File: Sendable {
        let name: String
        let contents: Result<[UInt8]?, StoreError>
    }

    private let registry: Registry
    private var names: ArraySlice<String>
    private var pending: PendingWork<[File], Never>?

    /// Lists the files of a registry and begins to read.
    public init(_ registry: Registry) throws(AccountsError) {
        self.registry = registry
        names = try registry.directory.accountFiles()[...]
        readAhead()
    }

    /// The next few entries, in the order of the file names, without those removed since; nil after the last.
    public mutating func next() -> [RegistryEntry]? {
        guard let files = pending?.result() else { return nil }
        readAhead()
        return concurrentMap(files) { [registry] in registry.entry($0) }.compactMap { $0 }
    }

    private mutating func readAhead() {
        let batch = names.prefix(Registry.batchSize)
        names = names.dropFirst(Registry.batchSize)
        pending = batch.isEmpty ? nil : registry.store.startReading { $0.files(batch) }
    }
}

/// What stands under one name in `accounts/`.
public enum RegistryEntry: Sendable {
    /// An account, and the path of its file below the documents directory.
    case account(AccountFile, file: String)
    /// A file that is no account's: it is not named after the e-mail that it holds.
    case notAnAccount(path: String, email: String)
    /// A file that cannot be accepted or read.
    case invalid(AccountsError)
}

extension Registry {
    /// What a file of `accounts/` is; nil where it was removed since it was listed.
    func entry(_ read: RegistryWalk.File, replacing replaced: Set<Field> = []) -> RegistryEntry? {
        let file = "\(StoreLayout.accounts)/\(read.name)"
        do throws(AccountsError) {
            guard let bytes = try translated(read.contents.get) else { return nil }
            return entry(try parse(bytes, file, replacing: replaced), file)
        } catch { return .invalid(error) }
    }

    private func entry(_ account: AccountFile, _ file: String) -> RegistryEntry {
        guard !account.isNamed(file) else { return .account(account, file: file) }
        return .notAnAccount(path: account.path, email: account.email)
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
