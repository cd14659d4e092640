import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp accounts export`: prints the accounts in a format of other programs.
enum AccountsExportCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        var walk = try AcceptedAccounts(try context.registry(policy))
        let format = context.invocation.text(.format).flatMap(ExchangeFormat.init(rawValue:)) ?? .json
        var export = Export(format)
        try context.output.bytes(export.writer.start())
        while let accounts = walk.next() {
            for account in accounts { try context.output.bytes(export.bytes(for: account)) }
        }
        try context.output.bytes(export.writer.end())
        try context.output.flush()
        export.tellWhatIsLost()
        try walk.finish()
        if export.refused > 0 {
            let accounts = export.refused == 1 ? "1 account" : "\(export.refused) accounts"
            throw Report(.data, "\(format.rawValue) cannot represent \(accounts)")
        }
    }
}

/// An export on its way, and what it has lost.
private struct Export {
    var writer: AccountWriter
    private(set) var refused = 0
    private var lost: Set<Field> = []
    private var hasUnknownKeys = false

    init(_ format: ExchangeFormat) {
        writer = AccountWriter(format: format)
    }

    /// The account in the format; nothing where it is left out, which is told at once.
    mutating func bytes(for account: AccountFile) -> [UInt8] {
        do throws(ExportFault) {
            let bytes = try writer.bytes(for: AccountRecord(account.values))
            note(account)
            return bytes
        } catch .noHash {
            Diagnostics.warning("\(account.email) has no password hash; it is left out")
        } catch {
            refused += 1
            Diagnostics.error("\(account.email): \(error.message)")
        }
        return []
    }

    private mutating func note(_ account: AccountFile) {
        for field in account.values.keys where !writer.format.fields.contains(field) { lost.insert(field) }
        if account.document.members.count > account.values.count { hasUnknownKeys = true }
    }

    /// Says once what the format cannot hold of the accounts that were written.
    func tellWhatIsLost() {
        let name = writer.format.rawValue
        let fields = Field.allCases.filter { lost.contains($0) && $0 != .password }.map(\.noun)
        if !fields.isEmpty {
            Diagnostics.warning("\(name) cannot hold these fields: \(fields.joined(separator: ", "))")
        }
        if lost.contains(.password) {
            Diagnostics.warning("plain passwords are left out; the next login makes hashes of them")
        }
        if hasUnknownKeys { Diagnostics.warning("keys that regapp does not know are left out") }
    }
}
