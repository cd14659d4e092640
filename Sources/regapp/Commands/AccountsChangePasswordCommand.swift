import RegappCore
import RegappCommandLine
import RegappValues
import RegappTerminal
import RegappWording

struct AccountsChangePasswordCommand: RegappCommand {
    static let words = ["accounts", "change-password"]
    static let otherWords = [["accounts", "passwd"]]

    static let page = CommandPage(
        "Change your own password; asks for the old one",
        discussion: [
            "This command is for the account's owner; an administrator sets a password with 'regapp "
                + "accounts password'. On a terminal it asks for the old password, and then for the "
                + "new one twice. Otherwise it reads three lines of standard input, as a web page's "
                + "program would write them. 'regapp accounts passwd' is the same command.",
            "A wrong password, an unknown account, a locked or expired one and a file that cannot be "
                + "accepted all get the same answer (77); the system's log has the reason. 'regapp help services' "
                + "has the lines for sudo that let every Unix user run it.",
        ],
        examples: [
            "Change a password": "regapp accounts change-password ann@example.com",
            "Let a web page change it":
                #"printf '%s\n' "$old" "$new" "$again" | regapp accounts change-password -- "$user""#,
        ])

    private let email: String

    init(_ line: inout CommandLineReader) { email = line.account() }

    func run(_ context: inout CommandContext) throws {
        let registry = try found(&context)
        let log = try context.log()
        // Read before the old password is checked: if the account changes afterwards, nothing is saved.
        let account = Result<AccountFile?, AccountsError>(catching: try registry.account(of: email))
        guard let conversation = context.conversation() else {
            let lines = try Self.lines()
            let seen = try checked(lines[0], account, registry, log, context)
            guard lines[1] == lines[2] else { throw Report(.data, Form.passwordsDiffer) }
            guard lines[1] != lines[0] else {
                throw Report(.data, Message.passwordIsOld.errors)
            }
            return try change(seen, to: lines[1], registry)
        }
        conversation.say(.done("type the old password first"))
        let old = try conversation.askKnown(.password, try context.directory().draft())
        let seen = try checked(old, account, registry, log, context)
        conversation.say(.done("and now the new one"))
        let draft = registry.directory.draft(over: seen.values, needing: [.password])
        try change(seen, to: try conversation.askNewPassword(draft, insteadOf: old), registry)
    }

    /// The registry; if its files cannot be read or accepted, only the system's log is told why.
    private func found(_ context: inout CommandContext) throws -> Registry {
        do { return try context.registry() } catch {
            let exit = Report(of: error).exit
            guard [.data, .inputOutput].contains(exit) else { throw error }
            context.logAnswer(SystemLog.Question(phase: .auth, user: email), [SystemLog.failure(exit)])
            context.dropWarnings()
            throw Report.wrongPassword
        }
    }

    /// - Throws: the same for every refusal, at the same cost; another error only if no hash can be computed now.
    private func checked(
        _ old: String, _ account: Result<AccountFile?, AccountsError>, _ registry: Registry, _ log: SystemLog,
        _ context: borrowing CommandContext
    ) throws -> AccountFile {
        var refusals: [String]
        do { refusals = try registry.refusals(email, password: old, isOwner: true).map(\.word) } catch {
            let exit = Report(of: error).exit
            refusals = [SystemLog.failure(exit)]
            guard exit != .busy else {
                log.record(passwordOf: email, refusals, registry)
                throw error
            }
        }
        if refusals.isEmpty, let account = try? account.get() { return account }
        log.record(passwordOf: email, refusals, registry)
        // They would name files.
        context.dropWarnings()
        throw Report.wrongPassword
    }

    private func change(_ account: AccountFile, to password: String, _ registry: Registry) throws {
        try registry.changePassword(of: account, to: password)
        Diagnostics.report(.bulk(BulkResult(changed: [.init(account.email)]), .setPassword))
    }

    private static func lines() throws -> [String] {
        let text = try PasswordSource.text(of: PasswordSource.standardInput()[...])
        // What follows the last line end is empty.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        if lines.last == "" { lines.removeLast() }
        guard lines.count == 3 else {
            throw Report(
                .data, "standard input must hold three lines: the old password, and the new one twice")
        }
        return lines
    }
}
