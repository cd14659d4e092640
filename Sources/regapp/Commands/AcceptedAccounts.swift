import Accounts
import CommandParser

/// The accounts of a registry, batch by batch.
///
/// Files that cannot be accepted are named on standard error on the way.
struct AcceptedAccounts {
    private var walk: RegistryWalk
    private let mustReadAll: Bool
    private let isWanted: @Sendable (AccountFile) -> Bool
    private var rejected = 0

    /// - Parameters:
    ///   - emails: the accounts to read; all if empty.
    ///   - mustReadAll: whether a file that cannot be read ends the command.
    ///   - isWanted: selects accounts.
    init(
        _ registry: Registry, only emails: [String] = [], mustReadAll: Bool = false,
        _ isWanted: @escaping @Sendable (AccountFile) -> Bool = { _ in true }
    ) throws {
        self.isWanted = isWanted
        if mustReadAll { try registry.requireFolder() }
        walk = try RegistryWalk(registry, only: emails)
        self.mustReadAll = mustReadAll
    }

    /// The next few accounts, in parts that `add` fills on all processors, starting with an empty one; nil after the
    /// last.
    mutating func next<Part: Sendable>(
        _ empty: Part, _ add: @escaping @Sendable (inout Part, AccountFile) -> Void
    ) throws -> [Part]? {
        let parts = walk.next { [isWanted] entries in
            var part = empty
            var others: [RegistryEntry] = []
            for entry in entries {
                guard case .account(let account, _) = entry else {
                    others.append(entry)
                    continue
                }
                if isWanted(account) { add(&part, account) }
            }
            return (part, others)
        }
        for other in parts?.flatMap(\.1) ?? [] {
            if case .invalid(.store(let error)) = other, mustReadAll { throw error }
            rejected += 1
            Diagnostics.tell(Report(rejecting: other).message)
        }
        return parts?.map(\.0)
    }

    /// - Throws: a report with exit code 65 if a file was rejected.
    func finish() throws {
        guard rejected > 0 else { return }
        throw Report.filesLeftOut(rejected)
    }
}
