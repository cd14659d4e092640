import RegappCore
import RegappCommandLine
import RegappWording
import RegappTerminal

struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]

    static let page = CommandPage(
        "Set the password of an account, or generate those of several",
        discussion: [
            "Without an option the new password is asked for twice, on a terminal.",
            "With --generate each account gets a password of its own, which is printed once, on "
                + "standard output, as EMAIL, a tab and PASSWORD, before it is set. So every password "
                + "that is set has been printed. If it cannot be printed, nothing changes (74).",
            LetterOptions.discussion,
            "With --must-change the new password is a first password: 'regapp login' and the screens "
                + "ask the account's owner for another one before anything else, and refuse without a "
                + "terminal (65). Servers cannot ask, so they let the owner in; with --must-change-by "
                + "+14d they do so for 14 days, and then refuse it as if it were wrong. The owner can still "
                + "choose another one, by 'regapp login' and 'regapp accounts change-password'. The mark, "
                + "\"mustChange\" in the file, is true or that last day. It stays when this command sets a password, "
                + "unless there is --no-must-change; the owner's new password, and one that is edited or imported, "
                + "removes it.",
        ],
        examples: [
            "Set a password": "regapp accounts password ann@example.com",
            "Give new passwords to everyone in a list":
                "regapp accounts password --from new.txt --generate > passwords.txt",
            "Make a table for letters":
                "regapp accounts password --from new.txt --generate --csv --fields firstName,lastName,team,password",
        ],
        nicknames: ["chpasswd", "accounts reset", "accounts setpassword"])

    private let accounts: NamedAccounts
    private let password: PasswordSource
    private let letters: LetterOptions

    init(_ line: inout CommandLineReader) {
        accounts = NamedAccounts(&line, selects: true)
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
        // Before anything is asked.
        _ = try registry.commit([], of: [email], where: filter, isDryRun: true)
        let account = try registry.accountToRepair(of: email)
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
            let found = try registry.commit(
                [], of: emails, where: accounts.filter(registry), isDryRun: true)
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
        try passwords.printed(as: summary, in: letters) { () throws(AccountsError) in
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
        var form = Form(of: [.password], in: draft)
        try conversation.ask(.password, in: &form)
        return form.text(of: Field.password.rawValue)
    }
}
