internal import DocumentStore

/// The local profile of a directory: one account in `profile.json`, whose file is the login.
///
/// Every call throws `invalidFiles` where a file cannot be accepted, `file`, and `busy`.
public struct Profile: Sendable {
    let directory: DocumentsDirectory

    /// Reads the profile; nil where nobody is logged in.
    public func read() async throws(DirectoryError) -> Account? {
        try await directory.run { directory in
            try directory.profile.current().map(Account.init)
        }
    }

    /// Logs in as `regapp login` does: makes the profile, changes at most its password, or starts a new one.
    ///
    /// - Throws: `brokenRules`.
    @discardableResult
    public func logIn(_ email: String, password: String) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
            let draft = directory.draft([.email: email, .password: password])
            return Account(try directory.profile.login(draft).account)
        }
    }

    /// Changes values as `regapp edit` does, in a way that ``undo()`` and `regapp cancel` undo: they alone, and no other
    /// byte of the file.
    ///
    /// - Parameter values: the new values as they are typed; an empty one clears its field.
    /// - Returns: the profile as it is now.
    /// - Throws: `brokenRules`, `nobodyLoggedIn`.
    @discardableResult
    public func change(_ values: [Field: String]) async throws(DirectoryError) -> Account {
        try await directory.run { directory in
            guard let account = try directory.current() else { throw AccountsError.nobodyLoggedIn }
            return Account(try directory.change(account, to: values, of: .own))
        }
    }

    /// Undoes the last change, byte for byte.
    ///
    /// - Returns: false where there was nothing to undo.
    /// - Throws: `changedSince`.
    @discardableResult
    public func undo() async throws(DirectoryError) -> Bool {
        try await directory.run { try $0.profile.cancel(nil) != nil }
    }

    /// Logs out, which ``undo()`` undoes.
    ///
    /// - Throws: `nobodyLoggedIn`.
    public func logOut() async throws(DirectoryError) {
        try await directory.run { try $0.profile.logout() }
    }
}

extension AccountsDirectory {
    /// Changes values of an account; where others were faster, theirs are taken over first.
    func change(
        _ account: AccountFile, to values: [Field: String], of subject: Edit.Subject
    ) throws(AccountsError) -> AccountFile {
        var edit = Edit(subject, of: account, under: policy)
        edit.write(draft(AccountRecord(values), over: account.values))
        switch edit.finish(in: self, choosing: .mine) {
        case .saved(let saved): return saved.account?.account ?? account
        case .refused(let error): throw error
        case .undecided: throw .store(.changedMeanwhile(path: account.path))
        }
    }
}
