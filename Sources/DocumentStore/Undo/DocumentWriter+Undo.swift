extension DocumentWriter {
    /// The recorded change that `undo` would undo.
    package func undoRecord() throws(StoreError) -> UndoRecord? {
        try reader.undoRecord()
    }

    /// Forgets what could be undone.
    func clearUndo() throws(StoreError) {
        try requireLock()
        let undo = place(of: store.layout.undo)
        guard try files.remove(undo) else { return }
        store.settleWarning(about: undo.path)
        try files.synchronizeFolder(directory.folder)
    }

    /// Writes a record to a temporary file.
    func prepare(_ record: UndoRecord, _ attempt: inout Attempt) throws(StoreError) -> Place {
        let temporary = place(of: TemporaryName.name(0))
        try create(
            temporary, record.bytes(in: store.layout), .private, for: store.path(of: store.layout.undo),
            &attempt)
        return temporary
    }

    /// Replaces the last record.
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
