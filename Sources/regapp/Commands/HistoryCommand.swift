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
        "Show who changed what, when", section: .more,
        discussion: [
            "It prints a line for each change, the newest first: its number, the local time, the Unix user, the command "
                + "and what changed. Beside the Unix user stand the one who had logged in to the system, and what the "
                + "variable SUDO_USER said, which anyone can set, if they are others. A pipe gets tabs between the columns.",
            "With an email it shows the changes of that account, under every address that it had; with a number all that "
                + "the change did, whether files were edited by hand before, and which later changes are about "
                + "the same files. Passwords and hashes are shown as stars.",
            "'regapp undo NUMBER' undoes a change.",
        ],
        examples: [
            "See the last changes": "regapp history --limit 10",
            "See who changed an account": "regapp history ann@example.com",
            "See all that a change did": "regapp history 1",
        ],
        nicknames: ["log", "changes", "journal"])

    private let subject: String?
    private let since: CalendarDate?
    private let limit: Int?
    private let json: Bool

    init(_ line: inout CommandLineReader) {
        subject = line.optionalArgument(
            "EMAIL|NUMBER", .accountEmail, "the account, or the number of the change")
        since = line.option("since", .day, "DATE", "only changes on DATE or later")
        limit = line.option("limit", .number(1...Int.max), "N", "show N changes at most")
        json = line.flag("json", "print a JSON array, or with NUMBER one JSON object")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directory()
        let (policy, users) = (directory.policy, UserNames(directory.store))
        if let number = subject.flatMap(Int.init) {
            let change = try directory.pastChange(number)
            if json { return try context.output.json(change.json(policy, users, isWhole: true).fileBytes) }
            return try Self.print(change.lines(policy, users).map(\.printable), &context)
        }
        let changes = try directory.history(of: subject, since: since, limit: limit ?? .max)
        if json {
            let array = JSONText.array(changes.map { $0.json(policy, users, isWhole: false) })
            return try context.output.json(array.fileBytes)
        }
        let rows = changes.map { $0.cells(policy, users).map(\.printable) }
        try Self.print(
            context.output.isTerminal ? TextTable.lines(rows) : rows.map { $0.joined(separator: "\t") },
            &context)
        if changes.isEmpty { Diagnostics.report(.hint("no change is known")) }
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
        if isWhole {
            members.append(.init("editedByHand", .array(editedByHand.map(JSONText.string))))
            members.append(.init("later", .array(later.map(JSONText.integer))))
        }
        return .object(members)
    }
}
