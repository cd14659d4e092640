import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp accounts import`: takes the accounts of a file into the registry, all or none.
struct AccountsImportCommand: RegappCommand {
    static let words = ["accounts", "import"]

    static var page: CommandPage {
        let endings = ExchangeFormat.readable.map { ".\($0.ending)" }.joined(separator: ", ")
        return CommandPage(
            "Register the accounts of a file",
            discussion: [
                "Either all accounts are taken in or none. Each bad line is named with its number, field and "
                    + "rule. Without --format the ending of the file decides: \(endings)."
            ],
            examples: [
                Example("See what an import would do", "regapp accounts import people.csv --dry-run"),
                Example(
                    "Take over the users of a web server",
                    "regapp accounts import users --format htpasswd --allow-missing"),
            ],
            nicknames: ["load", "accounts load", "accounts restore", "accounts read"])
    }

    private let path: String
    private let format: ExchangeFormat?
    private let existing: AccountImport.Existing
    private let mayLackFields: Bool
    private let isRehearsal: Bool

    init(_ line: inout CommandLineReader) {
        path = line.argument("FILE", .file, "the file to read")
        format = line.option(
            "format", .choice(of: ExchangeFormat.readable), "FORMAT",
            "the format of the file: \(ExchangeFormat.readable.map(\.rawValue).listed(last: "or"))")
        let (mayUpdate, skips) = line.oneOf {
            (
                $0.flag("update", "replace the values of accounts that exist already"),
                $0.flag("skip-existing", "leave accounts that exist already as they are")
            )
        }
        existing = mayUpdate ? .updated : skips ? .skipped : .refused
        mayLackFields = line.flag("allow-missing", "take accounts that lack required fields")
        isRehearsal = line.flag("dry-run", "say what would happen, and change nothing")
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let format = try chosenFormat()
        var accounts = AccountImport(
            into: registry, existing: existing, mayLackFields: mayLackFields, isRehearsal: isRehearsal)
        defer { accounts.discard() }
        let progress = ProgressLine()
        defer { progress.clear() }
        var problems = ImportProblems(path, progress)
        try Self.read(path, format, into: &accounts, &problems, progress)
        try problems.finish()
        try problems.tell(
            try reporting { () throws(AccountsError) in
                try accounts.hashPasswords { progress.tick(.hashing, $0) }
            })
        try problems.finish()
        try reporting { () throws(AccountsError) in
            try accounts.commit { progress.tick(.writing, $0) }
        }
        progress.clear()
        try context.output.line(accounts.result.summary(isRehearsal: isRehearsal))
        try context.output.flush()
        guard accounts.result.left.isEmpty else { throw Report(leftAlone: accounts.result.left) }
    }

    private func chosenFormat() throws(Report) -> ExchangeFormat {
        guard path != "-" else {
            throw Report(.standardInputIsNoFile)
        }
        if let format { return format }
        guard let format = ExchangeFormat(fileName: path) else {
            throw Report(.unknownFormat(path: path))
        }
        return format
    }

    private static func read(
        _ path: String, _ format: ExchangeFormat, into accounts: inout AccountImport,
        _ problems: inout ImportProblems, _ progress: ProgressLine
    ) throws(Report) {
        guard var reader = format.reader() else {
            throw Report(.onlyExported(format))
        }
        func take(_ imported: [ImportedAccount]) throws(Report) {
            try problems.tell(try reporting { () throws(AccountsError) in try accounts.take(imported) })
            progress.tick(.reading, accounts.count)
            guard accounts.count <= AccountImport.maximumAccounts else {
                throw Report(.tooManyAccounts(path: path, limit: AccountImport.maximumAccounts))
            }
        }
        var pieces = try open(path)
        while !reader.hasStopped {
            let piece = try next(&pieces)
            guard !piece.isEmpty else { break }
            try take(reader.read(piece))
        }
        try take(reader.finish())
        try problems.tell(try reporting { () throws(AccountsError) in try accounts.finish() })
    }

    private static func open(_ path: String) throws(Report) -> FilePieces {
        do throws(StoreError) {
            if let pieces = try UserFiles().pieces(of: path, limit: AccountImport.maximumFileBytes) {
                return pieces
            }
        } catch { throw Report(error) }
        throw Report(StoreError.failed(.read, path: path, .noEntry))
    }

    private static func next(_ pieces: inout FilePieces) throws(Report) -> [UInt8] {
        do throws(StoreError) { return try pieces.next() } catch { throw Report(error) }
    }
}
