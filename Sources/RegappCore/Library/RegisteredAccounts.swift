/// The accounts of a registry, one after the other.
///
/// A file that cannot be accepted does not stop the iteration: after the last account `invalidFiles` is thrown with
/// all of them, or `file` if one could not be read.
public struct RegisteredAccounts: AsyncSequence, Sendable {
    /// Iterates over the accounts.
    public struct Iterator: AsyncIteratorProtocol {
        private let registry: AccountRegistry
        private var parts: RegistryWalk.Parts<[RegistryEntry]>?
        private var accounts: ArraySlice<Account> = []
        private var problems: [FileProblem] = []
        private var failure: AccountsError?

        fileprivate init(_ registry: AccountRegistry) { self.registry = registry }

        /// The next account; nil after the last.
        public mutating func next() async throws(DirectoryError) -> Account? {
            while accounts.isEmpty {
                guard let entries = try await entries() else {
                    guard let error = takeFailure() else { return nil }
                    throw DirectoryError(error)
                }
                accounts = entries.compactMap { account(in: $0) }[...]
            }
            return accounts.removeFirst()
        }

        private mutating func entries() async throws(DirectoryError) -> [RegistryEntry]? {
            let begun = parts
            let (parts, entries) = try await registry.run { registry in
                var parts = if let begun { begun } else { try RegistryWalk(registry).parts { $0 } }
                // Before the parts are copied, since it takes one of them.
                let entries = parts.next()
                return (parts, entries)
            }
            self.parts = parts
            return entries
        }

        private mutating func account(in entry: RegistryEntry) -> Account? {
            switch entry {
            case .account(let file, _): return Account(file)
            case .notAnAccount: return nil
            case .invalid(.invalidFile(let found)): problems += found
            case .invalid(let error): failure = failure ?? error
            }
            return nil
        }

        private mutating func takeFailure() -> AccountsError? {
            defer { (problems, failure) = ([], nil) }
            return failure ?? (problems.isEmpty ? nil : .invalidFile(problems))
        }
    }

    private let registry: AccountRegistry

    init(_ registry: AccountRegistry) { self.registry = registry }

    /// Starts with the first account, in the directory as it is by then.
    public func makeAsyncIterator() -> Iterator { Iterator(registry) }
}
