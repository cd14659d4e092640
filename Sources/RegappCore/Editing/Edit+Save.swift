internal import RegappStore
internal import RegappJSON

package struct SavedEdit: Sendable {
    package let account: AccountFile?
    package let changes: [FieldChange]
    /// The rules that the account was checked against, or the edited rules.
    package let policy: Policy
    package let isChanged: Bool
    /// Whether the email has changed; other programs must be told.
    package var hasMoved: Bool {
        changes.contains { $0.field == .email && !EmailAddress.matches($0.old, $0.new) }
    }
}

extension AccountStore {
    /// How often a change is tried again after changes by other processes.
    package static let mostMerges = 20
}

/// What a text means.
package enum JudgedText {
    case account(AccountFile)
    case rules(ProposedPolicy)
}

extension Edit {
    /// Saves my text. If another process changed the document, its changes are merged and saving is tried again.
    ///
    /// - Parameters:
    ///   - directory: returns the directory under its present rules, before each try.
    ///   - accept: gets new rules before each try to save them; nothing is saved if it returns false.
    ///   - choose: decides a conflict; nil leaves it undecided.
    /// - Returns: nil if a conflict is undecided or new rules are not accepted.
    /// - Throws: the `AccountsError` that kept my text from being saved, and what a closure throws. `invalidFile` is
    ///   about the copy, or about the document as another process left it.
    package mutating func save(
        in directory: () throws -> AccountStore,
        accepting accept: (ProposedPolicy) throws -> Bool = { _ in true },
        choosing choose: (EditConflict) throws -> EditChoice?
    ) throws -> SavedEdit? {
        var merges = 0
        while true {
            if let conflict = conflicts.first {
                guard let choice = try choose(conflict) else { return nil }
                resolve(conflict, as: choice)
                continue
            }
            let directory = try directory()
            let judged = try judged(in: directory)
            if isCurrent, case .rules(let rules) = judged {
                guard try accept(rules) else { return nil }
            }
            do throws(AccountsError) { return try commit(judged, in: directory) } catch {
                guard case .store(.changedMeanwhile) = error, merges < AccountStore.mostMerges else {
                    throw error
                }
                merges += 1
                try mergePresent(in: directory, after: error)
            }
        }
    }

    /// Saves my text without asking; `choice` decides all conflicts, nil leaves them undecided.
    package mutating func save(
        in directory: AccountStore, choosing choice: EditChoice? = nil
    ) throws(AccountsError) -> SavedEdit? {
        do { return try save(in: { directory }, choosing: { _ in choice }) } catch {
            throw AccountsError(error)
        }
    }

    /// My text, checked against the rules.
    ///
    /// - Parameter path: where the text is, if it is not in its own place.
    /// - Throws: `invalidFile` with every problem; what ``Proposal/require(in:)`` throws; `rulesChanged` if the policy is
    ///   now a profile's instead of a registry's, or the reverse.
    @discardableResult
    package func judged(
        in directory: AccountStore, at path: String? = nil
    ) throws(AccountsError) -> JudgedText {
        try requireSameRules(directory)
        try mine.require(in: directory)
        let ownPath = copyPath ?? directory.store.path(of: seen.file)
        let judged = try judged(text, at: path ?? ownPath, in: directory)
        guard case .account(let account) = judged else { return judged }
        // An account may lack a required field, but an edit must not remove one.
        let removed = account.missing.filter { field in
            // A password or a hash satisfies a required password.
            let keys = field == .password ? Field.secrets : [field]
            return keys.contains { base.differs(from: account.document, at: $0.rawValue) }
        }
        let problems = removed.map { account.problem(lacking: $0, under: directory.policy) }
        guard problems.isEmpty else { throw .invalidFile(problems) }
        return judged
    }

    func judged(
        _ text: [UInt8], at path: String, in directory: AccountStore
    ) throws(AccountsError) -> JudgedText {
        try requireSameRules(directory)
        let store = directory.store
        let now = directory.now
        if subject == .policy {
            let policy = try PolicyFile(parsing: text, path: path).policy
            return .rules(try ProposedPolicy(from: seen.bytes, to: AccountStore(store, policy, now: now)))
        }
        return .account(try AccountFile(parsing: text, path: path, policy: directory.policy, now: now))
    }

    private func requireSameRules(_ directory: AccountStore) throws(AccountsError) {
        guard subject == .policy || directory.policy.isRegistry == isRegistered else {
            throw .rulesChanged(path: directory.store.path(of: StoreLayout.policy))
        }
    }

    /// Merges the document as it is now.
    ///
    /// - Parameter error: why saving failed; rethrown if the document has not changed.
    private mutating func mergePresent(
        in directory: AccountStore, after error: AccountsError
    ) throws(AccountsError) {
        let present: LocatedDocument
        if followsEmail {
            present = try subject.find(in: directory)
        } else {
            present = try directory.reading { [seen] reader in
                LocatedDocument(file: seen.file, email: seen.email, bytes: try reader.contents(of: seen.file))
            }
        }
        guard let bytes = present.bytes else { throw gone(from: directory) }
        guard present.file != seen.file || !isCurrent || bytes != seen.bytes else { throw error }
        let path = directory.store.path(of: present.file)
        switch try judged(bytes, at: path, in: directory) {
        case .account(let account):
            guard isSame(account) else { throw changedMeanwhile(in: directory) }
            merge(account)
        case .rules:
            merge(present, shownAs: try JSONDocument(parsing: present.text, path: path), into: text)
        }
    }

    private func gone(from directory: AccountStore) -> AccountsError {
        switch subject {
        case .account(let email): .noAccount(email)
        // Removing the profile's file logs it out.
        case .currentUser where !isRegistered: .nobodyLoggedIn
        // The administrator may have changed the account's email.
        case .currentUser, .policy: changedMeanwhile(in: directory)
        }
    }

    private func changedMeanwhile(in directory: AccountStore) -> AccountsError {
        .store(.changedMeanwhile(path: directory.store.path(of: seen.file)))
    }

    /// Saves a checked text as one change over the document as it was last seen: byte for byte, except that a
    /// registered account's plain password becomes its hash. The rules cannot change under the lock. The
    /// account's session may end (`DocumentChange.endsSession`).
    ///
    /// - Throws: `store(.changedMeanwhile)` if the document has changed since, or another account is logged in;
    ///   `nobodyLoggedIn`, `hashing`, `rulesChanged`, `emailTaken` (for a copy, a problem of its text).
    func commit(_ judged: JudgedText, in directory: AccountStore) throws(AccountsError) -> SavedEdit {
        guard isCurrent else { throw changedMeanwhile(in: directory) }
        switch judged {
        case .account(let mine):
            do throws(AccountsError) { return try commit(mine, in: directory) } catch {
                guard error == .emailTaken, let copyPath,
                    let value = mine.document.root[Field.email.rawValue]
                else { throw error }
                throw .invalidFile([
                    mine.document.problem(copyPath, at: value.range.lowerBound, .emailTaken)
                ])
            }
        case .rules(let rules):
            // The copy shows every key, the file perhaps only some: if the text was not edited, the file stays.
            let after = self.mine.isUnchanged(text) ? seen.bytes : text
            let change = seen.change(to: after)
            try directory.commit([change] + rules.removals, underAnyRules: true) { reader in
                try requireUnchanged(change, reader)
                return nil
            }
            return SavedEdit(
                account: nil, changes: [], policy: rules.after.policy,
                isChanged: after != seen.bytes || !rules.removals.isEmpty)
        }
    }

    private func commit(
        _ mine: AccountFile, in directory: AccountStore
    ) throws(AccountsError) -> SavedEdit {
        guard let before = seen.bytes else { throw gone(from: directory) }
        let registry = isRegistered ? try directory.registry() : nil
        var account = mine
        if let registry {
            account = try hashing(mine, in: registry)
        }
        let undone = try registry?.undone(seen)
        let change = seen.change(to: account.document.bytes, undone)
        // The file is named after the email.
        let file = registry == nil || account.isNamed(seen.file) ? nil : Registry.file(of: account.email)
        let move = file.map {
            DocumentChange.move(seen.file, to: $0, before: seen.bytes, after: change.after, undone: undone)
        }
        try directory.commit(move ?? [change]) { [seen, subject, account] reader in
            try requireUnchanged(change, reader)
            guard let registry, let email = seen.email else { return nil }
            if let file { try registry.requireFree(file, reader, isForNew: false) }
            guard let session = try registry.session(of: email, for: subject, reader) else { return nil }
            if change.endsSession(directory.now) { return session.removal }
            return try file.map { _ in try SessionFile.change(to: account.email, reader) }
        }
        account.path = directory.store.path(of: file ?? seen.file)
        let old = try? JSONDocument(parsing: before)
        return SavedEdit(
            account: account, changes: FieldChange.all(from: old, to: account.document),
            policy: directory.policy, isChanged: change.before != change.after)
    }

    /// A commit does not compare a document that it leaves as it is, so this does.
    private func requireUnchanged(_ change: DocumentChange, _ reader: DocumentReader) throws {
        guard change.before == change.after else { return }
        guard try reader.contents(of: change.file) == change.before else {
            throw AccountsError.store(.changedMeanwhile(path: reader.store.path(of: change.file)))
        }
    }

    /// The account with a hash in place of a new plain password; the old hash's lock stays.
    private func hashing(_ account: AccountFile, in registry: Registry) throws(AccountsError) -> AccountFile {
        let isText = copyPath != nil
        guard isText || mine.touched.contains(Field.password.rawValue),
            let password = account.value(.password)
        else { return account }
        // A whole text says itself whether the password must be changed.
        let isOwnValue = subject == .currentUser && !isText
        let mark = isOwnValue ? account.markEdits("") : []
        let old = seen.bytes.flatMap { AccountRecord(text: $0)?.isLocked } ?? false
        let isLocked = account.values[.passwordHash] == nil ? old : account.values.isLocked
        let hash = StoredHash(hash: try registry.hash(password), isLocked: isLocked)
        return try registry.parse(
            account.document.applying(account.passwordEdits(hash) + mark + account.linkEdits(nil)), seen.file)
    }
}

extension Registry {
    /// The account's session, which users need to edit their own account.
    fileprivate func session(
        of email: String, for subject: EditSubject, _ reader: DocumentReader
    ) throws -> SessionFile? {
        guard subject == .currentUser else {
            return try SessionFile.valid(reader).flatMap {
                EmailAddress.matches($0.account, email) ? $0 : nil
            }
        }
        guard let session = try SessionFile(reader) else { throw AccountsError.nobodyLoggedIn }
        guard EmailAddress.matches(session.account, email) else {
            throw AccountsError.store(.changedMeanwhile(path: directory.store.path(of: StoreLayout.session)))
        }
        return session
    }
}
