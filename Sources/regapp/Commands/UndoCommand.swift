import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

struct UndoCommand: RegappCommand {
    static let words = ["undo"]
    static let otherWords = [["cancel"]]

    private let number: Int?
    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        number = line.optionalArgument(
            "NUMBER", .number(1...Int.max), "the number of the change; the newest without it")
        isDryRun = line.flag("show", "say what would be undone, and change nothing")
        isConfirmed = line.flag(
            "yes", "do not ask, even if another person made the change, or accounts could no longer log in")
    }

    func run(_ context: inout CommandContext) throws {
        // Not `state`: an account file that is broken now may be the very thing to undo.
        let directory = try context.directory()
        if let number {
            guard let change = try directory.change(number) else {
                return Diagnostics.done("nothing of change \(number) is left to undo")
            }
            return try context.undo(
                change, isConfirmed: isConfirmed, preview: isDryRun ? .regapp("undo", "\(number)") : nil)
        }
        guard let last = try directory.lastChange() else {
            // Makes an undo durable that a fault cut short.
            if !isDryRun { _ = try directory.cancel() }
            return Diagnostics.report(.nothingToUndo)
        }
        try context.undoNewest(last, isDryRun: isDryRun, isConfirmed: isConfirmed)
    }
}

struct RedoCommand: RegappCommand {
    static let words = ["redo"]

    static let page = """
        # redo | ACCOUNTS FOR SERVERS
        Redo the last undone change

        It undoes the last 'regapp undo', unless something else was changed since. The next 'regapp redo' undoes the
        one before.

        - Redo it | regapp redo
        - See what it would change | regapp redo --show
        """

    private let isDryRun: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        isDryRun = line.preview("show")
        isConfirmed = line.flag("yes", "do not ask, even if another person undid it")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory()
        guard let last = try directory.lastUndoing() else {
            return Diagnostics.done("there is nothing to redo")
        }
        try context.undoNewest(last, isDryRun: isDryRun, isConfirmed: isConfirmed)
    }
}

extension CommandContext {
    private static let nothingUndone = "nothing was undone"

    /// Undoes the newest change or undo, after a question if another person made it.
    fileprivate mutating func undoNewest(_ last: Undoing, isDryRun: Bool, isConfirmed: Bool) throws {
        let (directory, number) = (try directory(), "\(last.head.number)")
        let newest: ShellCommand = last.head.undoes == nil ? .regapp("undo") : .regapp("redo")
        if directory.isOwn(last.head) { return try undo(last, preview: isDryRun ? newest : nil) }
        let kind = last.head.undoes == nil ? "change" : "undoing"
        let whose = "the last \(kind), \(number), is by \(UserNames(directory.store).person(last.head))"
        if isDryRun {
            try output.line(whose)
        } else if !isConfirmed {
            let own = try directory.lastOwnChange()?.number
            let sentence = whose + (own.map { "; your own last change is \($0)" } ?? "")
            let lines = last.differences.prefix(5).flatMap { $0.lines(directory.policy, isDryRun: true) }
            let isWanted = try confirm(
                .question("undo it?"), after: ([sentence] + lines).map { Message.question($0) },
                orElse: Report(
                    .data, ["\(whose); \(Self.nothingUndone)"],
                    hints: ["\(.regapp("undo", number)) undoes it"]
                        + (own.map { ["\(.regapp("undo", "\($0)")) undoes your own last change"] } ?? [])))
            guard isWanted else { return Diagnostics.done(Sentence(prose: Self.nothingUndone)) }
        }
        try undo(last, preview: isDryRun ? .regapp("undo", number) : nil)
    }

    /// Undoes a change and prints what that does. `isConfirmed`: do not ask if rules come back under which accounts
    /// could not log in; nil for the newest change, since its old rules were in force right before. `preview` is the
    /// command that undoes it, if this run only shows what that would do.
    fileprivate mutating func undo(
        _ change: Undoing, isConfirmed: Bool? = nil, preview: ShellCommand?
    ) throws {
        let (directory, isDryRun) = (try directory(), preview != nil)
        if let isConfirmed, !isDryRun, change.differences.count == 1,
            case .rules(let old, let new?) = change.differences[0]
        {
            let rules = ProposedPolicy(
                of: old, to: AccountStore(directory.store, new, now: environment.now))
            guard try PolicyImpactQuestion(of: rules).areAccepted(isConfirmed, self) else {
                return Diagnostics.done(Sentence(prose: Self.nothingUndone))
            }
        }
        let differences = isDryRun ? change.differences : try directory.cancel(change)
        // Reported even if the output below fails, since the change is undone.
        defer {
            Diagnostics.report(
                preview.map { .done("nothing was changed", next: "\($0) does it") }
                    ?? .undone(differences, isRedo: change.head.undoes != nil))
        }
        for line in differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? output.line(line) : output.outcome(line)
        }
        try output.flush()
    }
}

struct HistoryCommand: RegappCommand {
    static let words = ["history"]

    private let subject: String?
    private let since: CalendarDate?
    private let limit: Int?
    private let end: CalendarDate?
    private let isJSON: Bool
    private let forgets: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        subject = line.optionalArgument(
            "EMAIL|NUMBER", .accountEmail, "the account, or the number of the change")
        since = line.option("since", .day, "DATE", "only changes on DATE or later")
        end = line.option("before", .day, "DATE", "only changes before DATE")
        limit = line.option("limit", .number(1...Int.max), "N", "show N changes at most")
        isJSON = line.flag("json", oneOf: "task", "print a JSON array, or with NUMBER one JSON object")
        forgets = line.flag(
            "forget", oneOf: "task", with: .options(["before"], orArgument: "EMAIL"),
            "delete its history, or all changes before then")
        isConfirmed = line.flag("yes", with: ["forget"], "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory()
        if let subject, Int(subject) == nil, !subject.unicodeScalars.contains("@") {
            throw Report(.usage, "\(subject) is neither an email nor the number of a change")
        }
        if forgets { return try forget(directory, &context) }
        let (policy, users) = (directory.policy, UserNames(directory.store))
        if let number = subject.flatMap(Int.init) {
            guard since == nil, end == nil, limit == nil else {
                throw Report(.usage, "--since, --before and --limit are for a list, not for one change")
            }
            let change = try directory.pastChange(number)
            if isJSON { return try context.output.json(change.json(policy, users, isWhole: true).fileBytes) }
            var lines = change.lines(policy, users)
            lines[0] = "change \(number): \(lines[0])"
            return try Self.print(lines.map(\.printable))
        }
        let changes = try directory.history(
            of: subject, since: since, before: end, limit: limit ?? .max, isWhole: isJSON)
        if isJSON {
            let array = JSONText.array(changes.map { $0.json(policy, users, isWhole: false) })
            return try context.output.json(array.fileBytes)
        }
        let rows = changes.map { $0.cells(policy, users).map(\.printable) }
        try Self.print(
            context.output.isTerminal ? TextTable.lines(rows) : rows.map { $0.joined(separator: "\t") })
        if changes.isEmpty, let subject, directory.policy.isRegistry,
            try directory.store.accountPath(of: subject) == nil
        {
            throw AccountsError.noAccount(subject)
        }
        if changes.isEmpty { Diagnostics.done(Sentence(prose: .noChangeIsKnown)) }
    }

    private func forget(_ directory: AccountStore, _ context: inout CommandContext) throws {
        guard subject.flatMap(Int.init) == nil, since == nil, limit == nil else {
            throw Report(.usage, "--forget takes no number, no --since and no --limit")
        }
        let count = try directory.history(of: subject, before: end).count
        let changes = count.counted("change") + (end.map { " before \($0.isoString)" } ?? "")
        let what = subject.map { "what \(changes) \(count == 1 ? "tells" : "tell") of \($0)" } ?? changes
        guard count > 0 else { return Diagnostics.done("there is nothing to forget") }
        let isMeant =
            try isConfirmed
            || context.confirm(
                .question("forget \(what)? This cannot be undone"),
                orElse: Report(
                    .data, "cannot ask whether to forget \(what)",
                    hint: "add --yes to forget it without being asked"))
        guard isMeant else { return Diagnostics.done("nothing was forgotten") }
        try directory.forget(subject.map { [$0] }, before: end, by: Self.words[0])
        Diagnostics.done("the history has forgotten \(prose: what)")
    }

    private static func print(_ lines: [String]) throws {
        try HelpPrinter.page(lines.map { $0 + "\n" }.joined())
    }
}

extension PastChange {
    /// The keys of a record's first line, who made it by name, and what changed, without secrets.
    fileprivate func json(_ policy: Policy, _ users: UserNames, isWhole: Bool) -> JSONText {
        var members =
            head.members + [
                .init("user", .string(users[head.user])), .init("inEffect", .boolean(isInEffect)),
                .init("changes", .array(documents.flatMap { $0.told(policy) }.map(JSONText.string))),
                .init("editedByHand", .array(editedByHand.map(JSONText.string))),
            ]
        if isWhole { members.append(.init("later", .array(later.reversed().map(JSONText.integer)))) }
        return .object(members)
    }
}
