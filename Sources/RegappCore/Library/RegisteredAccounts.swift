/// A registry's accounts, read one after the other. A file that cannot be accepted does not stop the iteration: after
/// the last account it throws `invalidFiles` with all of them, or `file` if one could not be read.
public struct RegisteredAccounts: AsyncSequence, Sendable {
    /// Iterates over the accounts.
    public struct Iterator: AsyncIteratorProtocol, CustomReflectable {
        private let registry: AccountRegistry
        private let filters: [AccountFilter]
        private var parts: RegistryWalk.Parts<[Result<AccountFile, AccountsError>]>?
        private var accounts: ArraySlice<AccountFile> = []
        private var problems: [FileProblem] = []
        private var failure: AccountsError?

        fileprivate init(_ registry: AccountRegistry, _ filters: [AccountFilter]) {
            (self.registry, self.filters) = (registry, filters)
        }

        /// Shows nothing: some accounts were read ahead.
        public var customMirror: Mirror { Mirror(self, children: []) }

        /// The next account; nil after the last.
        public mutating func next() async throws(DirectoryError) -> Account? {
            try await nextFile().map(Account.init)
        }

        mutating func nextFile() async throws(DirectoryError) -> AccountFile? {
            while accounts.isEmpty {
                guard let entries = try await entries() else {
                    defer { (problems, failure) = ([], nil) }
                    if let failure { throw DirectoryError(failure) }
                    if !problems.isEmpty { throw DirectoryError(.invalidFile(problems)) }
                    return nil
                }
                for entry in entries {
                    switch entry {
                    case .success(let file): accounts.append(file)
                    case .failure(.notAnAccount): break
                    case .failure(.invalidFile(let found)): problems += found
                    case .failure(let error): failure = failure ?? error
                    }
                }
            }
            return accounts.removeFirst()
        }

        private mutating func entries() async throws(DirectoryError) -> [Result<AccountFile, AccountsError>]?
        {
            let begun = parts
            let (parts, entries) = try await registry.directory.read { [filters] directory in
                var parts =
                    if let begun { begun } else {
                        try RegistryWalk(directory.registry()).parts { entries in
                            entries.filter { entry in
                                guard case .success(let file) = entry else { return true }
                                return filters.allSatisfy { $0.selects(file, in: directory) }
                            }
                        }
                    }
                // Called before the tuple copies `parts`, so that the copy has advanced, too.
                let entries = parts.next()
                return (parts, entries)
            }
            self.parts = parts
            return entries
        }
    }

    let registry: AccountRegistry
    let filters: [AccountFilter]

    /// Starts at the first account of the directory as it is then.
    public func makeAsyncIterator() -> Iterator { Iterator(registry, filters) }
}
