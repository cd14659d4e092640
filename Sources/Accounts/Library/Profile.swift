/// The local profile of a directory: one account in `profile.json`, whose file is the login.
///
/// Every call throws `invalidFiles` where a file cannot be accepted, `file`, and `busy`.
public struct Profile: Sendable {
    let directory: DocumentsDirectory

    /// Reads the profile; nil where nobody is logged in.
    public func read() async throws(DirectoryError) -> Account? {
        try await directory.run { directory throws(AccountsError) in
            try directory.profile.current().map(Account.init)
        }
    }

    /// Logs in as `regapp login` does: makes the profile, changes at most its password, or starts a new one.
    ///
    /// - Throws: `brokenRules`.
    @discardableResult
    public func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account {
        try await directory.run { directory throws(AccountsError) in
            let draft = directory.draft([.email: email, .password: password])
            return Account(try directory.profile.login(draft).account)
        }
    }

    /// Undoes the last change, byte for byte.
    ///
    /// - Returns: false where there was nothing to undo.
    /// - Throws: `changedSince`.
    @discardableResult
    public func undo() async throws(DirectoryError) -> Bool {
        try await directory.run { directory throws(AccountsError) in try directory.profile.cancel(nil) != nil }
    }

    /// Logs out, which ``undo()`` undoes.
    ///
    /// - Throws: `nobodyLoggedIn`.
    public func logOut() async throws(DirectoryError) {
        try await directory.run { directory throws(AccountsError) in try directory.profile.logout() }
    }
}
