import RegappCore
import RegappStore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]
    static let isWriter = true

    private let accounts: AccountSelection
    private let password: PasswordSource
    private let page: PageAddress?
    private let validity: LinkValidity?
    private let letters: LetterOptions

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, selects: true)
        password = PasswordSource(&line, mayGenerate: true, mayRemoveMark: true)
        page = line.option(
            "link", .pageAddress, "URL", oneOf: "password",
            "set no password, but print a link to the page at URL, by which the owner chooses one once")
        validity = line.option(
            "valid", .linkValidity, "TIME", with: ["link"],
            "how long a link works, such as 12h or 3d; default: 3d")
        letters = LetterOptions(&line, orWith: "link")
    }

    func run(_ context: inout CommandContext) throws {
        if accounts.file == "-", password.isOnStandardInput {
            throw Report(
                .usage, "--from - and --password-stdin both read standard input",
                hint: "name the account, or use --password-file")
        }
        let registry = try context.registry()
        let emails = try accounts.emails(&context)
        if password.isGenerated || page != nil { return try generate(for: emails, in: registry, &context) }
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
        let columns = letters.columns ?? []
        let generated =
            try page.map {
                try registry.generateLinks(
                    for: emails, to: $0, validFor: validity ?? .usual, where: filter, with: columns,
                    mark: mark)
            } ?? registry.generatePasswords(for: emails, where: filter, with: columns, mark: mark)
        let secrets = generated.letters
        try letters.requireKeys(of: secrets)
        let result = BulkResult(changed: secrets.map { BulkResult.Changed($0.email) })
        let summary = accounts.isJSON ? result.summary(isDryRun: false, letters: letters.json(secrets)) : nil
        try secrets.printThenSet(as: summary, in: letters) { () throws(AccountsError) in
            _ = try registry.set(generated)
        }
        if !accounts.isJSON { Diagnostics.report(.bulk(result, generated.verb)) }
        for email in secrets.map(\.email) { registry.warnIfBroken(email, hasLink: page != nil) }
    }

    private func mark(_ context: borrowing CommandContext) throws -> String? {
        try password.mark?.text(from: context.environment.now.systemDate)
    }

    private func report(_ emails: [String], _ registry: Registry, _ context: inout CommandContext) throws {
        let result = BulkResult(changed: emails.map { BulkResult.Changed($0) })
        try accounts.report(result, page == nil ? .setPassword : .link, &context)
        for email in emails { registry.warnIfBroken(email, hasLink: page != nil) }
    }

    private func newPassword(of account: AccountFile, _ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try password.read() { return password }
        guard let conversation = context.conversation() else {
            throw context.line.description.missing(Field.password.optionName)
        }
        let draft = try context.directory().draft(over: account.values, needing: [.password])
        return try conversation.ask(.password, in: Form(of: [.password], in: draft))
    }
}

struct AccountsChangePasswordCommand: RegappCommand {
    static let words = ["accounts", "change-password"]
    static let isWriter = true
    static let otherWords = [["accounts", "passwd"]]

    private let name: String
    private let page: PageOptions?

    init(_ line: inout CommandLineReader) {
        name = line.account()
        page = PageOptions(&line)
    }

    func run(_ context: inout CommandContext) throws {
        if let page {
            // A service logs only one line, so warnings are dropped.
            defer { context.dropWarnings() }
            return try page.page().answerRequest(&context)
        }
        context.owner = .password
        let registry = try found(&context)
        // What cannot be read is refused below, like a name that nobody has.
        let email = (try? registry.directory.emails(meantBy: [name]))?[0] ?? name
        // Read before the old password is checked: if the account changes afterwards, nothing is saved.
        let account = Result<AccountFile?, AccountsError>(catching: try registry.account(of: email))
        guard let conversation = context.conversation() else {
            let lines = try Self.lines()
            let seen = try checked(lines[0], email, account, registry, context)
            guard lines[1] == lines[2] else { throw Report(.data, Form.passwordsDiffer) }
            guard lines[1] != lines[0] else { throw Report(.data, .passwordIsOld) }
            return try change(seen, to: lines[1], registry)
        }
        conversation.say(.done("type the old password first"))
        let old = try conversation.askKnown(.password, try context.directory().draft())
        let seen = try checked(old, email, account, registry, context)
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
            context.logDenial(of: name, [SystemLog.failure(exit)])
            context.dropWarnings()
            throw Report.wrongPassword()
        }
    }

    /// - Throws: the same for every refusal, at the same cost; another error only if no hash can be computed now.
    private func checked(
        _ old: String, _ email: String, _ account: Result<AccountFile?, AccountsError>,
        _ registry: Registry, _ context: borrowing CommandContext
    ) throws -> AccountFile {
        let refusals: [String]
        do { refusals = try registry.refusalWords(email, password: old) } catch {
            context.logDenial(of: email, [SystemLog.failure(Report(of: error).exit)])
            throw error
        }
        if refusals.isEmpty, let account = try? account.get() { return account }
        context.logDenial(of: email, refusals)
        // Warnings would name files.
        context.dropWarnings()
        throw Report.wrongPassword(by: registry.directory.policy.loginKey)
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
                .data, "standard input must hold three lines: the old password, and the new one twice",
                hint: "an administrator types \(.regapp("accounts", "password", "EMAIL"))")
        }
        return lines
    }
}

/// The page for passwords, as the options of its command describe it.
struct PageOptions {
    private let file: String?
    private let domain: String?
    private let address: PageAddress?
    private let mailsLinks: Bool
    private let sendmail: String?
    private let mailFile: String?
    private let logsShownPages: Bool

    /// Nil without `--protocol http`; all options are read nevertheless.
    init?(_ line: inout CommandLineReader) {
        let service = line.option(
            "protocol", .choice(of: [ServiceProtocol.http]), "PROTOCOL", replacesArguments: true,
            "answer one HTTP request with a page on which people choose their passwords: http")
        let served = OptionNeed.values(["http"], of: "protocol")
        domain = line.option(
            "domain", .domain, "DOMAIN", with: served, "treat NAME as NAME@DOMAIN")
        file = line.option(
            "page", .file, "FILE", with: served, "the page's HTML, made of what 'regapp help page' prints")
        mailsLinks = line.flag(
            "forgot-mail", with: ["link"],
            "offer on the page to mail a link to people who forgot their password")
        address = line.option(
            "link", .pageAddress, "URL", with: served, "the page's address, for links in mails")
        sendmail = line.option(
            "sendmail", .file, "PROGRAM", with: ["forgot-mail"],
            "what sends mails, called as PROGRAM -t -i; default: the sendmail of PATH")
        mailFile = line.option(
            "mail", .file, "FILE", with: ["forgot-mail"], "the text of mails, with its subject")
        logsShownPages = line.flag(
            "log", with: served,
            "write shown pages to the system's log too, as changes and refusals always are")
        guard service != nil else { return nil }
    }

    /// - Throws: a report if a template cannot be accepted.
    func page() throws -> PasswordPage {
        let mail =
            mailsLinks ? try address.map { try LinkMail(page: $0, file: mailFile, program: sendmail) } : nil
        return try PasswordPage(file: file, domain: domain, mail: mail, logsShownPages: logsShownPages)
    }
}
