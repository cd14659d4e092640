import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

struct AccountsSeenCommand: RegappCommand {
    static let words = ["accounts", "seen"]
    static let page = #"""
        # accounts seen
        Record from the system's log when each account last logged in

        Reads regapp's lines in the system's log, as 'journalctl -o short-iso' prints them or a file such as
        /var/log/auth.log holds them, and stores the day of each account's last successful login under lastSeen. It never
        sets an earlier day. A login under a former email counts for the person who had it that day. If a time stamp has no
        year, regapp takes the latest one that is not in the future. All other lines are ignored.

        'regapp undo' undoes this change only by its number. The log does not show logins through an exported file or LDAP,
        and any program on the machine can write such lines.

        - Note who was seen since yesterday | journalctl -o short-iso -t regapp --since yesterday | regapp accounts
          seen -
        - See what a log would change | regapp accounts seen /var/log/auth.log --dry-run

            accounts lastseen
        """#
    static let isWriter = true

    private let file: String
    private let isDryRun: Bool
    private let isJSON: Bool

    init(_ line: inout CommandLineReader) {
        file = line.argument("FILE", .file, "the lines of the log, or '-' for standard input")
        isDryRun = line.dryRun()
        isJSON = line.changesAsJSON()
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let reader = LoginLog.reader(
            of: LogLine.word(try context.store().directory), today: context.environment.now.systemDate)
        var logins: [(email: String, day: CalendarDate)] = []
        var unread = 0
        try ExternalFiles().forEachLine(of: file, limit: .max, reader) { line in
            guard case .success(let record) = line.result, let email = record[.email],
                let day = record[.lastSeen].flatMap(CalendarDate.init(iso:))
            else { return unread += 1 }
            if logins.last.map({ $0.email != email || $0.day != day }) ?? true { logins.append((email, day)) }
        }
        let days = try latestDays(logins, registry)
        let (result, unknown, broken) = try registry.note(seen: days, isDryRun: isDryRun)
        if !isJSON, broken.isEmpty, result == BulkResult() {
            Diagnostics.report(
                .done("the log has no logins to this registry; nothing was changed"))
        } else {
            try result.report(.edit, isDryRun: isDryRun, isJSON: isJSON, unknown: unknown, &context)
        }
        if unknown > 0 {
            let emails = unknown.counted(
                "email of the log has no account", "emails of the log have no account")
            Diagnostics.report(.done("\(prose: emails)"))
        }
        if unread > 0 {
            let lines = unread.counted("line of regapp is left out", "lines of regapp are left out")
            Diagnostics.report(
                .warning(
                    "\(lines): \(LoginLog.unreadableDay)",
                    hint: "take what \(.words(["journalctl", "-o", "short-iso", "-t", "regapp"])) prints"))
        }
        for error in broken { Diagnostics.report(Message(of: error)) }
        if !broken.isEmpty { throw Message.filesLeftOut(broken.count) }
    }

    /// The last day of each person, by present email; without those whose accounts are gone.
    private func latestDays(
        _ logins: [(email: String, day: CalendarDate)], _ registry: Registry
    ) throws -> [String: CalendarDate] {
        let book = try registry.directory.addressBook(of: Set(logins.map { $0.email }))
        var days: [String: CalendarDate] = [:]
        for (email, day) in logins {
            guard let present = book.presentEmail(of: email, on: day)?.lowercased() else { continue }
            days[present] = days[present].map { max($0, day) } ?? day
        }
        return days
    }
}
