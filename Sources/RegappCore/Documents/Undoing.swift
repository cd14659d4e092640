package import RegappStore
internal import RegappJSON

/// What undoing a change would do; undoing an undo redoes the change. Logging in to or out of a registry, and the first
/// login to a profile, do not count as changes.
package struct Undoing: Equatable, Sendable {
    package let head: ChangeHead
    /// For each document, in the order of the change: what undoing does, or that it is left alone.
    package fileprivate(set) var differences: [DocumentDifference] = []
    /// A later change by `accounts seen`, which stays: only its number undoes it.
    package fileprivate(set) var passedOver: Int?
    /// The redo that made the change again, if one did.
    package fileprivate(set) var madeAgain: ChangeHead?
    /// Whether it does again what the change took back.
    package fileprivate(set) var isRedo = false
    /// Later changes whose records cannot be read: what they did since is unknown.
    package fileprivate(set) var unread: [Int] = []
    /// What undoing means for the accounts that it changes. If it also changes the rules, ``AccountStore/impact(of:)``
    /// tells of all accounts.
    fileprivate var impact = PolicyImpact()
    fileprivate var rules: (from: Policy?, to: Policy)?
    /// Files of the accounts in ``impact``.
    fileprivate var files: Set<String> = []
    fileprivate var count = 0
    fileprivate var session: DocumentChange?
    /// Other processes may write while a large change is undone; what they change stays.
    fileprivate var isOfMany: Bool { count > DocumentStore.mostTogether }

    package static func == (one: Undoing, other: Undoing) -> Bool {
        one.head == other.head && one.differences == other.differences && one.count == other.count
            && one.session == other.session
    }

    package var isLogOut: Bool {
        differences.allSatisfy { difference in
            switch difference {
            case .profile(.added), .profile(.mended), .profile(.spoiled), .profile(.spoiledRemoved): true
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

    package var removesAccount: Bool {
        differences.contains { if case .account(_, .removed) = $0 { true } else { false } }
    }

    /// Whether the directory would be no registry any more.
    var endsRegistry: Bool { rules.map { $0.from?.isRegistry == true && !$0.to.isRegistry } ?? false }

    package var isOfProfile: Bool {
        differences.contains { if case .profile = $0 { true } else { false } }
    }
}

extension AccountStore {
    /// The change that ``cancel()`` would undo, if any: the newest in effect that is neither an undo nor made by
    /// `accounts seen`.
    ///
    /// - Throws: `changedSince` if what it set has changed since; `takenBack`; `rulesRefused`; `invalidFile` if it may
    ///   be a change whose record cannot be read.
    package func lastChange() throws(AccountsError) -> Undoing? {
        try readingCompleted { try lastChange($0) }
    }

    /// Nil if nothing of the change remains to be undone.
    ///
    /// - Throws: `noChange`, `changedSince`, `rulesRefused`; `invalidFile` if its record cannot be read.
    package func change(_ number: Int) throws(AccountsError) -> Undoing? {
        try readingCompleted { reader in try change(number, reader) { _ in } }
    }

    private func change(
        _ number: Int, _ reader: DocumentReader, _ undo: (DocumentChange) throws -> Void
    ) throws -> Undoing? {
        let found = try reader.head(of: number)
        return found.isInEffect ? try change(found.head, reader, undo) : nil
    }

    /// The undo that `redo` reverts: the newest in effect, if only undos and `accounts seen` came after it.
    ///
    /// - Throws: like ``lastChange()``.
    package func lastUndoing() throws(AccountsError) -> Undoing? {
        try readingCompleted { reader in
            let found = try reader.newestCertain { head, _ in
                try !head.notesDays && (head.undoes == nil || reader.takesBack(head))
            }
            guard let found else { return nil }
            guard found.undoes != nil else {
                // What a damaged record says about itself may be wrong.
                do { try reader.checkRecord(found.number) } catch let error as StoreError
                    where error.isOfDamage
                {
                    throw AccountsError(ofRecord: error)
                }
                return nil
            }
            guard let undoing = try change(found, reader) else {
                throw AccountsError.takenBack(found.number, before: nil)
            }
            return undoing
        }
    }

    /// What redoing a change would do: undoing the undo with this number, or the one of the change with this number; nil
    /// if it has not been undone, or nothing of that is left.
    ///
    /// - Throws: like ``change(_:)``.
    package func undoing(_ number: Int) throws(AccountsError) -> Undoing? {
        try readingCompleted { reader in
            let found = try reader.head(of: number)
            try reader.checkRecord(number)
            let undo =
                try found.head.undoes == nil
                ? reader.newestChange { head, isInEffect in isInEffect && head.undoes == number }
                : found.isInEffect ? found.head : nil
            return try undo.flatMap { try change($0, reader) }
        }
    }

    /// The current person's newest change in effect that is not an undo.
    package func lastOwnChange() throws(AccountsError) -> ChangeHead? {
        try reading { reader in
            try reader.newestChange { head, isInEffect in
                isInEffect && head.undoes == nil && !head.notesDays && isOwn(head, named: reader.userName)
            }
        }
    }

    /// Whether the current person made a change: by who logged in to the system and SUDO_USER, else by the Unix user. A
    /// person's own change of the password is nobody else's.
    ///
    /// - Parameter name: names users where the store cannot be asked, since it is being read.
    package func isOwn(_ head: ChangeHead, named name: ((UInt32) -> String?)? = nil) -> Bool {
        let name = name ?? store.userName
        let author = store.author()
        guard author.loginUser == head.author.loginUser, author.by == head.author.by else { return false }
        func person(_ user: UInt32, _ author: ChangeAuthor) -> String {
            author.sudoUser ?? name(user) ?? "\(user)"
        }
        return person(store.user, author) == person(head.user, head.author)
    }

    /// Reads after a change that was interrupted has been completed, so that what is found is what undoing meets. Looks
    /// again if somebody made a change meanwhile, which a refusal might take for an edit by hand.
    private func readingCompleted<Found: Sendable>(
        _ find: @escaping @Sendable (DocumentReader) throws -> Found
    ) throws(AccountsError) -> Found {
        // Where nothing can be written, what is there is the answer.
        try? store.completeInterrupted()
        return try lookingAgain { () throws(AccountsError) in
            try reading { reader in
                let newest = try reader.changeNumbers().first
                do { return try find(reader) } catch let error as AccountsError {
                    guard error.isOfChange, try reader.changeNumbers().first != newest else { throw error }
                    throw StoreError.changedMeanwhile(path: store.path(of: StoreLayout.regapp.history))
                }
            }
        }
    }

    /// As ``lastChange()``, but an interrupted change is not completed.
    func lastChange(_ reader: DocumentReader) throws -> Undoing? {
        var passedOver: Int?
        let head = try reader.newestCertain { head, record in
            guard try mayBeUndone(head, &record, reader) else { return false }
            if head.notesDays { passedOver = passedOver ?? head.number }
            return !head.notesDays
        }
        guard let head = try head ?? reader.newestRedo() else { return nil }
        guard var last = try change(head, reader) else {
            let before = try changeToUndo(before: head.number, reader)
            throw AccountsError.takenBack(head.number, before: before, passedOver: passedOver)
        }
        last.passedOver = passedOver
        try reader.forEachRecord { record, isInEffect in
            guard record.head.number > head.number, last.madeAgain == nil else { return false }
            if isInEffect, try reader.makesAgain(record.head, { $0 == head.number }) {
                last.madeAgain = record.head
            }
            return true
        }
        return last
    }

    /// Whether a change that is in effect is one for `undo` without a number, or made by `accounts seen`. The record is that
    /// of the change; its first document is read.
    private func mayBeUndone(
        _ head: ChangeHead, _ record: inout ChangeRecordReader, _ reader: DocumentReader
    ) throws -> Bool {
        guard head.undoes == nil, try !head.isLogOutBeforeLogin(reader) else { return false }
        // Nothing is known of a change that was forgotten.
        guard let first = try record.next() else { return false }
        guard first.isOfLink else { return true }
        // Of a link that has ended, nothing is left.
        if head.accounts == 1, try first.isOfEndedLink(reader) { return false }
        return try change(head, reader) != nil
    }

    /// How many changes are tried for a hint: each has all later records read.
    private static let mostTried = 10

    /// An earlier change that can be undone, and removes no account; nil if there is none among the next few.
    private func changeToUndo(before number: Int, _ reader: DocumentReader) throws -> Int? {
        var found: Int?
        var tried = 0
        try reader.forEachRecord(
            { record, isInEffect in
                let head = record.head
                guard isInEffect, head.number < number, !head.notesDays else { return true }
                tried += 1
                guard tried <= Self.mostTried else { return false }
                guard (try? mayBeUndone(head, &record, reader)) == true else { return true }
                // Nobody is sent to a change of which nothing is left, nor to one that what came later stops.
                do {
                    // To take an import back is no way to go on.
                    if let undoing = try change(head, reader), !undoing.removesAccount, !undoing.endsRegistry
                    {
                        found = head.number
                    }
                } catch AccountsError.changedSince {
                } catch { found = head.number }
                return found == nil
            }, damaged: { _, _ in })
        return found
    }

    /// A change before the one that ``cancel()`` would undo, for whoever cannot undo that one, since its record cannot be
    /// read or for another reason; nil if there is none.
    package func changeBeforeLast() throws(AccountsError) -> Int? {
        try reading { reader in
            var last: Int?
            try reader.forEachRecord(
                { record, isInEffect in
                    let head = record.head
                    guard last == nil else { return false }
                    guard isInEffect, !head.notesDays else { return true }
                    // Nil if the record cannot be read behind its head.
                    if (try? mayBeUndone(head, &record, reader)) ?? true { last = head.number }
                    return last == nil
                }, damaged: { number, _ in last = last ?? number })
            return try last.flatMap { try changeToUndo(before: $0, reader) }
        }
    }

    /// The newest change in effect of this account alone.
    ///
    /// - Parameter most: how many changes to look at.
    func lastChange(
        of account: AccountFile, among most: Int, _ reader: DocumentReader
    ) throws -> Undoing? {
        let newest = try reader.changeNumbers().first ?? 0
        let people = try People(reader, since: max(newest - most, 0), ofAtMost: Self.mostOffered)
        let person = Registry.file(of: account.email).map { people.holder(of: $0) }
        let head = try reader.newestCertain(after: newest - most) { head, record in
            guard head.undoes == nil, !head.notesDays, head.accounts == 1,
                let document = try record.next()
            else { return false }
            return people.person(of: document, in: head.number) == person
        }
        return try head.flatMap { try change($0, reader) }
    }

    /// The number of the change in effect that undid another one; nil if none did.
    package func undoing(of number: Int) throws(AccountsError) -> Int? {
        try reading { reader in
            try reader.newestChange { head, isInEffect in isInEffect && head.undoes == number }?.number
        }
    }

    /// The change that the current user may undo; in a registry, only one of this account alone.
    package func lastChange(offeredTo account: AccountFile?) throws(AccountsError) -> Undoing? {
        guard policy.isRegistry else { return try lastChange() }
        guard let account else { return nil }
        return try readingCompleted { try lastChange(of: account, among: .max, $0) }
    }

    /// What undoing a change would do; nil if every document is as it was before.
    ///
    /// - Parameter undo: receives the change that undoing makes to each document.
    private func change(
        _ head: ChangeHead, _ reader: DocumentReader, _ undo: (DocumentChange) throws -> Void = { _ in }
    ) throws -> Undoing? {
        do { return try survey(head, reader, undo) } catch let AccountsError.changedSince(
            path, keys, .change(number))
        {
            // Nobody is sent to a later change that cannot be undone either.
            let editor: ChangedBy = leadsOn(number, reader) ? .change(number) : .settled(number)
            throw AccountsError.changedSince(path: path, keys: keys, by: editor)
        }
    }

    /// Whether a change can be undone, or could be after a later one.
    private func leadsOn(_ number: Int, _ reader: DocumentReader) -> Bool {
        do { return try survey(reader.changeHead(number), reader) != nil } catch AccountsError.changedSince(
            _, _, .change)
        {
            return true
        } catch { return false }
    }

    /// As ``change(_:_:_:)``, but a later change is named whatever can be done about it.
    private func survey(
        _ head: ChangeHead, _ reader: DocumentReader, _ undo: (DocumentChange) throws -> Void = { _ in }
    ) throws -> Undoing? {
        let people = try People(reader, since: head.number)
        let steps = try UndoReader(of: head.number, among: people, reader)
        var survey = try UndoSurvey(of: head, self, reader)
        try survey.findTakenNames(steps)
        func add(_ step: UndoStep) throws {
            for change in try survey.add(step, steps) { try undo(change) }
        }
        if head.accounts > DocumentStore.mostTogether {
            try steps.forEachStep(add)
        } else {
            // The accounts are judged by the rules that undoing leaves.
            var all: [UndoStep] = []
            try steps.forEachStep { all.append($0) }
            for step in all where step.file == StoreLayout.policy { try survey.judge(rules: step) }
            for step in all { try add(step) }
        }
        var undoing = try survey.undoing()
        undoing?.isRedo = try reader.takesBack(head)
        undoing?.unread = steps.unread
        return undoing
    }

    /// Undoes the last change: restores unchanged documents byte for byte, others key by key.
    ///
    /// - Returns: what happened to each document; nil if there was nothing to undo.
    /// - Throws: like ``lastChange()``; `store(.changedMeanwhile)`.
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
            let files = (try? writer.reader.documents(of: number))?.map(\.file) ?? []
            try writer.commit(
                files.map { file in
                    let present = try writer.reader.contents(of: file)
                    return DocumentChange(file, before: present, after: present)
                })
        }
        return nil
    }

    /// Undoes a change that was found before, whatever its ``impact(of:)``.
    ///
    /// - Throws: `changedSince`; `store(.changedMeanwhile)` if undoing would no longer do the same.
    package func cancel(_ last: Undoing) throws(AccountsError) -> [DocumentDifference] {
        // Other people's changes meanwhile do not matter, unless undoing would no longer do the same.
        try lookingAgain { () throws(AccountsError) in try cancelOnce(last) }
    }

    private func cancelOnce(_ last: Undoing) throws(AccountsError) -> [DocumentDifference] {
        let outdated = StoreError.changedMeanwhile(path: store.path(of: StoreLayout.regapp.history))
        let undoing = BulkChange(of: StoreLayout.accounts, in: store, as: .undo(of: last.head.number))
        defer { undoing.discard() }
        do {
            let files =
                try last.isOfMany
                ? nil : store.reading { try Set($0.documents(of: last.head.number).map(\.file)) }
            try store.waitForOtherChange(of: files)
            let newest = try store.reading { reader in
                let found = try change(last.head.number, reader) { change in
                    keepRecords(as: change)
                    try undoing.put(change)
                }
                guard found == last || last.isOfMany && found != nil else { throw outdated }
                return try reader.newestChange()
            }
            let left = try undoing.commit { reader in
                guard try reader.newestChange() == newest else { throw outdated }
                return last.session
            }
            return last.differences
                + left.filter { $0.file != StoreLayout.session }.map {
                    .left(path: store.path(of: $0.file))
                }
        } catch { throw AccountsError(error) }
    }

    /// Reading a larger record takes longer than a screen may wait.
    static let mostOffered = 8

    /// Which accounts could no longer log in, or not be accepted, after undoing a change. Reads all accounts if it changes
    /// the rules; `progress` gets the number of files read so far.
    package func impact(
        of undoing: Undoing, progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> PolicyImpact {
        guard let rules = undoing.rules, let old = rules.from, old.isRegistry || rules.to.isRegistry else {
            return undoing.impact
        }
        let after = AccountStore(store, rules.to, now: now)
        var impact = try ProposedPolicy(before: old, after: after).survey(
            besides: undoing.files, countsUnacceptable: true, progress: progress)
        impact.add(undoing.impact)
        return impact
    }
}

extension ChangeHead {
    /// Whether `accounts seen` made it: like a login, it is nothing that a person wants to undo unasked.
    var notesDays: Bool { author.command == "accounts seen" }

    /// Whether it logged a profile out, and a later login made one again: the logout can no longer be undone.
    fileprivate func isLogOutBeforeLogin(_ reader: DocumentReader) throws -> Bool {
        guard accounts == 0, let document = try reader.documents(of: number).first,
            document.file == StoreLayout.profile
        else { return false }
        // A dangling link counts as no profile. Where the profile cannot be read, it is not known which change is the newest.
        return try document.isRemoval && reader.contents(of: StoreLayout.profile) != nil
    }
}

extension DocumentReader {
    /// The head of a change, and whether it is in effect.
    ///
    /// - Throws: `noChange`; `invalidFile` if its record cannot be read.
    func head(of number: Int) throws -> (head: ChangeHead, isInEffect: Bool) {
        var found: (head: ChangeHead, isInEffect: Bool)?
        try forEachRecord(
            { record, isInEffect in
                if record.head.number == number { found = (record.head, isInEffect) }
                return record.head.number > number
            },
            damaged: { damaged, error in
                if damaged == number { throw AccountsError(ofRecord: error) }
            })
        guard let found else { throw AccountsError.noChange(number) }
        return found
    }

    /// The newest change in effect, if it is a redo: `undo` takes it for the change that it made again, where that one has no
    /// record any more.
    fileprivate func newestRedo() throws -> ChangeHead? {
        let newest = try newestCertain { head, _ in !head.notesDays }
        guard let newest, newest.undoes != nil, try !takesBack(newest) else { return nil }
        return newest
    }

    /// The newest change in effect that is wanted; nil if there is none after change `first`.
    ///
    /// - Throws: `invalidFile` if the record of a later one cannot be read.
    func newestCertain(
        after first: Int = 0, where isWanted: (ChangeHead, inout ChangeRecordReader) throws -> Bool
    ) throws -> ChangeHead? {
        var found: ChangeHead?
        try forEachRecord(
            { record, isInEffect in
                let head = record.head
                guard head.number > first else { return false }
                do {
                    if isInEffect, try isWanted(head, &record) { found = head }
                } catch let error as StoreError where error.isOfDamage {
                    throw AccountsError(ofRecord: error)
                }
                return found == nil
            }, damaged: { _, error in throw AccountsError(ofRecord: error) })
        return found
    }
}

extension AccountsError {
    /// Whether it says what became of a change.
    fileprivate var isOfChange: Bool {
        switch self {
        case .takenBack, .changedSince: true
        default: false
        }
    }

    /// An error of a record that cannot be read.
    init(ofRecord error: StoreError) {
        guard case .refused(let path, _) = error else {
            self.init(error)
            return
        }
        self.init(StoreError.damaged(path: path, SourcePosition(line: 1, column: 1)))
    }
}

private struct UndoSurvey {
    private let directory: AccountStore
    private let reader: DocumentReader
    /// The rules in force; nil if they cannot be accepted, and if there are none, those of `profile`.
    private let rules: Policy?
    private var newRules: Policy?
    private let session: SessionFile?
    private var result: Undoing
    /// The documents that have changed since.
    private var left: [DocumentDifference] = []
    /// By the file of an account that would get a login name back, whose that name is by now.
    private var takenNames: [String: ChangedBy] = [:]

    init(of head: ChangeHead, _ directory: AccountStore, _ reader: DocumentReader) throws {
        self.directory = directory
        self.reader = reader
        rules = PolicyFile.policy(of: try reader.contents(of: StoreLayout.policy))
        newRules = rules
        session = try SessionFile.valid(reader)
        result = Undoing(head: head)
    }

    /// Reads all accounts, if any would get another login name.
    mutating func findTakenNames(_ steps: UndoReader) throws {
        guard let registry = try? directory.registry(), var names = NewLoginNames(under: directory.policy)
        else { return }
        let key = names.key
        var changes: [NameChange] = []
        /// Which of them would get a name.
        var places: [String: Int] = [:]
        var staying: [Int] = []
        func stay(_ place: Int, since email: String?) {
            guard let email, takenNames[changes[place].file] == nil else { return }
            takenNames[changes[place].file] = .holder(of: key, email: email)
            staying.append(place)
        }
        try steps.forEachStep { step in
            guard People.isAccount(step.file), step.isUndone else { return }
            let place = changes.count
            changes.append(
                NameChange(file: step.file, present: LoginNames.folded(in: step.present, under: key)))
            let other = names.note(
                FileAccess.name(of: step.file), from: step.present, to: step.wanted, at: place)
            if let other { stay(place, since: changes[other].email) }
            if let name = LoginNames.folded(in: step.wanted, under: key), places[name] == nil {
                places[name] = place
            }
        }
        for holder in try names.holders(in: registry, reader) { stay(holder.place, since: holder.email) }
        // Who stays keeps a name that another of them would get.
        while let place = staying.popLast() {
            guard let name = changes[place].present, let other = places[name], other != place else {
                continue
            }
            stay(other, since: changes[place].email)
        }
    }

    /// An account that undoing changes, and the login name that it has now.
    private struct NameChange {
        let file: String
        let present: String?

        var email: String? { EmailAddress.ofPath(file) }
    }

    /// - Throws: `rulesRefused`.
    mutating func judge(rules step: UndoStep) throws {
        guard step.isUndone else { return }
        do throws(AccountsError) {
            let new = try step.wanted.map { (text) throws(AccountsError) in
                let file = try PolicyFile(parsing: text, path: reader.store.path(of: step.file))
                try file.requireOwnCost(asIn: step.present, or: step.former)
                return file.policy
            }
            newRules = new ?? .profile
        } catch {
            guard case .invalidFile(let problems) = error else { throw error }
            let number = result.head.number
            let later = try reader.newestChange { head, isInEffect in
                guard isInEffect, head.number > number else { return false }
                return try reader.documents(of: head.number).contains { $0.file == step.file }
            }
            throw AccountsError.rulesRefused(problems, undoing: number, after: later?.number)
        }
        if let new = newRules, new != rules { result.rules = (rules, new) }
    }

    /// - Returns: the changes that undo the step.
    mutating func add(_ step: UndoStep, _ steps: UndoReader) throws -> [DocumentChange] {
        var step = step
        if step.file == StoreLayout.profile, step.present != nil {
            // If the profile exists again, a later login made it, and the logout before can no longer be undone.
            if step.isRemoval { return [] }
            // Undoing a new profile restores the one that was logged out before it.
            if step.wanted == nil {
                let number = result.head.number
                step.wanted = try directory.profile.lastLogOut(before: number, reader)?.former
            }
        }
        result.count += 1
        if let holder = takenNames[step.file] {
            left.append(.left(path: reader.store.path(of: step.file), by: holder))
            return []
        }
        if let obstacle = step.obstacle {
            let keys = if case .changed(let keys) = obstacle { keys } else { [String]() }
            var by = steps.changedBy(step)
            if by == .hand, let text = step.present, !directory.isAcceptable(text, step.file) {
                by = .mistake
            }
            left.append(.left(path: reader.store.path(of: step.file), keys: keys, by: by))
        }
        guard step.isUndone else { return [] }
        if People.isAccount(step.file) {
            let registry = Registry(directory: directory)
            // A link made since is its owner's, whatever password comes back; not if it went to another email.
            step.wanted = step.wanted.map { wanted in
                registry.endingLink(in: wanted, of: step.present, keepsPassword: true)
            }
        }
        judge(step)
        try follow(step)
        result.differences.append(DocumentDifference(step.file, from: step.present, to: step.wanted))
        return step.changes
    }

    /// The session follows an account to its former email, or ends.
    private mutating func follow(_ step: UndoStep) throws {
        guard let session, step.file == Registry.file(of: session.account) else { return }
        if DocumentChange(step.file, before: step.present, after: step.wanted).endsSession(directory.now) {
            result.session = session.removal
        } else if step.place != step.file,
            let email = step.wanted.flatMap({ AccountRecord(text: $0)?[.email] })
        {
            result.session = try SessionFile.change(to: email, reader)
        }
    }

    private mutating func judge(_ step: UndoStep) {
        guard let newRules else { return }
        func directory(_ policy: Policy?) -> AccountStore? {
            policy.map { AccountStore(self.directory.store, $0, now: self.directory.now) }
        }
        // A profile's own file comes back unasked, even if it cannot be accepted.
        if People.isAccount(step.file) {
            result.files.formUnion([step.file, step.place])
            result.impact.count(
                RegistryWalk.File(name: FileAccess.name(of: step.place), contents: .success(step.wanted)),
                try? directory(newRules)?.registry(),
                formerly: RegistryWalk.File(
                    name: FileAccess.name(of: step.file), contents: .success(step.present)),
                try? directory(rules)?.registry(), countsUnacceptable: true)
        }
    }

    /// Nil if the change never took place, or nothing of it is left.
    ///
    /// - Throws: `changedSince` if what it set has changed since, unless other accounts of the change can be undone.
    func undoing() throws(AccountsError) -> Undoing? {
        if result.differences.isEmpty, left.isEmpty { return nil }
        if case .left(let path, let keys, let editor)? = left.first,
            result.head.accounts < 2 || result.differences.isEmpty
        {
            throw .changedSince(path: path, keys: keys, by: editor)
        }
        var undoing = result
        undoing.differences += left
        return undoing
    }
}
