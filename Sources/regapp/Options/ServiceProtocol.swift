import RegappCommandLine
import RegappStore
import RegappWording

/// How a service passes a user's name and password; the raw value is what `--protocol` takes.
enum ServiceProtocol: String, CaseIterable, Sendable {
    /// Like pam_exec(8) with `expose_authtok`: the name in `PAM_USER`, and the password on standard input, ended by a
    /// NUL or the end of the input.
    case pam
    /// Like Apache's mod_authnz_external with the method `pipe`: two lines on standard input that end with LF, the
    /// name and the password. A name with a line break in it makes a third one.
    case external

    struct Question {
        let user: String
        let password: String
    }

    /// Reads the request of the service that runs this process.
    ///
    /// - Throws: a report if it does not follow the protocol.
    func question(_ environment: ProcessEnvironment) throws -> Question {
        switch self {
        case .pam:
            let type = environment.variable("PAM_TYPE")
            guard type == "auth" else { throw Report.notAskedByPAM("PAM_TYPE", value: type) }
            guard let user = environment.variable("PAM_USER") else {
                throw Report.notAskedByPAM("PAM_USER", value: nil)
            }
            let input = try PasswordSource.standardInput()
            return Question(user: user, password: try Self.text(input.prefix { $0 != 0 }))
        case .external:
            let lines = try PasswordSource.standardInput()
                .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            // What follows the second LF is empty.
            guard lines.count == 3, lines[2].isEmpty else { throw Report.notTwoLines }
            return Question(user: try Self.text(lines[0]), password: try Self.text(lines[1]))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Report.passwordNotUTF8(path: nil)
        }
        return text
    }
}
