internal import RegappStore

/// The account that is logged in to a directory, as the commands `show`, `edit` and `logout` know it.
///
/// Under the rules `profile` it is the local profile: one account, which is logged in while `profile.json` exists. Under
/// the rules of a registry it is the registered account of the session.
///
/// ## Topics
///
/// ### Reading
/// - ``read()``
///
/// ### Logging in and out
/// - ``logIn(_:password:)``
/// - ``logOut()``
///
/// ### Changing
/// - ``change(to:)``
public struct Profile: Sendable {
    let directory: AccountDirectory

    /// Reads the account; nil if no account is logged in.
    public func read() async throws(DirectoryError) -> Account? {
        try await directory.read { try $0.current().map(Account.init) }
    }

    /// Logs in like `regapp login`.
    ///
    /// Under the rules `profile` it creates the profile, changes at most its password, or starts a new one. Under
    /// those of a registry it starts a session; an account without a password may get this one as its first.
    ///
    /// A directory that does not exist is made if its parent exists and belongs to the caller.
    ///
    /// - Returns: the account that is logged in now.
    /// - Throws: `brokenRules`, `noMatch`, `noDirectory` if the directory cannot be made.
    @discardableResult
    public func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account {
        try await directory.run(makingDirectory: true) { directory in
            guard directory.policy.isRegistry else {
                let draft = directory.draft([.email: email, .password: password])
                return Account(try directory.profile.login(draft).account)
            }
            let registry = try directory.registry()
            let attempt = try registry.attempt(
                Credentials(email: email, firstName: nil, password: password))
            guard let account = try registry.complete(attempt) else {
                throw AccountsError.store(.changedMeanwhile(path: attempt.account.path))
            }
            return Account(account)
        }
    }

    /// Changes values like `regapp edit`, and no other byte of the file; ``AccountDirectory/undo(change:)`` and
    /// `regapp undo` undo it.
    ///
    /// - Returns: the account as it is now.
    /// - Throws: `brokenRules`, `nobodyLoggedIn`.
    @discardableResult
    public func change(to values: PersonalValues) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
            guard let account = try directory.current() else { throw AccountsError.nobodyLoggedIn }
            return Account(try directory.change(account, to: values, of: .own))
        }
    }

    /// Logs out like `regapp logout`; for the local profile, ``AccountDirectory/undo(change:)`` undoes it.
    ///
    /// - Throws: `nobodyLoggedIn`.
    public func logOut() async throws(DirectoryError) {
        try await directory.run { try $0.logout() }
    }
}

extension AccountStore {
    /// Changes values of an account; if another process was faster, its changes are merged first.
    func change(
        _ account: AccountFile, to values: PersonalValues, of subject: Edit.Subject
    ) throws(AccountsError) -> AccountFile {
        var edit = Edit(subject, of: account, under: policy)
        edit.write(draft(values.record, over: account.values))
        return try edit.save(in: self, choosing: .mine)?.account ?? account
    }
}
