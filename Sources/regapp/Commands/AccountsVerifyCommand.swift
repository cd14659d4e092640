import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts verify`: checks a password for a service; the exit code is the answer.
struct AccountsVerifyCommand: RegappCommand {
    static let words = ["accounts", "verify"]
    static let answersByExitCode = true

    static var page: CommandPage {
        CommandPage(
            "Check the password of an account, for services",
            discussion: [
                "A service types 'regapp accounts verify --password-stdin -- \"$user\"': after -- the name of a user "
                    + "is never taken for an option.",
                "Nobody is logged in or out by it. The exit code is the answer: 0 if the password is right, 77 "
                    + "if it is wrong or there is no such account. Nothing else ends with 0: --help does so only "
                    + "on a terminal.",
            ],
            examples: [
                Example("Let a service ask", "regapp accounts verify --password-stdin -- \"$user\""),
                Example(
                    "Check a password", "regapp accounts verify ann@example.com --password-stdin < secret.txt"
                ),
            ])
    }

    private let email: String
    private let password: PasswordSource

    init(_ line: inout CommandLineReader) {
        email = line.account()
        password = PasswordSource(&line)
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let password = try typed(&context)
        guard try reporting({ () throws(AccountsError) in try registry.verify(email, password: password) })
        else { throw Report(.wrongPassword) }
    }

    private func typed(_ context: inout CommandContext) throws(Report) -> String {
        if case .given(let password)? = try self.password.read() { return password }
        guard let questions = context.questions() else {
            throw Report(.nobodyToAskForPassword)
        }
        return try questions.once(.password)
    }
}
