import Accounts
import Foundation

/// `show-profile DIRECTORY`: prints email, first name and last name, with tabs between them.
@main struct ShowProfile {
    static func main() async {
        let directory = DocumentsDirectory(CommandLine.arguments.last ?? "")
        do {
            guard let profile = try await directory.profile.read() else { exit(77) }
            let fields: [Field] = [.email, .firstName, .lastName]
            print(fields.map { profile[$0] ?? "" }.joined(separator: "\t"))
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
