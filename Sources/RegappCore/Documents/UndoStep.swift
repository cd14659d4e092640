internal import RegappStore
internal import RegappJSON

/// What undoing a change does to one document, or to an account wherever it is now.
struct UndoStep: Sendable {
    enum Obstacle: Sendable {
        /// These keys have changed since and stay; without keys, the whole document does.
        case changed(keys: [String])
        /// The record could not keep what it was before (`RecordedChange.isCut`).
        case cut
        /// The document has this text now, and another account's has the place.
        case occupied([UInt8])
    }

    /// Where it is now, or was last.
    let file: String
    let present: [UInt8]?
    /// Nil if undoing removes it.
    var wanted: [UInt8]?
    /// Where undoing puts it: elsewhere if an account gets its former email back.
    let place: String
    let obstacle: Obstacle?
    /// What it was before the change.
    let former: [UInt8]?
    /// Whether the change removed the document.
    let isRemoval: Bool
    /// Whose account it is; nil for other documents.
    let person: Person?

    var isUndone: Bool { file != place || present != wanted }

    var changes: [DocumentChange] {
        guard file != place else { return [DocumentChange(file, before: present, after: wanted)] }
        return DocumentChange.move(file, to: place, before: present, after: wanted, undone: nil)
    }

    fileprivate init(
        _ file: String, from present: [UInt8]?, to wanted: [UInt8]?, at place: String? = nil,
        _ obstacle: Obstacle? = nil, of change: RecordedChange, _ person: Person?
    ) {
        self.file = file
        self.present = present
        self.wanted = wanted
        self.place = place ?? file
        self.obstacle = obstacle
        self.person = person
        former = change.before
        isRemoval = change.isRemoval
    }
}

/// Compares a change's documents, one by one, with what they are now.
struct UndoReader {
    private let number: Int
    private let people: People
    private let reader: DocumentReader
    private let renewals: [String: [Renewal]]
    private let later: LaterChanges

    /// - Parameter people: tells at least of this change and all later ones.
    init(of number: Int, among people: People, _ reader: DocumentReader) throws {
        self.number = number
        self.people = people
        self.reader = reader
        renewals = try reader.renewals()
        later = try LaterChanges(than: number, people, reader)
    }

    /// Throws `damaged`, and what `visit` throws.
    func forEachStep(_ visit: (UndoStep) throws -> Void) throws {
        var record = try reader.record(number)
        /// New files of accounts that moved, by their former ones.
        var moves: [String: RecordedChange] = [:]
        while let change = try record.next() {
            if let former = change.former {
                moves[former] = change
            } else if let new = moves.removeValue(forKey: change.file) {
                try visit(step(new, from: change))
            } else {
                try visit(step(change))
            }
        }
        // Somebody took a former file out of the record by hand.
        for new in moves.values {
            try visit(UndoStep(new.file, from: nil, to: nil, .cut, of: new, nil))
        }
    }

    private func step(_ change: RecordedChange) throws -> UndoStep {
        let isAccount = People.isAccount(change.file)
        let person = isAccount ? people.person(of: change, in: number) : nil
        let found = person.map(people.place(of:)) ?? change.file
        func step(
            _ file: String, _ present: [UInt8]?, _ wanted: [UInt8]?, _ obstacle: UndoStep.Obstacle? = nil
        )
            -> UndoStep
        {
            UndoStep(file, from: present, to: wanted, obstacle, of: change, person)
        }
        guard !change.isRemoval else {
            // An account that is back is not removed any more.
            if isAccount, let found, let present = try reader.contents(of: found) {
                let isSame = reader.store.layout.withoutSecrets(found, present) == change.before
                return step(found, present, present, isSame ? nil : .changed(keys: []))
            }
            let present = try reader.contents(of: change.file)
            // A later login made another profile; undoing that one brings back what was logged out.
            if change.file == StoreLayout.profile, present != nil {
                return step(change.file, present, change.before)
            }
            if present == nil, change.isCut { return step(change.file, nil, nil, .cut) }
            if let present, reader.store.layout.withoutSecrets(change.file, present) != change.before {
                return step(
                    change.file, present, present, isAccount ? .occupied(present) : .changed(keys: []))
            }
            let former = change.before?.closed(lacking: change.lostKeys(reader.store.layout))
            return step(change.file, present, present ?? change.restored(former, over: nil))
        }
        guard let found, let present = try reader.contents(of: found) else {
            // What the change created is gone; what it edited was removed since.
            return step(change.file, nil, nil, change.before == nil ? nil : .changed(keys: []))
        }
        if change.isCut { return step(found, present, present, .cut) }
        let shown = reader.store.layout.withoutSecrets(found, present)
        let isSame = found == change.file
        let isUntouched = isSame && !later.touch(change)
        if isSame, shown == change.before { return step(found, present, present) }
        let lost = change.lostKeys(reader.store.layout)
        if lost.contains(where: { change.parts(movedFrom: nil).contains(.key($0)) }) {
            return step(found, present, present, .cut)
        }
        // Secrets may have changed since in a text that looks as the change left it, so then keys go back one by one.
        if isUntouched, lost.isEmpty, !change.hidesSecretsAfter, change.leads(to: shown, by: renewals) {
            return step(found, present, change.restored(change.before, over: present))
        }
        guard let before = change.before else {
            let isAsLeft =
                isUntouched && change.leads(to: shown?.withoutLastSeen, by: renewals)
                && change.hasSizeAfter(present)
            return isAsLeft
                ? step(found, present, nil) : step(found, present, present, .changed(keys: []))
        }
        guard let reversal = reversal(of: change, before, in: present) else {
            return step(found, present, present, .changed(keys: []))
        }
        return step(
            found, present, change.restored(reversal.text, over: present),
            reversal.left.isEmpty ? nil : .changed(keys: reversal.left))
    }

    /// Of an account that got another email: two documents of the change.
    private func step(_ new: RecordedChange, from old: RecordedChange) throws -> UndoStep {
        let person = people.person(of: new, in: number)
        func step(
            _ file: String, _ present: [UInt8]?, _ wanted: [UInt8]?, at place: String? = nil,
            _ obstacle: UndoStep.Obstacle? = nil
        ) -> UndoStep {
            UndoStep(file, from: present, to: wanted, at: place, obstacle, of: new, person)
        }
        guard let found = people.place(of: person), let present = try reader.contents(of: found) else {
            return step(new.file, nil, nil, .changed(keys: []))
        }
        let lost = old.lostKeys(reader.store.layout)
        guard let before = old.before, !old.isCut,
            !lost.contains(where: { new.parts(movedFrom: old).contains(.key($0)) })
        else { return step(found, present, present, .cut) }
        let isAsLeft =
            found == new.file && lost.isEmpty && !new.hidesSecretsAfter
            && !later.touch(new, movedFrom: old)
            && new.leads(to: reader.store.layout.withoutSecrets(found, present), by: renewals)
        let reversal = reversal(of: new, before, in: present, movedFrom: old)
        let restored = new.restored(isAsLeft ? before : reversal?.text, over: present, movedFrom: old)
        guard let wanted = restored else {
            return step(found, present, present, .changed(keys: []))
        }
        let email = AccountRecord(text: wanted)?[.email]
        let place = isAsLeft || email.flatMap(Registry.file) == old.file ? old.file : found
        if place != found, let other = try reader.contents(of: place) {
            return step(found, present, present, .occupied(other))
        }
        let left = isAsLeft ? [] : reversal?.left ?? []
        return step(found, present, wanted, at: place, left.isEmpty ? nil : .changed(keys: left))
    }

    /// Links for a new password are left to ``RecordedChange/restored(_:over:movedFrom:)``. What says together whether
    /// somebody may get in goes back as a whole or not at all, and a lock over whatever hash is there now.
    private func reversal(
        of change: RecordedChange, _ before: [UInt8], in present: [UInt8],
        movedFrom old: RecordedChange? = nil
    ) -> KeyReversal? {
        guard let recorded = change.textAfter else { return nil }
        let after = change.hidesSecretsAfter ? recorded.withHash(of: before) : recorded
        let parts = change.parts(movedFrom: old)
        let isOfLock = parts.contains(.lock) && !parts.contains(.key(Field.passwordHash.rawValue))
        let isAccount = People.isAccount(change.file)
        func text(_ text: [UInt8]) -> [UInt8] {
            guard isAccount else { return text }
            let linked = text.with(passwordLink: present.passwordLink)
            return isOfLock ? linked.withHash(of: present, lockedAs: text) : linked
        }
        var past = later.texts(of: change, parts)
        func reversal() -> KeyReversal? {
            KeyReversal(
                of: text(before), to: text(after), in: present, past: past,
                isByElement: change.file != StoreLayout.policy)
        }
        let found = reversal()
        let tied = Self.tied.map(\.rawValue)
        guard isAccount, let left = found?.left, !Set(left).isDisjoint(with: tied) else { return found }
        for key in tied where past[key] == nil { past[key] = [] }
        return reversal()
    }

    /// A password, what is asked of whoever has it, and the lock before it.
    fileprivate static let tied: [Field] = [.password, .passwordHash, .mustChange, .lockedUntil, .lockReason]

    /// The later changes of which nothing can be read.
    var unread: [Int] { later.unread }

    /// Why a step leaves something as it is.
    func changedBy(_ step: UndoStep) -> ChangedBy {
        switch step.obstacle {
        case nil: return .unknown
        case .cut: return .lost
        case .occupied(let text):
            let email = AccountRecord(text: text)?[.email] ?? ""
            return .owner(email, since: Registry.file(of: email).flatMap(people.beginning))
        case .changed(let keys):
            if let touch = later.newest(of: step, keys) {
                return touch.isCertain ? .change(touch.change) : .unreadable(touch.change)
            }
            if let unread = unread.first { return .unreadable(unread) }
            guard step.present == nil else { return .hand }
            // The file is that of somebody else by now.
            guard let email = EmailAddress.ofPath(step.file), (try? reader.exists(step.file)) == true else {
                return .removal
            }
            return .owner(email, since: people.beginning(of: step.file))
        }
    }
}

/// What later changes did to the documents of a change, less what undoing them took back. What they touched is theirs,
/// even if it is again as the change left it.
private struct LaterChanges {
    struct Touch {
        let change: Int
        let parts: Set<ChangedPart>
        /// The text after it; nil where the change is of too many accounts to keep the texts of all.
        let text: [UInt8]?
        /// False if its record cannot be read.
        var isCertain = true
    }

    private let number: Int
    private let people: People
    /// Those of which nothing can be read, from the newest to the oldest.
    private(set) var unread: [Int] = []
    /// By person, or by file for other documents, from the newest to the oldest.
    private var touches: [DocumentSubject: [Touch]] = [:]

    /// - Parameter people: tells at least of this change and all later ones.
    init(than number: Int, _ people: People, _ reader: DocumentReader) throws {
        self.number = number
        self.people = people
        guard let newest = try reader.changeNumbers().first, newest > number else { return }
        let isOfMany = try reader.changeHead(number).accounts > DocumentStore.mostTogether
        var subjects: Set<DocumentSubject> = []
        var record = try reader.record(number)
        while let change = try record.next() { subjects.insert(people.subject(of: change, in: number)) }
        var undone: [Int: [DocumentSubject: Set<ChangedPart>]] = [:]
        func add(_ record: inout ChangeRecordReader) throws -> Bool {
            let head = record.head
            guard head.number > number else { return false }
            let undoes = head.undoes ?? 0
            let takenBack = undone.removeValue(forKey: head.number) ?? [:]
            var moves: [String: RecordedChange] = [:]
            while let change = try record.next(orDamage: { suspect(head, of: subjects) }) {
                if let former = change.former {
                    moves[former] = change
                    continue
                }
                let new = moves.removeValue(forKey: change.file)
                let subject = people.subject(of: new ?? change, in: head.number)
                guard subjects.contains(subject) else { continue }
                let parts = (new ?? change).parts(movedFrom: new.map { _ in change })
                    .subtracting(takenBack[subject] ?? [])
                if parts.isEmpty { continue }
                if undoes > number {
                    undone[undoes, default: [:]][subject, default: []].formUnion(parts)
                } else {
                    let text = isOfMany ? nil : (new ?? change).textAfter
                    touches[subject, default: []].append(
                        Touch(change: head.number, parts: parts, text: text))
                }
            }
            return true
        }
        try reader.forEachRecord({ record, _ in try add(&record) }) { damaged, _ in
            if damaged > number { unread.append(damaged) }
        }
    }

    /// A change whose record is damaged behind its head may have locked an account, or replaced its password: nothing that
    /// keeps somebody out is taken back behind it.
    private mutating func suspect(_ damaged: ChangeHead, of subjects: Set<DocumentSubject>) {
        let parts = Set(Field.deciding.map { ChangedPart.key($0.rawValue) } + [.lock])
        let only = damaged.account.flatMap(Registry.file).map { people.holder(of: $0) }
        for case .person(let person) in subjects where only == nil || person == only {
            touches[.person(person), default: []].append(
                Touch(change: damaged.number, parts: parts, text: nil, isCertain: false))
        }
    }

    /// Whether one of them touched a part of a document that the change touched; of one that it made, any part but the day
    /// on which the person was seen, and a link, which ends by itself.
    ///
    /// - Parameter old: the former document of an account that moved.
    func touch(_ change: RecordedChange, movedFrom old: RecordedChange? = nil) -> Bool {
        guard let touches = touches[people.subject(of: change, in: number)] else { return false }
        let parts = change.parts(movedFrom: old)
        return touches.contains { touch in
            // An account that the change made goes only if nothing is known to have changed it.
            parts == [.document] && touch.isCertain
                ? !touch.parts.isSubset(of: ChangedPart.passing) : !touch.parts.isDisjoint(with: parts)
        }
    }

    /// By key, the texts after the changes that touched it, as far as they are known.
    func texts(of change: RecordedChange, _ parts: Set<ChangedPart>) -> [String: [[UInt8]]] {
        var found: [String: [[UInt8]]] = [:]
        for touch in touches[people.subject(of: change, in: number)] ?? [] {
            var keys = touch.parts.compactMap { if case .key(let key) = $0 { key } else { nil } }
            // A lock goes back over another hash, too.
            if !parts.contains(.key(Field.passwordHash.rawValue)) {
                keys.removeAll { $0 == Field.passwordHash.rawValue }
            }
            if touch.parts.contains(.lock), parts.contains(.lock) { keys += ChangedPart.keysOfLock }
            for key in Set(keys) { found[key, default: []] += [touch.text].compactMap(\.self) }
        }
        return found
    }

    /// The newest that explains why keys of a document, or the document, are not as the change left them; nil if none
    /// does: a person edited it.
    func newest(of step: UndoStep, _ keys: [String]) -> Touch? {
        let touches = touches[step.person.map { .person($0) } ?? .document(step.file)] ?? []
        guard !keys.isEmpty else {
            let isGone = step.present == nil
            return touches.first { !isGone || $0.parts.contains(.document) }
        }
        let tied = Set(UndoReader.tied.map { ChangedPart.key($0.rawValue) } + [.lock])
        let found = keys.map { key in
            let isTied = tied.contains(.key(key))
            return touches.first {
                $0.parts.contains(.key(key)) || isTied && !$0.parts.isDisjoint(with: tied)
            }
        }
        guard found.allSatisfy({ $0 != nil }) else { return nil }
        return found.compactMap(\.self).max { $0.change < $1.change }
    }
}

/// What a change touches of a document.
private enum ChangedPart: Hashable {
    /// It makes or removes it.
    case document
    /// Not the hash of a password, of which only the lock before it changes.
    case key(String)
    /// Whether, until when or why an account is locked, whichever keys say it.
    case lock

    /// What ends or is noted by itself: it keeps nobody from undoing the making of an account.
    static let passing = Set([Field.lastSeen, .passwordLink].map { ChangedPart.key($0.rawValue) })

    static let keysOfLock = [Field.passwordHash, .lockedUntil, .lockReason].map(\.rawValue)
}

private enum DocumentSubject: Hashable {
    case person(Person)
    case document(String)
}

extension People {
    fileprivate func subject(of change: RecordedChange, in number: Int) -> DocumentSubject {
        Self.isAccount(change.file) ? .person(person(of: change, in: number)) : .document(change.file)
    }
}

extension RecordedChange {
    /// - Parameter old: the former document of an account that moved.
    fileprivate func parts(movedFrom old: RecordedChange?) -> Set<ChangedPart> {
        guard let new = textAfter.flatMap({ JSONDocument(object: $0) }), !isNew || old != nil else {
            return [.document]
        }
        // A text that could not be accepted had no keys, and one by hand may come back after it.
        guard let former = (old ?? self).before.flatMap({ JSONDocument(object: $0) }) else { return [] }
        let difference = new.difference(from: former)
        var parts = Set((difference.set.map(\.key) + difference.removed).map(ChangedPart.key))
        guard People.isAccount(file) else { return parts }
        let formerHash = former.storedHash
        let newHash = new.storedHash
        if StoredHash.isLocked(formerHash) != StoredHash.isLocked(newHash) {
            parts.insert(.lock)
            if formerHash.unlocked == newHash.unlocked, !newHash.unlocked.isEmpty {
                parts.remove(.key(Field.passwordHash.rawValue))
            }
        }
        if ChangedPart.keysOfLock.dropFirst().contains(where: { parts.contains(.key($0)) }) {
            parts.insert(.lock)
        }
        return parts
    }
}

extension RecordedChange {
    /// Whether it made or removed a link for a new password, and set no password.
    var isOfLink: Bool {
        let parts = parts(movedFrom: nil)
        return People.isAccount(file) && parts.contains(.key(Field.passwordLink.rawValue))
            && !parts.contains(.key(Field.passwordHash.rawValue))
    }

    /// Whether links are all that it changed, and the account no longer has the one that it made. One that it took away
    /// never comes back.
    func isOfEndedLink(_ reader: DocumentReader) throws -> Bool {
        guard People.isAccount(file), parts(movedFrom: nil) == [.key(Field.passwordLink.rawValue)] else {
            return false
        }
        guard let link = textAfter?.passwordLink else { return true }
        return try reader.contents(of: file)?.passwordLink != link
    }

    /// A text that undoing puts in place of the present one, but with the link for a new password that the account has
    /// now, unless the change made that link. Links are also made and taken away without a record, and one that was used or
    /// has ended must not come back.
    ///
    /// - Parameter old: the former document of an account that moved.
    fileprivate func restored(
        _ text: [UInt8]?, over present: [UInt8]?, movedFrom old: RecordedChange? = nil
    ) -> [UInt8]? {
        guard People.isAccount(file) else { return text }
        let link = present?.passwordLink
        let isMade = link == textAfter?.passwordLink && link != (old ?? self).before?.passwordLink
        return text?.with(passwordLink: isMade ? nil : link)
    }
}

extension JSONDocument {
    /// Empty if there is none.
    fileprivate var storedHash: String {
        if case .string(let text)? = root[Field.passwordHash.rawValue]?.content { text } else { "" }
    }
}

extension String {
    /// A stored hash without its lock.
    fileprivate var unlocked: Substring { drop { $0 == "!" } }
}

extension [UInt8] {
    /// A text with the hash of another one, but with its own lock; as it is if one of them has no hash.
    fileprivate func withHash(of other: [UInt8], lockedAs own: [UInt8]) -> [UInt8] {
        guard let document = JSONDocument(outlining: self),
            let hash = JSONDocument(outlining: other)?.storedHash,
            let lock = JSONDocument(outlining: own)?.storedHash, !hash.unlocked.isEmpty, !lock.isEmpty
        else { return self }
        let mark = StoredHash.isLocked(lock) ? StoredHash.lock : ""
        return document.applying([.setting(.passwordHash, mark + hash.unlocked)])
    }

    fileprivate var passwordLink: String? { AccountRecord(text: self)?[.passwordLink] }

    fileprivate func with(passwordLink link: String?) -> [UInt8] {
        guard passwordLink != link, let document = JSONDocument(outlining: self) else { return self }
        return document.applying([
            link.map { .setting(.passwordLink, $0) } ?? .remove(key: Field.passwordLink.rawValue)
        ])
    }

    /// A text with the hash of a former one in place of a plain password that the record has not kept: it is the same.
    fileprivate func withHash(of former: [UInt8]) -> [UInt8] {
        let password = Field.password.rawValue
        guard let document = JSONDocument(outlining: self), let old = JSONDocument(outlining: former),
            case .string(let text)? = document.root[password]?.content, text.isEmpty,
            old.root[password] == nil, let hash = AccountRecord(text: former)?[.passwordHash]
        else { return self }
        return document.applying([.replace(key: password, with: Field.passwordHash.rawValue, hash)])
    }

    /// The text of an account that comes back. If the history lacks its password, nobody may set another one as if it never
    /// had one, so it comes back locked.
    fileprivate func closed(lacking keys: [String]) -> [UInt8] {
        guard keys.contains(Field.password.rawValue), let document = JSONDocument(outlining: self) else {
            return self
        }
        let hash = AccountRecord(text: self)?.locked[.passwordHash] ?? StoredHash.lock
        return document.applying([.setting(.passwordHash, hash)])
    }

    /// An account's text as it was before `accounts seen`, which changes nothing that matters to undoing.
    var withoutLastSeen: [UInt8] {
        JSONDocument(outlining: self)?.applying([.remove(key: Field.lastSeen.rawValue)]) ?? self
    }
}
