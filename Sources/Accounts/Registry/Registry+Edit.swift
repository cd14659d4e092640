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
    /// - Returns: the account as it is now, and whether anything was different.
    /// - Throws: `store(.changedMeanwhile)` where somebody else is logged in by now, or the file is no longer
    ///   what was `seen`; `emailTaken`, `rulesChanged`.
    public func edit(
        _ changes: AcceptedValues, of email: String, seen: JSONDocument? = nil
    ) throws(AccountsError) -> (account: AccountFile, isChanged: Bool) {
        let hash = try hash(of: changes)
        return try directory.writing { writer throws(AccountsError) in
            guard let session = try SessionFile(writer.reader) else { throw .nobodyLoggedIn }
            guard session.isOf(email) else {
                throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
            }
            guard let account = try account(of: email, writer.reader) else { throw .nobodyLoggedIn }
            if let seen, seen.bytes != account.document.bytes {
                throw .store(.changedMeanwhile(path: account.path))
            }
            let after = account.document.applying(account.registryEdits(changes.values, hash))
            let newEmail = changes.values[.email]
            let steps = try self.steps(from: account, to: after, email: newEmail, writer.reader)
            let owner = steps.count > 1 ? newEmail : session.account
            let edited = try parse(after, steps[0].file)
            try writer.commit(steps, undo: .record(account: owner))
            return (edited, after != account.document.bytes)
        }
    }

    /// One change in place; or three, where the e-mail's file has another name. The new file comes first, so that
    /// at no moment the account is nowhere; the session next, so that it never names an account that is gone.
    private func steps(
        from account: AccountFile, to after: [UInt8], email: String?, _ reader: DirectoryReader
    ) throws(AccountsError) -> [DocumentChange] {
        let before = account.document.bytes
        let old = Self.file(of: account.email) ?? ""
        let new = email.flatMap(Self.file) ?? old
        guard let email, new != old else { return [DocumentChange(old, before: before, after: after)] }
        guard try !reader.exists(new) else { throw .emailTaken }
        return [
            DocumentChange(new, before: nil, after: after),
            try SessionFile.change(to: email, reader),
            DocumentChange(old, before: before, after: nil),
        ]
    }
}

extension AccountFile {
    fileprivate func registryEdits(_ changes: [Field: String], _ hash: PasswordHash?) -> [JSONEdit] {
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
