import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp accounts export`: prints the accounts in a format of other programs.
struct AccountsExportCommand: RegappCommand {
    static let words = ["accounts", "export"]

    static var page: CommandPage {
        CommandPage(
            "Print the accounts for another program",
            discussion: [
                "json and csv hold everything and can be imported again. htpasswd is for nginx and Apache, "
                    + "passwd-file for Dovecot, ldif for OpenLDAP; these three leave out accounts without a "
                    + "password hash and name them on standard error. A plain password is never exported."
            ],
            examples: [
                Example(
                    "Let nginx ask for the passwords", "regapp accounts export --format htpasswd > htpasswd"),
                Example("Keep a copy", "regapp accounts export > accounts-copy.json"),
            ])
    }

    private let format: ExchangeFormat

    init(_ line: inout CommandLineReader) {
        let others = ExchangeFormat.allCases.filter { $0 != .json }.map(\.rawValue)
        format =
            line.option(
                "format", .choice, "FORMAT",
                "the format to write: json (the default), \(others.listed(last: "or"))") ?? .json
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        var walk = try AcceptedAccounts(try context.registry(policy))
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
