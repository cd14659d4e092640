import RegappCore
import RegappStore
import RegappWording

/// Writes into the system's log what services ask about a registry, who logs in, and what changes.
///
/// No other type writes to it, and no variable of the environment moves or silences it: the key `log` of `policy.json`
/// decides.
struct SystemLog: Sendable {
    /// The words of the command; none for the screens.
    private let command: [String]
    private let directory: String?
    /// SUDO_USER, which is only a hint: the caller can set it.
    private let sudoUser: String?

    init(of command: [String], directory: String?, _ environment: ProcessEnvironment) {
        self.command = command
        self.directory = directory
        sudoUser = environment.variable("SUDO_USER")
    }

    // MARK: Services

    /// What a service asked, and for whom.
    struct Question {
        var phase: ServiceProtocol.Phase?
        /// As typed by a stranger.
        var user = ""
        var service: String?
        /// The address or the name of the client's host.
        var host: String?
    }

    /// - Parameter refusals: why the answer was no, in the words of the log; empty if it was yes.
    func record(_ question: Question, _ refusals: [String]) {
        // What a filter goes by stands before the name that a stranger chose.
        let facts: [LogLine.Fact] =
            [.init("phase", question.phase?.rawValue)]
            + (refusals.isEmpty ? [] : [Self.reason(refusals)])
            + [
                .init("rhost", question.host), .init("account", Self.email(question.user)),
                .init("service", question.service, limit: Self.shortLimit),
            ]
        send(refusals.isEmpty ? .info : .notice, refusals.isEmpty ? "granted" : "refused", facts)
    }

    /// The service did not follow the protocol.
    static let badRequest = "bad-request"

    /// The account's file or `policy.json` cannot be accepted, or not be read, or the work could not be done now.
    static func failure(_ exit: ExitCode) -> String {
        exit == .data ? "unacceptable-file" : exit == .busy ? "busy" : "unreadable"
    }

    // MARK: Logins

    func record(_ login: LoginOutcome, _ registry: Registry) {
        guard registry.directory.policy.isLogged else { return }
        switch login {
        case .granted(let email): write("login", [.init("account", email)])
        case .refused(let credentials, let error):
            let facts: [LogLine.Fact] = [
                Self.reason(Self.words(error)), .init("account", credentials.email.flatMap(Self.email)),
            ]
            write("login-refused", facts, priority: .notice)
        }
    }

    /// Records that a person's new password was refused.
    func record(passwordOf email: String, _ refusals: [String], _ registry: Registry) {
        guard registry.directory.policy.isLogged else { return }
        let facts = [Self.reason(refusals), LogLine.Fact("account", Self.email(email))]
        write("password-refused", facts, priority: .notice)
    }

    private static func reason(_ words: [String]) -> LogLine.Fact {
        LogLine.Fact("reason", words.joined(separator: ","))
    }

    /// Why a login was refused; nil if the account kept changing.
    private static func words(_ error: AccountsError?) -> [String] {
        switch error {
        case nil: [failure(.busy)]
        case .noMatch(let refusals): refusals.map(\.word)
        case .nobodyRegistered: [LoginRefusal.unknown.word]
        case .ambiguousFirstName: ["ambiguous-name"]
        case .violations: ["password-rules"]
        case let error?: [failure(Report(error).exit)]
        }
    }

    // MARK: Changes

    /// The store calls this after each change.
    func record(_ made: MadeChange, _ reader: DocumentReader) {
        guard made.isLogged(reader) else { return }
        for change in ReportedChange.all(in: made) { record(change) }
    }

    private func record(_ change: ReportedChange) {
        switch change {
        case .added(let email): write("added", [.init("account", email)])
        case .removed(let email): write("removed", [.init("account", email)])
        case .locked(let email): write("locked", [.init("account", email)])
        case .unlocked(let email): write("unlocked", [.init("account", email)])
        case .rehashed(let email): write("rehashed", [.init("account", email)])
        case .changed(let email, let formerly, let keys):
            let former = formerly.map { [LogLine.Fact("formerly", $0)] } ?? []
            write("changed", [.init("account", email)] + former, keys: keys)
        case .rules(let keys): write("rules", [], keys: keys)
        case .loggedIn(let email): write("login", [.init("account", email)])
        case .loggedOut(let email): write("logout", [.init("account", email)])
        case .many(let count): write("changed", [.init("accounts", "\(count)")])
        }
    }

    private func write(
        _ event: String, _ facts: [LogLine.Fact], keys: [String]? = nil, priority: LogLine.Priority = .info
    ) {
        let name = command.isEmpty ? "screens" : command.joined(separator: "-")
        let people: [LogLine.Fact] =
            [.init("uid", "\(LogSocket.user)")]
            + (LogSocket.loginUser.map { [.init("loginuid", "\($0)")] } ?? [])
            + (sudoUser.map { [.init("sudo_user", $0, limit: Self.shortLimit)] } ?? [])
        let fields = keys.map { [LogLine.Fact("fields", $0.joined(separator: ","), limit: Self.keysLimit)] }
        send(priority, event, facts + [.init("command", name)] + people + (fields ?? []))
    }

    /// In bytes; the names of services and users are short.
    private static let shortLimit = 64
    /// In bytes; leaves room for the directory beside two emails.
    private static let keysLimit = 128

    private func send(_ priority: LogLine.Priority, _ event: String, _ facts: [LogLine.Fact]) {
        LogSocket.send(LogLine(priority, event, facts + [.init("directory", directory, limit: nil)]))
    }

    /// A name in lower case if it is a correct email; nil otherwise, since people type passwords where names belong.
    private static func email(_ name: String) -> String? {
        EmailAddress.isCorrect(name) ? name.lowercased() : nil
    }
}
