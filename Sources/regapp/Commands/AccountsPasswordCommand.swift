import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]

    private let accounts: AccountSelection
    private let password: PasswordSource
    private let letters: LetterOptions

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, selects: true)
        password = PasswordSource(&line, mayGenerate: true, mayRemoveMark: true)
        letters = LetterOptions(&line)
    }

    func run(_ context: inout CommandContext) throws {
        if accounts.readStandardInput, password.isOnStandardInput {
            throw Report(
                .usage, "--from - and --password-stdin both read standard input",
                hint: "name the account, or use --password-file")
        }
        let registry = try context.registry()
        let emails = try accounts.emails()
        if password.isGenerated { return try generate(for: emails, in: registry, &context) }
        guard let email = emails.first else { return try report([], registry, &context) }
        guard emails.count == 1 else {
            throw Report(
                .usage, "several accounts cannot share one password",
                hint: "add --generate to give each its own")
        }
        let filter = try accounts.filter(registry)
        // Fails before anything is asked.
        _ = try registry.commit([], of: [email], where: filter, isDryRun: true)
        let account = try registry.accountToFix(of: email)
        let password = try newPassword(of: account, &context)
        if accounts.isDryRun {
            try registry.requireAcceptable(password, for: account)
        } else {
            _ = try registry.setPassword(of: account.email, to: password, mark: mark(context), where: filter)
        }
        try report([account.email], registry, &context)
    }

    private func generate(
        for emails: [String], in registry: Registry, _ context: inout CommandContext
    ) throws {
        if accounts.isDryRun {
            let found = try registry.commit([], of: emails, where: accounts.filter(registry), isDryRun: true)
            return try report(found.unchanged, registry, &context)
        }
        let mark = try mark(context)
        let filter = try accounts.filter(registry)
        try letters.requireTable(accounts.isJSON)
        let generated = try registry.generatePasswords(
            for: emails, where: filter, with: letters.columns ?? [])
        let passwords = generated.passwords
        try letters.requireKeys(of: passwords)
        let result = BulkResult(changed: passwords.map { BulkResult.Changed($0.email) })
        let summary =
            accounts.isJSON ? result.summary(isDryRun: false, passwords: letters.json(passwords)) : nil
        try passwords.printThenSet(as: summary, in: letters) { () throws(AccountsError) in
            _ = try registry.set(generated, mark: mark, where: filter)
        }
        if !accounts.isJSON { Diagnostics.report(.bulk(result, .setPassword)) }
        for email in passwords.map(\.email) { registry.warnIfBroken(email) }
    }

    private func mark(_ context: borrowing CommandContext) throws -> String? {
        try password.mark?.text(from: context.environment.now.systemDate)
    }

    private func report(_ emails: [String], _ registry: Registry, _ context: inout CommandContext) throws {
        let result = BulkResult(changed: emails.map { BulkResult.Changed($0) })
        try accounts.report(result, .setPassword, &context)
        for email in emails { registry.warnIfBroken(email) }
    }

    private func newPassword(of account: AccountFile, _ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try password.read() { return password }
        guard let conversation = context.conversation() else {
            throw context.line.missingValue(of: Field.password.optionName)
        }
        let draft = try context.directory().draft(over: account.values, needing: [.password])
        return try conversation.ask(.password, in: Form(of: [.password], in: draft))
    }
}

struct AccountsChangePasswordCommand: RegappCommand {
    static let words = ["accounts", "change-password"]
    static let otherWords = [["accounts", "passwd"]]

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
            guard lines[1] != lines[0] else { throw Report(.data, .passwordIsOld) }
            return try change(seen, to: lines[1], registry)
        }
        conversation.say(.done("type the old password first"))
        let old = try conversation.askKnown(.password, try context.directory().draft())
        let seen = try checked(old, account, registry, log, context)
        conversation.say(.done("and now the new one"))
        let draft = registry.directory.draft(over: seen.values, needing: [.password])
        let form = Form(replacingPassword: old, in: draft)
        try change(seen, to: try conversation.ask(.password, in: form), registry)
    }

    /// The registry; if its files cannot be read or accepted, only the system's log says why.
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
        // Warnings would name files.
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
