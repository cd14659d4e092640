import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

struct HistoryCommand: RegappCommand {
    static let words = ["history"]
    static let page = #"""
        # history | ACCOUNTS FOR SERVERS
        Show who changed what, when

        Prints a line for each change, the newest first: its number, the local time, the Unix user, the command and what
        changed. 'dana as keeper' means that dana became keeper. The system knows who logged in; if it does not, the name
        comes from the variable SUDO_USER, which anyone can set, or from the user who started runuser or su. In a pipe, tabs
        separate the columns. Records that cannot be read are listed at the end.

        An email shows the changes of the person who has it, under all their former addresses; with --before DATE, of the
        person who had it before that day. A number shows all that the change did, whether files were edited by hand before,
        and which later changes concern the same files. Passwords and hashes are shown as stars. All changes that an owner
        makes to their own password share one line, '(and 12 more)', and so do the days that 'accounts seen' stores.

        --forget deletes a person's history, even from changes of several accounts, and saved editor drafts. --before DATE
        also deletes all changes before that day; without an email, only those. Neither this nor the deleted changes can be
        undone. A record without details remains, which says who deleted something. If it is interrupted, repeat it.

        - See who changed an account | regapp history ann@example.com
        - See all that a change did | regapp history 1
        - Forget a person | regapp history --forget ann@example.com --yes

            log, logs, last, reflog, diff, changes, journal, blame, commit, recover = EMAIL, undelete = EMAIL
            accounts undelete = EMAIL
            accounts recover = EMAIL, forget = --forget, --email = EMAIL, -n = --limit, --tail = --limit
            --user = EMAIL, --author =, --all =, --reverse =, --from = --since, --after = --since, --until = --before
            --clear = --forget, --delete = --forget, --stat = NUMBER, --patch = NUMBER, -p = NUMBER
        """#

    private let subject: String?
    private let since: DayOption?
    private let limit: Int?
    private let before: DayOption?
    private let isJSON: Bool
    private let forgets: Bool
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        subject = line.optionalArgument(
            "EMAIL|NUMBER", .account(orChange: true), "the account, or the number of the change")
        since = line.option(
            "since", .day(.back), "DATE", "only changes on DATE or later, such as yesterday or -14d")
        before = line.option("before", .day(.back), "DATE", "only changes before DATE")
        limit = line.option("limit", .number(1...Int.max), "N", "show N changes at most")
        isJSON = line.flag("json", oneOf: "task", "print a JSON array, or with NUMBER one JSON object")
        forgets = line.flag(
            "forget", oneOf: "task", with: .options(["before"], orArgument: "EMAIL"),
            "delete its history, or all changes before then")
        isConfirmed = line.flag("yes", with: ["forget"], "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        let directory = try context.directoryOfHistory()
        var subject = subject
        if let name = subject, Int(name) == nil {
            let email = try directory.emails(meantBy: [name])[0]
            guard email.unicodeScalars.contains("@") else { throw AccountsError.noAccount(email) }
            subject = email
        }
        if forgets { return try forget(subject, directory, &context) }
        let policy = directory.policy
        let today = context.environment.now.today
        let users = UserNames(directory.store)
        if let number = subject.flatMap(Int.init) {
            guard since == nil, before == nil, limit == nil else {
                throw Message(.usage, "--since, --before and --limit are for a list, not for one change")
            }
            let change = try directory.pastChange(number)
            if isJSON { return try context.output.json(change.json(policy, users, isWhole: true).fileBytes) }
            var lines = change.lines(policy, users)
            lines[0] = "change \(number): \(lines[0])"
            return try Self.print(lines.map(\.printable))
        }
        let (changes, damaged) = try directory.history(
            of: subject, since: try since?.day(from: today), before: try before?.day(from: today),
            limit: limit ?? .max, isWhole: isJSON)
        defer {
            for error in damaged { Diagnostics.report(Message(of: error).asWarning) }
        }
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
        if changes.isEmpty { Diagnostics.report(.done(Sentence(prose: .noChanges))) }
    }

    private func forget(
        _ subject: String?, _ directory: AccountStore, _ context: inout CommandContext
    ) throws {
        guard subject.flatMap(Int.init) == nil, since == nil, limit == nil else {
            throw Message(.usage, "--forget takes no number, no --since and no --limit")
        }
        let end = try before?.day(from: context.environment.now.today)
        if let subject, let open = try directory.finishForgetting(of: subject, by: Self.words[0]) {
            Diagnostics.report(.done("deleted what an interrupted command left of a history"))
            return try Message.requireNoneOpen(open)
        }
        let (told, damaged) = try directory.history(of: subject, before: end)
        let count = told.count
        // They may hold anybody's texts.
        let unreadable = damaged.isEmpty ? "" : " and \(damaged.count.counted("unreadable record"))"
        let changes = count.counted("change") + unreadable + (end.map { " before \($0.isoString)" } ?? "")
        var what = subject.map { "the history of \($0) (\(changes))" } ?? changes
        if count == 0 {
            if let open = try directory.finishForgetting() {
                Diagnostics.report(.done("deleted what an interrupted command left of a history"))
                return try Message.requireNoneOpen(open)
            }
            guard end == nil, let subject, try directory.remembers(subject) else {
                return Diagnostics.report(.done("there is nothing to delete"))
            }
            what = "the saved editor drafts of \(subject)"
        }
        let isMeant =
            try isConfirmed
            || context.confirm(
                .question("delete \(what)? This cannot be undone"),
                orElse: Message(
                    .data, "cannot ask whether to delete \(what)",
                    hint: "add --yes to delete it without being asked"))
        guard isMeant else { return Diagnostics.report(.done("nothing was deleted")) }
        let open = try directory.forget(subject.map { [$0] }, before: end, by: Self.words[0])
        Diagnostics.report(.done("deleted \(prose: what)"))
        try Message.requireNoneOpen(open)
    }

    private static func print(_ lines: [String]) throws {
        try HelpPrinter.write(lines.map { $0 + "\n" }.joined(), inPages: true)
    }
}

extension Message {
    /// - Parameter texts: the paths of texts of a forgotten person that are being edited.
    static func requireNoneOpen(_ texts: [String]) throws {
        guard !texts.isEmpty else { return }
        for path in texts { Diagnostics.report(.textStillOpen(path: path)) }
        throw Message(
            .inputOutput, "saved editor drafts are left", hint: "close the editor and repeat the command")
    }
}

extension PastChange {
    /// The keys of a record's first line, who made it by name, and what changed, without secrets.
    fileprivate func json(_ policy: Policy, _ users: UserNames, isWhole: Bool) -> JSONText {
        var members =
            head.members + [
                .init("user", .string(users[head.user])), .init("person", .string(users.person(head))),
                .init("inEffect", .boolean(isInEffect)),
                .init("changes", .array(documents.flatMap { $0.told(policy) }.map(JSONText.string))),
                .init("editedByHand", .array(editedByHand.map(JSONText.string))),
            ]
        if isWhole { members.append(.init("later", .array(later.reversed().map(JSONText.integer)))) }
        return .object(members)
    }
}
