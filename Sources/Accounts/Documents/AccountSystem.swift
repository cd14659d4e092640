public import DocumentStore
public import PlainValues
public import StrictJSON

/// What the local profile and the registry have in common: an account that is logged in, which can be changed.
public protocol AccountSystem: Sendable {
    /// Changes some values of that account in place.
    ///
    /// - Parameters:
    ///   - changes: the new values; an empty one clears an optional field.
    ///   - email: whose account is meant: the email of whoever was logged in when the change began.
    ///   - seen: what the file held when its owner was shown it, where they were.
    /// - Throws: `store(.changedMeanwhile)` where somebody else is logged in by now, or the file is no longer
    ///   what was `seen`; `rulesChanged`.
    func edit(
        _ changes: AcceptedValues, of email: String, seen: JSONDocument?
    ) throws(AccountsError) -> EditedAccount

    /// Takes back the last change that can be taken back.
    ///
    /// - Parameter isRehearsal: whether only to tell what would be taken back; no lock is taken then.
    /// - Returns: what becomes of the account; nil where there is nothing to take back.
    /// - Throws: `changedSince` where a file was changed in the meantime.
    func cancel(isRehearsal: Bool) throws(AccountsError) -> AccountDifference?

    /// Logs out; `nobodyLoggedIn` where nobody is.
    func logout() throws(AccountsError)
}

extension AccountSystem {
    /// Takes back the last change that can be taken back.
    public func cancel() throws(AccountsError) -> AccountDifference? { try cancel(isRehearsal: false) }
}

/// A documents directory and who is logged in to it, read in one go.
public struct SignIn: Sendable {
    /// The directory.
    public let directory: AccountsDirectory
    /// The account that is logged in; nil where nobody is.
    public let account: AccountFile?

    /// The rules.
    public var policy: Policy { directory.policy }

    /// Reads all of it; `today` is the local date.
    public init(_ store: DocumentStore, today: CalendarDate, now: Timestamp) throws(AccountsError) {
        self = try store.readingDirectory { reader throws(AccountsError) in
            let policy = try PolicyFile(reader).policy
            let directory = AccountsDirectory(store, policy, today: today, now: now)
            return SignIn(directory: directory, account: try directory.current(reader))
        }
    }

    private init(directory: AccountsDirectory, account: AccountFile?) {
        self.directory = directory
        self.account = account
    }
}

extension AccountsDirectory {
    /// The account that is logged in; nil where nobody is.
    public func current() throws(AccountsError) -> AccountFile? {
        try reading { reader throws(AccountsError) in try current(reader) }
    }

    fileprivate func current(_ reader: DirectoryReader) throws(AccountsError) -> AccountFile? {
        policy.isRegistry ? try Registry(self).current(reader) : try profile.current(reader)
    }

    /// Takes back the last change of an account.
    ///
    /// - Parameter owner: whose change it must be, nil for that of the profile.
    func takeBack(
        isRehearsal: Bool,
        owner: @escaping @Sendable (DirectoryReader, UndoRecord) throws(AccountsError) -> String?
    ) throws(AccountsError) -> AccountDifference? {
        // Asked without a lock, so that a directory that does not exist stays so. A change that was cut short is
        // completed first, even if nothing can be taken back then.
        let mayTakeBack = try reading { reader throws(AccountsError) in
            if try reader.exists(StoreLayout.regapp.undo) { return true }
            return isRehearsal ? false : try reader.isChanging()
        }
        guard mayTakeBack else { return nil }
        if isRehearsal {
            return try reading { reader throws(AccountsError) in
                guard let record = try reader.undoRecord(), try owner(reader, record) == record.account,
                    try reader.canTakeBack(record)
                else { return nil }
                return AccountDifference(takingBack: record)
            }
        }
        return try writingUnderAnyRules { writer throws(AccountsError) in
            guard let record = try writer.reader.undoRecord() else { return nil }
            let isTakenBack = try writer.takeBack(account: try owner(writer.reader, record))
            return isTakenBack ? AccountDifference(takingBack: record) : nil
        }
    }

    /// Throws `nobodyLoggedIn` where a document does not exist; asked without a lock, like `mayTakeBack`.
    func requireDocument(_ file: String) throws(AccountsError) {
        let isThere = try reading { reader throws(AccountsError) in try reader.contents(of: file) != nil }
        guard isThere else { throw .nobodyLoggedIn }
    }
}

extension DocumentStore {
    /// Leaves no profile, session, undo record or text of an editor behind, whatever they hold and whatever the rules
    /// are.
    ///
    /// - Returns: the texts that an editor is at work with, which stay.
    /// - Throws: `nobodyLoggedIn` where there was none of all that.
    @discardableResult
    public func forgetEverybody() throws(AccountsError) -> [String] {
        let traces = [StoreLayout.regapp.undo, StoreLayout.profile, StoreLayout.session]
        let isAnything = try readingDirectory { reader throws(AccountsError) in
            for file in traces + [StoreLayout.regapp.edits] where try reader.exists(file) { return true }
            return false
        }
        guard isAnything else { throw .nobodyLoggedIn }
        return try writing(completing: false) { writer throws(AccountsError) in
            try DirectoryWriter(writer).forget(traces)
            return try translated { () throws(StoreError) in
                var inUse: [String] = []
                for copy in try writer.reader.workingCopies() where try !writer.remove(copy) {
                    inUse.append(copy.path)
                }
                return inUse
            }
        }
    }
}
