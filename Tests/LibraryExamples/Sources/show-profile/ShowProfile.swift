import Accounts

/// `show-profile DIRECTORY`: prints email, first name and last name between tabs.
@main struct ShowProfile {
    static func main() async throws {
        let directory = DocumentsDirectory(CommandLine.arguments[1])
        guard let profile = try await directory.profile.read() else { return print("nobody is logged in") }
        let fields: [Field] = [.email, .firstName, .lastName]
        print(fields.map { profile[$0] ?? "" }.joined(separator: "\t"))
    }
}
