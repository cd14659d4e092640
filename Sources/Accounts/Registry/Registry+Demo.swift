/// An account for trying out a registry.
package struct DemoAccount: Hashable, Sendable {
    /// The email.
    package let email: String
    /// The first name, which it logs in with.
    package let firstName: String
    /// The last name.
    package let lastName: String

    /// The three of them; `demo.example` belongs to nobody (RFC 2606).
    package static let all = [
        DemoAccount(email: "alex@demo.example", firstName: "Alex", lastName: "Winter"),
        DemoAccount(email: "anton@demo.example", firstName: "Anton", lastName: "Belov"),
        DemoAccount(email: "jane@demo.example", firstName: "Jane", lastName: "Marsh"),
    ]

    var values: AccountRecord {
        [.email: email, .firstName: firstName, .lastName: lastName]
    }
}

extension Registry {
    /// Registers the demo accounts without passwords; those that exist lose theirs. Nobody is logged in or out.
    package func prepareDemo() throws(AccountsError) {
        for demo in DemoAccount.all {
            if try account(of: demo.email) == nil {
                _ = try register(directory.draft(demo.values), logsIn: false)
            } else {
                try removePassword(of: demo.email)
            }
        }
    }
}
