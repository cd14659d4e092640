import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp accounts export`: prints the accounts in a format of other programs.
struct AccountsExportCommand: RegappCommand {
    static let words = ["accounts", "export"]

    static var page: CommandPage {
        let whole = ExchangeFormat.allCases.filter { $0.server == nil }.map(\.rawValue).listed(last: "and")
        let served = ExchangeFormat.allCases.compactMap { format in
            format.server.map { "\(format.rawValue) for \($0)" }
        }
        return CommandPage(
            "Print the accounts for another program",
            discussion: [
                "\(whole) hold everything and can be imported again. The others are for servers: "
                    + "\(served.listed(last: "and")). They leave out accounts without a password hash and name "
                    + "them on standard error. A plain password is never exported."
            ],
            examples: [
                Example(
                    "Let nginx ask for the passwords", "regapp accounts export --format htpasswd > htpasswd"),
                Example("Keep a copy", "regapp accounts export > accounts-copy.json"),
            ],
            nicknames: ["backup", "dump", "accounts backup", "accounts dump", "accounts save"])
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
        var walk = try AcceptedAccounts(try context.registry())
        var export = Export(format)
        try context.output.bytes(export.writer.start())
        while let accounts = walk.next() {
            for account in accounts { try context.output.bytes(export.bytes(for: account)) }
        }
        try context.output.bytes(export.writer.end())
        try context.output.flush()
        export.tellWhatIsLost()
        try walk.finish()
        if export.refused > 0 { throw Report(.unrepresentable(export.refused, format)) }
    }
}

/// An export on its way, and what it has lost.
private struct Export {
    let format: ExchangeFormat
    var writer: any AccountWriter
    private(set) var refused = 0
    private var lost: Set<Field> = []
    private var hasUnknownKeys = false

    init(_ format: ExchangeFormat) {
        self.format = format
        writer = format.writer()
    }

    /// The account in the format; nothing where it is left out, which is told at once.
    mutating func bytes(for account: AccountFile) -> [UInt8] {
        do throws(ExportError) {
            let bytes = try writer.bytes(for: account.values)
            note(account)
            return bytes
        } catch .noHash {
            Diagnostics.tell(Outcome.leftOutWithoutHash(email: account.email))
        } catch .locked {
            Diagnostics.tell(Outcome.leftOutLocked(email: account.email))
        } catch {
            refused += 1
            Diagnostics.tell(Outcome.cannotExport(error, email: account.email))
        }
        return []
    }

    private mutating func note(_ account: AccountFile) {
        for field in account.values.fields where !format.fields.contains(field) { lost.insert(field) }
        if account.document.root.members.count > account.values.count { hasUnknownKeys = true }
    }

    /// Says once what the format cannot hold of the accounts that were written.
    func tellWhatIsLost() {
        let fields = Field.allCases.filter { lost.contains($0) && $0 != .password }
        if !fields.isEmpty { Diagnostics.tell(Outcome.fieldsLost(fields, format)) }
        if lost.contains(.password) { Diagnostics.tell(Outcome.plainPasswordsLost) }
        if hasUnknownKeys { Diagnostics.tell(Outcome.unknownKeysLost) }
    }
}
