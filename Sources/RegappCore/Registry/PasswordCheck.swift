internal import RegappStore
internal import RegappJSON

package struct Credentials: Sendable {
    /// As typed, it may be a login name. Given with a first name, it tells accounts with that name apart.
    package let email: String?
    /// Given if the policy logs in by it.
    package let firstName: String?
    package let password: String

    /// What a refusal says was wrong, beside the password.
    func key(under policy: Policy) -> Policy.LoginKey {
        if policy.loginKey.ownKey != nil { return policy.loginKey }
        return email == nil ? .firstName : .email
    }

    package init(email: String?, firstName: String?, password: String) {
        self.email = email
        self.firstName = firstName
        self.password = password
    }
}

/// A login with a correct password, before anything is written.
package struct LoginAttempt: Sendable {
    package let account: AccountFile
    /// Whether an account without a password gets this one as its first.
    package private(set) var setsFirstPassword = false
    package private(set) var replacesPassword = false
    /// The hash to store, for a first or another password, a plain password, or a weaker hash.
    let newHash: PasswordHash?

    /// Whether the password itself is new, not only its hash.
    var isChosen: Bool { setsFirstPassword || replacesPassword }

    package var needsNewPassword: Bool {
        account.values.mustChange && !isChosen
    }
}

/// Whether a service may let somebody in.
package struct JudgedLogin: Sendable {
    /// The account that was judged, as it was read then; nil if there is none.
    package let account: AccountFile?
    /// Why it must not get in, for the administrator alone; empty if it may.
    package let refusals: [LoginRefusal]
}

/// The accounts that credentials may belong to, before their password is checked. The checks read no file; each
/// computes one hash, or one for each of these accounts.
package struct PasswordCheck: Sendable {
    /// How many accounts with one first name have their passwords checked.
    package static let maximumOfOneFirstName = 4

    private let registry: Registry
    private let credentials: Credentials
    /// If it failed, a decoy hash is computed before the error is thrown.
    private let found: Result<[AccountFile], AccountsError>
    /// Whether the registry is empty, if no account was found.
    private let isForNobody: Result<Bool, AccountsError>

    /// Finds the accounts with the email, or with the first name: reads their files, computes no hash.
    package init(_ registry: Registry, _ credentials: Credentials) {
        self.registry = registry
        self.credentials = credentials
        found = Result { () throws(AccountsError) in try registry.candidates(credentials) }
        let isEmpty = if case .success(let accounts) = found { accounts.isEmpty } else { false }
        isForNobody =
            isEmpty ? Result { () throws(AccountsError) in try registry.isEmpty() } : .success(false)
    }

    /// For a caller that waited for the hash: throws `changedMeanwhile` or `rulesChanged` if the answer is outdated.
    func requireUnchanged() throws {
        for account in try found.get() {
            guard try registry.account(of: account.email)?.document.bytes == account.document.bytes else {
                throw StoreError.changedMeanwhile(path: account.path)
            }
        }
        try registry.directory.reading { try registry.directory.requireSameRules($0) }
    }

    /// Checks credentials. Every refusal takes at least as long as a hash of the policy, and longer only if the stored
    /// hash is costlier.
    ///
    /// If none of several accounts has the password, it may be the first one of an account without any; only an email
    /// can tell which. Given an email, a refusal is always `noMatch`, except for a first password or an empty registry.
    ///
    /// - Throws: `noMatch` for an unknown account and for a wrong password alike, `nobodyRegistered`,
    ///   `ambiguousFirstName` if an email must tell accounts apart, `violations` for a first password, `hashing` if
    ///   computing failed.
    package func attempt() throws(AccountsError) -> LoginAttempt {
        try refusing { hasHashed in
            let found = try found.get()
            if found.isEmpty {
                throw try isForNobody.get()
                    ? AccountsError.nobodyRegistered
                    : .noMatch([.unknown], by: credentials.key(under: registry.directory.policy))
            }
            guard found.count <= Self.maximumOfOneFirstName else {
                throw AccountsError.ambiguousFirstName(found.count)
            }
            if found.count == 1, found[0].has(.claimable) {
                return LoginAttempt(
                    account: found[0], setsFirstPassword: true,
                    newHash: try registry.newHash(of: credentials.password, for: found[0]))
            }
            let right = try matches(among: found, &hasHashed)
            let matching = right.filter(\.admitsLogin)
            guard matching.count < 2 else { throw AccountsError.ambiguousFirstName(found.count) }
            guard let account = matching.first else {
                let mayBeFirst = found.count > 1 && found.contains { $0.has(.claimable) }
                guard !mayBeFirst else { throw AccountsError.ambiguousFirstName(found.count) }
                let refusals = found.flatMap { account in
                    account.refusals(isRight: right.contains { $0.path == account.path }, isOwner: true)
                }
                throw AccountsError.noMatch(
                    refusals.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
                    by: credentials.key(under: registry.directory.policy))
            }
            return LoginAttempt(
                account: account, newHash: try registry.freshHash(of: credentials.password, account))
        }
    }

    /// The account that services may let in; nil also if several accounts with one first name have the password. A
    /// refusal takes as long as at a login.
    ///
    /// - Parameter isOwner: whether a first password that has ended still counts, since its owner may change it.
    package func verified(isOwner: Bool = false) throws(AccountsError) -> AccountFile? {
        do {
            return try refusing { hasHashed in
                let found = try found.get()
                guard found.count <= Self.maximumOfOneFirstName else { throw AccountsError.noMatch([]) }
                let matching = try matches(among: found, &hasHashed)
                    .filter { $0.admitsLogin && (isOwner || !$0.has(.overdue)) }
                guard matching.count == 1 else { throw AccountsError.noMatch([]) }
                return matching[0]
            }
        } catch {
            guard case .noMatch = error else { throw error }
            return nil
        }
    }

    /// Whether the account may get in, as in ``Registry/judge(_:password:where:isOwner:)``.
    ///
    /// - Parameter others: refusals that do not depend on the account.
    package func judge(
        where conditions: [AccountCondition] = [], isOwner: Bool = false, and others: [LoginRefusal] = []
    ) throws(AccountsError) -> JudgedLogin {
        var judged: AccountFile?
        do {
            try refusing { hasHashed in
                judged = try found.get().first
                guard let account = judged else { throw AccountsError.noMatch([.unknown] + others) }
                let isRight = try !matches(among: [account], &hasHashed).isEmpty
                let refusals =
                    account.refusals(isRight: isRight, where: conditions, isOwner: isOwner) + others
                guard refusals.isEmpty else { throw AccountsError.noMatch(refusals) }
            }
        } catch {
            guard case .noMatch(let refusals, _) = error else { throw error }
            return JudgedLogin(account: judged, refusals: refusals)
        }
        return JudgedLogin(account: judged, refusals: [])
    }

    /// Before a failed check throws, computes a decoy hash, unless the check has already cost enough.
    private func refusing<Result>(
        _ check: (_ hasHashed: inout Bool) throws -> Result
    ) throws(AccountsError) -> Result {
        var hasHashed = false
        do { return try check(&hasHashed) } catch {
            let error = AccountsError(error)
            if case .hashing = error { throw error }
            if !hasHashed { _ = try isPassword(of: .decoy(for: registry.directory.policy)) }
            throw error
        }
    }

    /// The accounts with this password, even if locked or expired.
    ///
    /// - Parameter hasHashed: set to true once a hash as costly as the policy's was computed.
    private func matches(
        among accounts: [AccountFile], _ hasHashed: inout Bool
    ) throws(AccountsError) -> [AccountFile] {
        var matching: [AccountFile] = []
        /// The last hash that was cheaper than the policy's.
        var cheaper: PasswordHash?
        for account in accounts {
            if account.values.hasPlainPassword {
                let plain = account.value(.password) ?? ""
                // `==` ignores the normalization form, as hashing does, which composes the password.
                if account.isPasswordSet, plain == credentials.password { matching.append(account) }
            } else if let stored = account.storedHash, let hash = stored.hash {
                let isMatch = try isPassword(of: hash)
                if hash.costsAtLeast(as: registry.directory.policy) {
                    hasHashed = true
                } else {
                    cheaper = hash
                }
                if isMatch { matching.append(account) }
            }
        }
        if let cheaper, !hasHashed, matching.count(where: \.admitsLogin) != 1 {
            for decoy in cheaper.complements(under: registry.directory.policy, of: credentials.password) {
                // Computed only for the time that it takes: the answer is known, and stands even if there is no memory.
                _ = try? isPassword(of: decoy)
            }
            hasHashed = true
        }
        return matching
    }

    private func isPassword(of hash: PasswordHash) throws(AccountsError) -> Bool {
        do { return try hash.matches(credentials.password, computing: registry.directory.verifying) } catch {
            throw .hashing(error)
        }
    }
}

extension Registry {
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
}

extension AccountFile {
    /// - Parameter isRight: whether the password is right. A wrong one comes first: the administrator learns of a
    ///   guesser even if the account is locked.
    func refusals(
        isRight: Bool, where conditions: [AccountCondition] = [], isOwner: Bool = false
    ) -> [LoginRefusal] {
        var password: [LoginRefusal] = []
        if !isRight { password = [isPasswordSet ? .wrongPassword : .status(.noPassword)] }
        let isSelected = conditions.allSatisfy { $0.holds(for: self) }
        let hasEnded = !isOwner && has(.overdue)
        return password + obstacles.map(LoginRefusal.status) + (hasEnded ? [.status(.mustChange)] : [])
            + (isSelected ? [] : [.notSelected])
    }
}
