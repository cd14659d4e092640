/// Changes the documents of a store; used only inside `DocumentStore.writing`, which holds the lock.
package final class DocumentWriter {
    package let store: DocumentStore
    /// Open since the lock was taken; everything is done relative to it.
    let directory: Folder
    private let lock: FileDescriptor
    /// Locks that keep writers of other directories, who hold other locks, away from the targets of links; `temporary`
    /// is a lock file that is removed on release.
    var neighbourLocks: [(file: FileDescriptor, temporary: Place?)] = []
    /// A lock beside a link's target that another writer held; the directory's own is released before waiting for it.
    var busyNeighbour: Place?
    /// The newest change's number and the folder of records, once looked up.
    var lastChange: Int?
    /// Decided changes whose writers live, and where their texts are.
    var livingChanges: [Int] = []
    var livingSlots: Set<Int> = []
    var openHistory: Folder?
    private var openFolders: [String: Folder] = [:]
    /// What was changed, to be reported once the lock is released.
    private(set) var unreported: [MadeChange] = []
    let files: FileAccess
    package let reader: DocumentReader

    init(_ store: DocumentStore, _ directory: Folder, lock: FileDescriptor) {
        self.store = store
        self.directory = directory
        self.lock = lock
        files = store.files
        reader = DocumentReader(store, directory: directory)
    }

    /// Makes changes, durable before it returns; all or none, even through a crash.
    ///
    /// Each document is compared with `before`. All new texts and the record are on the disk before the change is
    /// decided, so a full disk changes nothing. Then each document is compared once more and renamed. Changes without
    /// effect are left out; if none remains, nothing is written.
    ///
    /// Renewals, and changes of documents without a history, have no record and are made one by one, each durable before
    /// the next: the first ones are a valid state by themselves.
    ///
    /// - Parameters:
    ///   - wanted: at most `TemporaryName.limit - 1` changes if they are renewals.
    ///   - isWhole: whether to throw if any document was left; else only if all were.
    /// - Returns: the documents that were left alone, because another process changed them at the last moment.
    /// - Throws: `changedMeanwhile` if a document is not as in `before`; `refused` with `writeProtected` if its owner
    ///   may not write to it; `cancelled`; `halfway` around an error after the change was decided, and around
    ///   `changedMeanwhile` if the others were changed.
    @discardableResult
    package func commit(
        _ wanted: [DocumentChange], as kind: ChangeKind = .change, isWhole: Bool = true
    ) throws(StoreError) -> [RecordedChange] {
        let changes = wanted.filter { $0.before != $0.after }
        guard !changes.isEmpty else {
            try synchronize(wanted)
            return []
        }
        var made = MadeChange(changes, store.layout, isRenewal: kind == .renewal)
        var isMade = false
        defer { if isMade { unreported.append(made) } }
        do throws(StoreError) {
            try excludeNeighbours(from: changes.map(\.file))
            guard kind != .renewal, changes.contains(where: { store.layout.isRecorded($0.file) }) else {
                if kind == .renewal { try note(changes) }
                try replace(changes)
                isMade = true
                return []
            }
            // Undoing may restore `undone`: noted like a login's new hash, so earlier changes can still be undone.
            // A recurring change restores the text before the first one, which is no other hash of this password.
            let isFirst = if case .recurring(after: .some) = kind { false } else { true }
            try note(
                changes.filter { isFirst && $0.undone != $0.before }.map {
                    DocumentChange($0.file, before: $0.before, after: $0.undone)
                })
            let change = try decideTogether(changes, kind)
            made.number = change.number
            try halfwayIfFailing(holdingLock(complete(change)))
            made.remove(change.left.map(\.file))
            isMade = change.made > 0
            if isWhole || change.made == 0 { try change.requireNothingLeft(in: store) }
            return change.left
        } catch {
            if case .halfway = error { isMade = true }
            throw error
        }
    }

    /// Writes changes down and decides them, all under the lock.
    private func decideTogether(
        _ changes: [DocumentChange], _ kind: ChangeKind
    ) throws(StoreError) -> DecidedChange {
        let locations = try holdingLock(prepare(changes))
        var draft = try holdingLock(beginDraft(count: changes.count))
        defer { draft.close() }
        do throws(StoreError) {
            for (change, location) in zip(changes, locations) {
                store.warn(try draft.add(change, at: location))
            }
            return try decide(&draft, kind) { () throws(StoreError) in
                // One document alone is compared after the decision, and then nothing is made.
                if changes.count > 1 { try compareAgain(changes, locations) }
            }
        } catch {
            if case .halfway = error { throw error }
            // The process that now holds the lock may use the same temporary names.
            guard !hasLostLock else { throw .lockLost(path: lockPlace.path) }
            // If this fails, the next writer does it.
            try? draft.discard()
            throw error
        }
    }

    private func prepare(_ changes: [DocumentChange]) throws(StoreError) -> [DocumentReader.Location] {
        for change in changes { try createFolder(of: change) }
        return try changes.map { change throws(StoreError) in
            let location = try locate(change)
            try store.requireSize(of: change.after, for: location.path)
            return location
        }
    }

    private func compareAgain(
        _ changes: [DocumentChange], _ locations: [DocumentReader.Location]
    ) throws(StoreError) {
        for (change, location) in zip(changes, locations) {
            // A link may lead elsewhere by now.
            guard let place = try locate(change).place, let known = location.place, place.isSame(as: known)
            else { throw .changedMeanwhile(path: store.path(of: change.file)) }
        }
    }

    /// Does all that remains of a decided change.
    func complete(_ change: DecidedChange) throws(StoreError) {
        _ = try install(change) { false }
        try finish(change)
        noteFinished(change.number)
    }

    /// Replaces documents one by one, without a record.
    private func replace(_ changes: [DocumentChange]) throws(StoreError) {
        var texts: [Place] = []
        var hasBegun = false
        do throws(StoreError) {
            let ready = try changes.enumerated().map { index, change throws(StoreError) in
                try createFolder(of: change)
                let location = try locate(change)
                guard let place = location.place else { throw .failed(.write, path: location.path, .noEntry) }
                guard let after = change.after else { return (change, place, nil as Place?) }
                try store.requireSize(of: after, for: location.path)
                let text = temporaryPlace(index + 1, for: location, in: place.folder)
                // A dead writer's file may be here: if the link led elsewhere, the cleanup did not find it.
                if location.isLinked { try files.remove(text) }
                texts.append(text)
                store.warn(try files.create(text, for: location.path, after, location.permissions))
                return (change, place, text)
            }
            try requireWanted()
            for (change, place, text) in ready {
                let location = try locate(change)
                guard location.place?.isSame(as: place) == true else {
                    throw .changedMeanwhile(path: store.path(of: change.file))
                }
                try requireLock()
                if let text {
                    try files.rename(text, to: place, mustBeFree: change.before == nil)
                } else {
                    try files.remove(place)
                }
                hasBegun = true
                if !location.isLinked || change.after == nil { store.resolveWarning(about: place.path) }
                try files.synchronizeFolder(place.folder)
            }
        } catch { throw abandon(texts, after: error, hasBegun: hasBegun) }
    }

    /// Removes documents irrevocably, readable or not; for a link, its target. Throws `refused`, before anything is
    /// removed, if one is not a regular file of this user.
    package func forget(_ files: [String]) throws(StoreError) {
        try excludeNeighbours(from: files)
        let places = try files.map { file throws(StoreError) in try reader.locateUnread(file) }
        var hasBegun = false
        var forgotten = MadeChange([], store.layout)
        defer { unreported.append(forgotten) }
        do throws(StoreError) {
            for (file, place) in zip(files, places) {
                try requireLock()
                guard let place, try self.files.remove(place) else { continue }
                hasBegun = true
                // The former content may be unreadable, so it counts as unknown.
                forgotten.add(DocumentChange(file, before: nil, after: nil), store.layout)
                store.resolveWarning(about: place.path)
                try self.files.synchronizeFolder(place.folder)
            }
        } catch { throw abandon([], after: error, hasBegun: hasBegun) }
    }

    /// Releases the lock, and only then notifies the store's observer, as that may have to wait.
    func releaseLock() {
        for lock in neighbourLocks {
            if let temporary = lock.temporary { _ = try? files.remove(temporary) }
            files.system.close(lock.file)
        }
        neighbourLocks = []
        files.release(lock)
        for change in unreported { store.report(change, reader) }
        unreported = []
    }

    /// Cleans up after a failed change; returns the error to throw, which says whether the change had begun.
    private func abandon(_ texts: [Place], after error: StoreError, hasBegun: Bool) -> StoreError {
        guard !hasLostLock else {
            // Nothing is removed: the process that now holds the lock may use the same temporary names.
            let lost = StoreError.lockLost(path: lockPlace.path)
            return hasBegun ? .halfway(lost) : lost
        }
        for text in texts { _ = try? files.remove(text) }
        return hasBegun ? .halfway(error) : error
    }

    /// For work after the point of no return.
    func halfwayIfFailing<Result>(
        _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch {
            if case .halfway = error { throw error }
            throw .halfway(error)
        }
    }

    /// The folder of a document, or the directory itself; nil if there is none. A folder is opened once while the lock is
    /// held.
    func folder(of file: String) throws(StoreError) -> Folder? {
        let name = FileAccess.folder(of: file)
        if let folder = openFolders[name] { return folder }
        let folder = try reader.folder(of: file)
        openFolders[name] = folder
        return folder
    }

    private var lockPlace: Place { place(of: store.layout.lock) }

    func place(of name: String) -> Place { directory[name] }

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

    func temporaryPlace(
        _ index: Int, for location: DocumentReader.Location, in folder: Folder
    ) -> Place {
        let linked = TemporaryName.name(index, ofDirectory: directory.realPath)
        return folder[location.isLinked ? linked : TemporaryName.name(index)]
    }

    /// Also checks that the document is as expected and writable.
    private func locate(_ change: DocumentChange) throws(StoreError) -> DocumentReader.Location {
        let location = try reader.locate(change.file, in: folder(of: change.file))
        guard location.contents == change.before else {
            throw .changedMeanwhile(path: store.path(of: change.file))
        }
        try location.status?.requireWritable(location.path)
        return location
    }

    /// Creates a new document's folder if necessary; it has a temporary name until it has its permissions.
    func createFolder(of change: DocumentChange) throws(StoreError) {
        guard change.before == nil, change.file.utf8.contains(UInt8(ascii: "/")) else { return }
        try createFolder(named: FileAccess.folder(of: change.file))
    }

    /// Creates a folder of documents if necessary, and returns whether it was.
    @discardableResult
    func createFolder(named name: String) throws(StoreError) -> Bool {
        let folder = place(of: name)
        let isMissing = try files.status(folder) == nil
        if isMissing {
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
        try files.synchronizeFolder(directory)
        return isMissing
    }

    func giveFolder(_ folder: Folder, for path: String) throws(StoreError) {
        guard let status = directory.opened, let group = reader.arrangement.group else { return }
        // If new files inherit the directory's group, they also do so in the folder.
        let permissions = Permissions(mode: 0o750 | status.mode & 0o2000, group: group)
        store.warn(try files.give(permissions, at: folder.itself, .directory, for: path))
    }

    /// Makes unchanged documents durable: their writer may have died between rename and synchronisation.
    func synchronize(_ changes: [DocumentChange]) throws(StoreError) {
        for change in changes {
            if let place = try reader.locate(change.file).place { try files.synchronizeFolder(place.folder) }
        }
    }
}
