import RegappCore
import Glibc

/// `set-first-name DIRECTORY NAME`: changes the profile; `regapp undo` undoes it. Exits with 65 if rules are broken,
/// and prints them on standard error, one a line.
@main struct SetFirstName {
    static func main() async {
        guard CommandLine.arguments.count == 3 else { exit(64) }
        let directory = AccountDirectory(CommandLine.arguments[1])
        do {
            try await directory.profile.change(to: PersonalValues(firstName: CommandLine.arguments[2]))
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            if case .brokenRules = error.reason { exit(65) }
            exit(1)
        }
    }
}
