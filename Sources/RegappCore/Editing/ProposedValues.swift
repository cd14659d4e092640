internal import RegappStore
package import RegappJSON

/// An edit of values, from options, questions, a form, the library or another program.
package typealias ValuesEdit = Edit<ProposedValues>

/// These values over that account.
package struct ProposedValues: Proposal {
    package private(set) var account: AccountFile
    /// The new values; an empty one clears its field.
    fileprivate(set) var changes: AccountRecord = [:]

    package var touched: [String] { changes.fields.map(\.rawValue) + changes.ownChanges.map(\.key) }

    package func text(isRegistered: Bool) -> [UInt8] {
        account.document.applying(edits(isRegistered: isRegistered))
    }

    /// A new hash is stored as a login stores one: a lock of the old one stays.
    func edits(isRegistered: Bool) -> [JSONEdit] {
        let hash = try? changes[.passwordHash].map { try StoredHash($0) }
        let others = changes.filter { field, _ in field != .passwordHash }
        return account.edits(others, isRegistered: isRegistered) + account.document.edits(changes.ownChanges)
            + (hash.map { account.passwordEdits($0.hash, locking: $0.isLocked) } ?? [])
    }

    package func isMade(from document: LocatedDocument) -> Bool { true }
    package func isUnchanged(_ text: [UInt8]) -> Bool { false }

    /// A profile is the same person's if its email or its password is the same. A registered account whose email
    /// changed is in another file, with the same hash.
    package func isSame(
        _ present: AccountFile, isInPlace: Bool, madeFrom base: JSONFingerprint, followsEmail: Bool
    ) -> Bool {
        let old = account.values
        let new = present.values
        func isSame(_ field: Field) -> Bool {
            old[field].map { !$0.isEmpty && new.text(of: field).hasSameScalars(as: $0) } ?? false
        }
        guard isInPlace else { return followsEmail && isSame(.passwordHash) }
        return EmailAddress.matches(present.email, account.email) || followsEmail && isSame(.password)
    }

    /// - Throws: `keyHoldsMore` for a text in the place of a list; `noLoginName` for a value that is to be a login name
    ///   and is none; `violations`.
    package func require(in directory: AccountStore) throws(AccountsError) {
        if let key = account.document.barredKey(changes.ownChanges) {
            throw .keyHoldsMore(key, email: account.email)
        }
        try directory.policy.requireLoginName(changes.ownChanges, over: account)
        try directory.draft(changes, over: account.values).requireChanges()
    }

    package mutating func rebase(onto present: AccountFile) { account = present }
    /// The values lie over the present account, which has all other values.
    package func take(_ merge: JSONMerge) {}

    /// A value that both changed to the same is no conflict, nor if they change theirs back; so it is remembered what
    /// it was before.
    package func settle(
        on document: LocatedDocument, shownAs theirs: JSONDocument, madeFrom base: JSONFingerprint
    ) -> Bool {
        !base.differs(from: theirs)
    }

    package mutating func giveUp(_ conflict: EditConflict, in merge: JSONMerge) {
        let keys = conflict.members.map(\.key)
        for field in conflict.members.compactMap(\.field) { changes[field] = nil }
        changes.ownChanges.removeAll { keys.contains($0.key) }
    }
}

extension ValuesEdit {
    /// Begins to edit an account, as a person has seen it.
    package init(
        _ subject: EditSubject, of account: AccountFile, under policy: Policy, followsEmail: Bool = false
    ) {
        self.init(
            subject, of: LocatedDocument(account, isRegistered: policy.isRegistry),
            ProposedValues(account: account), madeFrom: JSONFingerprint(account.document),
            followsEmail: followsEmail)
    }

    package var account: AccountFile { mine.account }

    /// Replaces all new values with a draft's.
    package mutating func write(_ draft: Draft) {
        var new = mine
        new.changes = draft.changes
        propose(new, changing: new.touched)
    }

    /// The form's text for a field; empty for a password that was not typed.
    package func formText(of field: Field) -> String {
        mine.changes[field] ?? mine.account.formText(of: field)
    }

    /// What saving would change. Throws like ``save(in:accepting:choosing:)``.
    package func dryRun(in directory: AccountStore) throws(AccountsError) -> [FieldChange] {
        guard case .account(let new) = try judged(in: directory) else { return [] }
        if isRegistered {
            try directory.registry().requireFree(new.email, owner: account)
            let change = DocumentChange(
                account.file(isRegistered: true), before: account.document.bytes, after: new.document.bytes)
            try directory.reading { reader in try directory.requireFreeLoginNames(after: [change], reader) }
        }
        return FieldChange.all(from: account.document, to: new.document)
    }
}
