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
        forgets = line.flag("forget", "also delete their history; this cannot be undone")
    }

    func finish(_ result: BulkResult, _ registry: Registry) throws {
        let emails = result.changed.map(\.email)
        if forgets, !emails.isEmpty {
            try registry.directory.forget(emails, before: nil, by: Self.words.joined(separator: " "))
        }
    }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard !accounts.isDryRun else { return }
        for path in registry.filesLeft(of: result.changed.map(\.email)) {
            Diagnostics.report(.leftOfAccount(path: path))
        }
    }
}
