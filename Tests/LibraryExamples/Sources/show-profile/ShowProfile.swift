import RegappCore
import Glibc

/// `show-profile DIRECTORY`: prints email, first name and last name, with tabs between them.
@main struct ShowProfile {
    static func main() async {
        let directory = AccountDirectory(CommandLine.arguments.last ?? "")
        do {
            guard let profile = try await directory.profile.read() else { exit(77) }
            print([profile.email, profile.firstName ?? "", profile.lastName ?? ""].joined(separator: "\t"))
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }
}
