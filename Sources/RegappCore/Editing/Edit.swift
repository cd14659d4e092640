package import RegappStore
package import RegappJSON

/// One person's change of one document: a new text made from the text that was seen.
///
/// `seen` is the document as last read; only exactly that is ever replaced. `mine` is what the person wants: values
/// over an account (``ValuesEdit``), or the whole text of an editor's copy (``TextEdit``).
/// ``save(in:accepting:choosing:)`` checks the new text and writes it. If another process changed the document, the two
/// are merged key by key (`JSONMerge`) and saving is tried again: `base`, what `mine` was made from, shows which side
/// changed a key; ``merged`` lists what only the other process changed; ``conflicts``, what both changed, are resolved
/// first. `merge` exists until `mine` includes all of its changes. `mine` is never discarded, even if saving fails. The
/// library cannot ask, so there `mine` wins; `EditCommand`, `UserEditScreen` and `EditorSession` ask and show.
package struct Edit<Mine: Proposal>: Sendable {
    package let subject: EditSubject
    package private(set) var seen: LocatedDocument
    package internal(set) var mine: Mine
    /// The values that `mine` was made from: those at the beginning of the edit, or merged later.
    private(set) var base: JSONFingerprint
    /// Where an editor works on the text; nil for values.
    let copyPath: String?
    /// Whether the edit stays with the account when another process changes its email: true for a form and for questions
    /// about all fields, which show the new email; false for options and for a text.
    let followsEmail: Bool
    /// Nil once `mine` includes all changes of the other process.
    private var merge: JSONMerge?
    /// Other processes' changes that were merged; a member's `mine` is the value before.
    package private(set) var merged: [JSONMerge.Member] = []

    init(
        _ subject: EditSubject, of document: LocatedDocument, _ mine: Mine, madeFrom base: JSONFingerprint,
        copyPath: String? = nil, followsEmail: Bool = false
    ) {
        self.subject = subject
        seen = document
        self.mine = mine
        self.base = base
        self.copyPath = copyPath
        self.followsEmail = followsEmail
    }

    var isRegistered: Bool { seen.email != nil }

    var isCurrent: Bool { conflicts.isEmpty && mine.isMade(from: seen) }

    package var text: [UInt8] { mine.text(isRegistered: isRegistered) }
    package var isChanged: Bool { text != seen.bytes }

    /// Replaces `mine`, and compares it with what another process changed.
    mutating func propose(_ new: Mine, changing keys: [String] = []) {
        mine = new
        merged.removeAll { member in keys.contains(member.field?.rawValue ?? member.key) }
        compareAgain()
    }

    // MARK: Theirs

    /// Whether a file that was read later is the same account. A registered one is, as long as its file has its name and
    /// holds no later account of the same email.
    package func isSame(_ present: AccountFile) -> Bool {
        let isInPlace = present.path.hasSuffix("/" + seen.file)
        if isInPlace, isRegistered {
            return present.isNamed(seen.file) && !isOfAnother(present)
        }
        return mine.isSame(present, isInPlace: isInPlace, madeFrom: base, followsEmail: followsEmail)
    }

    /// Whether a file is a later account of the same email: it was registered at another moment, and has another password.
    private func isOfAnother(_ present: AccountFile) -> Bool {
        let registered = Field.registered.rawValue
        let hash = Field.passwordHash.rawValue
        guard base.keys.contains(registered), present.document.root[registered] != nil,
            base.differs(from: present.document, at: registered)
        else { return false }
        let hasNoHash = !base.keys.contains(hash) && present.document.root[hash] == nil
        return hasNoHash || base.differs(from: present.document, at: hash)
    }

    /// Adds to `mine` what only the other process changed.
    package mutating func merge(_ present: AccountFile) {
        let text = text
        mine.rebase(onto: present)
        merge(LocatedDocument(present, isRegistered: isRegistered), shownAs: present.document, into: text)
    }

    /// - Parameter theirs: the present document; for rules, with every key.
    mutating func merge(_ present: LocatedDocument, shownAs theirs: JSONDocument, into text: [UInt8]) {
        let isNew = !isCurrent || present.bytes != seen.bytes
        seen = present
        guard isNew, let text = try? JSONDocument(parsing: text) else { return }
        let merge = compared(text, with: theirs)
        for member in merge.merged.map(merge.member) {
            let first = merged.first { $0.key == member.key }
            merged.removeAll { $0.key == member.key }
            let whole = JSONMerge.Member(key: member.key, mine: (first ?? member).mine, theirs: member.theirs)
            if (whole.mine ?? .string("")) != (whole.theirs ?? .string("")) { merged.append(whole) }
        }
        base.update(merge.merged, from: theirs)
        mine.take(merge)
        self.merge = merge
        compareAgain()
    }

    /// Keys that belong together, so that a change of one is a change of all.
    private var units: [[String]] {
        subject == .policy ? [] : [[Field.password.rawValue, Field.passwordHash.rawValue]]
    }

    private func compared(_ text: JSONDocument, with theirs: JSONDocument) -> JSONMerge {
        JSONMerge(from: base, mine: text, theirs: theirs, units: units, touched: mine.touched)
    }

    /// Compares my text with theirs after one of them changed, and ends the merge once mine includes all of theirs. A
    /// resolved conflict may return with the next change by another process.
    private mutating func compareAgain() {
        guard let theirs = merge?.theirs, let text = try? JSONDocument(parsing: text) else { return }
        let merge = compared(text, with: theirs)
        self.merge = merge
        // Without a conflict, mine may count as made from the present document from now on.
        guard merge.conflicts.isEmpty, mine.settle(on: seen, shownAs: theirs, madeFrom: base) else { return }
        base = JSONFingerprint(theirs)
        self.merge = nil
    }

    // MARK: What both changed

    package var conflicts: [EditConflict] {
        merge.map { merge in merge.conflicts.map { EditConflict(members: $0.map(merge.member)) } } ?? []
    }

    package func line(of conflict: EditConflict) -> Int? {
        guard let document = try? JSONDocument(parsing: text) else { return nil }
        let member = document.root.members.first { member in
            conflict.members.contains { $0.key == member.key }
        }
        return member.map { SourcePosition(of: $0.keyRange.lowerBound, in: document.bytes).line }
    }

    package mutating func resolve(_ conflict: EditConflict, as choice: EditChoice) {
        guard let merge else { return }
        let keys = conflict.members.map(\.key)
        // Of a password and its hash, one may be gone on both sides.
        let unit = units.first { !Set($0).isDisjoint(with: keys) } ?? keys
        base.update(unit, from: merge.theirs)
        if choice == .theirs { mine.giveUp(conflict, in: merge) }
        compareAgain()
    }
}

/// A member, or the members of a unit, changed differently by both sides.
package struct EditConflict: Equatable, Sendable {
    package let members: [JSONMerge.Member]

    /// Nil if the document is not an account or the key not a field.
    package var field: Field? { members.lazy.compactMap(\.field).first }
}

package enum EditChoice: CaseIterable, Hashable, Sendable { case mine, theirs }

/// What a person wants a document to be: ``ProposedValues`` or a ``CopiedText``.
package protocol Proposal: Sendable {
    /// The keys that count as changed by this person, even to what another process changed them to.
    var touched: [String] { get }

    /// The document's new text.
    func text(isRegistered: Bool) -> [UInt8]
    /// Whether nothing of the document is missing in the proposal.
    func isMade(from document: LocatedDocument) -> Bool
    /// Whether a text means what the document already holds.
    func isUnchanged(_ text: [UInt8]) -> Bool
    /// Whether a file that was read later is the same account.
    func isSame(
        _ present: AccountFile, isInPlace: Bool, madeFrom base: JSONFingerprint, followsEmail: Bool
    ) -> Bool
    /// New values must pass by themselves: a file may hold a phone that a form would refuse.
    func require(in directory: AccountStore) throws(AccountsError)

    /// The account is now this one.
    mutating func rebase(onto present: AccountFile)
    /// Takes what only the other process changed.
    mutating func take(_ merge: JSONMerge)
    /// Counts as made from the document from now on, where nothing is left that both changed; false if it does not.
    mutating func settle(
        on document: LocatedDocument, shownAs theirs: JSONDocument, madeFrom base: JSONFingerprint
    ) -> Bool
    /// Takes the other process's values of what both changed.
    mutating func giveUp(_ conflict: EditConflict, in merge: JSONMerge)
}

extension JSONMerge.Member {
    /// A password hash counts as the field `password`.
    package var field: Field? {
        let field = Field(key: key)
        return field == .passwordHash ? .password : field
    }
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
            let hashed = try hashing(mine, in: registry)
            let text = registry.endingLink(in: hashed.document.bytes, of: before)
            account = try registry.parse(text, seen.file)
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
        if isOwnValue, let bytes = seen.bytes,
            case let former = try registry.parse(bytes, seen.file, replacing: Field.allButEmail),
            try registry.isPasswordKept(password, by: former)
        {
            throw .passwordIsOld
        }
        let mark = isOwnValue ? account.markEdits("") : []
        let wasLocked = seen.bytes.flatMap { AccountRecord(text: $0)?.isLocked } ?? false
        let hash = account.passwordEdits(
            try registry.hash(password), locking: account.values[.passwordHash] == nil && wasLocked)
        return try registry.parse(
            account.document.applying(hash + mark), seen.file)
    }
}

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

/// A document as it was read, with its path below the directory.
package struct LocatedDocument: Sendable {
    package let file: String
    /// The email of the registered account; nil for any other document.
    let email: String?
    /// Nil if it does not exist.
    package let bytes: [UInt8]?

    /// The text to start an edit with: the content; for rules, with every key.
    package var text: [UInt8] {
        file == StoreLayout.policy ? PolicyFile.wholeText(of: bytes) : bytes ?? []
    }

    /// - Parameter undone: what undoing the change restores, if not the present text.
    func change(to text: [UInt8]?, _ undone: [UInt8]? = nil) -> DocumentChange {
        DocumentChange(file, before: bytes, after: text, undone: undone)
    }

    var digest: ContentDigest? { bytes.map { ContentDigest($0) } }

    package var origin: WorkingCopy.Origin {
        WorkingCopy.Origin(of: file, holding: bytes, shownAs: text)
    }
}

extension LocatedDocument {
    init(_ account: AccountFile, isRegistered: Bool) {
        self.init(
            file: account.file(isRegistered: isRegistered), email: isRegistered ? account.email : nil,
            bytes: account.document.bytes)
    }
}
