/// The registered accounts of a directory.
///
/// Every call throws `noRegistry` under a local profile's rules, and can throw what any ``AccountDirectory`` call can.
///
/// ## Topics
///
/// ### Letting people in
/// - ``authenticate(_:password:)``
/// - ``LoginName``
/// - ``verify(_:password:)``
///
/// ### Finding
/// - ``account(withEmail:)``
/// - ``accounts(where:)``
///
/// ### Changing
/// - ``register(_:with:)``
/// - ``change(_:to:)-(_,PersonalValues)``
/// - ``change(_:to:)-(_,AdministrativeValues)``
/// - ``setPassword(of:to:)``
/// - ``lock(_:)``
/// - ``unlock(_:)``
/// - ``remove(_:)``
///
/// ### Moving accounts in and out
/// - ``export(_:where:)``
/// - ``importAccounts(_:as:existing:mayLackFields:takesPlainPasswords:columns:encoding:dates:)``
/// - ``Existing``
public struct AccountRegistry: Sendable {
    let directory: AccountDirectory

    /// What a person types with the password.
    public enum LoginName: Hashable, Sendable {
        /// The email, compared without case.
        case email(String)
        /// The first name, compared without case.
        case firstName(String)
    }

    /// The account of a person who logs in by ``Rules/loginField``. Nil for a wrong password, for an unknown, locked or
    /// expired account, for the other field, and if several accounts with one first name have this password.
    ///
    /// A refusal takes at least as long as a hash under the rules, so timing reveals no accounts. No session starts.
    public func authenticate(
        _ name: LoginName, password: String
    ) async throws(DirectoryError) -> Account? {
        try await runInSteps { registry in
            let (email, firstName): (String?, String?) =
                switch (name, registry.policy.loginKey) {
                case (.email(let email), .email): (email, nil)
                case (.firstName(let name), .firstName): (nil, name)
                case (.email, .firstName), (.firstName, .email): (nil, nil)
                }
            let credentials = Credentials(email: email, firstName: firstName, password: password)
            let check = registry.find(credentials)
            return .hash {
                guard let account = try check.verified() else { return .done(nil) }
                return .files {
                    try check.requireUnchanged()
                    return .done(Account(account))
                }
            }
        }
    }

    /// Tells whether a password is that of an email's account, whatever field the rules let people log in by.
    ///
    /// A refusal takes as long as a hash under the rules, so timing reveals no accounts. Locked accounts are refused.
    public func verify(_ email: String, password: String) async throws(DirectoryError) -> Bool {
        try await runInSteps { registry in
            let check = registry.find(Credentials(email: email, firstName: nil, password: password))
            return .hash {
                guard try check.refusals().isEmpty else { return .done(false) }
                return .files {
                    try check.requireUnchanged()
                    return .done(true)
                }
            }
        }
    }

    /// The account of an email, compared without case; nil if there is none.
    public func account(withEmail email: String) async throws(DirectoryError) -> Account? {
        try await directory.read { try $0.registry().account(of: email).map(Account.init) }
    }

    /// The accounts that all filters select, in the order of their file names. They are read during the iteration, so
    /// memory does not grow with their number.
    public func accounts(where filters: AccountFilter...) -> RegisteredAccounts {
        RegisteredAccounts(registry: self, filters: filters)
    }

    /// Registers an account.
    ///
    /// - Parameters:
    ///   - values: what the person typed; a password is stored as a hash.
    ///   - others: what the administrator adds, such as a hash in place of a password.
    /// - Returns: the account as stored.
    /// - Throws: `brokenRules` with all that is wrong, `accountExists`, `passwordAndHash`.
    @discardableResult
    public func register(
        _ values: PersonalValues, with others: AdministrativeValues = AdministrativeValues()
    ) async throws(DirectoryError) -> Account {
        let draft = { @Sendable (registry: Registry) in
            var draft = registry.directory.draft(values.record)
            draft.set(others.record)
            return draft
        }
        return try await run { registry in
            guard values[.password] == nil || others.passwordHash == nil else {
                throw AccountsError.passwordAndHash
            }
            try registry.requireNew(draft(registry))
            return [values[.password] ?? ""]
        } _: { registry in
            let isLocked = others.isLocked ?? false
            return Account(try registry.register(draft(registry), isLocked: isLocked, logsIn: false))
        }
    }

    /// Changes values that people can set themselves, and no other byte of the account's file.
    ///
    /// - Returns: the changed account.
    /// - Throws: `noAccount`, `brokenRules`; `accountExists` if a new email is another account's.
    @discardableResult
    public func change(
        _ email: String, to values: PersonalValues
    ) async throws(DirectoryError) -> Account {
        try await run { registry in
            let account = try registry.existingAccount(of: email)
            return try registry.directory.passwords(
                of: account, changedTo: values, by: .account(email: email))
        } _: { registry in
            let account = try registry.existingAccount(of: email)
            return Account(try registry.directory.change(account, to: values, of: .account(email: email)))
        }
    }

    /// Changes values that only an administrator can set, as one change, and no other byte of the account's file. If
    /// this locks the account or makes it expire, its session ends.
    ///
    /// - Returns: the changed account.
    /// - Throws: `noAccount`, `brokenRules`, `nothingToUnlock`.
    @discardableResult
    public func change(
        _ email: String, to values: AdministrativeValues
    ) async throws(DirectoryError) -> Account {
        try await change(email) { registry in
            let lock: [AccountChange] = values.isLocked.map { [$0 ? .lock : .unlock] } ?? []
            _ = try registry.commit([.values(values.record)] + lock, of: [email])
            return Account(try registry.accountToFix(of: email))
        }
    }

    /// Sets an account's password; a lock stays.
    ///
    /// - Throws: `noAccount`, `brokenRules`.
    public func setPassword(of email: String, to password: String) async throws(DirectoryError) {
        try await run { registry in
            let account = try registry.accountToFix(of: email)
            try registry.requireAcceptable(password, for: account)
            return [password] + account.plainPasswords
        } _: { registry in
            _ = try registry.setPassword(of: email, to: password)
        }
    }

    /// Locks an account and ends its session.
    ///
    /// - Returns: false if it was locked already.
    /// - Throws: `noAccount`.
    @discardableResult
    public func lock(_ email: String) async throws(DirectoryError) -> Bool {
        try await change(email) { try !$0.commit([.lock], of: [email]).changed.isEmpty }
    }

    /// Unlocks an account.
    ///
    /// - Returns: whether it was locked.
    /// - Throws: `noAccount`, `nothingToUnlock`.
    @discardableResult
    public func unlock(_ email: String) async throws(DirectoryError) -> Bool {
        try await change(email) { try !$0.commit([.unlock], of: [email]).changed.isEmpty }
    }

    /// Removes an account and its session.
    ///
    /// - Throws: `noAccount`.
    public func remove(_ email: String) async throws(DirectoryError) {
        _ = try await change(email) { try $0.commit([.remove], of: [email]) }
    }

    private func runInSteps<Value: Sendable>(
        _ first: @escaping @Sendable (Registry) throws -> AccountDirectory.Step<Value>
    ) async throws(DirectoryError) -> Value {
        try await directory.runInSteps { directory in try first(directory.registry()) }
    }

    private func run<Value: Sendable>(
        hashing passwords: @escaping @Sendable (Registry) throws -> [String],
        _ change: @escaping @Sendable (Registry) throws -> Value
    ) async throws(DirectoryError) -> Value {
        try await directory.run(hashing: { try passwords($0.registry()) }) { try change($0.registry()) }
    }

    /// Makes a change that hashes no password but the account's own, if that is a plain one.
    private func change<Value: Sendable>(
        _ email: String, _ change: @escaping @Sendable (Registry) throws -> Value
    ) async throws(DirectoryError) -> Value {
        try await run(hashing: { (try? $0.accountToFix(of: email))?.plainPasswords ?? [] }, change)
    }
}
