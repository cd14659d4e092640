import RegappCore

/// `invite`: registers people without a password, and gives each a link for choosing one.
@main struct Invite {
    static func main() async throws {
        let registry = AccountDirectory.inMemory(actor: "invitations").registry
        let people = #"[{"email": "ann@mail.example", "team": "board"}, {"email": "bob@mail.example"}]"#
        try await registry.importAccounts(
            Array(people.utf8), as: .json, existing: .skipped, mayLackFields: true,
            columns: ImportColumns(others: .kept))
        for try await account in registry.accounts(where: [.withoutPassword]) {
            let link = try await registry.passwordLink(of: account.email, to: "https://mail.example/password")
            print("To: \(account.email)\nChoose your password: \(link.prefix { $0 != "?" })")
        }
    }
}
