import RegappCore
import Glibc

/// `undo-last DIRECTORY ACTOR`: undoes the actor's last change, and prints what it had set, one value a line; exits with 1
/// if there is none.
@main struct UndoLast {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let actor = CommandLine.arguments[2]
        let directory = AccountDirectory(CommandLine.arguments[1], actor: actor)
        do {
            let changes = try await directory.history(limit: 1_000)
            let last = changes.first { $0.actor == actor && $0.isInEffect && $0.undoes == nil }
            guard let last, case .undone = try await directory.undo(change: last.number) else { exit(1) }
            for value in last.values { print(value.email ?? "", value.key, value.old ?? "", value.new ?? "") }
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(2)
        }
    }
}
