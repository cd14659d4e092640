import RegappCore
import Glibc

/// `verify-login DIRECTORY EMAIL`, the password on standard input: exits with 0 if they match, 1 if not, 2 after an error.
@main struct VerifyLogin {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let registry = AccountDirectory(CommandLine.arguments[1]).registry
        do {
            let isMatch = try await registry.verify(CommandLine.arguments[2], password: readLine() ?? "")
            exit(isMatch ? 0 : 1)
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(2)
        }
    }
}
