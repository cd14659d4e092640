import RegappCore
import RegappStore
import RegappTerminal
import RegappValues
import RegappWording

/// The page on which people choose their own passwords: what it shows and what becomes of what they send. All words and
/// all HTML are in its template, ``Texts/passwordPage`` or the file of `--page`; everything that is filled in is escaped.
///
/// Whoever does not know the current password, or have a link, learns nothing: an unknown account, a wrong password, a
/// locked and an expired account get the same bytes after the same work, and so do all links that do not work.
struct PasswordPage {
    private let template: Template
    private let domain: String?
    /// Nil if nobody is mailed a link.
    private let mail: LinkMail?
    private let logsShownPages: Bool

    /// - Parameter file: the template; nil for regapp's own.
    /// - Throws: a message if the template cannot be accepted.
    init(file: String?, domain: String?, mail: LinkMail?, logsShownPages: Bool) throws {
        template =
            try file.map { try Template(file: $0, Self.names) }
            ?? Template(Array(Texts.passwordPage.utf8), path: "page.html", Self.names)
        self.domain = domain
        self.mail = mail
        self.logsShownPages = logsShownPages
    }

    // MARK: The template

    /// What the page says at its top, if anything went wrong, or right.
    private enum Notice: String, CaseIterable {
        /// Wrong email or password.
        case refused
        /// The post came from another site.
        case elsewhere
        case busy
        case failed
        /// The link does not work.
        case ended
        case changed
        /// If there is such an account, a link is on its way.
        case mailed

        var isError: Bool { self != .changed && self != .mailed }
    }

    private static let rulePrefix = "rule-"
    private static let ruleBlocks =
        [
            "length", "letters", "digits", "digit", "lowercase", "uppercase", "alphabet", "email", "bytes",
            "control",
            "invisible", "required",
        ].map { rulePrefix + $0 }

    private static let names = Template.Names(
        places: ["email", "login", "token"],
        blocks: Notice.allCases.map(\.rawValue)
            + [
                "errors", "form", "with-password", "with-link", "rules", "new-wrong", "new-broken",
                "new-same",
                "again-wrong",
                "focus-email", "focus-new", "focus-again", "forgot", "by-email", "by-key", "by-both",
            ] + ruleBlocks,
        inner: (["number", "#broken"], ruleBlocks),
        hint: "\(.help(["page"])) prints the page of regapp, with every place")

    /// What fills the form.
    private enum Form {
        case withPassword
        case withLink(email: String, token: String)
    }

    /// What is wrong with a new password.
    private struct Mistakes {
        var broken: [Violation] = []
        var isOld = false
        var differs = false
        var isNone: Bool { broken.isEmpty && !isOld && !differs }
    }

    private func page(
        _ status: HTTPAnswer.Status, _ notice: Notice? = nil, form: Form? = nil, under policy: Policy? = nil,
        mistakes: Mistakes = Mistakes(), email: String = "", isHead: Bool = false
    ) -> HTTPAnswer {
        var content = Template.Content()
        content.places["email"] = email
        let key = policy?.loginKey ?? .email
        content.places["login"] = key.ownKey ?? ""
        content["by-email"] = key.ownKey == nil
        content["by-key"] = key.ownKey != nil && !key.includes(.email)
        content["by-both"] = key.ownKey != nil && key.includes(.email)
        content["errors"] = notice?.isError ?? false || !mistakes.isNone
        if let notice { content[notice.rawValue] = true }
        content["form"] = form != nil
        switch form {
        case .withPassword: content["with-password"] = true
        case .withLink(let email, let token):
            content["with-link"] = true
            content.places["email"] = email
            content.places["token"] = token
        case nil: break
        }
        content["new-wrong"] = !mistakes.broken.isEmpty || mistakes.isOld
        content["new-broken"] = !mistakes.broken.isEmpty
        content["new-same"] = mistakes.isOld
        content["again-wrong"] = mistakes.differs
        content["focus-email"] = notice == .refused
        content["focus-new"] = content["new-wrong"]
        content["focus-again"] = mistakes.differs && !content["new-wrong"]
        // Whoever has a link needs no other.
        content["forgot"] = mail != nil && !content["with-link"] && notice?.isError ?? true
        if let policy {
            content["rules"] = true
            for (rule, isBroken) in Self.rules(of: policy, mistakes.broken) {
                let number = rule.arguments.first.map { "\($0)" } ?? ""
                var facts = Template.Content(places: ["number": number])
                facts["broken"] = isBroken
                content.blocks[Self.rulePrefix + rule.ruleName] = [facts]
            }
        }
        let text = template.text(content, escaping: Self.escaped)
        return HTTPAnswer(
            status,
            [
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Security-Policy", Self.policy(of: text)),
                ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"),
            ], body: Array(text.utf8), sendsBody: !isHead)
    }

    /// The rules to list: those of the policy, but a limit that hardly anyone reaches only once it is broken, and
    /// whatever else is broken.
    private static func rules(of policy: Policy, _ broken: [Violation]) -> [(rule: Violation, isBroken: Bool)]
    {
        let usual = policy.passwordRules.map { Violation(field: .password, rule: .password($0)) }
            .filter { $0.ruleName != "bytes" }
        return usual.map { ($0, broken.contains($0)) }
            + broken.filter { !usual.contains($0) }.map { ($0, true) }
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: String(scalar)
            }
        }.joined()
    }

    /// Nothing but the page's own style sheets is allowed (CSP level 3).
    private static func policy(of page: String) -> String {
        var styles: [String] = []
        var rest = page
        while let begin = rest.firstPlace(of: "<style>") {
            rest = String(rest[begin.upperBound...])
            guard let end = rest.firstPlace(of: "</style>") else { break }
            styles.append(
                "'sha256-\(Base64.encode(SHA256Digest(Array(rest[..<end.lowerBound].utf8)).bytes))'")
            rest = String(rest[end.upperBound...])
        }
        let sheets = styles.isEmpty ? "'none'" : styles.joined(separator: " ")
        return
            "default-src 'none'; style-src \(sheets); form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    }

    // MARK: Answers

    /// Reads the request on standard input, and answers it on standard output.
    func answerRequest(_ context: inout CommandContext) throws {
        let answer: HTTPAnswer
        do {
            let request = try HTTPRequest()
            context.client = request.client
            switch request.method {
            case "GET", "HEAD": answer = show(request, &context)
            case "POST":
                guard !request.isFromAnotherSite else {
                    context.logDenial(of: nil, ["another-site"])
                    answer = page(.forbidden, .elsewhere, form: .withPassword)
                    break
                }
                let form = try request.form()
                if let mail, form["forgot"] != nil { return try send(mail, form, &context) }
                answer = change(form, &context)
            default: answer = HTTPAnswer(.methodNotAllowed, [("Allow", "GET, HEAD, POST")])
            }
        } catch let status as HTTPAnswer.Status {
            context.logDenial(of: nil, [SystemLog.badRequest])
            answer = HTTPAnswer(status)
        }
        try answer.send()
    }

    private func show(_ request: HTTPRequest, _ context: inout CommandContext) -> HTTPAnswer {
        let isHead = request.method == "HEAD"
        do {
            let registry = try context.registry()
            let policy = registry.directory.policy
            guard let fields = FormFields(request.query), let token = fields["token"] else {
                if logsShownPages { context.logIfWanted { $0.recordShownPage(of: nil, context.client) } }
                return page(.ok, form: .withPassword, under: policy, isHead: isHead)
            }
            let email = try self.email(fields, registry)
            switch registry.account(of: email, withLink: token) {
            case .failure(let refusal):
                try refusal.requireReadable(in: registry)
                return ended(email, refusal, &context, isHead: isHead)
            case .success(let account):
                if logsShownPages {
                    context.logIfWanted { $0.recordShownPage(of: account.email, context.client) }
                }
                let form = Form.withLink(email: account.email, token: token)
                return page(.ok, form: form, under: policy, isHead: isHead)
            }
        } catch {
            return failure(
                error, of: nil, as: Self.form(in: FormFields(request.query)), &context, isHead: isHead)
        }
    }

    /// Whoever has a link may have no current password.
    private static func form(in fields: FormFields?) -> Form {
        fields?["token"].map { .withLink(email: fields?["email"] ?? "", token: $0) } ?? .withPassword
    }

    private func change(_ form: FormFields, _ context: inout CommandContext) -> HTTPAnswer {
        var email: String?
        context.owner = form["token"] == nil ? .password : .link
        do {
            let registry = try context.registry()
            registry.directory.store.waitForTurn()
            let named = try self.email(form, registry)
            email = Self.nameToLog(form, named, registry)
            // If the account changes meanwhile, what was sent may be wrong by now.
            for _ in 1..<AccountStore.mostMerges {
                do {
                    if let token = form["token"] { return try change(form, named, token, registry, &context) }
                    return try change(form, named, registry, loggedAs: email, &context)
                } catch AccountsError.store(.changedMeanwhile) {}
            }
            throw AccountsError.store(.changedMeanwhile(path: ""))
        } catch {
            return failure(error, of: email, as: Self.form(in: form), &context)
        }
    }

    /// By the current password.
    private func change(
        _ form: FormFields, _ email: String, _ registry: Registry, loggedAs name: String?,
        _ context: inout CommandContext
    ) throws -> HTTPAnswer {
        let old = form["password"] ?? ""
        // Read before the old password is checked: if the account changes afterwards, nothing is saved.
        let account = Result<AccountFile?, AccountsError>(catching: try registry.account(of: email))
        let refusals = try registry.refusalWords(email, password: old)
        guard refusals.isEmpty, let account = try? account.get() else {
            context.logDenial(of: name, refusals)
            return page(.forbidden, .refused, form: .withPassword, under: registry.directory.policy)
        }
        return try change(form, account, from: old, registry, as: .withPassword, &context)
    }

    /// By a link.
    private func change(
        _ form: FormFields, _ email: String, _ token: String, _ registry: Registry,
        _ context: inout CommandContext
    ) throws -> HTTPAnswer {
        switch registry.account(of: email, withLink: token) {
        case .failure(let refusal):
            try refusal.requireReadable(in: registry)
            return ended(email, refusal, &context)
        case .success(let account):
            let link = Form.withLink(email: account.email, token: token)
            return try change(form, account, from: nil, registry, as: link, &context)
        }
    }

    private func change(
        _ form: FormFields, _ account: AccountFile, from old: String?, _ registry: Registry, as kind: Form,
        _ context: inout CommandContext
    ) throws -> HTTPAnswer {
        let new = form["new"] ?? ""
        let draft = registry.directory.draft(
            [.password: new], over: account.values, needing: [.password])
        let isOld =
            try old.map { $0 == new && !new.isEmpty }
            ?? (draft.violations.isEmpty && registry.isPasswordKept(new, by: account))
        let mistakes = Mistakes(
            broken: draft.violations, isOld: isOld,
            differs: new != form["again"] ?? "")
        guard mistakes.isNone else {
            context.logDenial(of: account.email, [SystemLog.passwordRules])
            return page(
                .badRequest, form: kind, under: registry.directory.policy, mistakes: mistakes,
                email: account.email)
        }
        try registry.changePassword(of: account, to: new)
        return page(.ok, .changed, email: account.email)
    }

    /// The email that was typed, or that of the login name; with the domain where it has none. Empty if it is nobody's.
    private func email(_ form: FormFields, _ registry: Registry) throws(AccountsError) -> String {
        // A link names its account by the email, whatever people log in by.
        if form["token"] != nil { return (form["email"] ?? "").trimmed }
        return try registry.email(loggingInAs: (form["email"] ?? "").trimmed, domain: domain) ?? ""
    }

    /// What the log may call a person: with the domain appended, a password typed in the place of a name would look like
    /// an email.
    private static func nameToLog(_ form: FormFields, _ email: String, _ registry: Registry) -> String? {
        let isEmail = form["email"]?.utf8.contains(UInt8(ascii: "@")) ?? false
        if isEmail { return email }
        return (try? registry.account(of: email)).flatMap { $0 } == nil ? nil : email
    }

    private func ended(
        _ email: String?, _ refusal: LinkRefusal, _ context: inout CommandContext, isHead: Bool = false
    ) -> HTTPAnswer {
        context.logDenial(of: email, [refusal.word])
        return page(.gone, .ended, isHead: isHead)
    }

    /// What hinders the directory is no matter of the person; only the log tells it.
    private func failure(
        _ error: any Error, of email: String?, as form: Form = .withPassword,
        _ context: inout CommandContext, isHead: Bool = false
    ) -> HTTPAnswer {
        let exit = Message(of: error).exit
        context.logDenial(of: email, [SystemLog.failure(exit)])
        // Without rules nothing works; with them, the person may try again.
        let isReadable = context.openedDirectory != nil
        let haveRulesChanged = if case AccountsError.rulesChanged = error { true } else { false }
        if exit == .busy || exit == .inputOutput && isReadable || haveRulesChanged {
            return page(.unavailable, .busy, form: form, isHead: isHead)
        }
        return page(.failed, .failed, isHead: isHead)
    }

    // MARK: Forgotten passwords

    /// Answers before it looks anything up, so that the answer and its time tell nothing; then mails a link.
    private func send(_ mail: LinkMail, _ form: FormFields, _ context: inout CommandContext) throws {
        try page(.accepted, .mailed).send()
        Terminal.Stream.detach()
        var email: String?
        do {
            let registry = try context.registry()
            let typed = (form["email"] ?? "").trimmed
            // The mail goes to the owner of an email alone, by whatever they log in.
            let named = typed.utf8.contains(UInt8(ascii: "@")) ? typed : try self.email(form, registry)
            email = Self.nameToLog(form, named, registry)
            let mailed = try registry.linkToMail(of: named, to: mail.page)
            let failure = mail.send(mailed, context.environment)
            context.logIfWanted { $0.recordMail(to: mailed.email, failure: failure, context.client) }
            if failure != nil { try registry.remove(mailed) }
        } catch let refusal as LinkRefusal {
            context.logDenial(of: email, [refusal.word])
        } catch { context.logDenial(of: email, [SystemLog.failure(Message(of: error).exit)]) }
    }
}

extension Registry {
    /// Why the owner of an account is refused with a password, in the words of the log; empty if they are not.
    ///
    /// - Throws: only if no hash can be computed now, or nothing be read, whatever the account: that the file of one
    ///   cannot be read would tell that there is one.
    func refusalWords(_ email: String, password: String) throws -> [String] {
        do { return try judge(email, password: password, isOwner: true).refusals.map(\.word) } catch {
            let exit = Message(of: error).exit
            guard exit != .busy, !isUnreadable(error) else { throw error }
            return [SystemLog.failure(exit)]
        }
    }
}

extension LinkRefusal {
    /// - Throws: why nothing can be read now, which says nothing about the link.
    fileprivate func requireReadable(in registry: Registry) throws {
        if case .unreadable(let error) = self, registry.isUnreadable(error) { throw error }
    }

    /// As in the system's log.
    var word: String {
        switch self {
        case .login(let refusal): refusal.word
        case .noLink: "no-link"
        case .tooSoon: "too-soon"
        case .unreadable(let error): SystemLog.failure(Message(of: error).exit)
        }
    }
}
