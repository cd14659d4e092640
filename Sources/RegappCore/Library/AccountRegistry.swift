internal import RegappStore

/// The registered accounts of a directory.
///
/// Every call throws `noRegistry` where the rules are those of the local profile, `invalidFiles` where `policy.json` or
/// an account's file cannot be accepted, `file`, and `busy`.
///
/// ## Topics
///
/// ### Letting people in
/// - ``verify(_:password:)``
///
/// ### Finding
/// - ``account(of:)``
/// - ``accounts``
///
/// ### Changing
/// - ``register(_:)``
/// - ``change(_:to:)``
/// - ``setPassword(of:to:)``
/// - ``lock(_:)``
/// - ``unlock(_:)``
/// - ``remove(_:)``
///
/// ### Moving accounts in and out
/// - ``export(_:)``
/// - ``importAccounts(_:as:existing:mayLackFields:takesPlainPasswords:columns:encoding:)``
/// - ``Existing``
public struct AccountRegistry: Sendable {
    let directory: DocumentsDirectory

    // MARK: Letting people in

    /// Tells whether a password is that of an account that may log in, without logging it in.
    ///
    /// A refusal costs as much as hashing under the rules, whether or not the account exists, so that its time tells
    /// no registered account. A locked account is refused.
    public func verify(_ email: String, password: String) async throws(DirectoryError) -> Bool {
        try await run { try $0.refusals(email, password: password).isEmpty }
    }

    // MARK: Finding

    /// The account of an email, compared without case; nil if there is none.
    public func account(of email: String) async throws(DirectoryError) -> Account? {
        try await run { try $0.account(of: email).map(Account.init) }
    }

    /// All accounts in the order of their file names, read while they are iterated, so that memory stays flat.
    public var accounts: RegisteredAccounts { RegisteredAccounts(self) }

    // MARK: Changing

    /// Registers an account.
    ///
    /// - Parameter values: its values as typed; a password is stored as a hash.
    /// - Returns: the account as it was stored.
    /// - Throws: `brokenRules` with all that is wrong, `accountExists`.
    @discardableResult
    public func register(_ values: [Field: String]) async throws(DirectoryError) -> Account {
        try await run { registry in
            let draft = registry.directory.draft(AccountRecord(values))
            return Account(try registry.register(draft, logsIn: false))
        }
    }

    /// Changes values of an account as an administrator, and no other byte of its file.
    ///
    /// - Parameters:
    ///   - email: that of the account.
    ///   - values: the new values as typed; an empty one clears its field.
    /// - Returns: the account as it is now.
    /// - Throws: `noAccount`, `brokenRules`, `accountExists` if a new email is another account's.
    @discardableResult
    public func change(
        _ email: String, to values: [Field: String]
    ) async throws(DirectoryError) -> Account {
        try await run { registry in
            guard let account = try registry.account(of: email) else { throw AccountsError.noAccount(email) }
            return Account(try registry.directory.change(account, to: values, of: .account(email: email)))
        }
    }

    /// Sets an account's password; a lock stays.
    ///
    /// - Throws: `noAccount`, `brokenRules`.
    public func setPassword(of email: String, to password: String) async throws(DirectoryError) {
        try await run { try $0.setPassword(of: email, to: password) }
    }

    /// Locks an account and ends its session.
    ///
    /// - Returns: false if it was locked already.
    /// - Throws: `noAccount`.
    @discardableResult
    public func lock(_ email: String) async throws(DirectoryError) -> Bool {
        try await run { try !$0.lock([email]).changed.isEmpty }
    }

    /// Unlocks an account.
    ///
    /// - Returns: whether it was locked.
    /// - Throws: `noAccount`, `nothingToUnlock`.
    @discardableResult
    public func unlock(_ email: String) async throws(DirectoryError) -> Bool {
        try await run { try !$0.unlock([email]).changed.isEmpty }
    }

    /// Removes an account and its session.
    ///
    /// - Throws: `noAccount`.
    public func remove(_ email: String) async throws(DirectoryError) {
        _ = try await run { try $0.remove([email]) }
    }

    func run<Result: Sendable>(
        _ work: @escaping @Sendable (Registry) throws -> Result
    ) async throws(DirectoryError) -> Result {
        try await directory.run { directory in try work(directory.registry()) }
    }
}
