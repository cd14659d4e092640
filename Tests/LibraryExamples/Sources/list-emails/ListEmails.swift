import RegappCore
import Glibc

/// `list-emails DIRECTORY`: prints the email of every account, however many there are, and then the files that
/// cannot be accepted.
@main struct ListEmails {
    static func main() async {
        let directory = AccountDirectory(CommandLine.arguments.last ?? "")
        do {
            for try await account in directory.registry.accounts() { print(account.email) }
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }
}
