import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

/// The accounts that a command is about, named individually or in a file.
struct AccountSelection {
    /// In bytes: more than all emails of the largest import.
    private static let maximumSize = 64 << 20

    /// The most lines without an email that are named.
    private static let mostLines = 10

    let typed: [String]
    let file: String?
    let isDryRun: Bool
    let isJSON: Bool
    private let isConfirmed: Bool
    private let conditions: ConditionOptions?

    /// - Parameter selects: whether the accounts may have to satisfy conditions.
    init(_ line: inout CommandLineReader, asks: Bool = false, selects: Bool = false) {
        typed = line.arguments("EMAIL", .account(), "the emails of the accounts")
        file = line.option(
            "from", .file, "FILE", replacesArguments: true,
            "take the emails from FILE, one a line, or from standard input, '-'; Name <EMAIL> and "
                + "comments after '# ' are allowed"
        )
        isDryRun = line.dryRun()
        isJSON = line.changesAsJSON()
        isConfirmed = asks ? line.flag("yes", "do not ask first") : true
        conditions = selects ? ConditionOptions(&line, ConditionOptions.required) : nil
    }

    /// What all the accounts must satisfy when they are changed.
    func filter(_ registry: Registry) throws -> AccountFilter {
        try conditions?.filter(registry) ?? AccountFilter()
    }

    var asks: Bool { !isConfirmed && !isDryRun }

    /// The emails of the accounts, which may be typed as login names.
    func emails(_ context: inout CommandContext) throws -> [String] {
        let directory = try context.directory()
        let filter = try filter(context.registry())
        guard let file else { return try directory.emails(meantBy: typed, where: filter) }
        var names: [String] = []
        var lines: [Int] = []
        var problems: [ImportProblem] = []
        let reader = EmailList.reader(allowsLoginNames: directory.policy.loginKey.ownKey != nil)
        try ExternalFiles().forEachLine(of: file, limit: Self.maximumSize, reader) { line in
            switch line.result {
            case .success(let record):
                names.append(record.text(of: .email))
                lines.append(line.line)
            case .failure(let problem): problems.append(problem)
            }
        }
        let emails = try directory.emails(meantBy: names, where: filter)
        // What is no email and nobody's login name may be a password, as in `ann@example.com:sunny-day`, so that only its
        // line is named.
        problems += zip(lines, emails).filter { !EmailAddress.isCorrect($1) }
            .map { .noEmail(line: $0.0) }
        guard problems.isEmpty else { throw Self.failure(of: problems, in: file.nameOfArgument) }
        return emails
    }

    private static func failure(of problems: [ImportProblem], in path: String) -> Message {
        var errors = problems.sorted { $0.line < $1.line }.prefix(mostLines).flatMap { problem in
            problem.messages.map { "\(path):\(problem.line): \($0); nothing was changed" }
        }
        let more = problems.count - mostLines
        if more > 0 {
            errors.append("\(path): \(more.counted("more line")) without an email that can be read")
        }
        let isUnwritten = problems.contains { $0.reason == .format(.noEmail) }
        let isForeign = problems.contains {
            if case .format(.foreignText) = $0.reason { true } else { false }
        }
        return Message(
            .data, errors,
            hints: (isUnwritten ? ["write one email in each line, and a space after the # of a comment"] : [])
                + (isForeign ? ["save the list as UTF-8"] : []))
    }

    fileprivate func confirm(
        _ verb: BulkVerb, _ emails: [String], after said: Message?, _ context: inout CommandContext
    ) throws -> Bool {
        if emails.isEmpty { return true }
        let one = emails.count == 1 ? emails[0] : nil
        return try context.confirm(
            .question(before: verb, of: one, count: emails.count), after: [said].compactMap(\.self),
            orElse: Message(
                .data,
                "cannot ask for confirmation to \(verb.rawValue) \(one ?? "\(emails.count) accounts")",
                hint:
                    "add --yes to \(prose: verb.rawValue) \(prose: one == nil ? "them" : "it") without being asked"
            ))
    }

    func report(_ result: BulkResult, _ verb: BulkVerb, _ context: inout CommandContext) throws {
        try result.report(verb, isDryRun: isDryRun, isJSON: isJSON, &context)
    }
}

/// A command that does the same to every account that is named.
protocol BulkCommand: RegappCommand {
    var verb: BulkVerb { get }
    var accounts: AccountSelection { get }

    /// What happens to each account.
    func changes(at now: Moment) throws -> [AccountChange]
    /// Reports what else the administrator should know about the accounts.
    func reportMore(of result: BulkResult, _ registry: Registry)
}

extension BulkCommand {
    func run(_ context: inout CommandContext) throws {
        context.forgets = verb == .forget
        let registry = try context.registry()
        let emails = try accounts.emails(&context)
        let changes = try changes(at: registry.directory.now)
        let before = verb == .forget ? try registry.removed(emails) : []
        let rest = emails.filter { !before.contains($0) }
        if accounts.asks {
            let found = try registry.commit(changes, of: rest, isDryRun: true)
            let loss = verb == .remove ? Message.loss(of: found) : nil
            let named = found.changed.map(\.email) + before
            guard try accounts.confirm(verb, named, after: loss, &context) else {
                return Diagnostics.report(.done("nothing was \(prose: verb.past)"))
            }
        }
        var result = try registry.commit(
            changes, of: rest, where: accounts.filter(registry), isDryRun: accounts.isDryRun)
        result.changed += before.map { BulkResult.Changed($0) }
        if verb == .forget, !accounts.isDryRun, !result.changed.isEmpty {
            let open: [String]
            do {
                open = try registry.directory.forget(
                    result.changed.map(\.email), before: nil, by: Self.words.joined(separator: " "))
            } catch {
                let removed = result.changed.count.counted("account")
                let email = result.changed.first?.email ?? ""
                throw Message(of: error).leaving(
                    "\(removed) removed, but not the history",
                    hint: "delete it with \(.regapp("history", "--forget", argument: email))")
            }
            try Message.requireNoneOpen(open)
        }
        try accounts.report(result, verb, &context)
        reportMore(of: result, registry)
    }

    func changes(at now: Moment) -> [AccountChange] { verb.changes }
}

extension Registry {
    /// Removed accounts that are still to be forgotten, since regapp was interrupted or they were removed without that.
    fileprivate func removed(_ emails: [String]) throws -> [String] {
        try emails.filter { email in
            try directory.store.accountPath(of: email) == nil && directory.remembers(email)
        }
    }
}

extension BulkResult {
    /// - Parameter unknown: how many emails of a log have no account; nil for commands that read no log.
    func report(
        _ verb: BulkVerb, isDryRun: Bool, isJSON: Bool, unknown: Int? = nil, _ context: inout CommandContext
    ) throws {
        if isJSON {
            try context.output.json(summary(isDryRun: isDryRun, unknown: unknown))
        } else if isDryRun, !changed.isEmpty || !unchanged.isEmpty {
            let policy = try context.directory().policy
            for account in changed {
                let values = account.values.lines(policy).joined(separator: "; ")
                try context.output.line(
                    "\(verb.rawValue) \(account.email)" + (values.isEmpty ? "" : ": " + values))
            }
            for email in unchanged { try context.output.line(verb.leave(email)) }
            let summary = "\(changed.count.counted("account")) would be \(verb.past)"
            let rest = unchanged.count
            try context.output.line(summary + (rest == 0 ? "" : ", \(rest.accountsThatWouldStay)"))
        } else {
            Diagnostics.report(.bulk(self, verb, isUndoneUnasked: unknown == nil))
        }
        try context.output.flush()
    }
}

extension ExternalFiles {
    /// Reads a file that an argument names; `-` is standard input.
    func forEachLine(
        of path: String, limit: Int, _ reader: any AccountReader, _ use: (ImportedAccount) throws -> Void
    ) throws {
        var pieces = try argumentPieces(path, limit: limit)
        var reader = reader
        var isAtEnd = false
        while !isAtEnd {
            let piece = try pieces.next()
            isAtEnd = piece.isEmpty
            for line in isAtEnd ? reader.finish() : reader.read(piece) { try use(line) }
        }
    }

    /// The content of a file that an argument names, piece by piece; `-` is standard input, called `words` in a hint.
    func argumentPieces(_ path: String, limit: Int, orElse words: String = "-") throws -> FilePieces {
        if path == "-" { return standardInputPieces(limit: limit) }
        do throws(StoreError) {
            if let pieces = try pieces(of: path, limit: limit) { return pieces }
        } catch {
            guard case .failed(_, _, .accessDenied) = error else { throw error }
            // This user may not read the file; the shell that runs regapp may.
            throw Message(of: error).with(hints: [
                "if your shell may read it, type '\(prose: words)' instead of it, and at the end < \(path)"
            ])
        }
        throw StoreError.failed(.read, path: path, .noEntry)
    }
}

extension String {
    /// The name that messages give to a file argument; `-` is standard input.
    var nameOfArgument: String { self == "-" ? .standardInput : self }
}
