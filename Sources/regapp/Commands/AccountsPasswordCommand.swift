import RegappCore
import RegappStore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]
    static let page = #"""
        # accounts password
        Set the password of an account, or generate several

        Without an option, on a terminal, regapp asks for the new password twice.

        --generate gives each account a random password, and prints it once on standard output, as EMAIL, a tab and
        PASSWORD, before it sets it. If it cannot be printed, nothing changes, and regapp exits with 74.

        {letters}

        --must-change makes the new password a first password: 'regapp login' and the screens ask its owner for another one
        before anything else. Without a terminal, 'login' exits with 65. Servers cannot ask, so they let the owner in. With
        --must-change-by +14d they refuse the password after 14 days; the owner can still choose another one with 'regapp
        login' or 'regapp accounts change-password'. The file keeps "mustChange", as true or the last day, until the owner
        chooses a password or you use --no-must-change. A password set by an administrator or an import does not remove it.

        --link sets no password, but prints a link to the page of 'regapp accounts change-password --protocol http' for each
        account, once. The owner opens it within three days, or the time of --valid, and chooses a password; until then the
        current one stays. A link works once. It ends with a newer link, another email or password, 'regapp undo', a lock or
        the expiry date, and then never works again. For a locked account, regapp warns that the link works only once it is
        unlocked. The file keeps "passwordLink": until when the link works, the SHA-256 of its token, and when it was made.

        - Set a password | regapp accounts password ann@example.com
        - Let people choose their first passwords | regapp accounts password --from new.txt --csv --fields
          firstName,email,link --link https://accounts.example.org/password
        - Make a table for letters | regapp accounts password --from new.txt --generate --csv --fields
          firstName,lastName,team,password

            passwd, password, passwd d = EMAIL, passwd delete = EMAIL, setpassword, chpasswd, resetpassword, usermod p
            accounts reset, accounts setpassword
            accounts resetpassword, set password, change password, reset password, link = EMAIL --link URL
            accounts link = EMAIL --link URL, accounts invite = EMAIL --link URL, --reset =, --expire = --must-change
            --mail = --link, --send = --link, --force = --must-change, --force-change = --must-change
            pw, reset, passwd e = EMAIL --must-change, passwd expire = EMAIL --must-change, chage d = EMAIL --must-change
            chage lastday = EMAIL --must-change
            token = EMAIL --link URL, smbpasswd, ldappasswd, resetpw
            generate = EMAIL --generate, genpass = EMAIL --generate, pwgen = EMAIL --generate, mkpasswd = EMAIL --generate
        """#
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
            throw Message(
                .usage, "--from - and --password-stdin both read standard input",
                hint: "name the account, or use --password-file")
        }
        let registry = try context.registry()
        let emails = try accounts.emails(&context)
        if password.isGenerated || page != nil { return try generate(for: emails, in: registry, &context) }
        guard let email = emails.first else { return try report([], registry, &context) }
        guard emails.count == 1 else {
            throw Message(
                .usage, "several accounts cannot share one password",
                hint: "add --generate to give each its own, or type one account alone, and regapp asks")
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
    static let page = #"""
        # accounts change-password
        Change your own password; asks for the old one

        This command is for the account owner; an administrator sets a password with 'regapp accounts password'. On a
        terminal, regapp asks for the old password, and then for the new one twice. Elsewhere it reads these three lines
        from standard input. 'regapp accounts passwd' is the same command. With the sudo rule in 'regapp help services',
        every Unix user can run it.

        A wrong password, an unknown, locked or expired account and a file that cannot be accepted all get the same answer,
        and exit code 77. Only the system's log has the reason. 74 and 75 say nothing about the password.

        --protocol http answers one HTTP request with a page, for people without a Unix account. 'regapp help services' has
        the configuration of systemd, nginx, Caddy and Apache. GET shows the page, and POST changes the password. The answer
        is 200, 400 with every broken rule, or 403 for any mistake in the email or the current password. With a link from
        'regapp accounts password --link', the page asks only for the new password; a link that no longer works gets 410.
        'regapp help page' prints the page, and --page takes a changed one.

        With --forgot-mail the page offers to mail a link, and always answers 202. If there is such an account, it can log
        in, and it got no link in the last 15 minutes, 'sendmail -t -i' gets a mail to the address of the account, with a
        link to URL that works for an hour. A longer link of an administrator stays until it ends. --mail FILE replaces the
        text: 'Subject:', perhaps 'From:' and 'Reply-To:', an empty line, and the words, with '{{email}}' and '{{link}}'.

        - Change a password | regapp accounts change-password ann@example.com
        - Let a web page change it | printf '%s\n' "$old" "$new" "$again" | regapp accounts change-password -- "$user"
        """#
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
        let email: String
        do { email = try registry.directory.emails(meantBy: [name])[0] } catch {
            guard !registry.isUnreadable(error) else { throw Message.unreadableRegistry }
            email = name
        }
        // Read before the old password is checked: if the account changes afterwards, nothing is saved.
        let account = Result<AccountFile?, AccountsError>(catching: try registry.account(of: email))
        let conversation = context.conversation()
        conversation?.say(.done("type the old password first"))
        let lines = conversation == nil ? try Self.lines() : []
        let old = try conversation?.askKnown(.password, registry.directory.draft()) ?? lines[0]
        let seen = try checked(old, email, account, registry, context)
        do {
            let new: String
            if let conversation {
                conversation.say(.done("and now the new one"))
                let draft = registry.directory.draft(over: seen.values, needing: [.password])
                new = try conversation.ask(.password, in: Form(replacingPassword: old, in: draft))
            } else {
                new = lines[1]
                guard new == lines[2] else { throw Message(.data, Form.passwordsDiffer) }
                guard new != old else { throw Message(.data, .passwordIsOld) }
            }
            try change(seen, to: new, registry)
        } catch {
            // Else a guessed password would leave no trace, of whoever gives up then, too.
            let exit = Message(of: error).exit
            let isOfFiles = [.busy, .inputOutput, .notFound].contains(exit)
            context.logDenial(of: email, [isOfFiles ? SystemLog.failure(exit) : SystemLog.passwordRules])
            throw error
        }
    }

    /// The registry; if its files cannot be read or accepted, only the system's log says why.
    private func found(_ context: inout CommandContext) throws -> Registry {
        do { return try context.registry() } catch {
            let exit = Message(of: error).exit
            guard [.data, .inputOutput].contains(exit) else { throw error }
            context.logDenial(of: name, [SystemLog.failure(exit)])
            context.dropWarnings()
            throw exit == .inputOutput ? .unreadableRegistry : Message.wrongPassword()
        }
    }

    /// - Throws: the same for every refusal, at the same cost; another error only if no hash can be computed now.
    private func checked(
        _ old: String, _ email: String, _ account: Result<AccountFile?, AccountsError>,
        _ registry: Registry, _ context: borrowing CommandContext
    ) throws -> AccountFile {
        let refusals: [String]
        do { refusals = try registry.refusalWords(email, password: old) } catch {
            context.logDenial(of: email, [SystemLog.failure(Message(of: error).exit)])
            guard registry.isUnreadable(error) else { throw error }
            context.dropWarnings()
            throw Message.unreadableRegistry
        }
        if refusals.isEmpty, let account = try? account.get() { return account }
        context.logDenial(of: email, refusals)
        // Warnings would name files.
        context.dropWarnings()
        throw Message.wrongPassword(by: registry.directory.policy.loginKey)
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
            throw Message(
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

    /// - Throws: a message if a template cannot be accepted.
    func page() throws -> PasswordPage {
        let mail =
            mailsLinks ? try address.map { try LinkMail(page: $0, file: mailFile, program: sendmail) } : nil
        return try PasswordPage(file: file, domain: domain, mail: mail, logsShownPages: logsShownPages)
    }
}
