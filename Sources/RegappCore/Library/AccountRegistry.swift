internal import RegappStore

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
/// - ``accounts(where:sortedBy:from:limit:)``
///
/// ### Changing an account
/// - ``register(_:with:)``
/// - ``change(_:to:)-(_,PersonalValues)``
/// - ``change(_:to:)-(String,AdministrativeValues)``
/// - ``changePassword(of:from:to:)``
/// - ``passwordLink(of:to:hours:)``
/// - ``changePassword(of:byLink:to:)``
/// - ``setPassword(of:to:)``
/// - ``lock(_:until:reason:)-(String,_,_)``
/// - ``unlock(_:)-(String)``
/// - ``remove(_:)-(String)``
///
/// ### Changing several accounts at once
/// - ``lock(_:until:reason:)-([String],_,_)``
/// - ``unlock(_:)-([String])``
/// - ``remove(_:)-([String])``
/// - ``change(_:to:)-([String],_)``
/// - ``set(_:under:of:)``
/// - ``add(_:under:of:)``
/// - ``remove(_:under:of:)``
/// - ``BatchOutcome``
///
/// ### Saying who does it
/// - ``by(_:)``
///
/// ### Moving accounts in and out
/// - ``export(_:where:)``
/// - ``importAccounts(_:as:existing:mayLackFields:takesPlainPasswords:columns:encoding:dayFirst:)``
/// - ``Existing``
public struct AccountRegistry: Sendable {
    let directory: AccountDirectory

    /// What a person types with the password.
    public enum LoginName: Hashable, Sendable {
        /// The email, compared without case.
        case email(String)
        /// The first name, compared without case.
        case firstName(String)
        /// The value of the custom key ``Rules/loginKey``, compared without case. Every account is read for it.
        case loginName(String)
    }

    /// The same registry for the changes of another actor (``AccountDirectory/by(_:)``).
    public func by(_ actor: String) -> AccountRegistry { directory.by(actor).registry }

    /// The account of a person who logs in by ``Rules/loginField``. Nil for a wrong password, for an unknown, locked or
    /// expired account, for the other field, and if several accounts with one first name have this password.
    ///
    /// If ``Account/mustChange`` is set, lead the person to ``changePassword(of:from:to:)``. A refusal takes at least as
    /// long as a hash under the rules, so timing reveals no accounts. No session starts.
    ///
    /// - Throws: `firstPasswordOver` if the password is right, but the day is over until which the owner was to change it:
    ///   do not let the person in before that.
    public func authenticate(
        _ name: LoginName, password: String
    ) async throws(DirectoryError) -> Account? {
        try await runInSteps { registry in
            let (email, firstName): (String?, String?) =
                switch (name, registry.directory.policy.loginKey) {
                case (.email(let email), .email), (.email(let email), .own(_, orEmail: true)): (email, nil)
                case (.firstName(let name), .firstName): (nil, name)
                case (.loginName(let name), .own) where !name.contains("@"):
                    (try registry.email(loggingInAs: name), nil)
                case (.email, _), (.firstName, _), (.loginName, _): (nil, nil)
                }
            let credentials = Credentials(email: email, firstName: firstName, password: password)
            let check = PasswordCheck(registry, credentials)
            return .hash {
                guard let account = try check.verified(isOwner: true) else { return .done(nil) }
                return .files {
                    try check.requireUnchanged()
                    guard !account.has(.overdue) else {
                        throw AccountsError.firstPasswordOver(email: account.email)
                    }
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
            let check = PasswordCheck(registry, Credentials(email: email, firstName: nil, password: password))
            return .hash {
                guard try check.judge().refusals.isEmpty else { return .done(false) }
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

    /// Registers an account.
    ///
    /// - Parameters:
    ///   - values: what the person typed; a password is stored as a hash.
    ///   - others: what the administrator adds, such as a hash in place of a password.
    /// - Returns: the account as stored.
    /// - Throws: `brokenRules` with all that is wrong, `accountExists`; `unusableArgument` for a password and a hash at once.
    @discardableResult
    public func register(
        _ values: PersonalValues, with others: AdministrativeValues = AdministrativeValues()
    ) async throws(DirectoryError) -> Account {
        let draft = { @Sendable (registry: Registry) in
            var draft = registry.directory.draft(values.record)
            draft.set(try others.record())
            return draft
        }
        return try await run { registry in
            guard values[.password] == nil || others.passwordHash == nil else {
                throw AccountsError.unusableArgument(
                    "an account takes a password or a hash, not both", hint: "leave one out")
            }
            try registry.requireNew(draft(registry))
            return [values[.password] ?? ""]
        } _: { registry in
            let record = try registry.prepare(draft(registry), isLocked: others.isLocked ?? false)
            return Account(try registry.register(record, logsIn: false))
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
    /// - Throws: `noAccount`, `brokenRules`, `nothingToUnlock`, `unusableArgument` for a key that no account may have.
    @discardableResult
    public func change(
        _ email: String, to values: AdministrativeValues
    ) async throws(DirectoryError) -> Account {
        try await commit(of: [email], skippingUnknown: false) {
            try $0.changes(to: values)
        } returning: { registry, _ in
            Account(try registry.accountToFix(of: email))
        }
    }

    /// Replaces a person's own password, given the present one, and ends ``Account/mustChange``; a lock stays. The
    /// changes of one person share one place in the history, so that nobody can push other changes out of it.
    ///
    /// - Returns: the account, as after ``authenticate(_:password:)``.
    /// - Throws: `noMatch`, at the cost of a hash, for a wrong password and for an unknown, locked or expired account;
    ///   `brokenRules` for the new password, and `unusablePassword` if it is the present one.
    @discardableResult
    public func changePassword(
        of email: String, from old: String, to new: String
    ) async throws(DirectoryError) -> Account {
        try await directory.by(.password).registry.runInSteps { registry in
            let check = PasswordCheck(registry, Credentials(email: email, firstName: nil, password: old))
            return .hash {
                guard let account = try check.verified(isOwner: true) else { throw AccountsError.noMatch([]) }
                guard new != old else { throw AccountsError.passwordIsOld }
                let hashed = Registry(directory: registry.directory.hashing([new]))
                return .files {
                    try hashed.changePassword(of: account, to: new)
                    return .done(Account(try hashed.accountToFix(of: account.email)))
                }
            }
        }
    }

    /// Makes a one-time link by which a person chooses a password on a page of yours. It replaces any earlier link. A locked
    /// or expired account gets a link, too; it works only once the account can be logged in to again.
    ///
    /// No link is in the history, so nobody who asks your page for links can push other changes out of it; undoing another
    /// change keeps it. The change of the password by the link is in the history.
    ///
    /// - Parameters:
    ///   - email: the account's email.
    ///   - page: the page's address, of `https`, or of `http` on this machine. The link adds `email` and `token` to its query.
    ///   - hours: how long the link works, 1 to 720.
    /// - Returns: the link, which is stored nowhere; the account holds a digest of its token.
    /// - Throws: `noAccount`; `unusableArgument` for another address or time.
    public func passwordLink(
        of email: String, to page: String, hours: Int = 72
    ) async throws(DirectoryError) -> String {
        try await directory.run { directory in
            guard let address = PageAddress(page) else {
                throw AccountsError.unusableArgument(
                    "a page for passwords must have an address of https",
                    hint: "such as https://mail.example/password")
            }
            guard let validity = LinkValidity("\(hours)h") else {
                throw AccountsError.unusableArgument("a link works for 1 to 720 hours", hint: "such as 72")
            }
            return try directory.registry().makeLink(of: email, to: address, validFor: validity).address
        }
    }

    /// Sets a person's password by a link (``passwordLink(of:to:hours:)``), which works once, and ends
    /// ``Account/mustChange``. Whoever has the link need not know the current password, and may choose the same one again,
    /// unless that must be changed.
    ///
    /// - Parameters:
    ///   - email: the `email` of the link's query.
    ///   - token: its `token`.
    ///   - new: what the person chose.
    /// - Returns: the account.
    /// - Throws: `noMatch` if the link was used, replaced or is over, or if the account is gone, locked or expired;
    ///   `brokenRules`, and `unusablePassword` for the one that must be changed, after which the link still works.
    @discardableResult
    public func changePassword(
        of email: String, byLink token: String, to new: String
    ) async throws(DirectoryError) -> Account {
        try await directory.by(.link).registry.runInSteps { registry in
            let account: AccountFile
            switch registry.account(of: email, withLink: token) {
            case .success(let found): account = found
            case .failure(.unreadable(let error)): throw error
            case .failure: throw AccountsError.noMatch([])
            }
            try registry.requireAcceptable(new, for: account)
            return .hash {
                if try registry.isPasswordKept(new, by: account) { throw AccountsError.passwordIsOld }
                let hashed = Registry(directory: registry.directory.hashing([new]))
                return .files {
                    try hashed.changePassword(of: account, to: new)
                    return .done(Account(try hashed.accountToFix(of: account.email)))
                }
            }
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
    /// - Parameters:
    ///   - email: the account's email.
    ///   - day: the day on which the lock ends by itself, after today, in any form that ``AdministrativeValues/expires`` may
    ///     have; nil or an empty text for a lock that lasts, even if it had a day.
    ///   - reason: why, for administrators, on one line; nil keeps that of an account that is locked already, an empty text
    ///     clears it.
    /// - Returns: false if it was so already.
    /// - Throws: `noAccount`; `brokenRules`, and `unusableArgument` for a day that has come.
    @discardableResult
    public func lock(
        _ email: String, until day: String? = nil, reason: String? = nil
    ) async throws(DirectoryError) -> Bool {
        try await !lock([email], until: day, reason: reason, skippingUnknown: false).changed.isEmpty
    }

    func lock(
        _ emails: [String], until day: String?, reason: String?, skippingUnknown: Bool = true
    ) async throws(DirectoryError) -> BatchOutcome {
        try await commit(of: emails, skippingUnknown: skippingUnknown) { registry in
            let lock = AccountChange.locking(until: try registry.lockEnd(day), reason: reason)
            return { _ in [lock] }
        } returning: {
            BatchOutcome($1)
        }
    }

    /// Unlocks an account.
    ///
    /// - Returns: whether it was locked.
    /// - Throws: `noAccount`; `nothingToUnlock` for an account that was locked without a day and has no password.
    @discardableResult
    public func unlock(_ email: String) async throws(DirectoryError) -> Bool {
        try await !commit(.unlock, of: [email], skippingUnknown: false).changed.isEmpty
    }

    /// Removes an account and its session.
    ///
    /// - Throws: `noAccount`.
    public func remove(_ email: String) async throws(DirectoryError) {
        _ = try await commit(.remove, of: [email], skippingUnknown: false)
    }

    func runInSteps<Value: Sendable>(
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

    func commit(
        _ change: AccountChange, of emails: [String], skippingUnknown: Bool = true
    ) async throws(DirectoryError) -> BatchOutcome {
        try await commit(of: emails, skippingUnknown: skippingUnknown) { _ in
            { _ in [change] }
        } returning: {
            BatchOutcome($1)
        }
    }

    /// Makes one change of several accounts, which hashes no passwords but plain ones in their files.
    ///
    /// - Parameter changes: called before the change, and then for each account.
    func commit<Value: Sendable>(
        of emails: [String], skippingUnknown: Bool = true,
        _ changes: @escaping @Sendable (Registry) throws -> (LocatedDocument) throws -> [AccountChange],
        returning value: @escaping @Sendable (Registry, BulkResult) throws -> Value
    ) async throws(DirectoryError) -> Value {
        try await run { registry in
            _ = try changes(registry)
            return emails.flatMap { (try? registry.accountToFix(of: $0))?.plainPasswords ?? [] }
        } _: { registry in
            let changes = try changes(registry)
            let result = try registry.commit(of: emails, skippingUnknown: skippingUnknown) { try changes($1) }
            return try value(registry, result)
        }
    }
}

extension Registry {
    /// The day on which a lock ends by itself; nil for one that lasts.
    ///
    /// - Parameter day: as typed, like an expiry date.
    /// - Throws: `violations`; `unusableArgument` for a day that has come.
    fileprivate func lockEnd(_ day: String?) throws(AccountsError) -> CalendarDate? {
        let draft = directory.draft([.expires: day ?? ""])
        let broken = draft.violations.compactMap(\.rule).map { Violation(field: .lockedUntil, rule: $0) }
        guard broken.isEmpty else { throw .violations(broken) }
        guard let day = draft.record[.expires].flatMap(CalendarDate.init(iso:)) else { return nil }
        guard day > directory.now.systemDate else {
            throw .unusableArgument(
                "a lock until \(day.isoString) would have ended already",
                hint: "name a day after today, such as +14d")
        }
        return day
    }

    /// What the values change in an account.
    ///
    /// - Throws: `unusableArgument` for a key that no account may have.
    func changes(
        to values: AdministrativeValues
    ) throws(AccountsError) -> (LocatedDocument) throws -> [AccountChange] {
        let record = try values.record()
        let lock: [AccountChange] = values.isLocked.map { [$0 ? .lock : .unlock] } ?? []
        return { document in
            // The same texts leave a value as it is, such as a number.
            let present = try accountToFix(document).custom
            var changes = record
            changes.ownChanges.removeAll { (present[$0.key] ?? []) == values.custom[$0.key] }
            return [.values(changes)] + lock
        }
    }
}
