internal import RegappStore

/// A directory's logged-in account, as in the commands `show`, `edit` and `logout`.
///
/// Under the rules `profile` it is the local profile, which is logged in while `profile.json` exists; under those of a
/// registry, the session's account.
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

    /// The account; nil if none is logged in.
    public func read() async throws(DirectoryError) -> Account? {
        try await directory.read { try $0.current().map(Account.init) }
    }

    /// Logs in like `regapp login`.
    ///
    /// Under the rules `profile` it creates the profile, changes at most its password, or replaces it. Under those of a
    /// registry it starts a session; this may become the first password of an account without one. A missing directory
    /// is created if its parent exists and belongs to the caller.
    ///
    /// - Returns: the logged-in account.
    /// - Throws: `brokenRules`, `noMatch`, `noDirectory` if the directory cannot be created.
    @discardableResult
    public func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account {
        try await directory.runInSteps(makingDirectory: true) { directory in
            guard directory.policy.isRegistry else {
                let draft = directory.draft([.email: email, .password: password])
                return .done(Account(try directory.profile.login(draft).account))
            }
            let registry = try directory.registry()
            let check = PasswordCheck(
                registry, try registry.named(Credentials(email: email, firstName: nil, password: password)))
            return .hash {
                let attempt = try check.attempt()
                return .files {
                    guard let account = try registry.complete(attempt) else {
                        throw AccountsError.store(.changedMeanwhile(path: attempt.account.path))
                    }
                    return .done(Account(account))
                }
            }
        }
    }

    /// Changes values like `regapp edit`, and no other byte of the file; ``AccountDirectory/undo(change:force:)`` undoes it.
    ///
    /// - Returns: the changed account.
    /// - Throws: `brokenRules`, `nobodyLoggedIn`.
    @discardableResult
    public func change(to values: PersonalValues) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
            guard let account = try directory.current() else { throw AccountsError.nobodyLoggedIn }
            return try directory.passwords(of: account, changedTo: values, by: .currentUser)
        } _: { directory in
            guard let account = try directory.current() else { throw AccountsError.nobodyLoggedIn }
            return Account(try directory.change(account, to: values, of: .currentUser))
        }
    }

    /// Logs out like `regapp logout`; for a local profile, ``AccountDirectory/undo(change:force:)`` undoes it.
    ///
    /// - Throws: `nobodyLoggedIn`.
    public func logOut() async throws(DirectoryError) {
        try await directory.run { try $0.logout() }
    }
}

extension AccountStore {
    /// Other processes' changes are merged first.
    func change(
        _ account: AccountFile, to values: PersonalValues, of subject: EditSubject
    ) throws(AccountsError) -> AccountFile {
        var edit = edit(account, to: values, of: subject)
        return try edit.save(in: self, choosing: .mine)?.account ?? account
    }

    private func edit(_ account: AccountFile, to values: PersonalValues, of subject: EditSubject)
        -> ValuesEdit
    {
        var edit = ValuesEdit(subject, of: account, under: policy)
        edit.write(draft(values.record, over: account.values))
        return edit
    }

    /// The passwords that a change has to hash, once it is known to be acceptable.
    func passwords(
        of account: AccountFile, changedTo values: PersonalValues, by subject: EditSubject
    ) throws(AccountsError) -> [String] {
        guard policy.isRegistry else { return [] }
        _ = try edit(account, to: values, of: subject).judged(in: self)
        return [values[.password] ?? ""] + account.plainPasswords
    }
}

extension AccountFile {
    /// The account's password if it is not hashed, which any change does.
    var plainPasswords: [String] { values.hasPlainPassword ? value(.password).map { [$0] } ?? [] : [] }
}
