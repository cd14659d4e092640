import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

struct AccountsSeenCommand: RegappCommand {
    static let words = ["accounts", "seen"]

    static let page = CommandPage(
        "Note from the system's log who was seen last, and when",
        discussion: [
            "It reads lines that regapp wrote into the system's log, as 'journalctl -o short-iso' or a file such as "
                + "/var/log/auth.log has them, and notes the newest day of a granted login to this directory under the "
                + "key lastSeen of each account. It never sets an earlier day; only an import or an editor can. "
                + "An account is not found by its former email. Traditional time stamps have no year: regapp takes the "
                + "latest that is not in the future. It ignores all other lines.",
            "All of it is one change, which 'regapp undo' undoes. 'regapp accounts list --not-seen-since -1y' uses the "
                + "key. The log knows nothing of logins by a server's own file or LDAP, and any program of the machine "
                + "can write lines like these.",
        ],
        examples: [
            "Note who was seen since yesterday":
                "journalctl -o short-iso -t regapp --since yesterday | regapp accounts seen -",
            "See what a log would change": "regapp accounts seen /var/log/auth.log --dry-run",
        ],
        nicknames: ["lastlog", "accounts lastseen"])

    private let file: String
    private let isDryRun: Bool
    private let isJSON: Bool

    init(_ line: inout CommandLineReader) {
        file = line.argument("FILE", .file, "the lines of the log, or '-' for standard input")
        isDryRun = line.flag("dry-run", "say what would happen to each account, and change nothing")
        isJSON = line.flag("json", "print one JSON object that says which accounts changed")
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let reader = LoginLog.reader(
            of: LogLine.word(try context.store().directory), today: context.environment.now.systemDate)
        var (days, unread): ([String: CalendarDate], Int) = ([:], 0)
        try ExternalFiles().forEachLine(of: file, limit: .max, reader) { line in
            guard case .success(let record) = line.result, let email = record[.email],
                let day = record[.lastSeen].flatMap(CalendarDate.init(iso:))
            else { return unread += 1 }
            days[email] = days[email].map { max($0, day) } ?? day
        }
        let (result, unknown, broken) = try registry.note(seen: days, isDryRun: isDryRun)
        if !isJSON, broken.isEmpty, result == BulkResult() {
            Diagnostics.done("the log has no login of an account of this directory; nothing was changed")
        } else {
            try result.report(.edit, isDryRun: isDryRun, isJSON: isJSON, unknown: unknown, &context)
        }
        if unknown > 0 {
            let emails = unknown.counted(
                "email of the log has no account", "emails of the log have no account")
            Diagnostics.done("\(prose: emails)")
        }
        if unread > 0 {
            let lines = unread.counted("line of regapp is left out", "lines of regapp are left out")
            Diagnostics.warn(
                "\(lines): the day cannot be read, or is to come",
                hint: "take what \(.words(["journalctl", "-o", "short-iso", "-t", "regapp"])) prints")
        }
        for error in broken { Diagnostics.report(Report(error).message) }
        if !broken.isEmpty { throw Report.filesLeftOut(broken.count) }
    }
}
