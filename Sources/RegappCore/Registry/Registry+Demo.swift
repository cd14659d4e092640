internal import RegappStore
internal import RegappJSON

package struct DemoAccount: Hashable, Sendable {
    package let email: String
    package let firstName: String
    package let lastName: String

    /// `demo.example` is reserved (RFC 2606).
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
    /// The changes that register the demo accounts without passwords; existing ones lose theirs.
    func demoChanges(_ reader: DocumentReader) throws -> [DocumentChange] {
        var changes = try DemoAccount.all.map { try demoChange(of: $0, reader) }
        // Ends a session left behind by an account with such an email.
        let new = changes.filter { $0.before == nil }
        if let end = try sessionEnd(of: Set(new.map(\.file)), reader) { changes.append(end) }
        return changes
    }

    private func demoChange(of demo: DemoAccount, _ reader: DocumentReader) throws -> DocumentChange {
        if let account = try account(of: demo.email, reader, replacing: Field.allButEmail) {
            return account.change(to: account.document.applying(account.passwordRemovals))
        }
        let draft = directory.draft(demo.values)
        try draft.requireWhole()
        return try newAccount(draft.record, StoredHash(nil, isLocked: false), reader)
    }
}
