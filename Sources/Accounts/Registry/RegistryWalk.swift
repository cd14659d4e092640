internal import DocumentStore

/// Goes through all files of a registry in batches, so that memory stays flat however many there are.
///
/// While a batch is looked at, the next one is read.
public struct RegistryWalk {
    struct File: Sendable {
        let name: String
        let contents: Result<[UInt8]?, StoreError>
        /// Whether the name is in the folder's list although nothing can be opened by it.
        var isStillListed = false
        var isGone: Bool { if case .success(nil) = contents { true } else { false } }
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
        return files.compactMap { registry.entry($0) }
    }

    private mutating func readAhead() {
        let batch = names.prefix(Registry.batchSize)
        names = names.dropFirst(Registry.batchSize)
        pending = batch.isEmpty ? nil : registry.store.startReading { $0.files(batch) }
    }
}
