import RegappCore
import Glibc

/// `lock-leavers DIRECTORY ACTOR`, emails on standard input, one a line: locks their accounts, and notes that they have
/// left, as one change. Prints how many were changed and how many were so already, and then each email that no account
/// has.
@main struct LockLeavers {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let registry = AccountDirectory(CommandLine.arguments[1]).registry.by(CommandLine.arguments[2])
        var emails: [String] = []
        while let line = readLine() { emails.append(line) }
        do {
            let left = AdministrativeValues(isLocked: true, custom: ["note": ["has left"]])
            let outcome = try await registry.change(emails, to: left)
            print(outcome.changed.count, outcome.unchanged.count)
            for email in outcome.unknown { print(email) }
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }
}
