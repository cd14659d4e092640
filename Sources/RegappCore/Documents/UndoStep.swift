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
        (former, isRemoval) = (change.before, change.isRemoval)
    }
}

/// Compares a change's documents, one by one, with what they are now.
struct UndoReader {
    private let number: Int
    private let people: People
    private let reader: DocumentReader
    private let renewals: [String: [Renewal]]
    /// Whether what a list was in between is looked up for each account: all later records are read for it.
    private let looksBetween: Bool

    /// - Parameter people: tells at least of this change and all later ones.
    init(of number: Int, among people: People, _ reader: DocumentReader) throws {
        self.number = number
        self.people = people
        self.reader = reader
        renewals = try reader.renewals()
        looksBetween = try reader.changeHead(number).accounts <= DocumentStore.mostTogether
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
                let isSame = reader.withoutSecrets(found, present) == change.before
                return step(found, present, present, isSame ? nil : .changed(keys: []))
            }
            let present = try reader.contents(of: change.file)
            // A later login made another profile; undoing that one brings back what was logged out.
            if change.file == StoreLayout.profile, present != nil {
                return step(change.file, present, change.before)
            }
            if present == nil, change.isCut { return step(change.file, nil, nil, .cut) }
            if let present, reader.withoutSecrets(change.file, present) != change.before {
                return step(
                    change.file, present, present, isAccount ? .occupied(present) : .changed(keys: []))
            }
            return step(change.file, present, present ?? change.before)
        }
        guard let found, let present = try reader.contents(of: found) else {
            // What the change created is gone; what it edited was removed since.
            return step(change.file, nil, nil, change.before == nil ? nil : .changed(keys: []))
        }
        if change.isCut { return step(found, present, present, .cut) }
        let shown = reader.withoutSecrets(found, present)
        let isSame = found == change.file
        if isSame, change.isAsLeft(shown) { return step(found, present, change.before) }
        if isSame, shown == change.before { return step(found, present, present) }
        if isSame, change.leads(to: shown, by: renewals) {
            return step(found, present, change.before.map { change.restored($0, keepingLinkOf: present) })
        }
        guard let before = change.before else {
            let isAsLeft = isSame && change.leads(to: shown?.withoutLastSeen, by: renewals)
            return step(found, present, isAsLeft ? nil : present, isAsLeft ? nil : .changed(keys: []))
        }
        guard let reversal = try reversal(of: change, before, in: present, of: person) else {
            return step(found, present, present, .changed(keys: []))
        }
        return step(
            found, present, reversal.text, reversal.left.isEmpty ? nil : .changed(keys: reversal.left))
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
        guard let before = old.before, !old.isCut else { return step(found, present, present, .cut) }
        let isAsLeft =
            found == new.file && new.leads(to: reader.withoutSecrets(found, present), by: renewals)
        let reversal = try reversal(of: new, before, in: present, of: person)
        let former = new.restored(before, keepingLinkOf: present)
        guard let wanted = isAsLeft ? former : reversal?.text else {
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

    private func reversal(
        of change: RecordedChange, _ before: [UInt8], in present: [UInt8], of person: Person?
    ) throws -> KeyReversal? {
        guard let after = change.textAfter else { return nil }
        let isByElement = change.file != StoreLayout.policy
        let reversal = KeyReversal(of: before, to: after, in: present, isByElement: isByElement)
        guard looksBetween, reversal?.comparesElements == true else { return reversal }
        var past: [[UInt8]] = []
        try reader.forEachRecord { record, _ in
            let head = record.head
            guard head.number > number else { return false }
            while let later = try record.next() {
                let isSame =
                    person.map { people.person(of: later, in: head.number) == $0 }
                    ?? (later.file == change.file)
                if isSame, let text = later.textAfter { past.append(text) }
            }
            return true
        }
        return KeyReversal(of: before, to: after, in: present, past: past, isByElement: isByElement)
    }

    // MARK: Who changed it since

    /// Why a step leaves something as it is.
    func changedBy(_ step: UndoStep) throws -> ChangedBy {
        switch step.obstacle {
        case nil: return .unknown
        case .cut: return .lost
        case .occupied(let text):
            let email = AccountRecord(text: text)?[.email] ?? ""
            return .owner(email, since: Registry.file(of: email).flatMap(people.beginning))
        case .changed(let keys):
            let byHand = step.present == nil ? ChangedBy.removal : .hand
            return try lastChange(of: step, keys).map(ChangedBy.change) ?? byHand
        }
    }

    /// The newest change of a document's keys, or of the document; nil if a person has changed one by hand since.
    private func lastChange(of step: UndoStep, _ keys: [String]) throws -> Int? {
        var found: Int?
        var isByHand = false
        var unexplained = keys
        try reader.forEachRecord { record, _ in
            let later = record.head.number
            guard later > number, found == nil || !unexplained.isEmpty else { return false }
            /// The new text of an account that moved.
            var moved: RecordedChange?
            while found == nil || !unexplained.isEmpty, let change = try? record.next() {
                let isSame =
                    step.person.map { people.person(of: change, in: later) == $0 }
                    ?? (change.file == step.file)
                guard isSame else { continue }
                if keys.isEmpty {
                    found = later
                    isByHand = !change.isAsLeft(reader.withoutSecrets(step.file, step.present))
                    continue
                }
                if change.former != nil {
                    moved = change
                    continue
                }
                let isMove = moved?.former == change.file
                let touched = unexplained.filter { key in
                    isMove ? moved?.differs(from: change, in: key) == true : change.touches([key])
                }
                guard !touched.isEmpty else { continue }
                found = found ?? later
                let new = isMove ? moved ?? change : change
                isByHand = isByHand || !new.setAll(touched, in: step.present ?? [])
                unexplained.removeAll(where: touched.contains)
            }
            return true
        }
        return isByHand || !unexplained.isEmpty ? nil : found
    }
}

extension RecordedChange {
    /// An account's text before the change, with the link for a new password that it has now: links are stored without a
    /// record, so undoing neither brings one back nor takes one away, unless the change itself made it.
    fileprivate func restored(_ before: [UInt8], keepingLinkOf present: [UInt8]) -> [UInt8] {
        let link = AccountRecord(text: present)?[.passwordLink]
        guard link != textAfter.flatMap({ AccountRecord(text: $0) })?[.passwordLink],
            let document = JSONDocument(object: before)
        else { return before }
        let edit = link.map { JSONEdit.setting(.passwordLink, $0) }
        return document.applying([edit ?? .remove(key: Field.passwordLink.rawValue)])
    }

    /// Whether an account got another value of a key when it moved; `old` tells of its former file.
    fileprivate func differs(from old: RecordedChange, in key: String) -> Bool {
        guard let before = old.before.flatMap({ JSONDocument(object: $0) }),
            let after = textAfter.flatMap({ JSONDocument(object: $0) })
        else { return true }
        return before.root[key]?.canonicalText != after.root[key]?.canonicalText
    }

    /// Whether these keys are as the change left them.
    fileprivate func setAll(_ keys: [String], in present: [UInt8]) -> Bool {
        guard let after = textAfter.flatMap({ JSONDocument(object: $0) }),
            let now = JSONDocument(object: present)
        else { return false }
        return keys.allSatisfy { after.root[$0]?.canonicalText == now.root[$0]?.canonicalText }
    }
}

extension [UInt8] {
    /// An account's text as it was before `accounts seen`, which changes nothing that matters to undoing.
    var withoutLastSeen: [UInt8] {
        JSONDocument(outlining: self)?.applying([.remove(key: Field.lastSeen.rawValue)]) ?? self
    }
}
