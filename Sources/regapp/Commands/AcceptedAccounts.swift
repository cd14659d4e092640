import RegappCore
import RegappValues
import RegappWording
import RegappJSON

/// The accounts of a registry, part by part.
///
/// Files that cannot be accepted are named on standard error on the way.
struct AcceptedAccounts {
    private let walk: RegistryWalk
    private let mustReadAll: Bool
    private let filter: AccountFilter
    /// The keys in conditions that no account has, so far.
    private var unseen: [String]
    private var rejected = 0
    /// Whether a file was named on standard error.
    var hasRejected: Bool { rejected > 0 }
    /// Whether there was an account, selected or not.
    private(set) var hasFoundAny = false

    /// - Parameters:
    ///   - emails: the accounts to read; all if empty.
    ///   - mustReadAll: whether a file that cannot be read ends the command.
    ///   - filter: selects accounts; keys in its conditions that no account has are named at the end.
    ///   - body: reads them with ``forEach(_:_:consume:)``; what it printed comes before an error about files.
    /// - Throws: what `body` throws; a report with exit code 65 if a file was rejected.
    static func read(
        _ context: inout CommandContext, only emails: [String] = [], mustReadAll: Bool = false,
        where filter: AccountFilter = AccountFilter(),
        _ body: (inout AcceptedAccounts, inout CommandContext) throws -> Void
    ) throws {
        let registry = try context.registry()
        if mustReadAll { try registry.requireFolder() }
        var accounts = AcceptedAccounts(
            walk: try RegistryWalk(registry, only: emails), mustReadAll: mustReadAll, filter: filter)
        try body(&accounts, &context)
        try context.output.flush()
        if accounts.hasFoundAny { try accounts.tellUnseenKeys(of: registry) }
        if accounts.rejected > 0 { throw Report.filesLeftOut(accounts.rejected) }
    }

    private init(walk: RegistryWalk, mustReadAll: Bool, filter: AccountFilter) {
        (self.walk, self.mustReadAll, self.filter, unseen) = (walk, mustReadAll, filter, filter.ownKeys)
    }

    /// Whether the conditions may select no account only because a key is misspelt.
    var mayBeMisspelt: Bool { !unseen.isEmpty }

    private func tellUnseenKeys(of registry: Registry) throws {
        guard !unseen.isEmpty else { return }
        let present = try registry.ownKeys()
        for key in unseen {
            let column = AccountColumn(key: key)
            let nearest = NearestName.nearest(to: key, among: present.map { ($0, $0) }) ?? column?.meant
            Diagnostics.tell(.noAccountHas(key, nearest: nearest))
        }
    }

    /// Every account, in parts that `add` fills in the background, starting with an empty one.
    mutating func forEach<Part: Sendable>(
        _ empty: Part, _ add: @escaping @Sendable (inout Part, AccountFile) -> Void,
        consume: (Part) throws -> Void
    ) throws {
        let parts = walk.parts { [filter, ownKeys = filter.ownKeys] entries in
            var part = empty
            var seen: Set<String> = []
            var others: [RegistryEntry] = []
            var hasAny = false
            for entry in entries {
                guard case .account(let account) = entry else {
                    others.append(entry)
                    continue
                }
                hasAny = true
                for key in ownKeys where account.document.root[key] != nil { seen.insert(key) }
                if filter.selects(account) { add(&part, account) }
            }
            return (part, others, seen, hasAny)
        }
        for (part, others, seen, hasAny) in parts {
            if hasAny { hasFoundAny = true }
            unseen.removeAll(where: seen.contains)
            for other in others { try reject(other) }
            try consume(part)
        }
    }

    private mutating func reject(_ entry: RegistryEntry) throws {
        if case .invalid(.store(let error)) = entry, mustReadAll { throw error }
        rejected += 1
        Diagnostics.tell(Report(rejecting: entry).message)
    }
}
