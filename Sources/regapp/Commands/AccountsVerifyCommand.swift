import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsVerifyCommand: RegappCommand {
    static let words = ["accounts", "verify"]
    static let answersByExitCode = true

    static let page = CommandPage(
        "Check the password of an account, for services",
        discussion: [
            "A service runs 'regapp accounts verify --password-stdin -- \"$user\"': after --, a user "
                + "name is never mistaken for an option.",
            "It starts and ends no session. The exit code is the answer: 0 if the password is right, "
                + "77 if it is wrong or there is no such account. Nothing else ends with 0: --help "
                + "does so only on a terminal.",
            "With --protocol a service asks without a wrapper, as 'regapp help services' shows: 'pam' is what "
                + "pam_exec speaks, 'external' what Apache's mod_authnz_external does. Then nothing is printed "
                + "but the reason for a failure, in one line on standard error. An account whose file has a "
                + "mistyped key, such as Expires, is refused without a reason; 'regapp check' names it.",
            "With --where team=board only that team gets in: everyone else is refused as if the "
                + "password were wrong. Conditions are those of 'regapp accounts list'. If no account "
                + "has the key, everyone is refused, whatever the condition; the system's log says 'unknown-key'.",
        ],
        examples: [
            "Let a service ask": "regapp accounts verify --password-stdin -- \"$user\"",
            "Let only a team in": "regapp accounts verify --where team=board --password-stdin -- \"$user\"",
            "Check a password": "regapp accounts verify ann@example.com --password-stdin < secret.txt",
        ])

    private let email: String
    private let service: ServiceProtocol?
    private let password: PasswordSource
    private let conditions: ConditionOptions
    private let isLogged: Bool

    init(_ line: inout CommandLineReader) {
        email = line.account()
        (service, password) = line.oneOf {
            (
                $0.option(
                    "protocol", .choice, "PROTOCOL", replacesArguments: true,
                    "take user and password from a service: "
                        + ServiceProtocol.allCases.map(\.rawValue).listed(last: "or")),
                PasswordSource(&$0)
            )
        }
        conditions = ConditionOptions(
            &line,
            "refuse accounts without this value under KEY; KEY!=VALUE and KEY= too; can be repeated")
        isLogged = line.flag("log", "write to the system's log too, as --protocol always does")
    }

    func run(_ context: inout CommandContext) throws {
        guard let service else {
            // Nobody is asked for a password in vain.
            if !isLogged { _ = try context.registry() }
            let password = try typed(&context)
            let registry = try ask(.init(phase: .auth, user: email), password, &context, logs: isLogged)
            // Keys of the account that are certainly mistyped. A refusal says nothing of the account.
            let account = try? registry.account(of: email)
            let keys = account?.misspeltKeys(under: registry.directory.policy) ?? []
            return Diagnostics.report(.misspelt(keys.filter(\.isMistake)))
        }
        // A service has one line for it in its log.
        defer { context.dropWarnings() }
        do { try answer(service, &context) } catch AccountsError.invalidFile(let problems)
            where problems.allSatisfy(\.isMistake)
        {
            // The service has no use for the reason.
            throw Report(Report.wrongPassword.exit, [])
        } catch {
            let report = Report(of: error)
            throw Report(report.exit, Array(report.errors.prefix(1)))
        }
    }

    private func answer(_ service: ServiceProtocol, _ context: inout CommandContext) throws {
        var question = service.surroundings(context.environment)
        let password: String?
        do { password = try service.password(&question, context.environment) } catch {
            _ = try? context.directory()
            context.logAnswer(question, [SystemLog.badRequest])
            throw error
        }
        _ = try ask(question, password, &context, logs: true)
    }

    private func ask(
        _ question: SystemLog.Question, _ password: String?, _ context: inout CommandContext, logs: Bool
    ) throws -> Registry {
        let (registry, refusals): (Registry, [LoginRefusal])
        do {
            registry = try context.registry()
            let conditions = try conditions.conditions(under: registry.directory.policy)
            refusals =
                if let password {
                    try registry.refusals(question.user, password: password, where: conditions)
                } else {
                    try registry.refusals(question.user, where: conditions)
                }
        } catch {
            if logs { context.logAnswer(question, [SystemLog.failure(Report(of: error).exit)]) }
            throw error
        }
        if logs { context.logAnswer(question, refusals.map(\.word)) }
        guard refusals.isEmpty else { throw Report.wrongPassword }
        return registry
    }

    private func typed(_ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try self.password.read() { return password }
        guard let conversation = context.conversation() else {
            throw Report(
                .usage, "cannot ask for the password",
                hint: "give the password with --password-stdin or --password-file")
        }
        return try conversation.askKnown(.password, try context.directory().draft())
    }
}
