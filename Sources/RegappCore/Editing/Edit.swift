package import RegappStore
package import RegappJSON

/// One person's change of one document: a new text made from the text that was seen.
///
/// `seen` is the document as last read; only exactly that is ever replaced. `mine` is what the person wants: values
/// over an account, or the whole text of an editor's copy. ``save(in:accepting:choosing:)`` checks the new text
/// (`Edit+Judge`) and writes it (`Edit+Save`). If another process changed the document, the two are merged key by key
/// (`JSONMerge`) and saving is tried again: `base`, what `mine` was made from, shows which side changed a key;
/// ``merged`` lists what only the other process changed; ``conflicts``, what both changed, are resolved first. `merge`
/// exists until `mine` includes all of its changes. `mine` is never discarded, even if saving fails. The library cannot
/// ask, so there `mine` wins; `EditCommand`, `UserEditScreen` and `EditorSession` ask and show.
package struct Edit: Sendable {
    package enum Subject: Hashable, Sendable {
        /// The current user's account.
        case currentUser
        /// The account with this email, edited by its administrator.
        case account(email: String)
        case policy

        /// Nil if the document, named by its path below the directory, cannot be edited.
        init?(file: String) {
            switch file {
            case StoreLayout.profile: self = .currentUser
            case StoreLayout.policy: self = .policy
            default:
                guard let email = EmailAddress.ofPath(file) else { return nil }
                self = .account(email: email)
            }
        }
    }

    /// A member, or the members of a unit, changed differently by both sides.
    package struct Conflict: Equatable, Sendable {
        package let members: [JSONMerge.Member]

        /// Nil if the document is not an account or the key not a field.
        package var field: Field? { members.lazy.compactMap(\.field).first }
    }

    package enum Choice: Hashable, Sendable { case mine, theirs }

    enum Mine: Sendable {
        /// From options, questions or a form.
        case values(Values)
        /// From an editor.
        case text(CopiedText)
    }

    struct Values: Sendable {
        var account: AccountFile
        /// The new values; an empty one clears its field.
        var record: AccountRecord = [:]
        /// Whether the edit stays with the account when another process changes its email: true for a form and for
        /// questions about all fields, which show the new email; false for options.
        let followsEmail: Bool
    }

    struct CopiedText: Sendable {
        let path: String
        var bytes: [UInt8]
        /// The content that the copy was made from, or the last that is fully merged.
        var origin: WorkingCopy.Origin
        /// The origin's content as the copy displayed it; nil if the copy was made from an older document.
        var displayed: [UInt8]?
    }

    package let subject: Subject
    package private(set) var seen: LocatedDocument
    private(set) var mine: Mine
    /// The values that `mine` was made from: those at the beginning of the edit, or merged later.
    private(set) var base: JSONFingerprint
    /// Nil once `mine` includes all changes of the other process.
    private var merge: JSONMerge?
    /// Other processes' changes that were merged; a member's `mine` is the value before.
    package private(set) var merged: [JSONMerge.Member] = []

    /// Begins to edit values of an account, as a person has seen it.
    package init(
        _ subject: Subject, of account: AccountFile, under policy: Policy, followsEmail: Bool = false
    ) {
        self.subject = subject
        seen = LocatedDocument(account, isRegistered: policy.isRegistry)
        mine = .values(Values(account: account, followsEmail: followsEmail))
        base = JSONFingerprint(account.document)
    }

    package init(
        _ subject: Subject, of document: LocatedDocument, in copy: WorkingCopy, holding text: [UInt8]
    ) {
        self.subject = subject
        seen = document
        base = copy.origin.values
        let isOfSeen = copy.origin.document == document.digest
        mine = .text(
            CopiedText(
                path: copy.path, bytes: text, origin: copy.origin, displayed: isOfSeen ? document.text : nil))
    }

    var isRegistered: Bool { seen.email != nil }

    var isCurrent: Bool {
        guard case .text(let copy) = mine, merge == nil else { return true }
        return copy.origin.document == seen.digest
    }

    // MARK: Mine

    /// Nil for an edit of a text.
    package var account: AccountFile? { if case .values(let values) = mine { values.account } else { nil } }

    package var origin: WorkingCopy.Origin {
        switch mine {
        case .values: seen.origin
        case .text(let copy): copy.origin
        }
    }

    package var text: [UInt8] {
        switch mine {
        case .values(let values):
            let edits =
                values.account.edits(values.record, isRegistered: isRegistered)
                + values.account.document.edits(values.record.ownChanges)
            return values.account.document.applying(edits)
        case .text(let copy): return copy.bytes
        }
    }

    package var isChanged: Bool { text != seen.bytes }

    /// Replaces all new values with a draft's; only for an edit of values.
    package mutating func write(_ draft: Draft) {
        guard case .values(var values) = mine else { preconditionFailure("a draft is no text") }
        let record = draft.changes
        values.record = record
        mine = .values(values)
        merged.removeAll { member in
            member.field.map { record[$0] != nil } ?? record.ownChanges.contains { $0.key == member.key }
        }
        compareAgain()
    }

    package mutating func write(_ text: [UInt8]) {
        guard case .text(var copy) = mine else { preconditionFailure("a text is no draft") }
        copy.bytes = text
        mine = .text(copy)
        compareAgain()
    }

    /// The form's text for a field; empty for a password that was not typed.
    package func formText(of field: Field) -> String {
        guard case .values(let values) = mine else { return "" }
        return values.record[field] ?? values.account.formText(of: field)
    }

    /// Whether a text of the copy means what the document already holds.
    package func isUnchanged(_ text: [UInt8]) -> Bool {
        guard case .text(let copy) = mine else { return false }
        return text == copy.displayed || copy.origin.document.map { $0 == ContentDigest(text) } ?? false
    }

    // MARK: Theirs

    /// Whether a file that was read later is the same account. A profile is the same person's if its email or its
    /// password is the same. A registered account whose email changed is in another file, with the same hash.
    package func isSame(_ present: AccountFile) -> Bool {
        let isInPlace = present.path.hasSuffix("/" + seen.file)
        if isInPlace, isRegistered { return present.isNamed(seen.file) }
        switch mine {
        case .values(let values):
            let old = values.account.values
            let new = present.values
            func isSame(_ field: Field) -> Bool {
                old[field].map { !$0.isEmpty && new.text(of: field).hasSameScalars(as: $0) } ?? false
            }
            guard isInPlace else { return values.followsEmail && isSame(.passwordHash) }
            return EmailAddress.matches(present.email, values.account.email)
                || values.followsEmail && isSame(.password)
        case .text: return isInPlace && !base.differs(from: present.document, at: Field.email.rawValue)
        }
    }

    /// Adds to `mine` what only the other process changed.
    package mutating func merge(_ present: AccountFile) {
        let mine = text
        if case .values(var values) = self.mine {
            values.account = present
            self.mine = .values(values)
        }
        merge(LocatedDocument(present, isRegistered: isRegistered), shownAs: present.document, into: mine)
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
        if case .text(var copy) = mine {
            copy.bytes = merge.text()
            mine = .text(copy)
        }
        self.merge = merge
        compareAgain()
    }

    private func compared(_ text: JSONDocument, with theirs: JSONDocument) -> JSONMerge {
        var touched: [String] = []
        if case .values(let values) = mine {
            touched = values.record.fields.map(\.rawValue) + values.record.ownChanges.map(\.key)
        }
        let passwords = [Field.password.rawValue, Field.passwordHash.rawValue]
        return JSONMerge(
            from: base, mine: text, theirs: theirs, units: subject == .policy ? [] : [passwords],
            touched: touched)
    }

    /// Compares my text with theirs after one of them changed, and ends the merge once mine includes all of theirs. A
    /// resolved conflict may return with the next change by another process.
    private mutating func compareAgain() {
        guard let theirs = merge?.theirs, let text = try? JSONDocument(parsing: text) else { return }
        let merge = compared(text, with: theirs)
        self.merge = merge
        guard merge.conflicts.isEmpty else { return }
        switch mine {
        case .values: if !base.differs(from: theirs) { self.merge = nil }
        case .text(var copy):
            // No conflict is left, so from now on the text counts as made from the present document.
            copy.origin = WorkingCopy.Origin(of: seen.file, holding: seen.bytes, shownAs: theirs.bytes)
            copy.displayed = theirs.bytes
            mine = .text(copy)
            base = copy.origin.values
            self.merge = nil
        }
    }

    // MARK: What both changed

    package var conflicts: [Conflict] {
        merge.map { merge in merge.conflicts.map { Conflict(members: $0.map(merge.member)) } } ?? []
    }

    package func line(of conflict: Conflict) -> Int? {
        guard let document = try? JSONDocument(parsing: text) else { return nil }
        let member = document.root.members.first { member in
            conflict.members.contains { $0.key == member.key }
        }
        return member.map { SourcePosition(of: $0.keyRange.lowerBound, in: document.bytes).line }
    }

    package mutating func resolve(_ conflict: Conflict, as choice: Choice) {
        guard let merge else { return }
        let keys = conflict.members.map(\.key)
        base.update(keys, from: merge.theirs)
        if choice == .theirs {
            switch mine {
            case .values(var values):
                for field in conflict.members.compactMap(\.field) { values.record[field] = nil }
                values.record.ownChanges.removeAll { keys.contains($0.key) }
                mine = .values(values)
            case .text(var copy):
                copy.bytes = merge.text(choosingTheirsOf: merge.conflicts.filter { $0 == keys })
                mine = .text(copy)
            }
        }
        compareAgain()
    }
}

extension JSONMerge.Member {
    /// A password hash counts as the field `password`.
    package var field: Field? {
        let field = Field(key: key)
        return field == .passwordHash ? .password : field
    }
}
