internal import DocumentStore
internal import PlainValues
internal import StrictJSON

/// The last change of a directory, of any kind, which can be undone.
///
/// Two kinds of change leave no record: an import ends what can be undone, and logging in to or out of a registry, or
/// the first login to a profile, leaves the record as it is (``Registry/keepingUndo(_:hashing:as:)``).
package struct LastChange: Equatable, Sendable {
    fileprivate let record: UndoRecord

    /// Whether it was a logout from the local profile.
    package var isLogOut: Bool { isOfProfile && record.changes.allSatisfy { $0.after == nil } }

    package var isOfProfile: Bool { record.changes.contains { $0.file == StoreLayout.profile } }

    /// What undoing does to each document, in the order of the change.
    package var differences: [DocumentDifference] { DocumentDifference.undoing(record) }

    /// Whether it changed this account and nothing else, whatever its session.
    package func isOnly(of account: AccountFile) -> Bool {
        differences.allSatisfy { difference in
            if case .account(let email, _) = difference { account.hasEmail(email) } else { false }
        }
    }
}

/// What screens offer to undo.
enum UndoOffer: Sendable {
    case nothing
    /// The last change.
    case change
    /// The logout from the local profile.
    case logOut
}

package enum DocumentDifference: Equatable, Sendable {
    case profile(AccountDifference)
    /// The email that the account has until then.
    case account(email: String, AccountDifference)
    /// Nil if the rules cannot be accepted.
    case rules(from: Policy?, to: Policy?)

    /// The changing fields, if nothing else changes.
    package var fields: [FieldChange] {
        switch self {
        case .profile(.fields(let changes)), .account(_, .fields(let changes)): changes
        default: []
        }
    }

    /// The session follows its account, which is reported.
    fileprivate static func undoing(_ record: UndoRecord) -> [DocumentDifference] {
        if let move = record.move {
            return [account(move.new.file, from: move.new.after, to: move.old.before)]
        }
        return record.withoutSession.changes.map { change in
            switch change.file {
            case StoreLayout.profile: .profile(AccountDifference(from: change.after, to: change.before))
            case StoreLayout.policy: .rules(from: rules(change.after), to: rules(change.before))
            default: account(change.file, from: change.after, to: change.before)
            }
        }
    }

    private static func account(_ file: String, from old: [UInt8]?, to new: [UInt8]?) -> DocumentDifference {
        let name = String(file.dropFirst(StoreLayout.accounts.count + 1))
        let texts = [old, new].lazy.compactMap { $0 }.compactMap { AccountRecord(text: $0)?[.email] }
        let email = texts.first ?? EmailAddress.ofFile(name) ?? name
        return .account(email: email, AccountDifference(from: old, to: new))
    }

    private static func rules(_ text: [UInt8]?) -> Policy? {
        guard let text else { return .profile }
        return (try? PolicyFile(parsing: text, path: StoreLayout.policy))?.policy
    }
}

extension AccountsDirectory {
    /// The change that ``cancel(_:)`` would undo; no lock is taken.
    ///
    /// - Returns: nil if there is nothing to undo.
    /// - Throws: `changedSince` if a file was changed since.
    package func lastChange() throws(AccountsError) -> LastChange? {
        try reading { try lastChange($0) }
    }

    func lastChange(_ reader: DocumentReader) throws -> LastChange? {
        guard try reader.exists(StoreLayout.regapp.undo), let record = try reader.undoRecord(),
            try reader.canUndo(record)
        else { return nil }
        return LastChange(record: record)
    }

    /// What screens offer to undo, judged by the beginning of the record.
    ///
    /// - Parameter account: the current user; in a registry, only changes of this account alone are offered.
    func undoOffer(to account: AccountFile?, _ reader: DocumentReader) throws -> UndoOffer {
        guard let head = try reader.undoHead() else { return .nothing }
        if let record = head.record {
            guard try reader.canUndo(record) else { return .nothing }
        }
        guard let account else {
            let isLogOut =
                try head.firstFile == StoreLayout.profile && head.record?.changes.count ?? 1 == 1
                && reader.contents(of: StoreLayout.profile) == nil
            return isLogOut ? .logOut : .nothing
        }
        return !policy.isRegistry || head.account.map(account.hasEmail) == true ? .change : .nothing
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
        let mayUndo = try reading { reader in
            if try reader.exists(StoreLayout.regapp.undo) { return true }
            return try reader.isChanging()
        }
        guard mayUndo else { return nil }
        return try writingUnderAnyRules { writer -> [DocumentDifference]? in
            guard let record = try writer.undoRecord() else { return nil }
            if let seen, seen.record != record {
                throw AccountsError.store(
                    .changedMeanwhile(path: store.path(of: StoreLayout.regapp.undo)))
            }
            let session = try session(following: record, writer.reader)
            do {
                let isUndone = try writer.undo(following: session) != nil
                return isUndone ? LastChange(record: record).differences : nil
            } catch StoreError.changedMeanwhile(let path) {
                throw AccountsError.changedSince(path: path)
            }
        }
    }

    /// The session of somebody who has since logged in to an account that undoing takes away: it ends, or follows the
    /// account to its former email. That of an account that has expired, but would not have before the change, ends.
    private func session(
        following record: UndoRecord, _ reader: DocumentReader
    ) throws -> [DocumentChange] {
        guard !record.changes.contains(where: { $0.file == StoreLayout.session }),
            let session = try SessionFile.valid(reader), let file = Registry.file(of: session.account),
            let change = record.changes.first(where: { $0.file == file })
        else { return [] }
        let (expires, expired) = (change.before.isExpired(now), change.after.isExpired(now))
        guard change.before == nil else { return expired && !expires ? [session.removal] : [] }
        guard let former = record.move?.old.before, let email = AccountRecord(text: former)?[.email] else {
            return [session.removal]
        }
        return [try SessionFile.change(to: email, reader)]
    }
}

extension DocumentReader {
    /// Whether the documents are as a recorded change left them; false if it never took place.
    ///
    /// - Throws: `changedSince` if one was changed since.
    fileprivate func canUndo(_ record: UndoRecord) throws -> Bool {
        var isBefore = true
        for change in record.changes where try contents(of: change.file) != change.before { isBefore = false }
        if isBefore { return false }
        for change in record.changes where try contents(of: change.file) != change.after {
            throw AccountsError.changedSince(path: store.path(of: change.file))
        }
        return true
    }
}

// What a login or logout does on the way: nobody wants that undone, and it does not prevent an undo.
extension UndoRecord {
    /// The record adjusted to a session that was changed since; that one stays.
    fileprivate var withoutSession: UndoRecord {
        UndoRecord(changes.filter { $0.file != StoreLayout.session })
    }

    /// The two changes by which a new email moved an account: one created the new file, the other removed the old one.
    fileprivate var move: (new: DocumentChange, old: DocumentChange)? {
        let changes = withoutSession.changes
        guard changes.count == 2, let new = changes.first(where: { $0.before == nil }),
            let old = changes.first(where: { $0.after == nil })
        else { return nil }
        return (new, old)
    }
}

extension Registry {
    /// What can be undone after somebody logs in or out.
    ///
    /// - Parameters:
    ///   - account: the account as it was, if the login rehashes its password.
    ///   - hash: the new hash. It also replaces that password in the record, so that undoing leaves the password
    ///     hashed and no plain one stays in the record.
    func keepingUndo(
        _ reader: DocumentReader, hashing account: AccountFile? = nil, as hash: PasswordHash? = nil
    ) throws -> UndoPolicy {
        let found: UndoRecord?
        do throws(StoreError) { found = try reader.undoRecord() } catch {
            guard case .damaged = error else { throw error }
            found = nil
        }
        guard let record = found else { return .keep() }
        var kept = record.withoutSession
        if let account, let hash { kept = following(kept, hash, of: account) }
        return .keep(kept == record ? nil : kept)
    }

    private func following(_ record: UndoRecord, _ hash: PasswordHash, of account: AccountFile) -> UndoRecord
    {
        let file = account.file(isRegistered: true)
        // The account may have come from another email's file.
        let isMove = record.move?.new.file == file
        func rehashed(_ bytes: [UInt8]) -> [UInt8] {
            guard let side = try? parse(bytes, file, replacing: Set(Field.allCases)),
                side.hasPassword(of: account)
            else { return bytes }
            return side.document.applying(side.passwordEdits(hash))
        }
        return UndoRecord(
            record.changes.map { change in
                guard change.file == file || isMove && change.after == nil else { return change }
                return DocumentChange(
                    change.file, before: change.before.map(rehashed), after: change.after.map(rehashed))
            })
    }
}

extension [UInt8]? {
    /// Whether the text of an account, if any, says that its last day is over.
    fileprivate func isExpired(_ now: Moment) -> Bool {
        flatMap { AccountRecord(text: $0) }?.isExpired(now) ?? false
    }
}

extension AccountFile {
    /// Whether an email is that of the account, however the two are spelt.
    fileprivate func hasEmail(_ email: String) -> Bool {
        EmailAddress.encodedName(of: email) == EmailAddress.encodedName(of: self.email)
    }

    /// Whether the account holds the same password, in plain or by the same hash.
    fileprivate func hasPassword(of other: AccountFile) -> Bool {
        guard hasPlainPassword == other.hasPlainPassword else { return false }
        guard hasPlainPassword else { return storedHash?.hash == other.storedHash?.hash }
        return value(.password)?.hasSameScalars(as: other.value(.password) ?? "") == true
    }
}
