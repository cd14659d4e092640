import RegappCore
import RegappValues
import RegappWording
import RegappJSON

/// The accounts of a registry, part by part. Files that cannot be accepted are named on standard error on the way.
struct AccountListing {
    private let registry: Registry
    private let walk: RegistryWalk
    private let mustReadAll: Bool
    private let hidesOthers: Bool
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
    ///   - hidesOthers: whether to name no files that the filter does not, or may not, select.
    ///   - filter: selects accounts; keys in its conditions that no account has are named at the end.
    ///   - columns: what is printed of the accounts; custom keys that no selected account has are named too.
    ///   - body: reads them with ``forEach(_:consume:)``; what it printed comes before an error about files.
    /// - Throws: what `body` throws; a message with exit code 65 if a file was rejected.
    static func read(
        _ context: inout CommandContext, only emails: [String] = [], mustReadAll: Bool = false,
        hidesOthers: Bool = false, where filter: AccountFilter = AccountFilter(),
        columns: [AccountColumn] = [],
        _ body: (inout AccountListing, inout CommandContext) throws -> Void
    ) throws {
        let registry = try context.registry()
        if mustReadAll { try registry.requireFolder() }
        var accounts = AccountListing(
            registry: registry, walk: try RegistryWalk(registry, only: emails), mustReadAll: mustReadAll,
            hidesOthers: hidesOthers, filter: filter, unseen: filter.ownKeys,
            unlisted: columns.filter { if case .own = $0 { true } else { false } }.map(\.key))
        try body(&accounts, &context)
        try context.output.flush()
        if accounts.hasFoundAny, accounts.mayBeMisspelt {
            let present = try registry.ownKeys()
            for key in accounts.unseen {
                let meant = AccountColumn.meant(by: key, among: present)
                Diagnostics.report(.warning(.noAccountHas(key: key), hint: meant.map(Sentence.didYouMean)))
            }
        }
        if accounts.rejected > 0 { throw Message.filesLeftOut(accounts.rejected) }
    }

    /// Whether the conditions may select no account only because a key is misspelt.
    var mayBeMisspelt: Bool { !unseen.isEmpty }

    /// Passes to `consume` what `row` makes of every selected account in the background.
    mutating func forEach<Row: Sendable>(
        _ row: @escaping @Sendable (AccountFile) -> Row, consume: (Row) throws -> Void
    ) throws {
        let directory = registry.directory
        let parts = walk.parts { [filter, ownKeys = filter.ownKeys, named = unlisted] entries in
            var part = Part<Row>()
            for entry in entries {
                do throws(AccountsError) {
                    let account = try entry.get()
                    part.hasAny = true
                    for key in ownKeys where account.document.root[key] != nil { part.seen.insert(key) }
                    guard filter.selects(account, in: directory) else { continue }
                    for key in named where account.document.root[key] != nil { part.listed.insert(key) }
                    part.rows.append(row(account))
                } catch {
                    part.others.append(error)
                }
            }
            return part
        }
        var hasSelected = false
        for part in parts {
            if part.hasAny { hasFoundAny = true }
            if !part.rows.isEmpty { hasSelected = true }
            unseen.removeAll(where: part.seen.contains)
            unlisted.removeAll(where: part.listed.contains)
            for other in part.others {
                if case .store(let error) = other, mustReadAll { throw error }
                let isSelected = hidesOthers ? registry.isSelected(other, by: filter) : true
                if isSelected != false { rejected += 1 }
                if isSelected == true { Diagnostics.report(Message(of: other)) }
            }
            for row in part.rows { try consume(row) }
        }
        // A misspelt key in a condition may be the cause, and is reported instead.
        guard hasSelected, !mayBeMisspelt else { return }
        for key in unlisted {
            Diagnostics.report(
                .warning(
                    "no account listed here has the key '\(key)'",
                    hint: AccountColumn.own(key).suggestion
                        ?? "see the keys with \(.regapp("accounts", "list", "--json"))"))
        }
    }

    private struct Part<Row: Sendable>: Sendable {
        var rows: [Row] = []
        var others: [AccountsError] = []
        var seen: Set<String> = []
        var listed: Set<String> = []
        var hasAny = false
    }
}
