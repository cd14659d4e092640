import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsLockCommand: BulkCommand {
    static let words = ["accounts", "lock"]

    let verb = BulkVerb.lock
    let accounts: AccountSelection

    init(_ line: inout CommandLineReader) { accounts = AccountSelection(&line, selects: true) }
}

struct AccountsUnlockCommand: BulkCommand {
    static let words = ["accounts", "unlock"]

    let verb = BulkVerb.unlock
    let accounts: AccountSelection

    init(_ line: inout CommandLineReader) { accounts = AccountSelection(&line, selects: true) }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        for email in result.changed.map(\.email) + result.unchanged { registry.warnIfBroken(email) }
    }
}

struct AccountsRemoveCommand: BulkCommand {
    static let words = ["accounts", "remove"]

    let accounts: AccountSelection
    private let forgets: Bool
    var verb: BulkVerb { forgets ? .forget : .remove }

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        forgets = line.flag("forget", "the history, too, forgets them; this cannot be undone")
    }

    /// Removed accounts that are still to be forgotten, since regapp was interrupted or they were removed without that.
    func changedBefore(_ emails: [String], _ registry: Registry) throws -> [String] {
        guard forgets else { return [] }
        return try emails.filter { email in
            try registry.directory.store.accountPath(of: email) == nil && registry.directory.remembers(email)
        }
    }

    func finish(_ result: BulkResult, _ registry: Registry) throws {
        let emails = result.changed.map(\.email)
        if forgets, !emails.isEmpty {
            let open = try registry.directory.forget(
                emails, before: nil, by: Self.words.joined(separator: " "))
            try Report.requireNoneOpen(open)
        }
    }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard !accounts.isDryRun else { return }
        for path in registry.filesLeft(of: result.changed.map(\.email)) {
            Diagnostics.report(.leftOfAccount(path: path))
        }
    }
}
