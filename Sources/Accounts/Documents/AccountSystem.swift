public import DocumentStore
public import PlainValues
public import StrictJSON

/// What the local profile and the registry have in common: an account that is logged in, which can be changed.
public protocol AccountSystem: Sendable {
    /// The account that is logged in, nil where nobody is.
    func current(_ reader: DocumentReader) throws(AccountsError) -> AccountFile?

    /// Changes some values of that account in place.
    ///
    /// - Parameters:
    ///   - changes: the new values; an empty one clears an optional field.
    ///   - email: whose account is meant: the e-mail of whoever was logged in when the change began.
    ///   - seen: what the file held when its owner was shown it, where they were.
    /// - Returns: the account as it is now, and whether anything was different.
    /// - Throws: `store(.changedMeanwhile)` where somebody else is logged in by now, or the file is no longer
    ///   what was `seen`; `rulesChanged`.
    func edit(
        _ changes: [Field: String], of email: String, seen: JSONDocument?
    ) throws(AccountsError) -> (account: AccountFile, isChanged: Bool)

    /// Takes back the last change that can be taken back; tells whether there was one.
    ///
    /// - Throws: `changedSince` where a file was changed in the meantime.
    func cancel() throws(AccountsError) -> Bool

    /// Logs out; `nobodyLoggedIn` where nobody is.
    func logout() throws(AccountsError)
}

/// The documents directory as one command finds it: its rules, its sign-in system, and who is logged in.
public struct SignIn: Sendable {
    /// The rules of the directory.
    public let policyFile: PolicyFile
    /// The system that they belong to.
    public let system: any AccountSystem
    /// The account that is logged in.
    public let account: AccountFile?

    /// The rules.
    public var policy: Policy { policyFile.policy }

    /// Reads all of it in one go; `today` is the local date.
    public init(store: DocumentStore, today: CalendarDate, now: Timestamp) throws(AccountsError) {
        self = try store.reading { reader throws(AccountsError) in
            let policyFile = try PolicyFile(reader)
            let system = policyFile.policy.system(store: store, today: today, now: now)
            return SignIn(policyFile: policyFile, system: system, account: try system.current(reader))
        }
    }

    private init(policyFile: PolicyFile, system: any AccountSystem, account: AccountFile?) {
        self.policyFile = policyFile
        self.system = system
        self.account = account
    }
}

extension Policy {
    /// The system that this policy belongs to, at work in a directory.
    public func system(store: DocumentStore, today: CalendarDate, now: Timestamp) -> any AccountSystem {
        if isRegistry { return Registry(store: store, policy: self, today: today, now: now) }
        return LocalProfile(store: store, policy: self, today: today)
    }
}
