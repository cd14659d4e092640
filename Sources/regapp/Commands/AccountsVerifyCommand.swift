import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsVerifyCommand: RegappCommand {
    static let words = ["accounts", "verify"]
    static let answersByExitCode = true

    static var page: CommandPage {
        CommandPage(
            "Check the password of an account, for services",
            discussion: [
                "A service types 'regapp accounts verify --password-stdin -- \"$user\"': after -- a user "
                    + "name is never mistaken for an option.",
                "It logs nobody in or out. The exit code is the answer: 0 if the password is right, 77 if it "
                    + "is wrong or there is no such account. Nothing else ends with 0: --help does so only "
                    + "on a terminal.",
                "With --protocol a service asks without a wrapper, as 'regapp help services' shows: 'pam' is what "
                    + "pam_exec speaks, 'external' what Apache's mod_authnz_external does. Then nothing is printed "
                    + "but the reason for a failure, in one line on standard error. An account whose file has a "
                    + "mistyped key, such as Expires, is refused without a reason; 'regapp check' names it.",
                "With --where team=board only that team gets in: anybody else is refused as for a wrong password. "
                    + "Conditions are those of 'regapp accounts list'. A key that no file has is not named here: "
                    + "nobody gets in.",
            ],
            examples: [
                Example("Let a service ask", "regapp accounts verify --password-stdin -- \"$user\""),
                Example(
                    "Let only a team in",
                    "regapp accounts verify --where team=board --password-stdin -- \"$user\""),
                Example(
                    "Check a password", "regapp accounts verify ann@example.com --password-stdin < secret.txt"
                ),
            ])
    }

    private let email: String
    private let service: ServiceProtocol?
    private let password: PasswordSource
    private let conditions: ConditionOptions

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
            "refuse accounts without this value under KEY; KEY!=VALUE and KEY= too; may be repeated")
    }

    func run(_ context: inout CommandContext) throws {
        guard let service else {
            let registry = try context.registry()
            try verify(email, try typed(&context), registry)
            return warn(registry)
        }
        // A service has one line for it in its log.
        defer { context.dropWarnings() }
        do {
            let question = try service.question(context.environment)
            try verify(question.user, question.password, try context.registry())
        } catch AccountsError.invalidFile(let problems) where problems.allSatisfy(\.isMistake) {
            throw Report.silentRefusal
        } catch {
            let report = Report(of: error)
            throw Report(report.exit, Array(report.errors.prefix(1)))
        }
    }

    private func verify(_ email: String, _ password: String, _ registry: Registry) throws {
        let conditions = try conditions.conditions(under: registry.directory.policy)
        guard try registry.verify(email, password: password, where: conditions) else {
            throw Report.wrongPassword
        }
    }

    /// Names keys of the account that are certainly mistyped. A refusal says nothing of the account.
    private func warn(_ registry: Registry) {
        let account = try? registry.account(of: email)
        let keys = account?.misspeltKeys(under: registry.directory.policy) ?? []
        Diagnostics.tell(.misspelt(keys.filter(\.isMistake)))
    }

    private func typed(_ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try self.password.read() { return password }
        guard let conversation = context.conversation() else {
            throw Report.nobodyToAskForPassword
        }
        return try conversation.askKnown(.password, try context.directory().draft())
    }
}
