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
    private let mayUpdate: Bool
    private let mayLackFields: Bool
    private let isRehearsal: Bool

    init(_ line: inout CommandLineReader) {
        path = line.argument("FILE", .file, "the file to read")
        format = line.option(
            "format", .choice(of: ExchangeFormat.readable), "FORMAT",
            "the format of the file: \(ExchangeFormat.readable.map(\.rawValue).listed(last: "or"))")
        mayUpdate = line.flag("update", "replace the values of accounts that exist already")
        mayLackFields = line.flag("allow-missing", "take accounts that lack required fields")
        isRehearsal = line.flag("dry-run", "say what would happen, and change nothing")
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let format = try chosenFormat()
        var accounts = try reporting { () throws(AccountsError) in
            try AccountImport(
                into: registry, mayUpdate: mayUpdate, mayLackFields: mayLackFields)
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        var problems = ImportProblems(path, progress)
        try Self.read(path, format, into: &accounts, &problems, progress)
        try problems.finish()
        let (plan, found) = try reporting { [accounts] () throws(AccountsError) in
            let work: ProgressLine.Work = accounts.passwords > 0 && !isRehearsal ? .hashing : .comparing
            return try accounts.plan(hashing: !isRehearsal) { progress.tick(work, $0) }
        }
        try problems.tell(found)
        try problems.finish()
        if !isRehearsal {
            try reporting { () throws(AccountsError) in
                try registry.carryOut(plan) { progress.tick(.writing, $0) }
            }
        }
        progress.clear()
        try context.output.line(plan.summary(isRehearsal: isRehearsal))
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
            for account in imported { try problems.tell(accounts.take(account)) }
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
