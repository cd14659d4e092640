// What a writer finds after a crash of another one.
extension DocumentWriter {
    /// Removes the temporary files and the folder draft of a writer that died.
    func removeLeftovers() throws(StoreError) {
        try FolderDraft.discard(files, store.path(of: FolderDraft.name))
        try removeTemporaryFiles(in: store.directory)
        for folder in store.layout.folders.map(store.path) where try isOwn(folder) {
            try removeTemporaryFiles(in: folder)
        }
    }

    private func removeTemporaryFiles(in folder: String) throws(StoreError) {
        for index in 0..<TemporaryName.limit { try files.remove(folder + "/" + TemporaryName.name(index)) }
    }

    /// Whether a folder is there and this user's: nothing is removed through a link or from somebody else.
    private func isOwn(_ folder: String) throws(StoreError) -> Bool {
        guard let status = try files.status(folder) else { return false }
        return status.kind == .directory && status.owner == store.fileSystem.user
    }

    /// Removes temporary files of these numbers from the folder of a link's target, which `removeLeftovers` does
    /// not know.
    func removeLeftovers(besideTarget path: String, of file: String, _ numbers: [Int]) throws(StoreError) {
        guard path != store.path(of: file) else { return }
        for number in numbers {
            try files.remove(FileAccess.folder(of: path) + "/" + TemporaryName.name(number))
        }
    }

    /// The empty file that stands while several recorded changes are made.
    var changeMark: String { store.path(of: TemporaryName.changeMark) }

    /// Tells the next writer that there is nothing to complete.
    func removeChangeMark() throws(StoreError) {
        try files.remove(changeMark)
        try files.synchronizeFolder(store.directory)
    }

    /// Completes the change of several documents that a writer died in.
    func completeChange() throws(StoreError) {
        // Read in any case: a record that cannot be accepted may hold what its owner wants back, so it is not
        // replaced.
        let record = try undoRecord()
        guard try files.status(changeMark) != nil else { return }
        if let record {
            let rest = try remainder(of: record.changes)
            var attempt = Attempt()
            for step in try prepare(rest, &attempt) { try perform(step, &attempt) }
        }
        try removeChangeMark()
    }

    /// Gives up the change of several documents that a writer died in.
    func abandonChange() throws(StoreError) {
        if try files.remove(changeMark) { try files.synchronizeFolder(store.directory) }
    }

    /// The changes that a crash kept from being made: a commit makes them one after the other, each durable before
    /// the next, so what it leaves is some made and the rest not. Anything else is somebody's later work.
    private func remainder(of changes: [DocumentChange]) throws(StoreError) -> [DocumentChange] {
        let contents = try changes.map { change throws(StoreError) in try self.contents(of: change.file) }
        let made = zip(changes, contents).prefix { $0.after == $1 }.count
        let rest = changes[made...]
        guard made > 0, zip(rest, contents[made...]).allSatisfy({ $0.before == $1 }) else { return [] }
        return Array(rest)
    }
}
