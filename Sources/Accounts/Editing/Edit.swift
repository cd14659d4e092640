package import DocumentStore
internal import PlainValues
package import StrictJSON

/// An edit: a new text of a document, made from its present text.
///
/// ## From the person to the disk
/// 1. *Options, forms and editors each make a text.* Options, questions and forms lay values over the account as a
///    ``Draft``; `init(_:of:under:followsEmail:)` begins with the account, and `write` sets the values in its text, in
///    place (`JSONEdit`). An editor works on a copy of the text; `init(_:of:in:holding:)` begins with it, and `write`
///    reads what the editor left.
/// 2. *The text is tried.* ``finish(in:accepting:choosing:)`` checks all of it against the rules (`Edit+Judge`) and
///    saves it over exactly the text that it was made from, if the rules are the same under the lock (`Edit+Save`).
/// 3. *Others were faster.* Then their changes are merged, member by member (`JSONMerge`), and it is tried again;
///    ``taken`` lists what was merged. What both changed is one of the ``conflicts``, which somebody has to
///    ``settle(_:as:)`` first.
///
/// Its drivers ask and show: `EditCommand`, `UserEditScreen` (by `AccountTask`) and `EditorSession`; the library asks
/// nobody, so its caller's values win. My text survives every outcome.
package struct Edit: Sendable {
    package enum Subject: Hashable, Sendable {
        /// The current user's account.
        case own
        /// The account of this email, edited by its administrator.
        case account(email: String)
        case policy

        /// The subject for a document's name below the directory; an account is edited by its administrator. Nil if it
        /// cannot be edited.
        init?(file: String) {
            switch file {
            case StoreLayout.profile: self = .own
            case StoreLayout.policy: self = .policy
            default:
                guard let email = EmailAddress.ofPath(file) else { return nil }
                self = .account(email: email)
            }
        }
    }

    /// A member, or the members of a unit, that I and somebody else changed differently.
    package struct Conflict: Equatable, Sendable {
        package let members: [JSONMerge.Member]

        package init(_ members: [JSONMerge.Member]) { self.members = members }

        /// The field concerned; nil if the document is not an account or the key not a field.
        package var field: Field? { members.lazy.compactMap(\.field).first }
    }

    package enum Choice: Hashable, Sendable { case mine, theirs }

    package let subject: Subject
    /// The document's path below the directory.
    package private(set) var file: String
    /// The path of my text, for its mistakes; nil if it is not in a file.
    package let copy: String?
    package private(set) var text: [UInt8]
    /// Changes taken over from others; `mine` is the value before.
    package private(set) var taken: [JSONMerge.Member] = []
    /// The email of the registered account; empty otherwise.
    private(set) var email: String
    /// The document as it was last seen; nil if there was none. Only this is ever replaced.
    private(set) var seen: [UInt8]?
    /// Whether my text includes what was last seen.
    private(set) var isCurrent = true
    /// The content that a copy was made from, or that is fully merged.
    package private(set) var origin: WorkingCopy.Origin?
    /// How a copy shows the document; nil if it was made from something else.
    private var shown: [UInt8]?
    /// The values that my text comes from, key by key: those that it began with, or merged ones.
    private(set) var base: JSONFingerprint
    /// The account as last seen, if single values are edited.
    package private(set) var account: AccountFile?
    /// Those values; nil if I wrote the whole text.
    private(set) var values: AccountRecord?
    /// My text and theirs, if there are undecided conflicts.
    private var merge: JSONMerge?
    /// Whether the account may be followed to another email: only if a person sees whose it is now.
    package let followsEmail: Bool

    /// Begins to change values of an account as somebody has seen it.
    ///
    /// - Parameter followsEmail: whether it is the same account after others gave it another email.
    package init(
        _ subject: Subject, of account: AccountFile, under policy: Policy, followsEmail: Bool = false
    ) {
        (self.subject, self.account, self.followsEmail) = (subject, account, followsEmail)
        file = account.file(isRegistered: policy.isRegistry)
        email = policy.isRegistry ? account.email : ""
        copy = nil
        (text, seen) = (account.document.bytes, account.document.bytes)
        base = JSONFingerprint(account.document)
        values = [:]
    }

    package init(_ subject: Subject, of found: Found, in copy: WorkingCopy, holding text: [UInt8]) {
        (self.subject, self.text, followsEmail) = (subject, text, false)
        (file, email, seen) = (found.file, found.email, found.bytes)
        (self.copy, origin, base) = (copy.path, copy.origin, copy.origin.values)
        isCurrent = copy.origin.document == found.bytes.map { ContentDigest($0) }
        shown = isCurrent ? found.text : nil
    }

    var isRegistered: Bool { !email.isEmpty }

    /// Keys that belong together.
    private var units: [[String]] {
        subject == .policy ? [] : [[Field.password.rawValue, Field.passwordHash.rawValue]]
    }

    // MARK: Mine

    /// Gives the account a draft's new values, and its present ones in every other field; an empty value clears its
    /// field.
    package mutating func write(_ draft: Draft) {
        let values = draft.changes
        self.values = values
        taken.removeAll { $0.field.map { values[$0] != nil } ?? false }
        remake()
    }

    /// What a form shows in a field; nothing for a password that nobody typed.
    package func shown(_ field: Field) -> String { values?[field] ?? account?.shown(field) ?? "" }

    package mutating func write(_ text: [UInt8]) {
        self.text = text
        remake()
    }

    /// Whether a copy's text is the document's content.
    package func isUnchanged(_ text: [UInt8]) -> Bool {
        text == shown || origin?.document.map { $0 == ContentDigest(text) } ?? false
    }

    /// Sets the values in the text that was last seen, and compares that with others' changes.
    private mutating func remake() {
        if let values, let account {
            text = account.document.applying(account.edits(values, isRegistered: isRegistered))
        }
        guard let theirs = merge?.theirs, let mine = try? JSONDocument(parsing: text) else { return }
        let merge = compared(mine, with: theirs)
        self.merge = merge
        // A whole text now comes from theirs; what was typed may be changed back to what it was before.
        guard values == nil, merge.conflicts.isEmpty else { return }
        let origin = WorkingCopy.Origin(of: file, holding: seen, shownAs: theirs.bytes)
        (self.origin, base, shown, self.merge) = (origin, origin.values, theirs.bytes, nil)
    }

    private func compared(_ mine: JSONDocument, with theirs: JSONDocument) -> JSONMerge {
        JSONMerge(
            from: base, mine: mine, theirs: theirs, units: units,
            touched: values?.fields.map(\.rawValue) ?? [])
    }

    // MARK: Theirs

    /// Whether a later file belongs to the same account.
    ///
    /// A profile stays a person's while its email or its password does; a registered account keeps its hash when it
    /// moves to another email's file.
    package func isSame(_ present: AccountFile) -> Bool {
        guard present.path.hasSuffix("/" + file) else {
            guard followsEmail, let hash = account?.value(.passwordHash) else { return false }
            return present.value(.passwordHash)?.utf8.elementsEqual(hash.utf8) == true
        }
        if isRegistered { return present.isNamed(file) }
        guard let account else { return !base.differs(from: present.document, at: Field.email.rawValue) }
        return EmailAddress.matches(present.email, account.email)
            || followsEmail
                && present.values.text(of: .password).utf8.elementsEqual(
                    account.values.text(of: .password).utf8)
    }

    package mutating func take(_ present: AccountFile) {
        if isRegistered { (file, email) = (present.file(isRegistered: true), present.email) }
        if account != nil { account = present }
        take(present.document, of: present.document.bytes)
    }

    /// Merges what others made of the document: what only they changed becomes mine too.
    ///
    /// - Parameter bytes: the document now; for rules, `theirs` has every key.
    mutating func take(_ theirs: JSONDocument, of bytes: [UInt8]) {
        guard !isCurrent || bytes != seen, let mine = try? JSONDocument(parsing: text) else { return }
        (seen, isCurrent) = (bytes, true)
        let merge = compared(mine, with: theirs)
        note(merge.taken.map(merge.member))
        base.take(merge.taken, from: theirs)
        if values == nil { text = merge.text() }
        self.merge = merge
        remake()
    }

    private mutating func note(_ members: [JSONMerge.Member]) {
        for member in members {
            let first = taken.first { $0.key == member.key }
            taken.removeAll { $0.key == member.key }
            let whole = JSONMerge.Member(key: member.key, mine: (first ?? member).mine, theirs: member.theirs)
            if (whole.mine ?? .string("")) != (whole.theirs ?? .string("")) { taken.append(whole) }
        }
    }

    // MARK: What both changed

    package var conflicts: [Conflict] {
        merge.map { merge in merge.conflicts.map { Conflict($0.keys.map(merge.member)) } } ?? []
    }

    /// The line of a conflict in my text.
    package func line(of conflict: Conflict) -> Int? {
        guard let document = try? JSONDocument(parsing: text) else { return nil }
        let member = document.root.members.first { member in
            conflict.members.contains { $0.key == member.key }
        }
        return member.map { document.position(of: $0.keyRange.lowerBound).line }
    }

    package mutating func settle(_ conflict: Conflict, as choice: Choice) {
        guard let merge else { return }
        let keys = conflict.members.map(\.key)
        base.take(keys, from: merge.theirs)
        if choice == .theirs {
            if values != nil {
                for field in conflict.members.compactMap(\.field) { values?[field] = nil }
            } else {
                text = merge.text(choosingTheirsOf: merge.conflicts.filter { $0.keys == keys })
            }
        }
        remake()
    }
}

extension JSONMerge.Member {
    /// The field of an account with this value; the password for a hash.
    package var field: Field? {
        let field = Field(key: key)
        return field == .passwordHash ? .password : field
    }
}

extension AccountFile {
    /// What a form shows in a field before anything is typed; for a password nothing, not even its length.
    package func shown(_ field: Field) -> String { field == .password ? "" : value(field) ?? "" }

    /// The edits for an account's new values, in field order.
    ///
    /// A cleared field of the profile stays with an empty value, ready to edit; in a registered account it is removed.
    /// A new password of the latter is put where its hash will be.
    fileprivate func edits(_ changes: AccountRecord, isRegistered: Bool) -> [JSONEdit] {
        changes.fields.flatMap { field -> [JSONEdit] in
            let value = changes[field] ?? ""
            if !isRegistered {
                return value.isEmpty && values[field] == nil ? [] : [.set(key: field.rawValue, value)]
            }
            guard !value.isEmpty else {
                return field == .password ? passwordRemovals : [.remove(key: field.rawValue)]
            }
            return [.setting(field, value)]
        }
    }
}
