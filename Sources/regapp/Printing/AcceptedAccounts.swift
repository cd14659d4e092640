import RegappCore
import RegappCommandLine
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
    /// The keys in columns that no selected account has, so far.
    private var unlisted: [String]
    /// How many files were named on standard error.
    private(set) var rejected = 0
    /// Whether there was an account, selected or not.
    private(set) var hasFoundAny = false

    /// - Parameters:
    ///   - mustReadAll: whether a file that cannot be read ends the command.
    ///   - filter: selects accounts; keys in its conditions that no account has are named at the end.
    ///   - columns: what is printed of them; the owner's keys that no selected account has are named too.
    ///   - body: reads them with ``forEach(_:_:consume:)``; what it printed comes before an error about files.
    /// - Throws: what `body` throws; a report with exit code 65 if a file was rejected.
    static func read(
        _ context: inout CommandContext, only emails: [String] = [], mustReadAll: Bool = false,
        where filter: AccountFilter = AccountFilter(), columns: [AccountColumn] = [],
        _ body: (inout AcceptedAccounts, inout CommandContext) throws -> Void
    ) throws {
        let registry = try context.registry()
        if mustReadAll { try registry.requireFolder() }
        var accounts = AcceptedAccounts(
            walk: try RegistryWalk(registry, only: emails), mustReadAll: mustReadAll, filter: filter,
            unseen: filter.ownKeys,
            unlisted: columns.filter { if case .own = $0 { true } else { false } }.map(\.key))
        try body(&accounts, &context)
        try context.output.flush()
        if accounts.hasFoundAny { try accounts.reportUnseenKeys(of: registry) }
        if accounts.rejected > 0 { throw Report.filesLeftOut(accounts.rejected) }
    }

    /// Whether the conditions may select no account only because a key is misspelt.
    var mayBeMisspelt: Bool { !unseen.isEmpty }

    private func reportUnseenKeys(of registry: Registry) throws {
        guard !unseen.isEmpty else { return }
        let present = try registry.ownKeys()
        for key in unseen {
            let column = AccountColumn(key: key)
            let nearest = NearestName.nearest(to: key, among: present.map { ($0, $0) }) ?? column?.meant
            Diagnostics.report(
                .warning("no account has the key '\(key)'", hint: nearest.map(Sentence.didYouMean)))
        }
    }

    /// Every account, in parts that `add` fills in the background, starting with an empty one.
    mutating func forEach<Part: Sendable>(
        _ empty: Part, _ add: @escaping @Sendable (inout Part, AccountFile) -> Void,
        consume: (Part) throws -> Void
    ) throws {
        let parts = walk.parts { [filter, ownKeys = filter.ownKeys, named = unlisted] entries in
            var part = Gathered(empty)
            for entry in entries {
                let account: AccountFile
                switch entry {
                case .success(let accepted): account = accepted
                case .failure(let error):
                    part.others.append(error)
                    continue
                }
                part.hasAny = true
                for key in ownKeys where account.document.root[key] != nil { part.seen.insert(key) }
                guard filter.selects(account) else { continue }
                part.hasSelected = true
                for key in named where account.document.root[key] != nil { part.listed.insert(key) }
                add(&part.values, account)
            }
            return part
        }
        var hasSelected = false
        for part in parts {
            if part.hasAny { hasFoundAny = true }
            if part.hasSelected { hasSelected = true }
            unseen.removeAll(where: part.seen.contains)
            unlisted.removeAll(where: part.listed.contains)
            for other in part.others {
                if case .store(let error) = other, mustReadAll { throw error }
                rejected += 1
                Diagnostics.report(Report(other).message)
            }
            try consume(part.values)
        }
        // A key in conditions is named for all accounts.
        guard hasSelected, !mayBeMisspelt else { return }
        for key in unlisted {
            Diagnostics.report(
                .warning(
                    "no account listed here has the key '\(key)'", hint: AccountColumn.own(key).suggestion))
        }
    }

    private struct Gathered<Values: Sendable>: Sendable {
        var values: Values
        var others: [AccountsError] = []
        var seen: Set<String> = []
        var listed: Set<String> = []
        var (hasAny, hasSelected) = (false, false)

        init(_ values: Values) { self.values = values }
    }
}
