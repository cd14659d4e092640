internal import StrictJSON

extension DocumentWriter {
    package func undoRecord() throws(StoreError) -> UndoRecord? {
        try reader.undoRecord()
    }

    /// Undoes the last recorded changes and removes the record.
    ///
    /// - Parameter following: changes of other documents that are made together with it.
    /// - Returns: the names of the restored documents; nil if there was nothing to undo: no record, or a change that
    ///   never took place.
    /// - Throws: like `commit`; `changedMeanwhile` if a document was changed since the recorded change.
    package func undo(following: [DocumentChange] = []) throws(StoreError) -> [String]? {
        guard let record = try undoRecord() else { return nil }
        guard try !isUntouched(record.changes) else {
            try synchronize(record.changes)
            try clearUndo()
            return nil
        }
        let changes = following + record.changes.reversed().map(\.reversed)
        if changes.count > 1 {
            try commitTogether(changes, record: nil)
        } else {
            var attempt = Attempt()
            do throws(StoreError) {
                for step in try prepare(changes, &attempt) { try perform(step, &attempt) }
                try clearUndo()
            } catch { throw abandon(attempt, after: error) }
        }
        return record.changes.map(\.file)
    }

    func clearUndo() throws(StoreError) {
        try requireLock()
        let undo = place(of: store.layout.undo)
        guard try files.remove(undo) else { return }
        store.settleWarning(about: undo.path)
        try files.synchronizeFolder(directory.folder)
    }

    /// Gives a damaged record a free name, since a new one takes its place.
    func setAsideDamagedUndo() throws(StoreError) {
        guard let position = try undoDamage() else { return }
        let undo = place(of: store.layout.undo)
        for number in 1...Self.mostDamaged {
            let name = StoreLayout.damagedUndo + (number == 1 ? "" : "-\(number)")
            try requireLock()
            do throws(StoreError) {
                try files.rename(undo, to: place(of: name), mustBeFree: true)
                return store.warn(.undoSetAside(path: undo.path, position, as: store.path(of: name)))
            } catch { guard case .changedMeanwhile = error else { throw error } }
        }
        throw .failed(.create, path: store.path(of: StoreLayout.damagedUndo), .exists)
    }

    /// The most damaged records that are kept.
    private static let mostDamaged = 100

    func warnIfUndoIsDamaged() throws(StoreError) {
        guard let position = try undoDamage() else { return }
        store.warn(.undoDamaged(path: store.path(of: store.layout.undo), position))
    }

    /// Where the beginning of the record is damaged; nil if it is not.
    private func undoDamage() throws(StoreError) -> SourcePosition? {
        do throws(StoreError) { _ = try reader.undoHead() } catch {
            guard case .damaged(_, let position, _) = error else { throw error }
            return position
        }
        return nil
    }

    /// Writes a record to a temporary file.
    func prepare(_ record: UndoRecord, _ attempt: inout Attempt) throws(StoreError) -> Place {
        let temporary = place(of: TemporaryName.name(0))
        try create(
            temporary, record.bytes(in: store.layout), .private, for: store.path(of: store.layout.undo),
            &attempt)
        return temporary
    }

    func put(_ record: Place) throws(StoreError) {
        try requireLock()
        let undo = place(of: store.layout.undo)
        try files.rename(record, to: undo, mustBeFree: false)
        store.settleWarning(about: undo.path)
        try files.synchronizeFolder(directory.folder)
    }

    /// Whether documents are as they were before the changes.
    func isUntouched(_ changes: [DocumentChange]) throws(StoreError) -> Bool {
        for change in changes where try contents(of: change.file) != change.before { return false }
        return true
    }
}
