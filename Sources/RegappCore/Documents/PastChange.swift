package import RegappStore

/// A change in the history.
package struct PastChange: Sendable {
    package let head: ChangeHead
    package let isInEffect: Bool
    /// How far it is: a command may be making it, or have been interrupted.
    package fileprivate(set) var progress = ChangeProgress.made
    /// What it did to its documents; a list has only the first of many, or only the account that was asked for.
    package fileprivate(set) var documents: [DocumentDifference] = []
    /// The accounts that became locked (true) or unlocked, by their emails before it; only in a whole history.
    package fileprivate(set) var locks: [String: Bool] = [:]
    package let isOfAccount: Bool
    /// How many older changes of its kind it also tells of.
    package fileprivate(set) var more: Int
    /// The files that were edited by hand before it, as far as records tell.
    package fileprivate(set) var editedByHand: [String] = []
    package fileprivate(set) var later: [Int] = []

    fileprivate init(_ head: ChangeHead, isInEffect: Bool, isOfAccount: Bool = false) {
        self.head = head
        self.isInEffect = isInEffect
        self.isOfAccount = isOfAccount
        more = head.standsFor?.count ?? 0
    }
}

extension ChangeHead {
    /// Whether a list tells of both in one line: an owner's changes of the own password, and the days that `accounts
    /// seen` notes.
    fileprivate func sharesLine(with other: ChangeHead) -> Bool {
        guard standsFor != nil, other.standsFor != nil, author.by == other.author.by else { return false }
        return author.command == other.author.command && (author.by == nil || account == other.account)
    }
}

extension [PastChange] {
    /// The newer change in whose line an older one is told; nil if what else was done to the account stands between them.
    fileprivate func line(of older: PastChange) -> Int? {
        let line = lastIndex { $0.isInEffect == older.isInEffect && $0.head.sharesLine(with: older.head) }
        guard let line else { return nil }
        let isBetween = self[(line + 1)...].contains { other in
            other.head.standsFor == nil && other.head.account != nil
                && other.head.account == older.head.account
        }
        return isBetween ? nil : line
    }
}

extension AccountStore {
    /// Summaries of the directory's changes, newest first, and the errors of damaged records, which are skipped.
    ///
    /// - Parameters:
    ///   - email: limits the history to one person (``People/person(meantBy:at:)``), under every email.
    ///   - since: the first day, in the time zone of the C library.
    ///   - end: the day after the last.
    ///   - isWhole: whether to include all documents of each change, and each change for itself.
    package func history(
        of email: String? = nil, since: CalendarDate? = nil, before end: CalendarDate? = nil,
        limit: Int = .max, isWhole: Bool = false
    ) throws(AccountsError) -> (changes: [PastChange], damaged: [AccountsError]) {
        try reading { reader in
            var found: [PastChange] = []
            var damaged: [AccountsError] = []
            let subject = try email.map { try HistorySubject(of: [$0], before: end, self, reader) }
            var trail = try HandTrail(reader)
            let isChanging = try reader.isChanging()
            try reader.forEachRecord(
                { record, isInEffect in
                    let head = record.head
                    guard found.count < limit else { return false }
                    // Older changes may be of a later day, if the clock was set back meanwhile.
                    if let since, head.author.isBefore(since) {
                        trail.lose()
                        return true
                    }
                    if let end, !head.author.isBefore(end) {
                        trail.lose()
                        return true
                    }
                    if let subject, let file = head.account.flatMap(Registry.file),
                        !subject.files.contains(file)
                    {
                        return true
                    }
                    var change = PastChange(head, isInEffect: isInEffect, isOfAccount: subject != nil)
                    var documents: [RecordedChange] = []
                    var read = 0
                    do throws(StoreError) {
                        while let document = try record.next() {
                            read += 1
                            if subject?.isConcerned(document, in: head.number) ?? true {
                                documents.append(document)
                            }
                            let isEnough = subject == nil ? !isWhole : !documents.isEmpty && head.moves == 0
                            if isEnough, read >= Self.mostTold { break }
                        }
                    } catch {
                        damaged.append(AccountsError(ofRecord: error))
                        trail.lose()
                        return true
                    }
                    for document in documents {
                        let edited = trail.add(document, of: head.number)
                        if let index = found.lastIndex(where: { $0.head.number == edited }) {
                            found[index].editedByHand.append(document.file)
                        }
                    }
                    if subject == nil, documents.count < head.accounts { trail.lose() }
                    change.tell(documents)
                    if isWhole { change.tellLocks(documents) }
                    guard subject == nil || !documents.isEmpty else { return true }
                    if isChanging { change.progress = try reader.progress(ofChange: head.number) }
                    if !isWhole, let line = found.line(of: change) {
                        found[line].more += change.more + 1
                    } else {
                        found.append(change)
                    }
                    return true
                },
                damaged: { _, error in
                    damaged.append(AccountsError(ofRecord: error))
                    trail.lose()
                })
            return (found, damaged)
        }
    }

    /// How many documents of a change a list reads.
    private static let mostTold = 64

    /// One change with all its documents.
    ///
    /// - Throws: `noChange`; `invalidFile` if its record is damaged.
    package func pastChange(_ number: Int) throws(AccountsError) -> PastChange {
        try lookingAgain { () throws(AccountsError) in try pastChangeOnce(number) }
    }

    private func pastChangeOnce(_ number: Int) throws(AccountsError) -> PastChange {
        try reading { reader in
            _ = try reader.head(of: number)
            let documents: [RecordedChange]
            do throws(StoreError) { documents = try reader.documents(of: number) } catch {
                throw AccountsError(ofRecord: error)
            }
            let files = Set(documents.map(\.file))
            var change: PastChange?
            var later: [Int] = []
            var trail = try HandTrail(reader)
            try reader.forEachRecord { record, isInEffect in
                let head = record.head
                if head.number == number {
                    change = PastChange(head, isInEffect: isInEffect)
                    change?.tell(documents, isWhole: true)
                    change?.progress = try reader.progress(ofChange: number)
                    for document in documents { _ = trail.add(document, of: number) }
                    return true
                }
                while let document = try? record.next() {
                    guard files.contains(document.file) else { continue }
                    if head.number > number {
                        later.append(head.number)
                        break
                    }
                    if trail.add(document, of: head.number) == number {
                        change?.editedByHand.append(document.file)
                    }
                }
                return true
            }
            guard var change else { throw AccountsError.noChange(number) }
            change.later = later
            return change
        }
    }

    /// Removes the history of persons, under every email that they had, with their working copies, or the whole history.
    /// Also finishes what a crash has kept from being forgotten.
    ///
    /// - Parameters:
    ///   - emails: nil to remove the records of all changes.
    ///   - end: only changes before this day, in the time zone of the C library.
    ///   - command: the command that is recorded as the author.
    /// - Returns: the edited texts that remain, because an editor is working on them.
    package func forget(
        _ emails: [String]?, before end: CalendarDate?, by command: String
    ) throws(AccountsError) -> [String] {
        do { try store.waitForOtherChange() } catch { throw AccountsError(error) }
        return try writing(underAnyRules: true) { writer in
            // Whose a record is cannot be told any more once a part has been forgotten.
            try writer.finishForgetting()
            let reader = writer.reader
            let subject = try emails.map {
                try HistorySubject(of: $0, before: end, withUnforgotten: true, self, reader)
            }
            let words = command + " --forget" + (emails == nil ? "" : " EMAIL")
            let isForgotten = subject.map { subject in
                { (document: RecordedChange, change: Int) in subject.isConcerned(document, in: change) }
            }
            let copies =
                try end == nil ? WorkingCopy.all(reader).filter { subject?.isConcerned($0) ?? false } : []
            return try writer.forget(
                isForgotten, files: subject?.files ?? [], copies: copies.map(\.name),
                words: words + (end == nil ? "" : " --before DATE")
            ) { head in
                end.map(head.author.isBefore) ?? true
            }
        }
    }

    /// Forgets who had an email and was removed to be forgotten, but is not, since regapp was interrupted. Who has the
    /// email now may be somebody else, and stays.
    ///
    /// - Returns: as ``finishForgetting()``.
    package func finishForgetting(
        of email: String, by command: String
    ) throws(AccountsError) -> [String]? {
        guard let file = Registry.file(of: email), policy.isRegistry else { return nil }
        guard try reading({ try People($0).unforgotten($0)[file] }) != nil else { return nil }
        return try writing(underAnyRules: true) { writer in
            let people = try People(writer.reader)
            guard let person = try people.unforgotten(writer.reader)[file] else { return [] }
            return try writer.forget(
                { people.person(of: $0, in: $1) == person }, files: people.files(of: [person]), copies: [],
                words: command + " --forget EMAIL"
            ) { _ in true }
        }
    }

    /// Forgets what a crash has kept from being forgotten.
    ///
    /// - Returns: the edited texts that remain, because an editor is working on them; nil if there was nothing to forget.
    package func finishForgetting() throws(AccountsError) -> [String]? {
        guard try reading({ try $0.filesToForget() }) != nil else { return nil }
        return try writing(underAnyRules: true) { try $0.finishForgetting().map(\.path) }
    }

    /// Whether there is anything of somebody with this email besides an account: changes, working copies, or what
    /// regapp has begun to forget.
    package func remembers(_ email: String) throws(AccountsError) -> Bool {
        try reading { reader in
            guard let file = Registry.file(of: email) else { return false }
            if try reader.filesToForget()?.contains(file) ?? false { return true }
            let subject = try HistorySubject(of: [email], before: nil, self, reader)
            return try subject.isKnown || WorkingCopy.all(reader).contains { subject.isConcerned($0) }
        }
    }
}

extension People {
    /// Who was removed to be forgotten, but is not, since regapp was interrupted; by file.
    fileprivate func unforgotten(_ reader: DocumentReader) throws -> [String: Person] {
        var found: [String: Person] = [:]
        try reader.forEachRecord { record, isInEffect in
            let head = record.head
            guard isInEffect, head.isForgetting else { return true }
            while let document = try? record.next() {
                if document.isRemoval { found[document.file] = person(of: document, in: head.number) }
            }
            return true
        }
        return found
    }
}

/// Whom a history is about.
private struct HistorySubject {
    private let people: People?
    private let persons: Set<Person>
    /// Where the persons have been.
    let files: Set<String>
    /// Whether the history tells of them.
    let isKnown: Bool

    /// - Parameters:
    ///   - end: an email means who had it before this day; nil: who has it now.
    ///   - isWithUnforgotten: whether it also means who had it and was removed to be forgotten, but is not.
    init(
        of emails: [String], before end: CalendarDate?, withUnforgotten isWithUnforgotten: Bool = false,
        _ directory: AccountStore, _ reader: DocumentReader
    ) throws {
        guard directory.policy.isRegistry else {
            people = nil
            persons = []
            isKnown = false
            files = [StoreLayout.profile]
            return
        }
        let meant = Set(emails.compactMap(Registry.file))
        let people = try People(reader, meaning: meant)
        let last = try end.flatMap { end in try reader.newestChange { head, _ in head.author.isBefore(end) } }
        let number = end == nil ? .max : last?.number ?? 0
        let found = Set(meant.compactMap { people.person(meantBy: $0, at: number) })
        // Of an account of which the history tells nothing there may be a working copy.
        let unforgotten = try isWithUnforgotten ? people.unforgotten(reader) : [:]
        persons = found.union(meant.compactMap { unforgotten[$0] }).union(
            meant.filter { people.person(meantBy: $0, at: number) == nil }.map { people.holder(of: $0) })
        isKnown = !found.isEmpty
        files = people.files(of: persons)
        self.people = people
    }

    func isConcerned(_ copy: WorkingCopy.Summary) -> Bool {
        guard let file = copy.origin?.file else { return false }
        return people.map { persons.contains($0.holder(of: file, after: copy.change)) }
            ?? files.contains(file)
    }

    func isConcerned(_ document: RecordedChange, in change: Int) -> Bool {
        people.map { persons.contains($0.person(of: document, in: change)) }
            ?? (document.file == StoreLayout.profile)
    }
}

/// Going from the newest change to the oldest, finds the changes before which a document was edited by hand.
private struct HandTrail {
    private let renewals: [String: [Renewal]]
    /// Each document's text before the next later change, and that change's number.
    private var next: [String: (text: [UInt8]?, change: Int)] = [:]

    init(_ reader: DocumentReader) throws { renewals = try reader.renewals() }

    /// - Returns: the next later change, if it did not find the document as this change left it.
    mutating func add(_ document: RecordedChange, of change: Int) -> Int? {
        let next = next.updateValue((document.before, change), forKey: document.file)
        return next.flatMap { next in
            if document.leads(to: next.text, by: renewals) { return nil }
            let seen = next.text?.withoutLastSeen
            if seen != nil, seen == document.textAfter?.withoutLastSeen { return nil }
            return seen != next.text && document.leads(to: seen, by: renewals) ? nil : next.change
        }
    }

    /// Starts again after a change whose documents are not all known.
    mutating func lose() { next = [:] }
}

extension PastChange {
    /// - Parameters:
    ///   - records: a new email is shown as a change of the account, not of two files.
    ///   - isWhole: whether to show the values of new and removed accounts.
    fileprivate mutating func tell(_ records: [RecordedChange], isWhole: Bool = false) {
        let nothing = Array("{}".utf8)
        let former = Self.former(records)
        let moved = Set(records.compactMap(\.former))
        documents = records.flatMap { record in
            if moved.contains(record.file) { return [DocumentDifference]() }
            if let old = record.former.flatMap({ former[$0] }) {
                return [DocumentDifference(old.file, from: old.before, to: record.textAfter)]
            }
            let old = record.before
            let new = record.textAfter
            let values = DocumentDifference(record.file, from: old ?? nothing, to: new ?? nothing)
            let isOfValues =
                isWhole && (record.before == nil || record.isRemoval) && record.file != StoreLayout.policy
            return [DocumentDifference(record.file, from: old, to: new)] + (isOfValues ? [values] : [])
        }
    }

    /// Fields do not tell whether an account was locked: a day ends one lock, and another one lasts.
    fileprivate mutating func tellLocks(_ records: [RecordedChange]) {
        guard let day = Timestamp(rfc3339: head.author.time).flatMap(Moment.systemDate) else { return }
        let former = Self.former(records)
        for record in records {
            let old = record.former.flatMap { former[$0] } ?? record
            guard let before = old.before.flatMap({ AccountRecord(text: $0) }), let email = before[.email],
                let after = record.textAfter.flatMap({ AccountRecord(text: $0) }),
                before.isLocked(on: day) != after.isLocked(on: day)
            else { continue }
            locks[email] = after.isLocked(on: day)
        }
    }

    /// The former files of accounts that moved, by name.
    private static func former(_ records: [RecordedChange]) -> [String: RecordedChange] {
        let moved = Set(records.compactMap(\.former))
        return Dictionary(
            records.filter { moved.contains($0.file) }.map { ($0.file, $0) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// Names of Unix users, each looked up only once.
package final class UserNames {
    private let store: DocumentStore
    private var names: [UInt32: String] = [:]

    package init(_ store: DocumentStore) { self.store = store }

    package subscript(id: UInt32) -> String {
        let name = names[id] ?? store.userName(id) ?? "uid \(id)"
        names[id] = name
        return name
    }

    /// The Unix user; `dana as keeper` if another person became it: who logged in to the system or, where the system
    /// does not know, who SUDO_USER says it was. If it knows of nobody, as behind a web server, `owner as keeper` and
    /// `link as keeper` say how an account's owner proved to be one.
    ///
    /// - Parameter namesProof: whether to say that.
    package func person(_ head: ChangeHead, namesProof: Bool = true) -> String {
        let user = self[head.user]
        let caller = head.author.sudoUser
        guard let login = head.author.loginUser.map({ self[$0] }), login != user else {
            let proof = namesProof ? head.author.by?.rawValue : nil
            let other = caller.flatMap { $0 == user ? nil : $0 } ?? proof
            return other.map { "\($0) as \(user)" } ?? user
        }
        let claim = caller.flatMap { $0 == login || $0 == user ? nil : " (SUDO_USER says \($0))" } ?? ""
        return "\(login) as \(user)\(claim)"
    }
}

extension ChangeHead {
    /// When it was made, or the first of the changes that it stands for: what undoing brings back is from before that.
    package func shortTimeOfFirst(_ today: CalendarDate) -> String? {
        let first = standsFor.map { ChangeAuthor(time: $0.time, command: author.command) } ?? author
        return first.shortTime(today)
    }
}

extension ChangeAuthor {
    /// `2026-11-25 12:31`; nil if the record has no time.
    package var localTime: String? { Timestamp(rfc3339: time).flatMap(Moment.localText) }

    fileprivate func isBefore(_ day: CalendarDate) -> Bool {
        localTime.map { $0.prefix(10) < day.isoString } ?? false
    }

    /// `12:31, 25 Nov`, with the year unless it is this one.
    package func shortTime(_ today: CalendarDate) -> String? {
        guard let text = localTime, let day = shortDay(today) else { return nil }
        return "\(text.suffix(5)), \(day)"
    }

    /// `25 Nov`, with the year unless it is this one.
    package func shortDay(_ today: CalendarDate) -> String? {
        guard let text = localTime, let day = CalendarDate(iso: String(text.prefix(10))),
            let month = CalendarDate.name(ofMonth: day.month)
        else { return nil }
        let year = day.year == today.year ? "" : " \(day.year)"
        return "\(day.day) \(month.prefix(3))\(year)"
    }
}
