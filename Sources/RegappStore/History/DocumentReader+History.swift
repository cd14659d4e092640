/// One document of a change, compared with its present content.
package struct UndoStep: Sendable {
    package enum State: Sendable {
        /// It is as the change left it, except perhaps for another hash of the same password, which a login stored.
        case asLeft
        /// It is as it was before the change.
        case untouched
        case changed
        /// The record could not keep what it was before (`RecordedChange.isCut`).
        case cut
        /// It has changed since, but not in everything that the change set.
        case changedInPart
    }

    package let file: String
    package let present: [UInt8]?
    /// Its content after undoing; nil if undoing removes it.
    package var wanted: [UInt8]?
    package let isRemoval: Bool
    package let state: State
    /// The keys that the change set and that have changed since; they stay.
    package let left: [String]
    /// The document whose place it took, which comes next; undoing restores that.
    package let former: String?
    /// The document that took its place.
    fileprivate let latter: String?
    /// Another document that now has the former one's place.
    package let occupant: [UInt8]?

    package var isUndone: Bool { state == .asLeft || state == .changedInPart }

    package var undoing: DocumentChange {
        DocumentChange(file, before: present, after: wanted, moved: former ?? latter)
    }
}

/// Going from the newest change to the oldest, tells which are in effect: those that no later one in effect undoes.
struct ChangesInEffect {
    private var undone: Set<Int> = []

    /// Whether the next older change is in effect.
    mutating func includes(_ number: Int, undoing other: Int?) -> Bool {
        guard !undone.contains(number) else { return false }
        if let other { undone.insert(other) }
        return true
    }
}

extension DocumentReader {
    /// From the newest to the oldest, damaged ones too.
    package func changeNumbers() throws(StoreError) -> [Int] {
        guard let folder = try historyFolder() else { return [] }
        return try files.names(in: folder).compactMap(StoreLayout.changeNumber).sorted(by: >)
    }

    func historyFolder() throws(StoreError) -> Folder? { try folder(store.layout.history) }

    /// Throws `damaged` if the record's first line is not as the store writes it.
    package func changeHead(_ number: Int) throws(StoreError) -> ChangeHead { try record(number).head }

    package func checkRecord(_ number: Int) throws(StoreError) {
        var record = try record(number)
        while try record.next() != nil {}
    }

    func record(_ number: Int, in known: Folder? = nil) throws(StoreError) -> ChangeRecordReader {
        let file = "\(store.layout.history)/\(StoreLayout.record(number))"
        let found: Folder? = if let known { known } else { try historyFolder() }
        guard let folder = found, let record = try ownFile(folder[FileAccess.name(of: file)])
        else { throw .failed(.read, path: store.path(of: file), .noEntry) }
        warnIfLoose(record.status, as: file, at: store.path(of: file), behind: entry(to: folder))
        return try ChangeRecordReader(record, of: number, store.layout, files)
    }

    /// Visits the changes that were made, from the newest to the oldest, until the visitor returns false; it reads as
    /// much of each record as it wants. Damaged records are skipped.
    package func forEachRecord(
        _ visit: (_ record: inout ChangeRecordReader, _ isInEffect: Bool) throws -> Bool
    ) throws {
        guard let folder = try historyFolder() else { return }
        let known = try lastMade(in: folder)
        var effect = ChangesInEffect()
        let numbers = try changeNumbers()
        for number in numbers {
            var record: ChangeRecordReader
            do throws(StoreError) {
                // The newest may be of a change that another process is making, or that a crash prevented.
                if number > known, number == numbers.first, try !isMade(number) { continue }
                record = try self.record(number, in: folder)
            } catch {
                guard error.isOfDamage else { throw error }
                continue
            }
            let isInEffect = effect.includes(number, undoing: record.head.undoes)
            guard try visit(&record, isInEffect) else { return }
        }
    }

    /// The newest change that was made, has a readable record and is wanted; nil if there is none.
    package func newestChange(
        where isWanted: (_ head: ChangeHead, _ isInEffect: Bool) throws -> Bool = { _, _ in true }
    ) throws -> ChangeHead? {
        var found: ChangeHead?
        try forEachRecord { record, isInEffect in
            if try isWanted(record.head, isInEffect) { found = record.head }
            return found == nil
        }
        return found
    }

    /// The later change that set the keys in `left`, or took the former document's place; nil if a person did by hand.
    package func change(of step: UndoStep, after number: Int) throws -> Int? {
        let (file, present, left) =
            step.occupant.map { (step.former ?? step.file, $0, []) } ?? (step.file, step.present, step.left)
        var (found, isByHand): (Int?, Bool) = (nil, true)
        try forEachRecord { record, _ in
            guard record.head.number > number, found == nil else { return false }
            while found == nil, let change = try? record.next() {
                guard change.file == file, change.touches(left) else { continue }
                isByHand =
                    left.isEmpty
                    ? !change.isAsLeft(store.layout.withoutSecrets(file, present))
                    : present.flatMap(change.undone)?.left.contains(where: left.contains) ?? true
                found = record.head.number
            }
            return true
        }
        return isByHand ? nil : found
    }

    /// The newest change in effect, before a given one, that is no undo; nil if there is none.
    package func changeToUndo(before number: Int = .max) throws -> ChangeHead? {
        try newestChange { $1 && $0.undoes == nil && $0.number < number }
    }

    /// Throws `damaged`, and what `visit` throws.
    package func forEachStep(of number: Int, _ visit: (UndoStep) throws -> Void) throws {
        var record = try record(number)
        let renewals = try renewals()
        /// Documents that moved, by their former files, and whether they can move back.
        var moves: [String: (new: String, isOpen: Bool)] = [:]
        while let change = try record.next() {
            let move = moves.removeValue(forKey: change.file)
            // The document stays moved, so the former one stays removed: an account has one file.
            if move?.isOpen == false { continue }
            let present = try contents(of: change.file)
            var state = change.isCut ? .cut : state(of: change, present, renewals)
            let merged = state == .changed ? present.flatMap(change.undone) : nil
            if let merged {
                if merged.text != present {
                    state = .changedInPart
                } else if merged.left.isEmpty {
                    state = .untouched
                }
            }
            let occupant = state == .untouched ? nil : try change.former.flatMap { try contents(of: $0) }
            if occupant != nil { state = .changed }
            let step = UndoStep(
                file: change.file, present: present, wanted: merged?.text ?? change.before,
                isRemoval: change.isRemoval, state: state, left: merged?.left ?? [], former: change.former,
                latter: move?.new, occupant: occupant)
            if let former = change.former {
                moves[former] = (change.file, step.isUndone || state == .untouched)
            }
            try visit(step)
        }
    }

    private func state(
        of change: RecordedChange, _ present: [UInt8]?, _ renewals: Renewals
    ) -> UndoStep.State {
        let shown = store.layout.withoutSecrets(change.file, present)
        if change.isAsLeft(shown) { return .asLeft }
        if shown == change.before { return .untouched }
        return renewals.lead(from: change, to: shown) ? .asLeft : .changed
    }

    /// Whether another process is making a change of many documents.
    func isBulkUnderWay() throws(StoreError) -> Bool {
        guard let journals = try folder(Journal.container) else { return false }
        for (_, journal) in try files.folders(in: journals) where try Journal.isCommitted(journal, files) {
            return true
        }
        return false
    }

    /// The paths of a document's records, of unreadable records, and of undo records of versions without a history.
    package func traces(of file: String) throws(StoreError) -> [String] {
        var found = try names(in: ".").filter(StoreLayout.isFormerUndo)
        for number in try changeNumbers() {
            do throws(StoreError) {
                guard try isAbout([file], number) else { continue }
            } catch { guard error.isOfDamage else { throw error } }
            found.append("\(store.layout.history)/\(StoreLayout.record(number))")
        }
        return found
    }

    /// Reads the record to its end.
    func isAbout(_ files: Set<String>, _ number: Int) throws(StoreError) -> Bool {
        var record = try record(number)
        var isAbout = false
        while let change = try record.next() { if files.contains(change.file) { isAbout = true } }
        return isAbout
    }

    package func documents(of number: Int) throws(StoreError) -> [RecordedChange] {
        var record = try record(number)
        var documents: [RecordedChange] = []
        while let document = try record.next() { documents.append(document) }
        return documents
    }

    /// The number of the last change known to have been made; 0 if unknown. A later one may have been made.
    func lastMade(in folder: Folder) throws(StoreError) -> Int {
        guard let file = try ownFile(folder[StoreLayout.lastChange]) else { return 0 }
        var lines = LineReader(files, file)
        let line = try lines.next(limit: 32).map { String(decoding: $0, as: UTF8.self) }
        let number = line.flatMap { StoreLayout.changeNumber($0 + ".json") } ?? 0
        return try files.status(folder[StoreLayout.record(number)]) == nil ? 0 : number
    }

    /// Whether a change was made, judging by its record: a document is no longer as it was before.
    func isMade(_ number: Int) throws(StoreError) -> Bool {
        do throws(StoreError) {
            var record = try record(number)
            var isOfNothing = true
            while let change = try record.next() {
                isOfNothing = false
                do throws(StoreError) {
                    let present = try contents(of: change.file)
                    let shown = store.layout.withoutSecrets(change.file, present)
                    if shown != change.before { return true }
                } catch {
                    // An unreadable document is not as it was, and does not keep other changes from being undone.
                    guard error.isUnreadable else { throw error }
                    return true
                }
            }
            // The record that something was forgotten is about no document.
            return isOfNothing
        } catch {
            guard error.isOfDamage else { throw error }
            // A damaged record was cut short by a crash, before its change. A file that is no record keeps the number.
            if case .damaged = error { return false }
            return true
        }
    }
}

extension StoreError {
    /// Whether a file of the history is not regapp's, or regapp may not touch it.
    package var isOfDamage: Bool {
        switch self {
        case .damaged, .refused: true
        default: false
        }
    }
}
