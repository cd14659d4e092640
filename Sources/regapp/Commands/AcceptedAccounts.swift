import Accounts
import CommandParser
import RegappWording

/// The accounts of a registry, part by part.
///
/// Files that cannot be accepted are named on standard error on the way.
struct AcceptedAccounts {
    private let walk: RegistryWalk
    private let mustReadAll: Bool
    private let isWanted: @Sendable (AccountFile) -> Bool
    private var rejected = 0
    /// Whether there was an account, selected or not.
    private(set) var hasFoundAny = false

    /// - Parameters:
    ///   - emails: the accounts to read; all if empty.
    ///   - mustReadAll: whether a file that cannot be read ends the command.
    ///   - isWanted: selects accounts.
    ///   - body: takes them with ``forEach(_:_:take:)``; what it printed comes before an error about files.
    /// - Throws: what `body` throws; a report with exit code 65 if a file was rejected.
    static func read(
        _ context: inout CommandContext, only emails: [String] = [], mustReadAll: Bool = false,
        where isWanted: @escaping @Sendable (AccountFile) -> Bool = { _ in true },
        _ body: (inout AcceptedAccounts, inout CommandContext) throws -> Void
    ) throws {
        let registry = try context.registry()
        if mustReadAll { try registry.requireFolder() }
        var accounts = AcceptedAccounts(
            walk: try RegistryWalk(registry, only: emails), mustReadAll: mustReadAll, isWanted: isWanted)
        try body(&accounts, &context)
        try context.output.flush()
        if accounts.rejected > 0 { throw Report.filesLeftOut(accounts.rejected) }
    }

    private init(walk: RegistryWalk, mustReadAll: Bool, isWanted: @escaping @Sendable (AccountFile) -> Bool) {
        (self.walk, self.mustReadAll, self.isWanted) = (walk, mustReadAll, isWanted)
    }

    /// Every account, in parts that `add` fills in the background, starting with an empty one.
    mutating func forEach<Part: Sendable>(
        _ empty: Part, _ add: @escaping @Sendable (inout Part, AccountFile) -> Void,
        take: (Part) throws -> Void
    ) throws {
        let parts = walk.parts { [isWanted] entries in
            var part = empty
            var others: [RegistryEntry] = []
            var hasAny = false
            for entry in entries {
                guard case .account(let account, _) = entry else {
                    others.append(entry)
                    continue
                }
                hasAny = true
                if isWanted(account) { add(&part, account) }
            }
            return (part, others, hasAny)
        }
        for (part, others, hasAny) in parts {
            if hasAny { hasFoundAny = true }
            for other in others { try reject(other) }
            try take(part)
        }
    }

    private mutating func reject(_ entry: RegistryEntry) throws {
        if case .invalid(.store(let error)) = entry, mustReadAll { throw error }
        rejected += 1
        Diagnostics.tell(Report(rejecting: entry).message)
    }
}
