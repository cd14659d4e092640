internal import DocumentStore
internal import PlainValues
public import StrictJSON

extension Registry {
    /// Changes some values of the account that is logged in, in place; a new e-mail moves its file and session.
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
        return try directory.writing { writer throws(AccountsError) in
            guard let session = try SessionFile(writer.reader) else { throw .nobodyLoggedIn }
            guard session.isOf(email) else {
                throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
            }
            let edit = try edit(changes, hash, of: email, seen: seen, session, writer.reader)
            guard let edit else { throw .nobodyLoggedIn }
            let owner = edit.steps.count > 1 ? changes.values[.email] : session.account
            try writer.commit(edit.steps, undo: .record(account: owner))
            return edit.edited
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
        return try directory.writing { writer throws(AccountsError) in
            let session = try validSession(writer.reader)
            let edit = try edit(
                changes, hash, of: email, seen: seen, session?.isOf(email) == true ? session : nil,
                writer.reader)
            guard let edit else { throw .noAccount(email) }
            try writer.commit(edit.steps, undo: .clear, allOrNone: true)
            return edit.edited
        }
    }

    /// An edit and the changes that make it; nil where the account is not there.
    ///
    /// - Parameter session: the session, if it is that of the account.
    private func edit(
        _ changes: AcceptedValues, _ hash: PasswordHash?, of email: String, seen: JSONDocument?,
        _ session: SessionFile?, _ reader: DirectoryReader
    ) throws(AccountsError) -> (steps: [DocumentChange], edited: EditedAccount)? {
        guard let account = try account(of: email, reader) else { return nil }
        if let seen, seen.bytes != account.document.bytes {
            throw .store(.changedMeanwhile(path: account.path))
        }
        let after = account.document.applying(account.registryEdits(changes.values, hash))
        let steps = try steps(
            from: account, to: after, email: changes.values[.email], movesSession: session != nil, reader)
        return (steps, EditedAccount(try parse(after, steps[0].file), before: account))
    }

    /// One change in place; or three, where the e-mail's file has another name. The new file comes first, so that
    /// at no moment the account is nowhere; the session next, so that it never names an account that is gone.
    private func steps(
        from account: AccountFile, to after: [UInt8], email: String?, movesSession: Bool,
        _ reader: DirectoryReader
    ) throws(AccountsError) -> [DocumentChange] {
        let before = account.document.bytes
        let old = Self.file(of: account.email) ?? ""
        let new = email.flatMap(Self.file) ?? old
        guard let email, new != old else { return [DocumentChange(old, before: before, after: after)] }
        guard try !reader.exists(new) else { throw .emailTaken }
        let session = movesSession ? [try SessionFile.change(to: email, reader)] : []
        return [DocumentChange(new, before: nil, after: after)] + session
            + [DocumentChange(old, before: before, after: nil)]
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
