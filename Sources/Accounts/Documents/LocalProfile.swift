internal import DocumentStore
internal import PlainValues
public import StrictJSON

/// The local profile: one account in `profile.json`, whose file is the login.
///
/// ## The module's map
/// Rules: `Policy` holds them as data, `Violation` states a broken one, `Field` names the values. Files:
/// `AccountFile` reads an account strictly, `PolicyFile` the rules of a directory, `FileProblem` points at what is
/// wrong. Systems: this type for `profile`, `Registry` for the others, `SignIn` tells
/// which holds and who is logged in. Everything that reads or writes goes through
/// a `DocumentStore`, so its promises hold here.
public struct LocalProfile: AccountSystem {
    /// The directory that it is kept in.
    public let directory: AccountsDirectory
    private var store: DocumentStore { directory.store }

    init(_ directory: AccountsDirectory) { self.directory = directory }

    /// Where the profile is kept.
    public var path: String { store.path(of: StoreLayout.profile) }

    /// Whether no other user may read the profile; of a link, the file that it leads to.
    public func isPrivate() -> Bool {
        (try? store.reading { reader throws(StoreError) in try reader.isPrivate(StoreLayout.profile) })
            ?? false
    }

    // MARK: Reading

    /// The profile, nil where there is none.
    public func current() throws(AccountsError) -> AccountFile? {
        try directory.reading { reader throws(AccountsError) in try current(reader) }
    }

    func current(_ reader: DirectoryReader) throws(AccountsError) -> AccountFile? {
        try reader.contents(of: StoreLayout.profile).map { bytes throws(AccountsError) in try parse(bytes) }
    }

    /// Whether the profile has the email and the password of some values already.
    public func holds(_ values: AcceptedValues) -> Bool {
        guard let file = try? current(), let email = values.values[.email],
            let password = values.values[.password]
        else { return false }
        return EmailAddress.matches(file.email, email)
            && (file.value(.password) ?? "").hasSameScalars(as: password)
    }

    private func parse(_ bytes: [UInt8]) throws(AccountsError) -> AccountFile {
        try AccountFile(parsing: bytes, path: path, policy: directory.policy, today: directory.today)
    }

    // MARK: Logging in

    /// What a login did.
    public enum Login: Equatable, Sendable {
        /// There was no profile.
        case created
        /// The profile has this email and this password already.
        case unchanged
        /// The profile has this email and got another password.
        case passwordChanged
        /// A profile of another email was replaced.
        case replaced
        /// A file that could not be accepted was replaced.
        case replacedInvalid
    }

    /// Logs in with an email and a password, and with whatever else the policy requires of a new profile.
    ///
    /// - Returns: what was done, and the profile as it is now.
    /// - Throws: `violations` of what is missing, `rulesChanged`; nothing is written then.
    public func login(
        _ values: AcceptedValues
    ) throws(AccountsError) -> (login: Login, account: AccountFile) {
        try values.requireComplete()
        return try directory.writing { writer throws(AccountsError) in
            let before = try writer.reader.contents(of: StoreLayout.profile)
            let (after, login) = self.login(values.values, over: before)
            let account = try parse(after)
            let change = DocumentChange(StoreLayout.profile, before: before, after: after)
            try writer.commit([change], undo: before == nil ? .clear : .record(account: nil))
            return (login, account)
        }
    }

    private func login(_ values: AccountRecord, over before: [UInt8]?) -> ([UInt8], Login) {
        let new = newProfile(values)
        guard let before else { return (new, .created) }
        guard let file = try? parse(before) else { return (new, .replacedInvalid) }
        guard let email = values[.email], let password = values[.password],
            EmailAddress.matches(file.values[.email] ?? "", email)
        else { return (new, .replaced) }
        let after = file.document.applying([.set(key: Field.password.rawValue, password)])
        return (after, after == before ? .unchanged : .passwordChanged)
    }

    /// A new file: the names are there and empty, ready to edit.
    private func newProfile(_ values: AccountRecord) -> [UInt8] {
        let always: [Field] = [.email, .password, .firstName, .lastName]
        let fields = Field.typed.filter { always.contains($0) || values[$0] != nil }
        return JSONText.object(fields.map { .init($0.rawValue, .string(values[$0] ?? "")) }).fileBytes
    }

    // MARK: Editing

    /// Changes some values of the profile in place.
    ///
    /// - Parameters:
    ///   - changes: the new values; an empty one clears an optional field.
    ///   - email: whose profile is meant, compared without case.
    ///   - seen: what the file held when its owner was shown it, where they were.
    /// - Throws: `store(.changedMeanwhile)` where the profile is somebody else's by now, or no longer what was
    ///   `seen`; `rulesChanged`.
    public func edit(
        _ changes: AcceptedValues, of email: String, seen: JSONDocument? = nil
    ) throws(AccountsError) -> EditedAccount {
        try directory.writing { writer throws(AccountsError) in
            guard let before = try writer.reader.contents(of: StoreLayout.profile) else {
                throw .nobodyLoggedIn
            }
            if let seen, seen.bytes != before { throw .store(.changedMeanwhile(path: path)) }
            let file = try parse(before)
            guard EmailAddress.matches(file.email, email) else { throw .store(.changedMeanwhile(path: path)) }
            let after = file.document.applying(file.edits(changes.values))
            let account = try parse(after)
            let change = DocumentChange(StoreLayout.profile, before: before, after: after)
            try writer.commit([change], undo: .record(account: nil))
            return EditedAccount(account, before: before)
        }
    }

    /// Replaces the text of the profile, whatever it held.
    ///
    /// - Parameter seen: what it held when the text was made of it.
    /// - Throws: `store(.changedMeanwhile)` where it holds something else by now; `rulesChanged`.
    func replace(with text: AccountFile, over seen: ContentDigest?) throws(AccountsError) -> EditedAccount {
        try directory.writing { writer throws(AccountsError) in
            guard let before = try writer.reader.contents(of: StoreLayout.profile),
                ContentDigest(before) == seen
            else { throw .store(.changedMeanwhile(path: path)) }
            let account = try parse(text.document.bytes)
            let change = DocumentChange(StoreLayout.profile, before: before, after: text.document.bytes)
            try writer.commit([change], undo: .record(account: nil))
            return EditedAccount(account, before: before)
        }
    }

    // MARK: Taking back and logging out

    /// The last edit, logout or replacing login.
    public func lastChange() throws(AccountsError) -> LastChange? {
        try directory.lastChange { _, _ in nil }
    }

    /// Takes back the last edit, logout or replacing login.
    public func cancel(_ seen: LastChange?) throws(AccountsError) -> AccountDifference? {
        try directory.takeBack(seen) { _, _ in nil }
    }

    /// Removes the profile, in a way that `cancel` can take back.
    public func logout() throws(AccountsError) {
        try directory.requireDocument(StoreLayout.profile)
        try directory.writingUnderAnyRules { writer throws(AccountsError) in
            let before = try writer.reader.contents(of: StoreLayout.profile)
            guard before != nil else { throw AccountsError.nobodyLoggedIn }
            let change = DocumentChange(StoreLayout.profile, before: before, after: nil)
            try writer.commit([change], undo: .record(account: nil))
        }
    }
}

extension AccountFile {
    /// The edits that give the file some new values, in field order.
    ///
    /// A cleared field of the profile stays with an empty value, ready to edit; one that is not there stays away.
    func edits(_ changes: AccountRecord) -> [JSONEdit] {
        Field.typed.compactMap { field in
            guard let value = changes[field] else { return nil }
            if value.isEmpty && values[field] == nil { return nil }
            return .set(key: field.rawValue, value)
        }
    }
}
