internal import RegappStore
package import RegappJSON

/// One person's change of one document: a new text made from the text that was seen.
///
/// `seen` is the document as last read; only exactly that is ever replaced. `mine` is what the person wants: values
/// over an account (``ValuesEdit``), or the whole text of an editor's copy (``TextEdit``).
/// ``save(in:accepting:choosing:)`` checks the new text and writes it (`Edit+Save`). If another process changed the
/// document, the two are merged key by key (`JSONMerge`) and saving is tried again: `base`, what `mine` was made from,
/// shows which side changed a key; ``merged`` lists what only the other process changed; ``conflicts``, what both
/// changed, are resolved first. `merge` exists until `mine` includes all of its changes. `mine` is never discarded,
/// even if saving fails. The library cannot ask, so there `mine` wins; `EditCommand`, `UserEditScreen` and
/// `EditorSession` ask and show.
package struct Edit<Mine: Proposal>: Sendable {
    package let subject: EditSubject
    package private(set) var seen: LocatedDocument
    var mine: Mine
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

    /// Whether a file that was read later is the same account. A registered one is, as long as its file has its name.
    package func isSame(_ present: AccountFile) -> Bool {
        let isInPlace = present.path.hasSuffix("/" + seen.file)
        if isInPlace, isRegistered { return present.isNamed(seen.file) }
        return mine.isSame(present, isInPlace: isInPlace, madeFrom: base, followsEmail: followsEmail)
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
