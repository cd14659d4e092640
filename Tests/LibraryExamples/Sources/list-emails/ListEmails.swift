import Accounts

/// `list-emails DIRECTORY`: prints the email of every account, however many there are.
@main struct ListEmails {
    static func main() async throws {
        let directory = DocumentsDirectory(CommandLine.arguments[1])
        for try await account in directory.registry.accounts { print(account.email) }
    }
}
