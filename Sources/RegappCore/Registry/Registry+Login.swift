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

    /// Checks a password without logging in, for services. A refusal takes as long as at a login, whatever its reason.
    ///
    /// - Parameters:
    ///   - password: nil to check the account alone.
    ///   - isOwner: whether the owner asks, not a server: only the owner may still use a first password that has ended.
    /// - Throws: `hashing` if a hash could not be computed, even for an unknown account.
    package func judge(
        _ email: String, password: String?, where conditions: [AccountCondition] = [], isOwner: Bool = false
    ) throws(AccountsError) -> JudgedLogin {
        // Looked up for any account, so that the time reveals nothing about it.
        let unknownKeys: [LoginRefusal] =
            try unseen(conditions.compactMap(\.column.ownKey)).isEmpty ? [] : [.unknownKey]
        guard let password else {
            let account = try account(of: email)
            let refusals = account?.refusals(isRight: true, where: conditions, isOwner: isOwner) ?? [.unknown]
            return JudgedLogin(account: account, refusals: refusals + unknownKeys)
        }
        return try PasswordCheck(self, Credentials(email: email, firstName: nil, password: password))
            .judge(where: conditions, isOwner: isOwner, and: unknownKeys)
    }

    /// The custom keys that no account has; they are probably misspelt.
    package func unseen(_ keys: [String]) throws(AccountsError) -> Set<String> {
        keys.isEmpty
            ? []
            : Set(keys).subtracting(try ownMembers(upTo: keys.count) { keys.contains($0.key) ? $0.key : nil })
    }

    // MARK: Finding

    func candidates(_ credentials: Credentials) throws(AccountsError) -> [AccountFile] {
        let hasFirstName = { @Sendable (account: AccountFile) in
            credentials.firstName.map { FirstName.matches(account.values[.firstName] ?? "", $0) } ?? true
        }
        if let email = credentials.email {
            return try account(of: email).map { [$0] }?.filter(hasFirstName) ?? []
        }
        guard credentials.firstName != nil else { return [] }
        // Every file is read: this is the price of logging in by first name. A file that cannot be accepted is skipped,
        // so that it does not lock out others.
        let walk = try directory.reading { reader in
            try reader.requireAccounts()
            return try self.walk(reader)
        }
        let entries = walk.parts { entries in
            entries.filter { entry in
                switch entry {
                case .success(let account): hasFirstName(account)
                case .failure(let error): error.isOfReading
                }
            }
        }.flatMap(\.self)
        let found = entries.compactMap { try? $0.get() }
        // Nobody is told that there is no such person while that is not known, nor whose file cannot be read.
        if found.isEmpty, case .failure(let error)? = entries.first, isUnreadable(error) {
            throw .store(.failed(.read, path: directory.store.path(of: StoreLayout.accounts), .inputOutput))
        }
        return found
    }

    /// Whether an error says that nothing can be read now, whatever the account. Of an account's own file, which its owner
    /// or its mode keeps from being read, nobody may hear: it would tell that there is one.
    package func isUnreadable(_ error: any Error) -> Bool {
        guard let error = error as? AccountsError, let path = error.path else { return false }
        let isOfOneFile = EmailAddress.ofFile(FileAccess.name(of: path)) != nil
        switch error {
        case .store(.failed(_, _, .inputOutput)): return true
        case .store(.failed): if !isOfOneFile || !error.isAboutOneFile { return true }
        case .store(.refused): return !isOfOneFile
        default: return false
        }
        // A folder that cannot be searched hides all files alike, whatever they are called.
        do { _ = try directory.store.accountPath(of: "a@b.example") } catch { return true }
        return false
    }

    package func isEmpty() throws(AccountsError) -> Bool {
        try directory.reading { reader in
            try reader.requireAccounts()
            return try reader.isEmpty(StoreLayout.accounts)
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
