package import RegappStore
internal import RegappJSON

/// What undoing a change would do; undoing an undo redoes the change. Logging in to or out of a registry, and the first
/// login to a profile, do not count as changes.
package struct Undoing: Equatable, Sendable {
    package let head: ChangeHead
    /// For each document, in the order of the change: what undoing does, or that it is left alone.
    package fileprivate(set) var differences: [DocumentDifference] = []
    fileprivate var count = 0
    fileprivate var session: DocumentChange?
    /// Other processes may write while a large change is undone; what they change stays.
    fileprivate var isOfMany: Bool { count > DocumentStore.mostTogether }

    package var isLogOut: Bool {
        differences.allSatisfy { difference in
            switch difference {
            case .profile(.added), .profile(.unknown): true
            default: false
            }
        }
    }

    /// Whether it replaced a profile's rules by a registry's, and registered only accounts that came with them.
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
}

package enum DocumentDifference: Equatable, Sendable {
    case profile(AccountDifference)
    /// The account's email before the change is undone.
    case account(email: String, AccountDifference)
    /// Nil if the rules cannot be accepted.
    case rules(from: Policy?, to: Policy?)
    /// The document has changed since, and stays as it is, or keeps these keys.
    case left(path: String, keys: [String] = [], by: ChangedBy = .unknown)

    package var fields: [FieldChange] {
        switch self {
        case .profile(.fields(let changes)), .account(_, .fields(let changes)): changes
        default: []
        }
    }

    init(_ file: String, from old: [UInt8]?, to new: [UInt8]?) {
        switch file {
        case StoreLayout.profile: self = .profile(AccountDifference(from: old, to: new))
        case StoreLayout.policy:
            self = .rules(from: PolicyFile.policy(of: old), to: PolicyFile.policy(of: new))
        default:
            let texts = [old, new].lazy.compactMap { $0 }.compactMap { AccountRecord(text: $0)?[.email] }
            let email = texts.first ?? EmailAddress.ofPath(file) ?? FileAccess.name(of: file)
            self = .account(email: email, AccountDifference(from: old, to: new))
        }
    }
}

extension AccountStore {
    /// The change that ``cancel(_:)`` would undo, if any. An interrupted change is completed first.
    ///
    /// - Throws: `changedSince` if what it set has changed since.
    package func lastChange() throws(AccountsError) -> Undoing? {
        try completed { try lastChange($0) }
    }

    /// Nil if nothing of the change remains to be undone.
    ///
    /// - Throws: `noChange`, `changedSince`.
    package func change(_ number: Int) throws(AccountsError) -> Undoing? {
        try completed { reader in try change(number, reader) { _ in } }
    }

    private func change(
        _ number: Int, _ reader: DocumentReader, _ undo: (DocumentChange) throws -> Void
    ) throws -> Undoing? {
        var isInEffect = false
        let head = try reader.newestChange {
            isInEffect = $1
            return $0.number == number
        }
        guard let head else { throw AccountsError.noChange(number) }
        return isInEffect ? try change(head, reader, undo) : nil
    }

    /// The undo that `redo` reverts: the newest in effect, if only undos came after it.
    package func lastUndoing() throws(AccountsError) -> Undoing? {
        try completed { reader in
            let found = try reader.newestChange { head, isInEffect in
                // An undo that was itself undone has been redone.
                isInEffect && (try? head.undoes.map { try reader.changeHead($0) })??.undoes == nil
            }
            return try found.flatMap { $0.undoes == nil ? nil : try change($0, reader) }
        }
    }

    /// The current person's newest change in effect that is not an undo.
    package func lastOwnChange() throws(AccountsError) -> ChangeHead? {
        try reading { reader in
            try reader.newestChange { $1 && $0.undoes == nil && isOwn($0, named: reader.userName) }
        }
    }

    /// Whether the current person made a change: by who logged in to the system and SUDO_USER, else by the Unix user.
    package func isOwn(_ head: ChangeHead) -> Bool { isOwn(head, named: store.userName) }

    private func isOwn(_ head: ChangeHead, named name: (UInt32) -> String?) -> Bool {
        let author = store.author()
        guard author.loginUser == head.author.loginUser else { return false }
        func person(_ user: UInt32, _ author: ChangeAuthor) -> String {
            author.sudoUser ?? name(user) ?? "\(user)"
        }
        return person(store.user, author) == person(head.user, head.author)
    }

    private func completed<Found: Sendable>(
        _ find: @escaping @Sendable (DocumentReader) throws -> Found
    ) throws(AccountsError) -> Found {
        if try reading({ try $0.isChanging() }) { try writing(underAnyRules: true) { _ in } }
        return try reading(find)
    }

    /// The newest change in effect that is not an undo. Skips damaged records and changes of which nothing remains.
    ///
    /// - Parameters:
    ///   - account: only changes of this account alone; nil for any change.
    ///   - most: how many changes to look at.
    func lastChange(
        _ reader: DocumentReader, of account: AccountFile? = nil, among most: Int = .max
    ) throws -> Undoing? {
        var (found, seen): (Undoing?, Int) = (nil, 0)
        _ = try reader.newestChange { head, isInEffect in
            seen += 1
            let isWanted = account.map { EmailAddress.matches(head.account ?? "", $0.email) } ?? true
            if isInEffect, head.undoes == nil, isWanted {
                // `DirectoryCheck` reports a damaged record.
                do { found = try change(head, reader) } catch StoreError.damaged {}
            }
            return found != nil || seen == most
        }
        return found
    }

    /// The change that the current user may undo; in a registry, only one of this account alone.
    package func lastChange(offeredTo account: AccountFile?) throws(AccountsError) -> Undoing? {
        guard policy.isRegistry else { return try lastChange() }
        guard let account else { return nil }
        return try completed { try lastChange($0, of: account) }
    }

    /// What undoing a change would do; nil if every document is as it was before.
    ///
    /// - Parameter undo: receives the change that undoing makes to each document.
    private func change(
        _ head: ChangeHead, _ reader: DocumentReader, _ undo: (DocumentChange) throws -> Void = { _ in }
    ) throws -> Undoing? {
        let session = try SessionFile.valid(reader)
        let sessionAccount = session.flatMap { Registry.file(of: $0.account) }
        var survey = UndoSurvey(of: head)
        try reader.forEachStep(of: head.number) { step in
            var step = step
            if step.file == StoreLayout.profile, step.present != nil {
                // If the profile exists again, a later login made it, and the logout before can no longer be undone.
                if step.isRemoval { return }
                // Undoing a new profile restores the one that was logged out before it.
                if step.wanted == nil {
                    step.wanted = try profile.lastLogOut(before: head.number, reader)?.former
                }
            }
            let changes = try survey.add(step, store, ofSession: step.file == sessionAccount, now) {
                try reader.change(of: step, after: head.number)
            }
            for change in changes { try undo(change) }
        }
        guard let differences = try survey.differences() else { return nil }
        var last = Undoing(head: head, differences: differences, count: survey.count)
        if let session, survey.endsSession {
            // The session follows an account to its former email.
            last.session =
                try survey.formerEmail.map { try SessionFile.change(to: $0, reader) } ?? session.removal
        }
        return last
    }

    /// Undoes the last change: restores unchanged documents byte for byte, others key by key.
    ///
    /// - Returns: what happened to each document; nil if there was nothing to undo.
    /// - Throws: `changedSince` if what it set has changed since; `store(.changedMeanwhile)`.
    package func cancel() throws(AccountsError) -> [DocumentDifference]? {
        // Without a lock, so that no directory is created. Below, an interrupted change is completed in any case.
        guard try reading({ try $0.isChanging() || !$0.changeNumbers().isEmpty }) else { return nil }
        try writing(underAnyRules: true) { _ in }
        if let last = try lastChange() { return try cancel(last) }
        // An undo that a fault interrupted may not be on the disk yet.
        try writing(underAnyRules: true) { writer in
            guard let number = try writer.reader.changeNumbers().first,
                let head = try? writer.reader.changeHead(number), head.accounts <= Self.mostOffered
            else { return }
            var documents: [DocumentChange] = []
            try? writer.reader.forEachStep(of: number) { step in
                documents.append(DocumentChange(step.file, before: step.present, after: step.present))
            }
            try writer.commit(documents)
        }
        return nil
    }

    /// Undoes a change that was found before.
    ///
    /// - Throws: `changedSince`; `store(.changedMeanwhile)` if undoing would no longer do the same.
    package func cancel(_ last: Undoing) throws(AccountsError) -> [DocumentDifference] {
        let outdated = StoreError.changedMeanwhile(path: store.path(of: StoreLayout.regapp.history))
        let undoing = BulkChange(of: StoreLayout.accounts, in: store, as: .undo(of: last.head.number))
        defer { undoing.discard() }
        do {
            if last.isOfMany { try store.waitForOtherBulk() }
            let newest = try store.reading { reader in
                let found = try change(last.head.number, reader, undoing.put)
                guard found == last || last.isOfMany && found != nil else { throw outdated }
                return try reader.newestChange()
            }
            let left = try undoing.commit { reader in
                guard try reader.newestChange() == newest else { throw outdated }
                return last.session
            }
            return last.differences
                + left.map(\.path).filter { $0 != store.path(of: StoreLayout.session) }.map {
                    .left(path: $0)
                }
        } catch {
            let error = AccountsError(error)
            guard case .store(.changedMeanwhile(let path)) = error, !last.isOfMany, error != .store(outdated)
            else { throw error }
            throw .changedSince(path: path)
        }
    }

    /// Reading a larger record takes longer than a screen may wait.
    static let mostOffered = 8
}

private struct UndoSurvey {
    private(set) var count = 0
    private(set) var endsSession = false
    private let head: ChangeHead
    private var undone: [DocumentDifference] = []
    private var left: [(path: String, keys: [String], by: ChangedBy)] = []
    /// Accounts that move back to a former email, by their former files.
    private var moves: [String: UndoStep] = [:]
    /// The former file and email of the logged-in account, if it moves back.
    private var formerFile: String?
    private(set) var formerEmail: String?

    /// For how many documents the later change is looked up.
    private static let mostExplained = 20

    init(of head: ChangeHead) { self.head = head }

    /// - Parameter later: finds the later change of the document's keys.
    /// - Returns: the changes that undo the step; an account's former file comes before the one to remove.
    mutating func add(
        _ step: UndoStep, _ store: DocumentStore, ofSession isOfSession: Bool, _ now: Moment,
        changedBy later: () throws -> Int?
    ) throws -> [DocumentChange] {
        count += 1
        if step.state == .changed || step.state == .cut || !step.left.isEmpty {
            var by: ChangedBy =
                step.state == .cut
                ? .lost
                : left.count >= Self.mostExplained
                    ? .unknown : try later().map(ChangedBy.change) ?? (step.present == nil ? .removal : .hand)
            if let email = step.occupant.flatMap({ AccountRecord(text: $0)?[.email] }) {
                by = .owner(email, since: by.number)
            }
            left.append((store.path(of: step.file), step.left, by))
        }
        guard step.isUndone else { return [] }
        if isOfSession, step.undoing.endsSession(now) { (endsSession, formerFile) = (true, step.former) }
        if let former = step.former {
            moves[former] = step
            return []
        }
        guard let new = moves.removeValue(forKey: step.file) else {
            undone.append(DocumentDifference(step.file, from: step.present, to: step.wanted))
            return [step.undoing]
        }
        undone.append(DocumentDifference(new.file, from: new.present, to: step.wanted))
        if step.file == formerFile {
            formerEmail = step.wanted.flatMap { AccountRecord(text: $0)?[.email] }
        }
        return [step.undoing, new.undoing]
    }

    /// Nil if the change never took place.
    ///
    /// - Throws: `changedSince` if what it set has changed since, unless other accounts of the change can be undone.
    func differences() throws(AccountsError) -> [DocumentDifference]? {
        if undone.isEmpty, left.isEmpty { return nil }
        if let first = left.first, head.accounts < 2 || undone.isEmpty {
            throw .changedSince(path: first.path, keys: first.keys, by: first.by)
        }
        return undone + left.map { .left(path: $0.path, keys: $0.keys, by: $0.by) }
    }
}

extension Registry {
    /// The account's text, for an undo to restore, with a hash in place of a plain password, which the history must not
    /// keep. Nil if there is no plain password, or it breaks a rule.
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

package enum ChangedBy: Hashable, Sendable {
    case change(Int)
    /// Another account now has the former email; `since` is the change that gave it, if known.
    case owner(String, since: Int?)
    /// A person edited the file.
    case hand
    /// A person removed the file.
    case removal
    case unknown
    /// The record lacks part of the former text, so no change can be named.
    case lost

    fileprivate var number: Int? { if case .change(let number) = self { number } else { nil } }

    /// The words after a document's path.
    package func since(_ keys: [String]) -> String {
        let what = keys.isEmpty ? "" : ": " + keys.joined(separator: ", ")
        return switch self {
        case .change(let number): "\(what) was changed since by change \(number)"
        case .hand: "\(what) was changed since by hand"
        case .removal: " was removed since by hand"
        case .owner(let email, since: let change):
            " cannot go back to \(email), which another account has by now"
                + (change.map { " (change \($0))" } ?? "")
        case .unknown: "\(what) was changed since"
        case .lost: " cannot be brought back: the history keeps no text in which it cannot tell a password"
        }
    }
}
