import Accounts
import CommandParser
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
                    + "but the reason for a failure, in one line on standard error.",
            ],
            examples: [
                Example("Let a service ask", "regapp accounts verify --password-stdin -- \"$user\""),
                Example(
                    "Check a password", "regapp accounts verify ann@example.com --password-stdin < secret.txt"
                ),
            ])
    }

    private let email: String
    private let service: ServiceProtocol?
    private let password: PasswordSource

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
    }

    func run(_ context: inout CommandContext) throws {
        guard let service else {
            let registry = try context.registry()
            return try Self.verify(email, try typed(&context), registry)
        }
        // A service has one line for it in its log.
        defer { context.dropWarnings() }
        do {
            let question = try service.question(context.environment)
            try Self.verify(question.user, question.password, try context.registry())
        } catch {
            let report = Report(of: error)
            throw Report(report.exit, Array(report.errors.prefix(1)))
        }
    }

    private static func verify(
        _ email: String, _ password: String, _ registry: Registry
    ) throws {
        guard try registry.verify(email, password: password) else { throw Report.wrongPassword }
    }

    private func typed(_ context: inout CommandContext) throws -> String {
        if case .given(let password)? = try self.password.read() { return password }
        guard let conversation = context.conversation() else {
            throw Report.nobodyToAskForPassword
        }
        return try conversation.askKnown(.password, try context.directory().draft())
    }
}
