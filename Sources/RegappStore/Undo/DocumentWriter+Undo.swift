package import RegappJSON

extension DocumentWriter {
    /// Undoes the last recorded changes, of few documents, and removes the record.
    ///
    /// - Parameter following: changes of other documents that are made together with it.
    /// - Returns: the names of the restored documents; nil if there was nothing to undo: no record, or a change that
    ///   never took place.
    /// - Throws: like `commit`; `changedMeanwhile` if a document was changed since the recorded change.
    package func undo(following: [DocumentChange] = []) throws -> [String]? {
        var steps: [UndoStep] = []
        guard try reader.forEachUndoStep({ steps.append($0) }) != nil else { return nil }
        let undone = steps.filter(\.isUndone)
        guard undone.contains(where: { !store.layout.passing.contains($0.change.file) }) else {
            if let changed = steps.first(where: { $0.state == .changed }) { throw changedMeanwhile(changed) }
            try synchronize(steps.map(\.undoing))
            try clearUndo()
            return nil
        }
        let other = steps.first { $0.state == .changed || $0.state == .untouched }
        if let other { throw changedMeanwhile(other) }
        let changes = following + undone.reversed().map(\.undoing)
        try store.reporting(changes) { () throws(StoreError) in try makeUndoing(changes) }
        return undone.map(\.change.file)
    }

    private func makeUndoing(_ changes: [DocumentChange]) throws(StoreError) {
        if changes.count > 1 {
            try commitTogether(changes, record: nil, clearsUndo: true)
        } else {
            try commitSingly(changes, after: clearUndo)
        }
    }

    private func changedMeanwhile(_ step: UndoStep) -> StoreError {
        .changedMeanwhile(path: store.path(of: step.change.file))
    }

    func clearUndo() throws(StoreError) {
        try requireLock()
        let undo = place(of: store.layout.undo)
        guard try files.remove(undo) else { return }
        _ = try? files.remove(place(of: store.layout.undoNotes))
        store.resolveWarning(about: undo.path)
        try files.synchronizeFolder(directory.folder)
    }

    /// Gives a damaged record a free name, since a new one takes its place.
    func setAsideDamagedUndo() throws(StoreError) {
        let position: SourcePosition
        do throws(StoreError) {
            _ = try reader.undoHead()
            return
        } catch {
            guard case .damaged(_, let place, _) = error else { throw error }
            position = place
        }
        try setAsideUndo(position)
    }

    /// Gives a record that is damaged at a place a free name, and warns.
    package func setAsideUndo(_ position: SourcePosition) throws(StoreError) {
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

    // MARK: A new record

    /// Puts a new record in place, durably, and keeps the former one until the change has been made: a crash in between
    /// must not lose both.
    func put(_ record: UndoRecord, _ attempt: inout Attempt) throws(StoreError) {
        try setAsideDamagedUndo()
        let undo = place(of: store.layout.undo)
        let new = place(of: TemporaryName.ofUndo[0])
        try create(new, record.bytes(in: store.layout), .private, for: undo.path, &attempt)
        try requireLock()
        try exchange(new, with: undo, &attempt)
        attempt.hasNewUndo = true
        store.resolveWarning(about: undo.path)
        try files.synchronizeFolder(directory.folder)
    }

    /// Gives a new record its name, and notes where the former one is now.
    private func exchange(
        _ new: Place, with undo: Place, _ attempt: inout Attempt
    ) throws(StoreError) {
        do throws(Errno) {
            try files.uninterrupted(files.system.exchange(new, with: undo))
            attempt.prepared.removeAll { $0.name == new.name }
            attempt.formerUndo = new
            return
        } catch {
            guard error == .noEntry || error.isRefusal else {
                throw .failed(.write, path: undo.path, error)
            }
        }
        if try files.status(undo) != nil {
            // On such a file system a power cut, but not a crash, may still lose it.
            // Noted first: whatever becomes of the two renames, it is brought back.
            attempt.formerUndo = formerUndoPlace
            try files.rename(undo, to: formerUndoPlace, mustBeFree: false)
        }
        try files.rename(new, to: undo, mustBeFree: false)
    }

    /// Where the former record is, where it cannot change places with the new one.
    var formerUndoPlace: Place { place(of: TemporaryName.ofUndo[1]) }

    /// Gives the record a second name, so that the first one never lacks a record; without links, another name.
    func keepFormerUndo() {
        let undo = place(of: store.layout.undo)
        do { try files.uninterrupted(files.system.link(undo, as: formerUndoPlace)) } catch {
            if error.isRefusal { try? files.rename(undo, to: formerUndoPlace, mustBeFree: false) }
        }
    }

    /// Brings back the former record after a change that was not made; if that fails, the next writer does.
    func restoreFormerUndo(_ attempt: Attempt) {
        let undo = place(of: store.layout.undo)
        if let former = attempt.formerUndo {
            try? files.rename(former, to: undo, mustBeFree: false)
        } else if attempt.hasNewUndo {
            _ = try? files.remove(undo)
        }
    }

    /// Removes the former record after the change has been made; if it stays, the next writer removes it.
    func dropFormerUndo(_ former: Place?) {
        if let former { _ = try? files.remove(former) }
    }

    /// Brings back the former record, if a writer died before the change of the present one.
    func recoverUndo() throws(StoreError) {
        let undo = place(of: store.layout.undo)
        if let former = try reader.formerUndo(beside: undo) {
            try requireLock()
            try files.rename(former, to: undo, mustBeFree: false)
            try files.synchronizeFolder(directory.folder)
        }
    }
}
