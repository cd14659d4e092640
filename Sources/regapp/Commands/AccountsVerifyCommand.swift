import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

struct AccountsVerifyCommand: RegappCommand {
    static let words = ["accounts", "verify"]
    static let page = #"""
        # accounts verify
        Check the password of an account, for services

        A service runs 'regapp accounts verify --password-stdin -- "$user"'. After --, a user name is never mistaken for
        an option.

        The exit code is the answer: 0 means that the password is right, 77 that it is wrong, or that the account is
        unknown, locked or expired. 65, 74 and 75 say nothing about it: a file is invalid or unreadable, or the machine was
        busy. Only --help on a terminal also returns 0. No session starts or ends.

        With --protocol a service needs no wrapper, as 'regapp help services' shows. Use 'pam' with pam_exec, and
        'external' with Apache's mod_authnz_external. Both print only the reason for a failure, as one line on standard
        error. If a file has a mistyped key such as Expires, regapp refuses the account without a reason; 'regapp check'
        lists it.

        --protocol http reads the head of one HTTP request on standard input and answers on standard output. If the name and
        password of 'Authorization: Basic' are right, it answers 200, with Remote-User, Remote-Email and Remote-Name; if
        they are wrong or missing, 401. 503 tells the server to try again, and 500 that a file cannot be accepted. A
        malformed, slow or large request gets 400, 408 or 431. Only the system's log has the reason. Header values are
        printable ASCII: every other byte, % and a comma in a list's value are percent-encoded.

        If people log in by a custom key ('regapp policy set loginKey email,login'), a name without an @ is a value of that
        key, and regapp reads every account. With --domain, regapp tries NAME@DOMAIN first.

        --where team=board lets in only that team; everyone else is refused as if the password were wrong. If no account
        has the key, everyone is refused, and the system's log says 'unknown-key'.

        - Let only a team in | regapp accounts verify --where team=board --password-stdin -- "$user"
        - Check a password | regapp accounts verify ann@example.com --password-stdin < secret.txt

            checkpassword, verifypassword, testpassword, check password, accounts test, accounts auth
            accounts authenticate, auth test, htpasswd v, htpasswd vb
        """#
    static let answersByExitCode = true

    private let email: String
    private let service: ServiceProtocol?
    private let password: PasswordSource
    private let conditions: ConditionOptions
    private let domain: String?
    private let realm: String?
    private let headers: [AnswerHeader]
    private let isLogged: Bool

    init(_ line: inout CommandLineReader) {
        email = line.account()
        service = line.option(
            "protocol", .choice, "PROTOCOL", oneOf: "password", replacesArguments: true,
            "take user and password from a service: "
                + ServiceProtocol.allCases.map(\.rawValue).listed(last: "or"))
        password = PasswordSource(&line)
        conditions = ConditionOptions(
            &line,
            "refuse accounts without this value under KEY; KEY!=VALUE and KEY= too")
        domain = line.option("domain", .domain, "DOMAIN", "treat NAME as NAME@DOMAIN")
        realm = line.option(
            "realm", .text, "TEXT", with: .values(["http"], of: "protocol"),
            "the realm that browsers show; default: accounts")
        headers = line.options(
            "header", .answerHeader, "NAME=KEY", with: .values(["http"], of: "protocol"),
            "a header NAME with the value under KEY in the answers")
        isLogged = line.flag("log", "write to the system's log too, as --protocol always does")
    }

    func run(_ context: inout CommandContext) throws {
        guard let service else {
            // Fails before it asks for a password.
            if !isLogged { _ = try context.registry() }
            let password = try typed(&context)
            if isLogged, !LogSocket.isPresent, (try? context.directory())?.policy.isLogged ?? true {
                Diagnostics.report(.warning(LogSocket.absence))
            }
            let account = try ask(
                .init(phase: .auth, user: self.email), password, &context, logs: isLogged)
            // Only after success is a mistyped key reported: a refusal says nothing of the account.
            let keys = account.misspeltKeys(under: try context.directory().policy)
            for key in keys where key.isMistake { Diagnostics.report(.warning(key.sentence)) }
            return
        }
        // A service logs only one line, so warnings are dropped.
        defer { context.dropWarnings() }
        // Standard error may reach the client of HTTP too, so nothing is written to it.
        if service == .http { return try answerToRequest(&context).send() }
        do { _ = try answer(service, &context) } catch {
            let failure = Self.failure(of: error)
            throw Message(failure.exit, Array(failure.errors.prefix(1)))
        }
    }

    private func answerToRequest(_ context: inout CommandContext) -> HTTPAnswer {
        let unauthorized = HTTPAnswer.unauthorized(realm: realm ?? "accounts")
        do {
            return HTTPAnswer(.ok, headers(of: try answer(.http, &context)))
        } catch let status as HTTPAnswer.Status {
            return status == .unauthorized ? unauthorized : HTTPAnswer(status)
        } catch {
            let exit = Self.failure(of: error).exit
            switch exit {
            case .denied: return unauthorized
            case .busy: return HTTPAnswer(.unavailable)
            default: return HTTPAnswer(.failed, exit: exit)
            }
        }
    }

    private func headers(of account: AccountFile) -> [(String, String)] {
        let name = [Field.firstName, .lastName].compactMap { account.values[$0] }.filter { !$0.isEmpty }
        return [
            ("Remote-User", account.email.headerValue), ("Remote-Email", account.email.headerValue),
            ("Remote-Name", name.joined(separator: " ").headerValue),
        ] + headers.map { ($0.name, $0.value(of: account)) }
    }

    private static func failure(of error: any Error) -> Message {
        if case AccountsError.invalidFile(let problems) = error, problems.allSatisfy(\.isMistake) {
            // The service has no use for the reason.
            return Message(Message.wrongPassword().exit, [])
        }
        return Message(of: error)
    }

    /// - Returns: the account that may get in.
    private func answer(
        _ service: ServiceProtocol, _ context: inout CommandContext
    ) throws -> AccountFile {
        var question = service.surroundings(context.environment)
        let password: String?
        do { password = try service.password(&question, context.environment) } catch {
            // A browser asks without a password first.
            if case HTTPAnswer.Status.unauthorized = error { throw error }
            _ = try? context.directory()
            context.logIfWanted { $0.record(question, [SystemLog.badRequest]) }
            throw error
        }
        return try ask(question, password, &context, logs: true)
    }

    /// - Returns: the account that may get in, as it was judged.
    private func ask(
        _ question: SystemLog.Question, _ password: String?, _ context: inout CommandContext, logs: Bool
    ) throws -> AccountFile {
        let verdict: JudgedLogin
        let policy: Policy
        var question = question
        do {
            let registry = try context.registry()
            policy = registry.directory.policy
            let email = try registry.email(loggingInAs: question.user, domain: domain) ?? ""
            verdict = try registry.judge(
                email, password: password, where: try conditions.conditions(under: policy))
            // With the domain appended, a password typed in the name's place would look like an email.
            if let account = verdict.account {
                question.user = email
                question.loginName = account.loginName(under: policy)
            }
        } catch {
            if logs {
                context.logIfWanted { $0.record(question, [SystemLog.failure(Message(of: error).exit)]) }
            }
            throw error
        }
        if logs { context.logIfWanted { $0.record(question, verdict.refusals.map(\.word)) } }
        guard let account = verdict.account, verdict.refusals.isEmpty else {
            throw Message.wrongPassword(by: policy.loginKey)
        }
        return account
    }

    private func typed(_ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try self.password.read() { return password }
        guard let conversation = context.conversation() else {
            throw Message(
                .usage, "cannot ask for the password",
                hint: "give the password with --password-stdin or --password-file")
        }
        return try conversation.askKnown(.password, try context.directory().draft())
    }
}

/// How a service passes a user's name and password; the raw value is what `--protocol` takes.
enum ServiceProtocol: String, CaseIterable, Sendable {
    /// Like pam_exec(8) with `expose_authtok`: `PAM_USER` is the name, standard input the password, up to a NUL.
    case pam
    /// Like Apache's mod_authnz_external with the method `pipe`: two lines on standard input that end with LF, the
    /// name and the password. A name with a line break in it makes a third one.
    case external
    /// One HTTP request, for nginx's `auth_request` and the like; the answer is on standard output.
    case http

    /// What is asked; the raw value is the value of `PAM_TYPE`.
    enum Phase: String, Sendable {
        /// Whether a password is right.
        case auth
        /// Whether an account may be used now, whatever proved who its user is.
        case account
    }

    func surroundings(_ environment: ProcessEnvironment) -> SystemLog.Question {
        switch self {
        case .pam:
            SystemLog.Question(
                phase: environment.variable("PAM_TYPE").flatMap(Phase.init),
                user: environment.variable("PAM_USER") ?? "",
                service: environment.variable("PAM_SERVICE"), host: environment.variable("PAM_RHOST"))
        case .external: SystemLog.Question(phase: .auth, host: environment.variable("IP"))
        case .http: SystemLog.Question(phase: .auth)
        }
    }

    /// Reads the request of the service that runs this process, and adds the user's name to the question. Returns the
    /// password; nil if the question is about the account alone, and standard input is not read. Throws a message, or
    /// the status of an ``HTTPAnswer``, if the request does not follow the protocol.
    func password(_ question: inout SystemLog.Question, _ environment: ProcessEnvironment) throws -> String? {
        switch self {
        case .pam:
            guard let phase = question.phase else {
                throw Message.notAskedByPAM("PAM_TYPE", value: environment.variable("PAM_TYPE"))
            }
            guard !question.user.isEmpty else { throw Message.notAskedByPAM("PAM_USER", value: nil) }
            guard phase == .auth else { return nil }
            let input = try PasswordSource.standardInput()
            return try PasswordSource.text(of: input.prefix { $0 != 0 })
        case .external:
            let lines = try PasswordSource.standardInput()
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the second LF is empty.
            guard lines.count == 3, lines[2].isEmpty else {
                throw Message(
                    .data, "standard input must hold two lines, the user and the password, and no more")
            }
            question.user = try PasswordSource.text(of: lines[0])
            return try PasswordSource.text(of: lines[1])
        case .http:
            let request = try HTTPRequest()
            question.host = request.client
            question.service = request.site
            guard let credentials = request.credentials else { throw HTTPAnswer.Status.unauthorized }
            question.user = credentials.user
            return credentials.password
        }
    }
}
