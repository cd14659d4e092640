import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappJSON
import RegappWording
import RegappTerminal

struct HistoryCommand: RegappCommand {
    static let words = ["history"]

    static let page = CommandPage(
        "Show who changed what, when", section: .registry,
        discussion: [
            "It prints a line for each change, the newest first: its number, the local time, the Unix user, the command "
                + "and what changed. Beside the Unix user stand the one who had logged in to the system, and what the "
                + "variable SUDO_USER said, which anyone can set, if they are others. A pipe gets tabs between the columns.",
            "With an email it shows the changes of that account, under every address that it had; with a number all that "
                + "the change did, whether files were edited by hand before, and which later changes are about "
                + "the same files. Passwords and hashes are shown as stars.",
            "'regapp undo NUMBER' undoes a change.",
            "With --forget it forgets what it tells of an account, in changes of several accounts too, or every change "
                + "before a day, or both. That cannot be undone, nor can the changes themselves any more. A change "
                + "without details remains, which says who had something forgotten.",
        ],
        examples: [
            "See the last changes": "regapp history --limit 10",
            "See who changed an account": "regapp history ann@example.com",
            "See all that a change did": "regapp history 1",
            "Forget a person who has left": "regapp history --forget ann@example.com --yes",
        ],
        nicknames: ["log", "changes", "journal"])

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
        (isJSON, forgets) = line.oneOf {
            (
                $0.flag("json", "print a JSON array, or with NUMBER one JSON object"),
                $0.flag("forget", "forget what is known of EMAIL, or the changes before DATE")
            )
        }
        isConfirmed = line.with("forget") { $0.flag("yes", "do not ask first") }
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
            return try Self.print(lines.map(\.printable), &context)
        }
        let changes = try directory.history(
            of: subject, since: since, before: end, limit: limit ?? .max, isWhole: isJSON)
        if isJSON {
            let array = JSONText.array(changes.map { $0.json(policy, users, isWhole: false) })
            return try context.output.json(array.fileBytes)
        }
        let rows = changes.map { $0.cells(policy, users).map(\.printable) }
        try Self.print(
            context.output.isTerminal ? TextTable.lines(rows) : rows.map { $0.joined(separator: "\t") },
            &context)
        if changes.isEmpty { Diagnostics.report(.hint("no change is known")) }
    }

    private func forget(_ directory: RuledDirectory, _ context: inout CommandContext) throws {
        guard subject != nil || end != nil, subject.flatMap(Int.init) == nil, since == nil, limit == nil
        else {
            throw Report(
                .usage, "--forget takes an email, or --before with a day, or both",
                hint:
                    "\(.regapp("history", "--forget", "--before", "2026-01-31")) forgets every change before that day"
            )
        }
        let count = try directory.history(of: subject, before: end).count
        let changes = count.counted("change") + (end.map { " before \($0.isoString)" } ?? "")
        let what = subject.map { "what \(changes) \(count == 1 ? "tells" : "tell") of \($0)" } ?? changes
        guard count > 0 else { return Diagnostics.report(.done("there is nothing to forget")) }
        let isMeant =
            try isConfirmed
            || context.confirm(
                .question("forget \(what)? This cannot be undone"),
                orElse: Report(
                    .data, "cannot ask whether to forget \(what)",
                    hint: "add --yes to forget it without being asked"))
        guard isMeant else {
            return Diagnostics.report(.done("nothing was forgotten"))
        }
        try directory.forget(subject.map { [$0] }, before: end, by: Self.words[0])
        Diagnostics.report(.done("the history has forgotten \(prose: what)"))
    }

    private static func print(_ lines: [String], _ context: inout CommandContext) throws {
        let text = lines.map { $0 + "\n" }.joined()
        if !Pager.shows(text) { try context.output.text(text) }
    }
}

extension PastChange {
    /// The keys of a record's first line, who made it by name, and what changed, without secrets.
    fileprivate func json(_ policy: Policy, _ users: UserNames, isWhole: Bool) -> JSONText {
        var members =
            head.members + [
                .init("user", .string(users[head.user])), .init("inEffect", .boolean(isInEffect)),
                .init("changes", .array(documents.flatMap { $0.told(policy) }.map(JSONText.string))),
            ]
        members.append(.init("editedByHand", .array(editedByHand.map(JSONText.string))))
        if isWhole {
            members.append(.init("later", .array(later.reversed().map(JSONText.integer))))
        }
        return .object(members)
    }
}
