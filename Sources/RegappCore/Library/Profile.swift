internal import RegappStore

/// The account that is logged in to a directory, as the commands `show`, `edit`, `cancel` and `logout` know it.
///
/// Under the rules `profile` it is the local profile: one account in `profile.json`, whose file is the login. Under the
/// rules of a registry it is the registered account of the session.
///
/// Every call throws `invalidFiles` where a file cannot be accepted, `file`, and `busy`.
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
/// - ``change(_:)``
/// - ``undo()``
public struct Profile: Sendable {
    let directory: DocumentsDirectory

    /// Reads the account; nil if no account is logged in.
    public func read() async throws(DirectoryError) -> Account? {
        try await directory.run { try $0.current().map(Account.init) }
    }

    /// Logs in like `regapp login`.
    ///
    /// Under the rules `profile` it creates the profile, changes at most its password, or starts a new one. Under
    /// those of a registry it starts a session; an account without a password may get this one as its first.
    ///
    /// - Returns: the account that is logged in now.
    /// - Throws: `brokenRules`, `noMatch`.
    @discardableResult
    public func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
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

    /// Changes values like `regapp edit`, and no other byte of the file; ``undo()`` and `regapp cancel` undo it.
    ///
    /// - Parameter values: the new values as typed; an empty one clears its field.
    /// - Returns: the account as it is now.
    /// - Throws: `brokenRules`, `nobodyLoggedIn`.
    @discardableResult
    public func change(_ values: [Field: String]) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
            guard let account = try directory.current() else { throw AccountsError.nobodyLoggedIn }
            return Account(try directory.change(account, to: values, of: .own))
        }
    }

    /// Undoes the last change of the directory, byte for byte, by whichever user it was made.
    ///
    /// - Returns: false if there was nothing to undo.
    /// - Throws: `changedSince`.
    @discardableResult
    public func undo() async throws(DirectoryError) -> Bool {
        try await directory.run { try $0.cancel(nil) != nil }
    }

    /// Logs out like `regapp logout`; for the local profile, ``undo()`` undoes it.
    ///
    /// - Throws: `nobodyLoggedIn`.
    public func logOut() async throws(DirectoryError) {
        try await directory.run { try $0.logout() }
    }
}

extension AccountsDirectory {
    /// Changes values of an account; if others were faster, their changes are merged first.
    func change(
        _ account: AccountFile, to values: [Field: String], of subject: Edit.Subject
    ) throws(AccountsError) -> AccountFile {
        var edit = Edit(subject, of: account, under: policy)
        edit.write(draft(AccountRecord(values), over: account.values))
        return try edit.save(in: self, choosing: .mine)?.account ?? account
    }
}
