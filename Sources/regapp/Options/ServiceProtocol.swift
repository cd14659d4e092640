import RegappWording
import RegappCommandLine
import RegappValues
import RegappCore
import RegappJSON

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
    /// password; nil if the question is about the account alone, and standard input is not read. Throws a report, or
    /// the status of an ``Answer``, if the request does not follow the protocol.
    func password(_ question: inout SystemLog.Question, _ environment: ProcessEnvironment) throws -> String? {
        switch self {
        case .pam:
            guard let phase = question.phase else {
                throw Report.notAskedByPAM("PAM_TYPE", value: environment.variable("PAM_TYPE"))
            }
            guard !question.user.isEmpty else { throw Report.notAskedByPAM("PAM_USER", value: nil) }
            guard phase == .auth else { return nil }
            let input = try PasswordSource.standardInput()
            return try PasswordSource.text(of: input.prefix { $0 != 0 })
        case .external:
            let lines = try PasswordSource.standardInput()
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the second LF is empty.
            guard lines.count == 3, lines[2].isEmpty else {
                throw Report(
                    .data, "standard input must hold two lines, the user and the password, and no more")
            }
            question.user = try PasswordSource.text(of: lines[0])
            return try PasswordSource.text(of: lines[1])
        case .http:
            let request = try HTTPRequest()
            question.host = request.client
            question.service = request.site
            guard let credentials = request.credentials else { throw Answer.Status.unauthorized }
            question.user = credentials.user
            return credentials.password
        }
    }
}
