/// Changes the documents of a store; used only inside `DocumentStore.writing`, which holds the lock.
package final class DocumentWriter {
    package let store: DocumentStore
    /// Open since the lock was taken; everything is done relative to it.
    let directory: FoundFolder
    private let lock: FileDescriptor
    /// Locks that keep writers of other directories, who hold other locks, away from the targets of links; `temporary`
    /// is a lock file that is removed on release.
    var neighbourLocks: [(file: FileDescriptor, temporary: Place?)] = []
    /// A lock beside a link's target that another writer held; the directory's own is released before waiting for it.
    var busyNeighbour: Place?
    /// The last change's number and the folder of records, once looked up.
    var lastChange: Int?
    var openHistory: Folder?
    var files: FileAccess { FileAccess(system: store.fileSystem, queue: store.queue) }
    package var reader: DocumentReader { DocumentReader(store, directory: directory) }

    init(_ store: DocumentStore, _ directory: FoundFolder, lock: FileDescriptor) {
        self.store = store
        self.directory = directory
        self.lock = lock
    }

    /// Makes changes in order, durable before it returns.
    ///
    /// All new content is on the disk before anything takes effect, so a full disk changes nothing. Then the record of
    /// a single change gets its name, durably, and the document its content, after a last comparison with `before`.
    /// Changes without effect are left out; if none remains, nothing is written.
    ///
    /// Several changes are made all or none, even through a crash. Renewals, however, are made one by one, each durable
    /// before the next: the first ones are a valid state by themselves.
    ///
    /// - Parameter wanted: at most `TemporaryName.limit - 1` changes if they are renewals.
    /// - Throws: `changedMeanwhile` if a document is not as in `before`; `refused` with `writeProtected` if its owner
    ///   may not write to it; `cancelled`; `halfway` around an error after the first document was changed.
    package func commit(_ wanted: [DocumentChange], as kind: ChangeKind = .change) throws(StoreError) {
        let changes = wanted.filter { $0.before != $0.after }
        guard !changes.isEmpty else { return try synchronize(wanted) }
        try store.reporting(changes, isRenewal: kind == .renewal) { () throws(StoreError) -> Int? in
            if kind == .renewal {
                try note(changes)
            } else {
                // Undoing may restore `undone`: noted like a login's new hash, so earlier changes can still be undone.
                // A recurring change restores the text before the first one, which is no other hash of this password.
                let isFirst = if case .recurring(after: .some) = kind { false } else { true }
                try note(
                    changes.filter { isFirst && $0.undone != $0.before }.map {
                        DocumentChange($0.file, before: $0.before, after: $0.undone)
                    })
                guard changes.count == 1, changes[0].undone == changes[0].before else {
                    return try commitTogether(changes, kind)
                }
            }
            return try commitSingly(changes, kind)
        }
    }

    /// Makes changes one by one, each durable before the next. At most one has a record, whose number is returned.
    private func commitSingly(_ changes: [DocumentChange], _ kind: ChangeKind) throws(StoreError) -> Int? {
        try excludeNeighbours(from: changes.map(\.file))
        var attempt = Attempt()
        do throws(StoreError) {
            let ready = try prepare(changes, &attempt)
            try requireWanted()
            if kind != .renewal, store.layout.isRecorded(changes[0].file) {
                try put(recordOf: changes[0], kind, &attempt)
            }
            for change in ready {
                let state = try install(change)
                guard state.isMade else { throw state.obstacle(store.path(of: change.file)) }
                attempt.hasBegun = true
                try synchronize(change, state)
            }
        } catch { throw abandon(attempt, after: error) }
        if let number = attempt.record { noteMade(number, size: attempt.recordSize) }
        return attempt.record
    }

    /// Removes documents irrevocably, readable or not; for a link, its target. Throws `refused`, before anything is
    /// removed, if one is not a regular file of this user.
    package func forget(_ files: [String]) throws(StoreError) {
        try excludeNeighbours(from: files)
        let places = try files.map { file throws(StoreError) in try reader.locateUnread(file) }
        var attempt = Attempt()
        var forgotten = MadeChange([], store.layout)
        defer { store.noteReport(forgotten) }
        do throws(StoreError) {
            for (file, place) in zip(files, places) {
                try requireLock()
                guard let place, try self.files.remove(place) else { continue }
                attempt.hasBegun = true
                // The former content may be unreadable, so it counts as unknown.
                forgotten.add(DocumentChange(file, before: nil, after: nil), store.layout)
                store.resolveWarning(about: place.path)
                try self.files.synchronizeFolder(place.folder)
            }
        } catch { throw abandon(attempt, after: error) }
    }

    /// Releases the lock, and only then notifies the store's observer, as that may have to wait.
    func releaseLock() {
        for lock in neighbourLocks {
            if let temporary = lock.temporary { _ = try? files.remove(temporary) }
            files.system.close(lock.file)
        }
        neighbourLocks = []
        files.release(lock)
        for change in store.drainReports() { store.report(change, reader) }
    }

    struct Attempt {
        var prepared: [Place] = []
        var hasBegun = false
        /// The number and size in bytes of its record, if that was begun.
        var record: Int?
        var recordSize: Int?
    }

    /// Cleans up after a failed change; returns the error to throw, which says whether the change had begun.
    func abandon(_ attempt: Attempt, after error: StoreError) -> StoreError {
        guard !hasLostLock else {
            // Nothing is removed: the process that now holds the lock may use the same temporary names.
            let lost = StoreError.lockLost(path: lockPlace.path)
            return attempt.hasBegun ? .halfway(lost) : lost
        }
        for place in attempt.prepared { _ = try? files.remove(place) }
        guard !attempt.hasBegun else { return .halfway(error) }
        // If this fails, the next writer removes the record.
        if let number = attempt.record { try? remove(recordOf: number) }
        return error
    }

    private var lockPlace: Place { place(of: store.layout.lock) }

    func place(of name: String) -> Place { directory.folder[name] }

    var hasLostLock: Bool { (try? files.isStill(lock, lockPlace)) == false }

    /// Does work that another writer could spoil; if it fails and the lock is lost, throws `lockLost` instead.
    func holdingLock<Result>(
        _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch {
            if case .halfway = error { throw error }
            throw hasLostLock ? .lockLost(path: lockPlace.path) : error
        }
    }

    /// Called before every change of a name.
    func requireLock() throws(StoreError) {
        guard try files.isStill(lock, lockPlace) else { throw .lockLost(path: lockPlace.path) }
    }

    /// Lets the caller give up, right before the point of no return.
    func requireWanted() throws(StoreError) { guard !store.isCancelled() else { throw .cancelled } }

    func prepare(
        _ changes: [DocumentChange], _ attempt: inout Attempt
    ) throws(StoreError) -> [ReadyChange] {
        var ready: [ReadyChange] = []
        for (index, change) in changes.enumerated() {
            try createFolder(of: change)
            let location = try locate(change.file, holding: .bytes(change.before))
            guard let place = location.place else { throw .failed(.write, path: location.path, .noEntry) }
            var temporary: Place?
            if let after = change.after {
                try store.requireSize(of: after, for: location.path)
                let file = temporaryPlace(index + 1, for: location, in: place.folder)
                // A dead writer's file may be here: if the link led elsewhere, the cleanup did not find it.
                if location.isLinked { try files.remove(file) }
                try create(file, after, location.permissions, for: location.path, &attempt)
                temporary = file
            }
            ready.append(
                ReadyChange(
                    file: change.file, before: .bytes(change.before), after: .bytes(change.after),
                    replacement: temporary, target: place))
        }
        return ready
    }

    func temporaryPlace(
        _ index: Int, for location: DocumentReader.Location, in folder: Folder
    ) -> Place {
        let linked = TemporaryName.name(index, ofDirectory: directory.realPath)
        return folder[location.isLinked ? linked : TemporaryName.name(index)]
    }

    /// Also checks that the document is as expected and writable.
    func locate(
        _ file: String, holding expected: ReadyChange.Content
    ) throws(StoreError) -> DocumentReader.Location {
        let location = try reader.locate(file)
        guard expected.matches(location.contents) else {
            throw .changedMeanwhile(path: store.path(of: file))
        }
        try location.status?.requireWritable(location.path)
        return location
    }

    func create(
        _ place: Place, _ bytes: [UInt8], _ permissions: Permissions, for target: String,
        _ attempt: inout Attempt
    ) throws(StoreError) {
        attempt.prepared.append(place)
        let given = try files.attributingErrors(to: target, files.create(place, bytes, permissions))
        store.warn(given, permissions, target)
    }

    /// Creates a new document's folder if necessary; it has a temporary name until it has its permissions.
    func createFolder(of change: DocumentChange) throws(StoreError) {
        guard change.before == nil, change.file.utf8.contains(UInt8(ascii: "/")) else { return }
        let folder = place(of: FileAccess.folder(of: change.file))
        if try files.status(folder) == nil {
            let temporary = place(of: TemporaryName.folder)
            try files.makeDirectory(temporary)
            if let made = try files.folder(temporary) {
                try giveFolder(made, for: folder.path)
                // Before the rename: otherwise, after a power cut, the group could not read it.
                try files.synchronizeFolder(made)
            }
            try requireLock()
            try files.rename(temporary, to: folder, mustBeFree: false)
        }
        // Even if it exists: its creator may have died before its name was on the disk.
        try files.synchronizeFolder(directory.folder)
    }

    func giveFolder(_ folder: Folder, for path: String) throws(StoreError) {
        guard let status = directory.folder.opened, let group = status.sharedGroup else { return }
        // If new files inherit the directory's group, they also do so in the folder.
        let permissions = Permissions(mode: 0o750 | status.mode & 0o2000, group: group)
        store.warn(try files.give(permissions, at: folder.itself, .directory), permissions, path)
    }

    /// Makes unchanged documents durable: their writer may have died between rename and synchronisation.
    func synchronize(_ changes: [DocumentChange]) throws(StoreError) {
        for change in changes {
            if let place = try reader.locate(change.file).place { try files.synchronizeFolder(place.folder) }
        }
    }
}
