internal import RegappStore
internal import RegappJSON

extension Registry {
    /// Checks credentials as a person typed them (``PasswordCheck/attempt()``).
    package func attempt(_ credentials: Credentials) throws(AccountsError) -> LoginAttempt {
        try PasswordCheck(self, try named(credentials)).attempt()
    }

    /// Credentials that a person typed, with the email of the account whose login name was typed.
    func named(_ credentials: Credentials) throws(AccountsError) -> Credentials {
        guard let name = credentials.email, directory.policy.loginKey.ownKey != nil else {
            return credentials
        }
        return Credentials(
            email: try email(loggingInAs: name), firstName: nil, password: credentials.password)
    }

    /// Replaces the password after a successful check that requires a new one.
    ///
    /// - Throws: `violations`, `hashing`.
    package func attempt(
        _ attempt: LoginAttempt, replacingPasswordBy password: String
    ) throws(AccountsError) -> LoginAttempt {
        LoginAttempt(
            account: attempt.account, replacesPassword: true,
            newHash: try newHash(of: password, for: attempt.account))
    }

    /// - Returns: the account as it is now; nil if it has changed since the check, which must then be repeated.
    /// - Throws: `rulesChanged`.
    package func complete(_ attempt: LoginAttempt) throws(AccountsError) -> AccountFile? {
        let file = Self.file(of: attempt.account.email) ?? ""
        if attempt.newHash == nil, try isLoggedIn(attempt.account, file) { return attempt.account }
        return try directory.writing { writer in
            let before = try writer.reader.contents(of: file)
            let document = attempt.account.document
            guard before == document.bytes else { return nil }
            // Who wrote a plain password by hand gave the account another one.
            let endsLink = attempt.isChosen || attempt.account.values.hasPlainPassword
            let mark =
                (attempt.isChosen ? attempt.account.markEdits("") : [])
                + (endsLink ? attempt.account.linkEdits(nil) : [])
            let edits = (attempt.newHash.map { attempt.account.passwordEdits($0) } ?? []) + mark
            let account = try parse(document.applying(edits), file)
            let changes = [
                DocumentChange(file, before: before, after: account.document.bytes),
                try SessionFile.change(to: attempt.account.email, writer.reader),
            ]
            // A chosen password is a change like any other.
            try writer.commit(changes, as: attempt.isChosen ? .change : .renewal)
            return account
        }
    }

    private func isLoggedIn(_ account: AccountFile, _ file: String) throws(AccountsError) -> Bool {
        try directory.reading { reader in
            guard let session = try SessionFile(reader), session.account.hasSameScalars(as: account.email)
            else { return false }
            return try reader.contents(of: file) == account.document.bytes
        }
    }

    /// The hash that should replace the account's present one, if any.
    func freshHash(
        of password: String, _ account: AccountFile
    ) throws(AccountsError) -> PasswordHash? {
        guard
            account.values.hasPlainPassword
                || account.storedHash?.hash?.isWeaker(than: directory.policy) == true
        else { return nil }
        do { return try hash(password) } catch .hashing(.tooLong) {
            // A password too long for the policy's hash keeps its present hash.
            return nil
        }
    }

    func newHash(of password: String, for account: AccountFile) throws(AccountsError) -> PasswordHash {
        try requireAcceptable(password, for: account)
        return try hash(password)
    }

    /// Throws `violations` if the account cannot have the password; an empty one is refused, too.
    package func requireAcceptable(_ password: String, for account: AccountFile) throws(AccountsError) {
        try directory.draft([.password: password], over: account.values, needing: [.password])
            .requireChanges()
    }

    /// The password must have passed the rules.
    func hash(_ password: String) throws(AccountsError) -> PasswordHash {
        let computed = directory.hashed.first { $0.password.hasSameScalars(as: password) }
        if let computed { return computed.hash }
        let policy = directory.policy
        do { return try PasswordHash(hashing: password, method: policy.hash, cost: policy.hashCost) } catch {
            throw .hashing(error)
        }
    }
}
