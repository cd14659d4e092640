extension DocumentStore {
    /// The most documents of a change during which no other process may write. A change of more lets others in, and undoing
    /// it leaves what they changed since.
    package static let mostTogether = 256

    /// Waits until no other process is in the midst of a change of many documents.
    package func waitForOtherBulk() throws(StoreError) {
        var waited = 0
        while try reading({ reader throws(StoreError) in try reader.isBulkUnderWay() }) {
            guard waited < patience else { throw .locked(path: path(of: layout.changes)) }
            let pause = 25
            fileSystem.pause(milliseconds: pause)
            waited += pause
        }
    }

    /// Undoes a recorded change of many documents in a folder, and lets others in meanwhile.
    ///
    /// - Parameters:
    ///   - mark: the record that was looked at.
    ///   - last: a change of a document at the top of the directory, which is made last.
    /// - Returns: the paths of those that another process changed at the last moment, which were left alone.
    /// - Throws: `changedMeanwhile` if there is another record by now, or a document was changed.
    package func undoInBulk(
        of folder: String, _ mark: UndoMark, last: DocumentChange?
    ) throws -> [String] {
        let changed = StoreError.changedMeanwhile(path: path(of: layout.undo))
        let bulk = BulkChange(of: folder, in: self, isRecorded: false)
        do {
            let found = try reading { reader in
                try reader.forEachUndoStep { step in
                    guard step.isUndone, step.change.file.hasPrefix(folder + "/") else { return }
                    try bulk.put(
                        DocumentChange(step.change.file, before: step.present, after: step.change.before))
                }
            }
            guard found == mark else { throw changed }
            let left = try bulk.commit(checking: { reader in
                guard try reader.undoHead()?.mark == mark.head else { throw changed }
                return last
            })
            try writing { writer in
                if try writer.reader.undoHead()?.mark == mark.head { try writer.clearUndo() }
            }
            return left.map(\.path)
        } catch {
            bulk.discard()
            throw error
        }
    }
}
