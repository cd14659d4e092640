/// Changes the documents of a store; only inside `DocumentStore.writing`, which holds the lock.
public struct DocumentWriter {
    /// The store that is changed.
    public let store: DocumentStore
    var files: FileAccess { FileAccess(system: store.fileSystem, queue: store.queue) }
    /// Reads under the lock.
    public var reader: DocumentReader { DocumentReader(store: store) }

    /// The content of a document; nil where there is none.
    public func contents(of file: String) throws(StoreError) -> [UInt8]? {
        try reader.contents(of: file)
    }

    /// Makes some changes, in their order, durable before it returns.
    ///
    /// All new content is on the disk before anything takes effect, so a full disk changes nothing. Then the undo
    /// record is replaced or removed, durably, and after it each document, each compared once more with its
    /// `before`. Changes that change nothing are left out; if none remains, nothing is written at all.
    ///
    /// - Parameter wanted: at most `TemporaryName.limit - 1` changes.
    /// - Throws: `changedMeanwhile` where a document is not what `before` says.
    public func commit(_ wanted: [DocumentChange], undo: UndoPolicy) throws(StoreError) {
        let changes = wanted.filter { $0.before != $0.after }
        guard !changes.isEmpty else { return try synchronize(wanted) }
        var prepared: [String] = []
        do throws(StoreError) {
            let steps = try prepare(changes, &prepared)
            let record = try prepareUndo(of: changes, undo, &prepared)
            try put(record)
            try perform(steps, isRecorded: record != nil)
        } catch {
            for path in prepared { _ = try? files.remove(path) }
            throw error
        }
    }

    /// Takes the last recorded changes back, and removes the record.
    ///
    /// - Returns: the names of the documents that were restored; nil where there was nothing to take back: no
    ///   record, one of another account, or one whose change never took place.
    /// - Throws: `changedMeanwhile` where a document is no longer what the change made of it.
    public func takeBack(account: String?) throws(StoreError) -> [String]? {
        guard let record = try undoRecord() else { return nil }
        guard record.account == account, try !isUntouched(record.changes) else {
            try synchronize(record.changes)
            try clearUndo()
            return nil
        }
        // Backwards, so that a crash leaves a state that `completeChange` knows.
        let changes = record.changes.reversed().map(\.reversed)
        var prepared: [String] = []
        do throws(StoreError) {
            try perform(try prepare(changes, &prepared), isRecorded: true)
        } catch {
            for path in prepared { _ = try? files.remove(path) }
            throw error
        }
        try clearUndo()
        return record.changes.map(\.file)
    }

    /// Removes documents, whatever they hold, so that nothing brings them back; of a link, the target goes.
    public func forget(_ files: [String]) throws(StoreError) {
        for file in files {
            let location = try reader.locate(file)
            try removeLeftovers(beside: location, of: file, Array(0..<TemporaryName.limit))
            try self.files.remove(location.path)
            store.settleWarning(about: location.path)
            try self.files.synchronizeFolder(FileAccess.folder(of: location.path))
        }
    }

    // MARK: Steps of a commit

    /// A change whose new content stands ready in a temporary file.
    private struct Step {
        let change: DocumentChange
        /// The path that is replaced.
        let path: String
        /// The file that takes its place; nil for a removal.
        let temporary: String?
    }

    private func prepare(_ changes: [DocumentChange], _ prepared: inout [String]) throws(StoreError) -> [Step]
    {
        var steps: [Step] = []
        for (index, change) in changes.enumerated() {
            try createFolder(of: change)
            let location = try reader.locate(change.file)
            try compare(location.contents, with: change)
            try removeLeftovers(beside: location, of: change.file, [index + 1])
            var temporary: String?
            if let after = change.after {
                guard after.count <= DocumentStore.maximumDocumentSize else {
                    throw .refused(
                        path: location.path, .wouldBeTooLarge(limit: DocumentStore.maximumDocumentSize))
                }
                let path = FileAccess.folder(of: location.path) + "/" + TemporaryName.name(index + 1)
                try create(path, after, mode: location.mode, for: location.path, &prepared)
                temporary = path
            }
            steps.append(Step(change: change, path: location.path, temporary: temporary))
        }
        return steps
    }

    /// Writes new content to a temporary file; an error names the document, since nobody knows the other.
    private func create(
        _ path: String, _ bytes: [UInt8], mode: UInt32, for target: String, _ prepared: inout [String]
    ) throws(StoreError) {
        prepared.append(path)
        do throws(StoreError) { try files.create(path, bytes, mode: mode) } catch {
            guard case .failed(let operation, _, let errno) = error else { throw error }
            throw .failed(operation, path: target, errno)
        }
    }

    private func createFolder(of change: DocumentChange) throws(StoreError) {
        guard change.before == nil, change.file.utf8.contains(UInt8(ascii: "/")) else { return }
        let folder = FileAccess.folder(of: store.path(of: change.file))
        if try files.status(folder) == nil { try files.createDirectory(folder) }
        // Even where it exists: whoever made it may have died before its name was on the disk.
        try files.synchronizeFolder(store.directory)
    }

    /// Makes the changes one after the other. Several recorded ones stand under a mark meanwhile, so that the next
    /// writer completes what a crash cut short, and takes nothing that was finished for that.
    private func perform(_ steps: [Step], isRecorded: Bool) throws(StoreError) {
        let isMarked = isRecorded && steps.count > 1
        if isMarked {
            try files.remove(changeMark)
            try files.create(changeMark, [], mode: 0o600)
            try files.synchronizeFolder(store.directory)
        }
        for step in steps { try perform(step) }
        if isMarked { try removeChangeMark() }
    }

    private var changeMark: String { store.path(of: TemporaryName.changeMark) }

    private func removeChangeMark() throws(StoreError) {
        try files.remove(changeMark)
        try files.synchronizeFolder(store.directory)
    }

    private func perform(_ step: Step) throws(StoreError) {
        try compareAgain(step)
        if let temporary = step.temporary {
            try files.rename(temporary, to: step.path, mustBeFree: step.change.before == nil)
        } else {
            try files.remove(step.path)
        }
        // What takes the place of a link's target has its mode.
        if step.temporary == nil || step.path == store.path(of: step.change.file) {
            store.settleWarning(about: step.path)
        }
        try files.synchronizeFolder(FileAccess.folder(of: step.path))
    }

    /// The final comparison; a link, a directory or the like that stands there now is somebody's change too.
    private func compareAgain(_ step: Step) throws(StoreError) {
        do throws(StoreError) {
            let contents = try files.read(step.path, limit: DocumentStore.maximumDocumentSize)?.bytes
            try compare(contents, with: step.change)
        } catch {
            guard case .refused = error else { throw error }
            throw .changedMeanwhile(path: store.path(of: step.change.file))
        }
    }

    /// Makes sure that documents which are as they should be stay so: a writer may have died, or failed, between
    /// giving them their names and synchronising these.
    private func synchronize(_ changes: [DocumentChange]) throws(StoreError) {
        for change in changes {
            let folder = FileAccess.folder(of: try reader.locate(change.file).path)
            if try files.status(folder) != nil { try files.synchronizeFolder(folder) }
        }
    }

    private func compare(_ contents: [UInt8]?, with change: DocumentChange) throws(StoreError) {
        guard contents == change.before else {
            throw .changedMeanwhile(path: store.path(of: change.file))
        }
    }

    // MARK: What can be taken back

    /// The change that `takeBack` would take back, as the record has it.
    public func undoRecord() throws(StoreError) -> UndoRecord? {
        try reader.undoRecord()
    }

    /// Forgets what could be taken back.
    public func clearUndo() throws(StoreError) {
        guard try files.remove(store.path(of: store.layout.undo)) else { return }
        store.settleWarning(about: store.path(of: store.layout.undo))
        try files.synchronizeFolder(store.directory)
    }

    /// Writes the record of some changes to a temporary file; nil where the record is to be removed.
    private func prepareUndo(
        of changes: [DocumentChange], _ undo: UndoPolicy, _ prepared: inout [String]
    ) throws(StoreError) -> String? {
        guard case .record(let account) = undo else { return nil }
        let path = store.path(of: TemporaryName.name(0))
        let bytes = UndoRecord(account: account, changes: changes).bytes
        try create(path, bytes, mode: 0o600, for: store.path(of: store.layout.undo), &prepared)
        return path
    }

    private func put(_ record: String?) throws(StoreError) {
        guard let record else { return try clearUndo() }
        try files.rename(record, to: store.path(of: store.layout.undo), mustBeFree: false)
        store.settleWarning(about: store.path(of: store.layout.undo))
        try files.synchronizeFolder(store.directory)
    }

    private func isUntouched(_ changes: [DocumentChange]) throws(StoreError) -> Bool {
        for change in changes where try contents(of: change.file) != change.before { return false }
        return true
    }

    // MARK: Before the first change

    /// Creates the directory where it does not exist.
    ///
    /// Where there is no lock file, nobody has written here yet, and whoever made the directory and those above it
    /// may have died before their names were on the disk.
    func prepareDirectory() throws(StoreError) {
        guard try files.status(store.path(of: store.layout.lock)) == nil else { return }
        try files.createDirectory(store.directory)
        var path = store.directory
        while path != "/", try files.status(path + "/.")?.owner == store.fileSystem.user {
            path = FileAccess.folder(of: path)
            do throws(StoreError) { try files.synchronizeFolder(path) } catch {
                // What this user cannot list was not made by this user's program.
                guard error == .failed(.write, path: path, .accessDenied) else { throw error }
            }
        }
    }

    // MARK: After a crash

    /// Removes the temporary files and the folder draft of a writer that died.
    func removeLeftovers() throws(StoreError) {
        try FolderDraft.discard(files, store.path(of: FolderDraft.name))
        for folder in [store.directory] + store.layout.folders.map(store.path) {
            for index in 0..<TemporaryName.limit {
                try files.remove(folder + "/" + TemporaryName.name(index))
            }
        }
    }

    /// Removes temporary files of these numbers from the folder of a link's target, which `removeLeftovers` does
    /// not know.
    private func removeLeftovers(
        beside location: DocumentReader.Location, of file: String, _ numbers: [Int]
    ) throws(StoreError) {
        guard location.path != store.path(of: file) else { return }
        for number in numbers {
            try files.remove(FileAccess.folder(of: location.path) + "/" + TemporaryName.name(number))
        }
    }

    /// Completes the change of several documents that a writer died in.
    func completeChange() throws(StoreError) {
        // Read in any case: a record that cannot be accepted may hold what its owner wants back, so it is not
        // replaced.
        let record = try undoRecord()
        guard try files.status(changeMark) != nil else { return }
        if let record {
            let rest = try remainder(of: record.changes)
            var prepared: [String] = []
            for step in try prepare(rest, &prepared) { try perform(step) }
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
