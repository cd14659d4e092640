import RegappCore
import Glibc

/// `check-password POLICY`, the password on standard input: prints the rules that it breaks; exits with 0 if there are
/// none, else 1.
@main struct CheckPassword {
    static func main() {
        guard CommandLine.arguments.count == 2,
            let policy = Rules.PolicyName(rawValue: CommandLine.arguments[1])
        else {
            let sentence = Array("usage: check-password profile|service|albums|authorisation\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(64)
        }
        let violations = Rules(policy).violations(of: readLine() ?? "", as: .password)
        for violation in violations { print(violation.message) }
        exit(violations.isEmpty ? 0 : 1)
    }
}
