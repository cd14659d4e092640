import Accounts
import DocumentStore
import TerminalUI

/// The person who is logged in, as the header shows them.
struct CurrentUser: Hashable, Sendable {
    /// Name, email, phone and birthday, as far as known.
    let words: String
    /// What the overlay with the keys says of the rules and the account's file.
    let facts: [KeyHelp.Fact]

    /// Makes the header's words from an account.
    ///
    /// - Parameter file: the path of the account's file, as people write it.
    init(_ values: AccountRecord, _ policy: Policy, file: String? = nil) {
        facts = ScreenFacts.all(policy, file: file)
        func text(_ field: Field) -> String { policy.displayed(values[field] ?? "", for: field) }
        let name = [Field.firstName, .lastName].map(text).filter { !$0.isEmpty }.joined(separator: " ")
        let parts = [name] + [Field.email, .phone, .birthday].map(text)
        words = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Reads who is logged in from the files.
    ///
    /// - Throws: a report with exit code 77 where nobody is logged in.
    init(in store: DocumentStore, _ environment: ProcessEnvironment) throws {
        let signIn = try SignIn(store, today: environment.today, now: environment.now)
        guard let account = signIn.account else {
            throw DocumentsDirectory.nobodyLoggedIn(store, environment)
        }
        self.init(
            account.values, signIn.policy,
            file: HomePath.text(of: account.path, home: environment.variable("HOME")))
    }
}
