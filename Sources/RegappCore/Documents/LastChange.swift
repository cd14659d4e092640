package import RegappStore
internal import RegappValues
internal import RegappJSON

/// The last change of a directory, of any kind, which can be undone.
///
/// Logging in to or out of a registry, and the first login to a profile, are none.
package struct LastChange: Equatable, Sendable {
    package let head: ChangeHead
    /// What undoing does to each document, in the order of the change, and which documents it leaves alone.
    package fileprivate(set) var differences: [DocumentDifference] = []
    /// How many documents the change is about, apart from the session.
    fileprivate var count = 0
    fileprivate var session: DocumentChange?
    /// Others may write while it is undone, and what they change stays.
    fileprivate var isOfMany: Bool { count > DocumentStore.mostTogether }

    package var isLogOut: Bool {
        differences.allSatisfy { difference in
            switch difference {
            case .profile(.added), .profile(.unknown): true
            default: false
            }
        }
    }

    /// Whether it chose the rules of a registry in place of a profile, and registered only what came with them.
    package var isPolicyChoice: Bool {
        differences.contains { if case .rules(_, let old) = $0 { old?.isRegistry == false } else { false } }
            && differences.allSatisfy { difference in
                switch difference {
                case .rules, .account(_, .removed): true
                default: false
                }
            }
    }

    package var isOfProfile: Bool {
        differences.contains { if case .profile = $0 { true } else { false } }
    }

    /// Whether it changed this account and nothing else, whatever its session.
    package func isOnly(of account: AccountFile) -> Bool {
        differences.allSatisfy { difference in
            guard case .account(let email, _) = difference else { return false }
            return EmailAddress.matches(email, account.email)
        }
    }
}

/// What undoing the last change would bring back, as far as screens offer it.
package enum UndoOffer: Sendable {
    case nothing
    case change
    /// The profile that was logged out.
    case logOut
    /// The profile's rules.
    case policyChoice
}

package enum DocumentDifference: Equatable, Sendable {
    case profile(AccountDifference)
    /// The email that the account has before the change is undone.
    case account(email: String, AccountDifference)
    /// Nil if the rules cannot be accepted.
    case rules(from: Policy?, to: Policy?)
    /// While many documents were changed, other processes could write, and changed this one: it stays as it is.
    case left(path: String)

    package var fields: [FieldChange] {
        switch self {
        case .profile(.fields(let changes)), .account(_, .fields(let changes)): changes
        default: []
        }
    }

    fileprivate init(_ step: UndoStep) {
        let (file, old, new) = (step.file, step.present, step.wanted)
        self =
            switch file {
            case StoreLayout.profile: .profile(AccountDifference(from: old, to: new))
            case StoreLayout.policy: .rules(from: PolicyFile.policy(of: old), to: PolicyFile.policy(of: new))
            default: Self.account(file, from: old, to: new)
            }
    }

    fileprivate static func account(_ file: String, from old: [UInt8]?, to new: [UInt8]?)
        -> DocumentDifference
    {
        let name = String(file.dropFirst(StoreLayout.accounts.count + 1))
        let texts = [old, new].lazy.compactMap { $0 }.compactMap { AccountRecord(text: $0)?[.email] }
        let email = texts.first ?? EmailAddress.ofFile(name) ?? name
        return .account(email: email, AccountDifference(from: old, to: new))
    }
}

extension RuledDirectory {
    /// The change that ``cancel(_:)`` would undo, if any. One that was cut short is completed first, as there.
    ///
    /// - Throws: `changedSince` if a file was changed since.
    package func lastChange() throws(AccountsError) -> LastChange? {
        if try reading({ try $0.isChanging() }) { try writing(underAnyRules: true) { _ in } }
        return try reading { try lastChange($0) }
    }

    /// The newest change in effect that undoes no other. One of which nothing remains is passed over.
    func lastChange(_ reader: DocumentReader) throws -> LastChange? {
        var found: LastChange?
        try reader.forEachChange { head, isInEffect in
            if isInEffect, head.undoes == nil { found = try change(head, reader) }
            return found == nil
        }
        return found
    }

    /// What undoing a change would do; nil if every document is as it was before.
    private func change(_ head: ChangeHead, _ reader: DocumentReader) throws -> LastChange? {
        let session = try SessionFile.valid(reader)
        let sessionAccount = session.flatMap { Registry.file(of: $0.account) }
        var survey = UndoSurvey()
        try forEachStep(of: head.number, reader) { step in
            survey.add(step, store, ofSession: step.file == sessionAccount, now)
        }
        guard let differences = try survey.differences() else { return nil }
        var last = LastChange(head: head, differences: differences, count: survey.count)
        if let session, survey.endsSession {
            // The session follows an account to its former email.
            let former = survey.move?.old.wanted.flatMap { AccountRecord(text: $0)?[.email] }
            last.session = try former.map { try SessionFile.change(to: $0, reader) } ?? session.removal
        }
        return last
    }

    private func forEachStep(
        of number: Int, _ reader: DocumentReader, _ visit: (UndoStep) throws -> Void
    ) throws {
        try reader.forEachStep(of: number) { step in
            var step = step
            if step.file == StoreLayout.profile, step.present != nil {
                // A logout is over once somebody has logged in again.
                if step.isRemoval { return }
                // In place of a new profile the one comes back that was logged out before it.
                if step.wanted == nil { step.wanted = try profile.lastLogOut(before: number, reader)?.former }
            }
            try visit(step)
        }
    }

    /// What screens offer to undo: a change of a few documents.
    ///
    /// - Parameter account: the current user; in a registry, only changes of this account alone are offered.
    func undoOffer(to account: AccountFile?, _ reader: DocumentReader) throws -> UndoOffer {
        guard let newest = try reader.changeToUndo(), newest.accounts <= Self.mostOffered,
            let last = try lastChange(reader)
        else { return .nothing }
        guard let account else {
            if policy.isRegistry, last.isPolicyChoice { return .policyChoice }
            return last.isLogOut ? .logOut : .nothing
        }
        return !policy.isRegistry || last.head.account.map { EmailAddress.matches($0, account.email) } == true
            ? .change : .nothing
    }

    /// Reading a record of more accounts takes longer than a screen may wait.
    private static let mostOffered = 8

    /// Undoes the last change, byte for byte.
    ///
    /// - Parameter seen: the change that a person was shown; nil for whichever is the last.
    /// - Returns: what happened to each document; nil if there was nothing to undo.
    /// - Throws: `changedSince` if a file was changed since; `store(.changedMeanwhile)` if the last change is not
    ///   `seen`.
    package func cancel(_ seen: LastChange? = nil) throws(AccountsError) -> [DocumentDifference]? {
        // Asked without a lock, so that no directory is created. A change that was cut short is completed first, even
        // if nothing can be undone then.
        guard try reading({ try $0.isChanging() || !$0.changeNumbers().isEmpty }) else { return nil }
        try writing(underAnyRules: true) { _ in }
        let last = try lastChange()
        try require(last, seen)
        guard let last else {
            // An undoing that a fault cut short may not be on the disk yet.
            try writing(underAnyRules: true) { try synchronizeNewest($0) }
            return nil
        }
        let newest = try reading { try $0.changeNumbers().first }
        let change = BulkChange(of: StoreLayout.accounts, in: store, as: .undo(of: last.head.number))
        defer { change.discard() }
        do {
            if last.isOfMany { try store.waitForOtherBulk() }
            try store.reading { reader in
                try forEachStep(of: last.head.number, reader) { step in
                    if step.isUndone { return try change.put(step.undoing) }
                    if !last.isOfMany { throw AccountsError.changedSince(path: store.path(of: step.file)) }
                }
            }
            let left = try change.commit { reader in
                // Another change may be the last one by now.
                try require(try reader.changeNumbers().first == newest ? last : nil, last)
                return last.session
            }
            return last.differences
                + left.map(\.path).filter { $0 != store.path(of: StoreLayout.session) }.map(
                    DocumentDifference.left)
        } catch {
            guard case StoreError.changedMeanwhile(let path) = error, !last.isOfMany else {
                throw AccountsError(error)
            }
            throw .changedSince(path: path)
        }
    }

    private func synchronizeNewest(_ writer: DocumentWriter) throws {
        guard let number = try writer.reader.changeNumbers().first,
            let head = try? writer.reader.changeHead(number), head.accounts <= Self.mostOffered
        else { return }
        var documents: [DocumentChange] = []
        try? writer.reader.forEachStep(of: number) { step in
            documents.append(DocumentChange(step.file, before: step.present, after: step.present))
        }
        try writer.commit(documents)
    }

    private func require(_ last: LastChange?, _ seen: LastChange?) throws(AccountsError) {
        guard let seen, seen.head.number != last?.head.number else { return }
        throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.regapp.history)))
    }
}

private struct UndoSurvey {
    private(set) var count = 0
    /// Whether undoing ends the current session.
    private(set) var endsSession = false
    private var undone: [DocumentDifference] = []
    private var left: [String] = []
    /// The first document that is not as the change left it.
    private var firstOther: String?
    private var steps: [UndoStep] = []

    mutating func add(
        _ step: UndoStep, _ store: DocumentStore, ofSession isOfSession: Bool, _ now: Moment
    ) {
        count += 1
        if steps.count < 3 { steps.append(step) }
        if step.isUndone {
            undone.append(DocumentDifference(step))
            if isOfSession, step.undoing.endsSession(now) { endsSession = true }
            return
        }
        let path = store.path(of: step.file)
        if step.state == .changed { left.append(path) }
        if firstOther == nil { firstOther = path }
    }

    var move: (new: UndoStep, old: UndoStep)? {
        steps.emailMove(isCreation: { $0.wanted == nil }, isRemoval: { $0.present == nil })
    }

    /// Nil if the change never took place.
    ///
    /// - Throws: `changedSince` if a document was changed since, unless other processes could write meanwhile.
    func differences() throws(AccountsError) -> [DocumentDifference]? {
        if undone.isEmpty, left.isEmpty { return nil }
        if let firstOther, count <= DocumentStore.mostTogether || undone.isEmpty {
            throw .changedSince(path: left.first ?? firstOther)
        }
        // Undoing moves the account back.
        if let move {
            return [.account(move.new.file, from: move.new.present, to: move.old.wanted)]
        }
        return undone + left.map(DocumentDifference.left)
    }
}

extension Registry {
    /// What undoing a change of an account brings back in place of a plain password, which the history may not keep: its
    /// hash. Nil if the account has none, or one that breaks a rule.
    func undone(_ located: LocatedDocument) throws(AccountsError) -> [UInt8]? {
        guard let bytes = located.bytes,
            let account = try? parse(bytes, located.file, replacing: Set(Field.allCases))
        else { return nil }
        return try undone(account)
    }

    func undone(_ account: AccountFile) throws(AccountsError) -> [UInt8]? {
        guard account.hasPlainPassword, let password = account.value(.password),
            directory.draft([.password: password], over: account.values).violations.isEmpty
        else { return nil }
        return account.document.applying(account.passwordEdits(try hash(password)))
    }
}

extension StoreLayout {
    /// Whether a key of a registered account may hold a password that is no hash.
    static func isSecret(_ file: String, _ key: String) -> Bool {
        key != Field.passwordHash.rawValue && file.hasPrefix(accounts) && AccountColumn.isSecret(key)
    }
}

extension Array {
    /// The two changes by which a new email moves an account: one creates the new file, the other removes the old one;
    /// nil if these are other changes.
    func emailMove(
        isCreation: (Element) -> Bool, isRemoval: (Element) -> Bool
    ) -> (new: Element, old: Element)? {
        guard count == 2, let new = first(where: isCreation), let old = first(where: isRemoval) else {
            return nil
        }
        return (new, old)
    }
}
