internal import RegappStore
internal import RegappValues
internal import RegappJSON

/// The last change of a directory, of any kind, which can be undone.
///
/// Logging in to or out of a registry, and the first login to a profile, leave the record as it is, and are noted beside
/// it (``Registry/undoPolicy(_:hashing:as:)``).
package struct LastChange: Equatable, Sendable {
    fileprivate let mark: UndoMark
    /// What undoing does to each document, in the order of the change, and which documents it leaves alone.
    package fileprivate(set) var differences: [DocumentDifference] = []
    /// How many documents the change is about, apart from the session.
    fileprivate var count = 0
    fileprivate var session: DocumentChange?
    fileprivate var isSessionRecorded = false

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
        let (file, old, new) = (step.change.file, step.after, step.change.before)
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

    func lastChange(_ reader: DocumentReader) throws -> LastChange? {
        let session = try SessionFile.valid(reader)
        let sessionAccount = session.flatMap { Registry.file(of: $0.account) }
        var survey = UndoSurvey()
        let mark = try reader.forEachUndoStep { step in
            if step.change.file == StoreLayout.session {
                survey.recorded = step
            } else {
                survey.add(step, store, ofSession: step.change.file == sessionAccount, now)
            }
        }
        guard let mark, let differences = try survey.differences() else { return nil }
        var last = LastChange(mark: mark, differences: differences, count: survey.count)
        if let recorded = survey.recorded, recorded.isUndone {
            last.session = DocumentChange(
                StoreLayout.session, before: recorded.present, after: recorded.change.before)
            last.isSessionRecorded = true
        } else if let session, survey.endsSession {
            // The session follows an account to its former email.
            let former = survey.move?.old.change.before.flatMap { AccountRecord(text: $0)?[.email] }
            last.session = try former.map { try SessionFile.change(to: $0, reader) } ?? session.removal
        }
        return last
    }

    /// What screens offer to undo, judged by the beginning of the record.
    ///
    /// - Parameter account: the current user; in a registry, only changes of this account alone are offered.
    func undoOffer(to account: AccountFile?, _ reader: DocumentReader) throws -> UndoOffer {
        guard let head = try reader.undoHead() else { return .nothing }
        let last = head.record == nil ? nil : try lastChange(reader)
        guard head.record == nil || last != nil else { return .nothing }
        guard let account else {
            if policy.isRegistry, last?.isPolicyChoice == true { return .policyChoice }
            let isLogOut =
                try head.firstFile == StoreLayout.profile && head.record?.changes.count ?? 1 == 1
                && reader.contents(of: StoreLayout.profile) == nil
            return isLogOut ? .logOut : .nothing
        }
        return !policy.isRegistry || head.account.map { EmailAddress.matches($0, account.email) } == true
            ? .change : .nothing
    }

    /// Undoes the last change, byte for byte.
    ///
    /// - Parameter seen: the change that a person was shown; nil for whichever is the last.
    /// - Returns: what happened to each document; nil if there was nothing to undo.
    /// - Throws: `changedSince` if a file was changed since; `store(.changedMeanwhile)` if the last change is not
    ///   `seen`.
    package func cancel(_ seen: LastChange? = nil) throws(AccountsError) -> [DocumentDifference]? {
        // Asked without a lock, so that no directory is created. A change that was cut short is completed first, even
        // if nothing can be undone then.
        guard try reading({ try $0.mayUndo() }) else { return nil }
        try writing(underAnyRules: true) { _ in }
        let found = try lastChange()
        if let found, found.count > DocumentStore.mostTogether { return try cancelInBulk(found, seen) }
        return try writing(underAnyRules: true) { writer -> [DocumentDifference]? in
            let last = try lastChange(writer.reader)
            try require(last, seen)
            let following = last?.isSessionRecorded == true ? nil : last?.session
            do {
                return try writer.undo(following: following.map { [$0] } ?? []) != nil
                    ? last?.differences : nil
            } catch StoreError.changedMeanwhile(let path) {
                throw AccountsError.changedSince(path: path)
            }
        }
    }

    /// Undoes a change of many accounts; what another process changes at the last moment stays as it is, too.
    private func cancelInBulk(
        _ last: LastChange, _ seen: LastChange?
    ) throws(AccountsError) -> [DocumentDifference]? {
        try require(last, seen)
        do {
            try store.waitForOtherBulk()
            let left = try store.undoInBulk(of: StoreLayout.accounts, last.mark, last: last.session)
            return last.differences
                + left.filter { $0 != store.path(of: StoreLayout.session) }.map(DocumentDifference.left)
        } catch { throw AccountsError(error) }
    }

    private func require(_ last: LastChange?, _ seen: LastChange?) throws(AccountsError) {
        guard let seen, seen.mark != last?.mark else { return }
        throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.regapp.undo)))
    }
}

private struct UndoSurvey {
    var recorded: UndoStep?
    private(set) var count = 0
    /// Whether undoing takes away the account of the current session, or its expiry.
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
            if isOfSession, step.endsSession(now) { endsSession = true }
            return
        }
        let path = store.path(of: step.change.file)
        if step.state == .changed { left.append(path) }
        if firstOther == nil { firstOther = path }
    }

    var move: (new: UndoStep, old: UndoStep)? {
        steps.emailMove(isCreation: { $0.change.before == nil }, isRemoval: { $0.after == nil })
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
            return [.account(move.new.change.file, from: move.new.after, to: move.old.change.before)]
        }
        return undone + left.map(DocumentDifference.left)
    }
}

extension Registry {
    /// What can be undone after a login.
    ///
    /// - Parameters:
    ///   - account: the account as it was.
    ///   - hash: the new hash, if the login rehashes its password. It also replaces that password in the record, so
    ///     that undoing leaves the password hashed and no plain one stays in the record.
    func undoPolicy(
        _ reader: DocumentReader, hashing account: AccountFile, as hash: PasswordHash?
    ) throws -> UndoPolicy {
        // Only for a plain password is the record read, and written anew.
        guard let hash, account.hasPlainPassword else { return .keep }
        let file = account.file(isRegistered: true)
        guard try reader.undoHolds(file) else { return .keep }
        let changes: [RecordedChange]
        do throws(StoreError) {
            // Without the session, which is about to change.
            changes = try reader.remainingUndo()
        } catch {
            guard case .damaged = error else { throw error }
            return .keep
        }
        // The account may have come from another email's file.
        let isMove =
            changes.emailMove(
                isCreation: { $0.file == file && $0.before == nil }, isRemoval: \.isRemoval) != nil
        func rehashed(_ bytes: [UInt8]) -> [UInt8] {
            guard let side = try? parse(bytes, file, replacing: Set(Field.allCases)),
                side.hasPassword(of: account)
            else { return bytes }
            return side.document.applying(side.passwordEdits(hash))
        }
        var isChanged = false
        let rewritten = changes.map { change in
            guard change.file == file || isMove && change.isRemoval else { return change }
            isChanged = true
            guard !change.isRemoval, change.isAsLeft(account.document.bytes) else {
                return change.mapping(rehashed)
            }
            return change.replacing(
                before: change.before.map(rehashed), after: rehashed(account.document.bytes))
        }
        return isChanged ? .replace(by: UndoRecord(recorded: rewritten)) : .keep
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

extension UndoStep {
    /// Whether undoing ends the session of the account: its file goes, or it had expired and has not any more.
    fileprivate func endsSession(_ now: Moment) -> Bool {
        guard let before = change.before else { return true }
        return AccountRecord.isExpired(after, now) && !AccountRecord.isExpired(before, now)
    }
}

extension AccountFile {
    /// Whether the account holds the same password, in plain or by the same hash.
    fileprivate func hasPassword(of other: AccountFile) -> Bool {
        guard hasPlainPassword == other.hasPlainPassword else { return false }
        guard hasPlainPassword else { return storedHash?.hash == other.storedHash?.hash }
        return value(.password)?.hasSameScalars(as: other.value(.password) ?? "") == true
    }
}
