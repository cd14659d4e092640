import Accounts
import DocumentStore
import RegappProcess

/// The person who is logged in, as the header shows them.
struct Visitor: Hashable, Sendable {
    /// Name, email, phone and birthday, as far as known.
    let words: String

    /// Makes the header's words from an account.
    init(_ values: AccountRecord, _ policy: Policy) {
        func text(_ field: Field) -> String { policy.displayed(values[field] ?? "", for: field) }
        let name = [Field.firstName, .lastName].map(text).filter { !$0.isEmpty }.joined(separator: " ")
        let parts = [name] + [Field.email, .phone, .birthday].map(text)
        words = parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// Reads who is logged in from the files.
    ///
    /// - Throws: a report with exit code 77 where nobody is.
    init(in store: DocumentStore, _ environment: ProcessEnvironment) throws(Report) {
        let signIn: SignIn
        do throws(AccountsError) {
            signIn = try SignIn(store, today: environment.today, now: environment.now)
        } catch { throw Report(error) }
        guard let account = signIn.account else {
            throw DocumentsDirectory.nobodyLoggedIn(store, environment)
        }
        self.init(account.values, signIn.policy)
    }
}
