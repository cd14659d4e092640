import RegappCore
import Glibc

/// `undo-last DIRECTORY ACTOR`: undoes the actor's last change, and prints the emails of its accounts, one a line; exits
/// with 1 if there is none.
@main struct UndoLast {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let actor = CommandLine.arguments[2]
        let directory = AccountDirectory(CommandLine.arguments[1], actor: actor)
        do {
            let changes = try await directory.history(limit: 1_000)
            let last = changes.first { $0.actor == actor && $0.isInEffect && $0.undoes == nil }
            guard let last, try await directory.undo(change: last.number) else { exit(1) }
            for email in last.accounts { print(email) }
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(2)
        }
    }
}
