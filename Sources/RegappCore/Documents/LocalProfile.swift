internal import RegappStore
internal import RegappJSON

/// The local profile: one account, which is logged in while `profile.json` exists.
package struct LocalProfile {
    package let directory: AccountStore

    package var path: String { directory.store.path(of: StoreLayout.profile) }

    /// Whether no other user can read the profile, or the file that it links to.
    package func isPrivate() -> Bool {
        (try? directory.store.reading { reader in try reader.isPrivate(StoreLayout.profile) }) ?? false
    }

    func current(_ reader: DocumentReader) throws -> AccountFile? {
        guard let bytes = try reader.contents(of: StoreLayout.profile) else { return nil }
        return try parse(bytes)
    }

    /// Whether the profile, or the one logged out last, has this email and password.
    package func holds(_ values: AccountRecord) -> Bool {
        let file = try? directory.reading { reader in
            if let present = try current(reader) { return present }
            return try lastLogOut(reader).map { try parse($0.former) }
        }
        return file.flatMap(\.self)?.isLogin(values) == true
    }

    /// The former profile, if the last change replaced it with the present one and its email differs; else nil.
    private func replaced(by present: [UInt8], _ reader: DocumentReader) throws -> [UInt8]? {
        guard let (number, step) = try lastStep(reader), step.isUndone,
            let former = try step.wanted ?? lastLogOut(before: number, reader)?.former,
            let old = AccountRecord(text: former)?[.email],
            let new = AccountRecord(text: present)?[.email], !EmailAddress.matches(old, new)
        else { return nil }
        return former
    }

    /// The last change before another one, if it was a logout, and the profile that it logged out.
    func lastLogOut(before number: Int = .max, _ reader: DocumentReader) throws -> (
        change: Int, former: [UInt8]
    )? {
        guard let (change, step) = try lastStep(before: number, reader), step.isRemoval,
            let former = step.wanted
        else { return nil }
        return (change, former)
    }

    private func lastStep(
        before number: Int = .max, _ reader: DocumentReader
    ) throws -> (change: Int, step: UndoStep)? {
        guard let head = try reader.changeToUndo(before: number), head.accounts == 0 else { return nil }
        var steps: [UndoStep] = []
        let people = try People(reader, since: head.number)
        try UndoReader(of: head.number, among: people, reader).forEachStep { steps.append($0) }
        return steps.count == 1 && steps[0].file == StoreLayout.profile ? (head.number, steps[0]) : nil
    }

    private func parse(_ bytes: [UInt8]) throws(AccountsError) -> AccountFile {
        try AccountFile(parsing: bytes, path: path, policy: directory.policy, now: directory.now)
    }

    package enum Login: Equatable, Sendable {
        case created
        case unchanged
        case passwordChanged
        /// The former profile had another email.
        case replaced
        case replacedInvalid
        /// The profile that was logged out last is back.
        case restored
    }

    /// Logs in with an email, a password and whatever else the policy requires of a new profile. The profile logged out
    /// last comes back if both match; otherwise a new one is made, and undoing that restores the former one.
    ///
    /// - Throws: `violations`, `rulesChanged`; `invalidFile` unless `replacesInvalid`. Then nothing was written.
    package func login(
        _ draft: Draft, replacesInvalid: Bool = true
    ) throws(AccountsError) -> (login: Login, account: AccountFile) {
        try draft.requireWhole()
        return try directory.writing { writer in
            let before = try writer.reader.contents(of: StoreLayout.profile)
            let logOut = try before == nil ? lastLogOut(writer.reader) : nil
            let former = try before.flatMap { try replaced(by: $0, writer.reader) } ?? logOut?.former
            if let former, let account = try? parse(former), account.isLogin(draft.changes) {
                let change = DocumentChange(StoreLayout.profile, before: before, after: former)
                try writer.commit([change], as: logOut.map { ChangeKind.undo(of: $0.change) } ?? .change)
                return (.restored, account)
            }
            let (after, login) = try self.login(draft.changes, over: before, replacesInvalid)
            let account = try parse(after)
            let change = DocumentChange(StoreLayout.profile, before: before, after: after)
            // A first login cannot be undone.
            try writer.commit([change], as: before == nil && logOut == nil ? .renewal : .change)
            return (logOut == nil ? login : .replaced, account)
        }
    }

    private func login(
        _ values: AccountRecord, over before: [UInt8]?, _ replacesInvalid: Bool
    ) throws(AccountsError) -> ([UInt8], Login) {
        // A new file has the names, empty and ready to edit.
        let always = Field.formFields(in: .profile)
        let fields = Field.typedByPeople.filter { always.contains($0) || values[$0] != nil }
        let new = JSONText.object(fields.map { .init($0.rawValue, .string(values[$0] ?? "")) }).fileBytes
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
}

extension AccountFile {
    fileprivate func isLogin(_ values: AccountRecord) -> Bool {
        guard let email = values[.email], let password = values[.password] else { return false }
        return EmailAddress.matches(self.email, email)
            && (value(.password) ?? "") == password
    }
}
