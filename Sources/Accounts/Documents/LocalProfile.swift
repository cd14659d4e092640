internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// The local profile: one account in `profile.json`, whose file is the login.
package struct LocalProfile {
    package let directory: AccountsDirectory
    private var store: DocumentStore { directory.store }

    init(_ directory: AccountsDirectory) { self.directory = directory }

    package var path: String { store.path(of: StoreLayout.profile) }

    /// Whether no other user can read the profile, or the file that a link leads to.
    package func isPrivate() -> Bool {
        (try? store.reading { reader in try reader.isPrivate(StoreLayout.profile) })
            ?? false
    }

    // MARK: Reading

    /// Nil if there is none.
    package func current() throws(AccountsError) -> AccountFile? {
        try directory.reading { reader in try current(reader) }
    }

    func current(_ reader: DocumentReader) throws -> AccountFile? {
        guard let bytes = try reader.contents(of: StoreLayout.profile) else { return nil }
        return try parse(bytes)
    }

    /// Whether the profile already has this email and password.
    package func holds(_ values: AccountRecord) -> Bool {
        guard let file = try? current(), let email = values[.email], let password = values[.password]
        else { return false }
        return EmailAddress.matches(file.email, email)
            && (file.value(.password) ?? "").hasSameScalars(as: password)
    }

    private func parse(_ bytes: [UInt8]) throws(AccountsError) -> AccountFile {
        try AccountFile(parsing: bytes, path: path, policy: directory.policy, today: directory.today)
    }

    // MARK: Logging in

    package enum Login: Equatable, Sendable {
        case created
        /// The profile already had this email and password.
        case unchanged
        /// The profile had this email and got another password.
        case passwordChanged
        /// A profile with another email was replaced.
        case replaced
        case replacedInvalid
    }

    /// Logs in with an email, a password and whatever else the policy requires of a new profile.
    ///
    /// - Throws: `violations`, `rulesChanged`, `invalidFile` unless that is replaced; nothing is written then.
    package func login(
        _ draft: Draft, replacesInvalid: Bool = true
    ) throws(AccountsError) -> (login: Login, account: AccountFile) {
        try draft.requireWhole()
        return try directory.writing { writer in
            let before = try writer.contents(of: StoreLayout.profile)
            let (after, login) = try self.login(draft.changes, over: before, replacesInvalid)
            let account = try parse(after)
            let change = DocumentChange(StoreLayout.profile, before: before, after: after)
            guard before == nil else {
                try writer.commit([change])
                return (login, account)
            }
            // A first login cannot be undone, and would hide what could be undone of the profile before it.
            let isInTheWay = try writer.undoRecord()?.changes.contains { $0.file == change.file }
            try writer.commit([change], undo: .keep())
            // If it stays, undoing refuses.
            if isInTheWay == true { try? writer.forget([StoreLayout.regapp.undo]) }
            return (login, account)
        }
    }

    private func login(
        _ values: AccountRecord, over before: [UInt8]?, _ replacesInvalid: Bool
    ) throws(AccountsError) -> ([UInt8], Login) {
        let new = newProfile(values)
        guard let before else { return (new, .created) }
        let file: AccountFile
        do throws(AccountsError) { file = try parse(before) } catch {
            guard replacesInvalid else { throw error }
            return (new, .replacedInvalid)
        }
        guard let email = values[.email], let password = values[.password],
            EmailAddress.matches(file.values[.email] ?? "", email)
        else { return (new, .replaced) }
        try directory.draft([.password: password], over: file.values).requireChanges()
        let after = file.document.applying([.set(key: Field.password.rawValue, password)])
        return (after, after == before ? .unchanged : .passwordChanged)
    }

    /// A new file; the names are present and empty, ready to edit.
    private func newProfile(_ values: AccountRecord) -> [UInt8] {
        let always = Field.shown(by: .profile)
        let fields = Field.typed.filter { always.contains($0) || values[$0] != nil }
        return JSONText.object(fields.map { .init($0.rawValue, .string(values[$0] ?? "")) }).fileBytes
    }

    // MARK: Logging out

    /// Removes the profile, in a way that `cancel` can undo.
    package func logout() throws(AccountsError) {
        try directory.requireDocument(StoreLayout.profile)
        try directory.writingUnderAnyRules { writer in
            let before = try writer.contents(of: StoreLayout.profile)
            guard before != nil else { throw AccountsError.nobodyLoggedIn }
            let change = DocumentChange(StoreLayout.profile, before: before, after: nil)
            try writer.commit([change])
        }
    }
}
