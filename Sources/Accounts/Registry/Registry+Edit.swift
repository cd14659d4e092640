internal import DocumentStore
internal import PlainValues
public import StrictJSON

extension Registry {
    /// Changes some values of the account that is logged in, in place; a new email moves its file and session.
    ///
    /// - Parameters:
    ///   - changes: the new values; an empty one removes an optional field.
    ///   - email: whose account is meant; the session must name it still.
    ///   - seen: what the file held when its owner was shown it, where they were.
    /// - Throws: `store(.changedMeanwhile)` where somebody else is logged in by now, or the file is no longer
    ///   what was `seen`; `emailTaken`, `rulesChanged`.
    public func edit(
        _ changes: AcceptedValues, of email: String, seen: JSONDocument? = nil
    ) throws(AccountsError) -> EditedAccount {
        let hash = try hash(of: changes)
        return try commit(.own, of: email) { reader throws(AccountsError) in
            try textChange(changes, hash, of: email, seen: seen, reader)
        }
    }

    /// Changes some values of any account, as ``edit(_:of:seen:)`` does; it cannot be taken back, and ends what could.
    ///
    /// - Throws: `noAccount`, `store(.changedMeanwhile)` where the file is no longer what was `seen`, `emailTaken`,
    ///   `rulesChanged`.
    public func keeperEdit(
        _ changes: AcceptedValues, of email: String, seen: JSONDocument? = nil
    ) throws(AccountsError) -> EditedAccount {
        let hash = try hash(of: changes)
        return try commit(.keeper, of: email) { reader throws(AccountsError) in
            try textChange(changes, hash, of: email, seen: seen, reader)
        }
    }

    /// Replaces the text of an account, whatever it held; a plain password becomes its hash, and keeps the lock that
    /// was before the hash in whose place it stands.
    ///
    /// - Parameter seen: what the file held when the text was made of it.
    /// - Throws: `store(.changedMeanwhile)` where it holds something else by now, or somebody else is logged in;
    ///   `emailTaken`, `hashing`, `rulesChanged`.
    func replace(
        _ file: String, of email: String, with text: AccountFile, over seen: ContentDigest?, by editor: Editor
    ) throws(AccountsError) -> EditedAccount {
        let hash = try text.value(.password).map { password throws(AccountsError) in
            try self.hash(password)
        }
        return try commit(editor, of: email) { reader throws(AccountsError) in
            guard let before = try reader.contents(of: file), ContentDigest(before) == seen else {
                throw .store(.changedMeanwhile(path: store.path(of: file)))
            }
            let old = AccountRecord(text: before)?[.passwordHash].flatMap { try? StoredHash($0) }
            let isLocked = text.values[.passwordHash] == nil ? old?.isLocked ?? false : text.isLocked
            let edits = hash.map { text.passwordEdits(StoredHash($0, isLocked: isLocked)) } ?? []
            return TextChange(
                file: file, before: before, after: text.document.applying(edits), email: text.email)
        }
    }

    /// Who edits an account.
    enum Editor {
        /// Whoever is logged in to it, who can take the edit back.
        case own
        /// Whoever keeps the registry; what could be taken back ends.
        case keeper
    }

    /// Another text for an account's file.
    private struct TextChange {
        let file: String
        let before: [UInt8]
        let after: [UInt8]
        /// The email that the account has from then on.
        let email: String
    }

    /// Makes a change that is found under the lock; nil where the account is not there.
    private func commit(
        _ editor: Editor, of email: String,
        _ change: @escaping @Sendable (DirectoryReader) throws(AccountsError) -> TextChange?
    ) throws(AccountsError) -> EditedAccount {
        try directory.writing { writer throws(AccountsError) in
            let session = try session(of: email, for: editor, writer.reader)
            guard let change = try change(writer.reader) else {
                throw editor == .own ? .nobodyLoggedIn : .noAccount(email)
            }
            let steps = try steps(change, movesSession: session != nil, writer.reader)
            let owner = steps.count > 1 ? change.email : session?.account
            let account = try parse(change.after, steps[0].file)
            try writer.commit(
                steps, undo: editor == .own ? .record(account: owner) : .clear, allOrNone: true)
            return EditedAccount(account, before: change.before)
        }
    }

    /// The session, if it is that of an account, as it must be for whoever edits his own.
    private func session(
        of email: String, for editor: Editor, _ reader: DirectoryReader
    ) throws(AccountsError) -> SessionFile? {
        if editor == .keeper { return try validSession(reader).flatMap { $0.isOf(email) ? $0 : nil } }
        guard let session = try SessionFile(reader) else { throw .nobodyLoggedIn }
        guard session.isOf(email) else {
            throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
        }
        return session
    }

    private func textChange(
        _ changes: AcceptedValues, _ hash: PasswordHash?, of email: String, seen: JSONDocument?,
        _ reader: DirectoryReader
    ) throws(AccountsError) -> TextChange? {
        guard let account = try account(of: email, reader) else { return nil }
        if let seen, seen.bytes != account.document.bytes {
            throw .store(.changedMeanwhile(path: account.path))
        }
        return TextChange(
            file: Self.file(of: account.email) ?? "", before: account.document.bytes,
            after: account.document.applying(account.registryEdits(changes.values, hash)),
            email: changes.values[.email] ?? account.email)
    }

    /// One change in place; or three, where the email's file has another name. The new file comes first, so that
    /// at no moment the account is nowhere; the session next, so that it never names an account that is gone.
    private func steps(
        _ change: TextChange, movesSession: Bool, _ reader: DirectoryReader
    ) throws(AccountsError) -> [DocumentChange] {
        let new = Self.file(of: change.email) ?? change.file
        guard new != change.file else {
            return [DocumentChange(change.file, before: change.before, after: change.after)]
        }
        guard try !reader.exists(new) else { throw .emailTaken }
        let session = movesSession ? [try SessionFile.change(to: change.email, reader)] : []
        return [DocumentChange(new, before: nil, after: change.after)] + session
            + [DocumentChange(change.file, before: change.before, after: nil)]
    }
}

extension AccountFile {
    fileprivate func registryEdits(_ changes: AccountRecord, _ hash: PasswordHash?) -> [JSONEdit] {
        var edits: [JSONEdit] = Field.typed.compactMap { field in
            guard field != .password, let value = changes[field] else { return nil }
            return value.isEmpty ? .remove(key: field.rawValue) : .setting(field, value)
        }
        if let hash {
            edits += passwordEdits(hash)
        } else if changes[.password] != nil {
            edits += passwordRemovals
        }
        return edits
    }
}
