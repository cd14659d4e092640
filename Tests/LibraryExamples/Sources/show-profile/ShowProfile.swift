import RegappCore
import Glibc

/// `show-profile DIRECTORY`: prints email, first name and last name, with tabs between them.
@main struct ShowProfile {
    static func main() async {
        let directory = DocumentsDirectory(CommandLine.arguments.last ?? "")
        do {
            guard let profile = try await directory.profile.read() else { exit(77) }
            let fields: [Field] = [.email, .firstName, .lastName]
            print(fields.map { profile[$0] ?? "" }.joined(separator: "\t"))
        } catch {
            let sentence = Array("\(error)\n".utf8)
            write(STDERR_FILENO, sentence, sentence.count)
            exit(1)
        }
    }
}
