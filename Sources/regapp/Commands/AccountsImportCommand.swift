import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp accounts import`: takes the accounts of a file into the registry, all or none.
enum AccountsImportCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let path = context.invocation.arguments.first ?? ""
        let format = try format(of: path, context.invocation)
        let options = context.invocation
        var accounts = try reporting { () throws(AccountsError) in
            try AccountImport(
                into: registry, mayUpdate: options.has(.update), mayLackFields: options.has(.allowMissing))
        }
        let progress = ProgressLine()
        defer { progress.clear() }
        var problems = ImportProblems(path, progress)
        try read(path, format, into: &accounts, &problems, progress)
        try problems.finish()
        let isRehearsal = options.has(.dryRun)
        let (plan, found) = try reporting { [accounts] () throws(AccountsError) in
            let verb = accounts.passwords > 0 && !isRehearsal ? "hashing passwords" : "comparing accounts"
            return try accounts.plan(hashing: !isRehearsal) { progress.tick("\(verb): \($0)") }
        }
        try problems.tell(found)
        try problems.finish()
        if !isRehearsal {
            try reporting { () throws(AccountsError) in
                try registry.carryOut(plan) { progress.tick("writing accounts: \($0)") }
            }
        }
        progress.clear()
        try context.output.line(summary(of: plan, isRehearsal: isRehearsal))
    }

    private static func format(
        of path: String, _ invocation: Invocation
    ) throws(Report) -> ExchangeFormat {
        guard path != "-" else {
            throw Report(.usage, "'-' is no file", hint: "use /dev/stdin for standard input, with --format")
        }
        if let name = invocation.text(.format), let format = ExchangeFormat(rawValue: name) { return format }
        guard let format = ExchangeFormat(fileName: path) else {
            let names = ExchangeFormat.readable.map(\.rawValue)
            throw Report(
                .usage, "the ending of '\(path)' is none that regapp knows",
                hint: "add --format \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
        }
        return format
    }

    private static func read(
        _ path: String, _ format: ExchangeFormat, into accounts: inout AccountImport,
        _ problems: inout ImportProblems, _ progress: ProgressLine
    ) throws(Report) {
        guard var reader = format.reader() else {
            throw Report(.usage, "\(format.rawValue) can only be exported")
        }
        func take(_ imported: [ImportedAccount]) throws(Report) {
            for account in imported { try problems.tell(accounts.take(account)) }
            progress.tick("reading accounts: \(accounts.count)")
            guard accounts.count <= AccountImport.maximumAccounts else {
                throw Report(.data, "\(path) has more than \(AccountImport.maximumAccounts) accounts")
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

    private static func summary(of plan: ImportPlan, isRehearsal: Bool) -> String {
        func accounts(_ count: Int) -> String { count == 1 ? "1 account" : "\(count) accounts" }
        var parts = ["\(accounts(plan.created)) \(isRehearsal ? "would be registered" : "registered")"]
        if plan.updated > 0 {
            parts.append("\(accounts(plan.updated)) \(isRehearsal ? "would be updated" : "updated")")
        }
        if plan.unchanged > 0 {
            let rehearsed = plan.unchanged == 1 ? "would stay as it is" : "would stay as they are"
            parts.append("\(accounts(plan.unchanged)) \(isRehearsal ? rehearsed : "unchanged")")
        }
        return parts.joined(separator: ", ")
    }
}
