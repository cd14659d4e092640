/// A registry's accounts, read one after the other.
struct RegisteredAccounts: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: RegisteredAccounts
        fileprivate var parts = Hidden<RegistryWalk.Parts<[Result<AccountFile, AccountsError>]>?>(value: nil)
        // Some accounts were read ahead.
        fileprivate var accounts = Hidden(value: ArraySlice<AccountFile>())
        fileprivate var problems: [FileProblem] = []
        fileprivate var failure: AccountsError?

        mutating func next(isolation: isolated (any Actor)?) async throws(DirectoryError) -> Account? {
            try await nextFile().map(Account.init)
        }

        mutating func nextFile() async throws(DirectoryError) -> AccountFile? {
            while accounts.value.isEmpty {
                guard let entries = try await nextPart() else {
                    defer { (problems, failure) = ([], nil) }
                    if let failure { throw failure.explanation }
                    if !problems.isEmpty { throw AccountsError.invalidFile(problems).explanation }
                    return nil
                }
                for entry in entries {
                    switch entry {
                    case .success(let file): accounts.value.append(file)
                    case .failure(.notAnAccount): break
                    case .failure(.invalidFile(let found)): problems += found
                    case .failure(let error): failure = failure ?? error
                    }
                }
            }
            return accounts.value.removeFirst()
        }

        /// The next files that the filters select, and those that cannot be accepted; nil after the last part.
        fileprivate mutating func nextPart() async throws(DirectoryError) -> [Result<
            AccountFile, AccountsError
        >]? {
            let begun = parts.value
            let (parts, entries) = try await source.registry.directory.read { [source] directory in
                var parts =
                    try begun ?? directory.registry().parts(of: source.filters, sortedBy: source.column)
                // Called before the tuple copies `parts`, so that the copy has advanced, too.
                let entries = parts.next()
                return (parts, entries)
            }
            self.parts.value = parts
            return entries
        }
    }

    let registry: AccountRegistry
    let filters: [AccountFilter]
    /// By which a page is sorted, if any; accounts must have it.
    var column: AccountColumn?

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }
}

extension Registry {
    /// - Throws: `unusableArgument` for a condition on a key that no account has, or on a password.
    fileprivate func parts(
        of filters: [AccountFilter], sortedBy column: AccountColumn?
    ) throws(AccountsError) -> RegistryWalk.Parts<[Result<AccountFile, AccountsError>]> {
        for filter in filters {
            if let key = filter.secretKey {
                throw .unusableArgument(
                    "'\(key)' is, or resembles, the key of a password, which no filter is about",
                    hint: "leave the filter out")
            }
        }
        try requireKeys(filters.flatMap(\.ownKeys) + [column?.ownKey].compactMap(\.self))
        return try RegistryWalk(self).parts { entries in
            entries.filter { entry in
                guard case .success(let file) = entry else { return true }
                return filters.allSatisfy { $0.selects(file, in: directory) }
            }
        }
    }

    /// - Throws: `unusableArgument` if no account has one of these custom keys; an empty registry has none.
    private func requireKeys(_ keys: [String]) throws(AccountsError) {
        guard !keys.isEmpty, try !isEmpty() else { return }
        let unseen = try unseen(keys)
        guard let key = keys.first(where: unseen.contains) else { return }
        throw .unusableArgument(
            "no account has the key '\(key)'",
            hint: AccountColumn.meant(by: key, among: try ownKeys()).map { KeySuggestion.didYouMean($0) }
                ?? "look at custom of an account")
    }
}

/// Some of a registry's accounts in an order, such as a page of a table.
///
/// ## Topics
///
/// - ``accounts``
/// - ``count``
/// - ``notAccepted``
public struct AccountPage: Hashable, Codable, Sendable {
    /// The accounts of the page, in order.
    public let accounts: [Account]
    /// How many accounts the filters select, on all pages.
    public let count: Int
    /// Mistakes in files that cannot be accepted; their accounts are on no page.
    public let notAccepted: [FileMistake]
}

extension AccountRegistry {
    /// The accounts that all filters select, in the order of their file names. They are read during the iteration, so
    /// memory does not grow with their number.
    ///
    /// A file that cannot be accepted does not stop the iteration: after the last account it throws `invalidFiles` with
    /// all of them, or `file` if one could not be read. A filter that no account can match throws `unusableArgument` at
    /// once.
    public func accounts(
        where filters: [AccountFilter] = []
    ) -> some AsyncSequence<Account, DirectoryError> & Sendable {
        RegisteredAccounts(registry: self, filters: filters)
    }

    /// A page of the accounts that all filters select. Every call reads all of them; memory grows with `start` and
    /// `limit`.
    ///
    /// - Parameters:
    ///   - filters: an account has to match all of them.
    ///   - key: a field's key, such as `lastName`, or one of your own. Numbers under a key of your own, also those written
    ///     as texts, come first, then texts, which are compared without case, then accounts without a value; a minus before
    ///     the key turns that round, as in `-registered`. Equal ones stay in the order of their file names.
    ///   - start: how many accounts to skip.
    ///   - limit: how many accounts to return at most.
    /// - Throws: `unusableArgument` for a key that no account has, or that is a password's.
    public func accounts(
        where filters: [AccountFilter] = [], sortedBy key: String, from start: Int = 0,
        limit: Int = 100
    ) async throws(DirectoryError) -> AccountPage {
        let order = try AccountOrder(key)
        // Far beyond any registry, so that sums do not overflow.
        let most = 1 << 40
        let start = min(max(0, start), most)
        let end = start + min(max(0, limit), most)
        var accounts = RegisteredAccounts(registry: self, filters: filters, column: order.column)
            .makeAsyncIterator()
        var rows: [AccountOrder.Row] = []
        var count = 0
        var problems: [FileProblem] = []
        while let part = try await accounts.nextPart() {
            for entry in part {
                switch entry {
                case .success(let file):
                    rows.append(
                        AccountOrder.Row(key: SortKey(of: file, by: order.column), account: Account(file)))
                    count += 1
                case .failure(.notAnAccount): break
                case .failure(.invalidFile(let found)): problems += found
                case .failure(let error): throw error.explanation
                }
            }
            // Only the first accounts up to the end of the page can be on it.
            if rows.count > 2 * end + 1_000 { rows = Array(rows.sorted(by: order.isBefore).prefix(end)) }
        }
        let page = rows.sorted(by: order.isBefore).prefix(end).dropFirst(start)
        return AccountPage(
            accounts: page.map(\.account), count: count, notAccepted: problems.map(FileMistake.init))
    }
}

private struct AccountOrder {
    struct Row {
        let key: SortKey
        let account: Account
    }

    let column: AccountColumn
    private let isDescending: Bool

    /// - Throws: `unusableArgument` for a password's key.
    init(_ key: String) throws(DirectoryError) {
        isDescending = key.hasPrefix("-")
        let name = isDescending ? String(key.dropFirst()) : key
        guard let column = AccountColumn(key: name) else {
            throw AccountsError.unusableArgument(
                "accounts cannot be sorted by '\(name)'", hint: "give a field's key, such as lastName"
            ).explanation
        }
        self.column = column
    }

    func isBefore(_ first: Row, _ second: Row) -> Bool {
        isDescending ? second.key < first.key : first.key < second.key
    }
}
