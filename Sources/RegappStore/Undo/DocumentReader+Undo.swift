internal import RegappValues

/// One document of the undo record, compared with what it is now.
package struct UndoStep: Sendable {
    package enum State: Sendable {
        /// It is as the change left it.
        case asLeft
        /// It was changed since in a way that is not worth undoing, such as the new hash of a login.
        case renewed
        /// It is as it was before the change.
        case untouched
        case changed
        /// It is one of those that undoing leaves as they are once they were changed since.
        case passed
    }

    package let change: RecordedChange
    package let present: [UInt8]?
    package let state: State

    /// The document after the change; nil if it was removed.
    package var after: [UInt8]? { change.digest == nil ? change.after : present }

    /// The change that can be undone from now on, with what was noted since in it; nil if none.
    package var remaining: RecordedChange? {
        switch state {
        case .passed: nil
        case .renewed: change.replacing(before: change.before, after: present)
        case .asLeft, .untouched, .changed: change
        }
    }

    package var isUndone: Bool { state == .asLeft || state == .renewed }

    var undoing: DocumentChange { DocumentChange(change.file, before: present, after: change.before) }
}

/// Tells an undo record from others.
package struct UndoMark: Equatable, Sendable {
    let digest: ContentDigest
    /// `UndoHead.mark`.
    let head: String
}

extension DocumentReader {
    /// Reads all of the undo record; only for one of few documents.
    ///
    /// - Throws: `damaged` if it is not as the store writes it.
    package func undoRecord() throws(StoreError) -> UndoRecord? {
        guard let place = try undoPlace(), var record = try undoReader(place) else { return nil }
        var changes: [RecordedChange] = []
        while let change = try record.next() { changes.append(change) }
        return UndoRecord(recorded: changes)
    }

    /// Compares each document of the undo record with what it is now.
    ///
    /// - Returns: which record it is; nil if there is none.
    /// - Throws: `damaged`; what `visit` throws.
    @discardableResult
    package func forEachUndoStep(_ visit: (UndoStep) throws -> Void) throws -> UndoMark? {
        guard let place = try undoPlace(), let head = try undoHead(at: place),
            var record = try undoReader(place)
        else { return nil }
        let notes = try undoNotes(about: head)
        while let change = try record.next() {
            let present = try contents(of: change.file)
            try visit(
                UndoStep(change: change, present: present, state: state(of: change, present, notes)))
        }
        return UndoMark(digest: record.digest, head: head.mark)
    }

    private func state(
        of change: RecordedChange, _ present: [UInt8]?, _ notes: UndoNotes
    ) -> UndoStep.State {
        let isAsLeft = change.isAsLeft(present)
        if store.layout.passing.contains(change.file) {
            let isNoted = notes.contains(change.file, leaving: present.map { SHA256Digest($0) })
            return isAsLeft && !isNoted ? .asLeft : .passed
        }
        if isAsLeft { return .asLeft }
        if present == change.before { return .untouched }
        let isRenewed =
            notes.contains(change.file)
            && notes.lead(
                change.file, from: change.digest ?? change.after.map { SHA256Digest($0) },
                to: present.map { SHA256Digest($0) })
        return isRenewed ? .renewed : .changed
    }

    /// Whether the undo record holds a change of a document; no if it is damaged. It may be read to its end.
    package func undoHolds(_ file: String) throws(StoreError) -> Bool {
        do throws(StoreError) {
            guard let place = try undoPlace(), let head = try undoHead(at: place),
                head.mayHold(file, store.layout), var record = try undoReader(place)
            else { return false }
            while let change = try record.next() {
                if change.file == file { return true }
            }
            return false
        } catch {
            guard case .damaged = error else { throw error }
            return false
        }
    }

    /// The changes of the undo record that can be undone from now on, with what was noted since in them, but for those of
    /// documents that undoing passes over. Of the documents only those with notes are read.
    package func remainingUndo() throws(StoreError) -> [RecordedChange] {
        guard let place = try undoPlace(), let head = try undoHead(at: place),
            var record = try undoReader(place)
        else { return [] }
        let notes = try undoNotes(about: head)
        var changes: [RecordedChange] = []
        while let change = try record.next() {
            guard !store.layout.passing.contains(change.file) else { continue }
            guard notes.contains(change.file) else {
                changes.append(change)
                continue
            }
            let present = try contents(of: change.file)
            let step = UndoStep(change: change, present: present, state: state(of: change, present, notes))
            if let remaining = step.remaining { changes.append(remaining) }
        }
        return changes
    }

    /// Whether another process is in the midst of a change of many documents.
    func isBulkUnderWay() throws(StoreError) -> Bool {
        guard let journals = try folder(Journal.container) else { return false }
        for (_, journal) in try files.folders(in: journals) where try Journal.isCommitted(journal, files) {
            return true
        }
        return false
    }

    private func undoNotes(about head: UndoHead) throws(StoreError) -> UndoNotes {
        guard let place = try place(of: store.layout.undoNotes), let file = try ownFile(place) else {
            return UndoNotes()
        }
        return try UndoNotes(file, about: head, files)
    }

    /// Reads the beginning of the undo record; nil if there is none.
    ///
    /// - Throws: `damaged` if it is not as the store writes it.
    package func undoHead() throws(StoreError) -> UndoHead? {
        try undoPlace().flatMap { place throws(StoreError) in try undoHead(at: place) }
    }

    private func undoHead(at place: Place) throws(StoreError) -> UndoHead? {
        guard let file = try undoFile(place) else { return nil }
        let head = try files.start(of: file, upTo: UndoHead.size)
        return try UndoHead(
            parsing: head, size: file.status.size, path: place.path, layout: store.layout)
    }

    private func undoReader(_ place: Place) throws(StoreError) -> UndoRecordReader? {
        guard let file = try undoFile(place) else { return nil }
        return try UndoRecordReader(file, store.layout, files)
    }

    private func undoFile(_ place: Place) throws(StoreError) -> OpenFile? {
        guard let file = try ownFile(place) else { return nil }
        warnIfLoose(file.status, place.path, nil, intended: intendedGroup(of: store.layout.undo))
        return file
    }

    /// What the store keeps for undoing: the record, notes about it, and damaged ones under other names.
    package func undoFiles() throws(StoreError) -> [String] {
        try names(in: ".").filter(store.layout.isOfUndo)
    }

    // MARK: After a crash

    /// Whether there may be something to undo: a record, under any of its names, or a change that was cut short.
    package func mayUndo() throws(StoreError) -> Bool {
        guard let undo = try place(of: store.layout.undo) else { return false }
        if try files.status(undo) != nil { return true }
        guard try undosLeft(beside: undo).isEmpty else { return true }
        return try isChanging()
    }

    /// Where the record is. A writer may have died after it had put a record in place and before its change, and left
    /// the former record under the name of a temporary file; the next writer has brought it back.
    private func undoPlace() throws(StoreError) -> Place? {
        guard let place = try place(of: store.layout.undo) else { return nil }
        return try (isForWriter ? nil : formerUndo(beside: place)) ?? place
    }

    /// The former record, if the present one's change was never made; nil otherwise.
    func formerUndo(beside undo: Place) throws(StoreError) -> Place? {
        let left = try undosLeft(beside: undo)
        guard !left.isEmpty, try !isMade(undo) else { return nil }
        for place in left where try isMade(place) { return place }
        return nil
    }

    private func undosLeft(beside undo: Place) throws(StoreError) -> [Place] {
        var left: [Place] = []
        for name in TemporaryName.ofUndo where try files.status(undo.folder[name]) != nil {
            left.append(undo.folder[name])
        }
        return left
    }

    /// Whether a record's change was made, as far as is known; false if there is no record.
    private func isMade(_ place: Place) throws(StoreError) -> Bool {
        do throws(StoreError) {
            guard var record = try undoReader(place) else { return false }
            while let change = try record.next() {
                do throws(StoreError) {
                    if try contents(of: change.file) != change.before { return true }
                } catch {
                    // What may not be read is not what it was, and stops no other change.
                    guard error.isUnreadable else { throw error }
                    return true
                }
            }
            return false
        } catch {
            guard case .damaged = error else { throw error }
            // A damaged temporary file is a record that was being written.
            return place.name == store.layout.undo
        }
    }
}

extension RecordedChange {
    /// Whether a document with this content is as the change left it.
    package func isAsLeft(_ present: [UInt8]?) -> Bool {
        digest.map { $0 == present.map { SHA256Digest($0) } } ?? (present == after)
    }
}
