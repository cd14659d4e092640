internal import PlainValues

// Changes of several documents, each first written down in a `Journal`.
extension DocumentWriter {
    /// Up to this many names are synchronised one by one: those of one change, even if a link leads out of the
    /// directory.
    private static let mostSynchronizedAlone = 8

    /// The state of one document's planned change.
    enum StepState {
        /// The document has its new content.
        case made
        /// It has neither content, and the new one is gone: it was changed, and then again.
        case changedSince
        /// It has its old content and can be changed.
        case open(DocumentReader.Location)
        /// It has other content, or is something else now: somebody was faster.
        case inTheWay
        /// It has its old content, and the new one is gone: it was changed back, or this is a copy of the folder that
        /// is older than the document.
        case missing
    }

    /// Makes several changes, all or none, durable before it returns.
    ///
    /// - Parameter record: the new undo record; nil, or one without changes, for none.
    func commitTogether(_ changes: [DocumentChange], record: UndoRecord?) throws(StoreError) {
        let record = record.flatMap { $0.changes.isEmpty ? nil : $0.bytes(in: store.layout) }
        if let record { try requireUndoSize(record) }
        let folder = try holdingLock(Journal.make(in: directory.folder, .undoes, files))
        defer { folder.close() }
        do throws(StoreError) {
            try holdingLock(writeDown(changes, in: folder, record: record))
        } catch {
            if case .halfway = error { throw error }
            try? folder.remove()
            throw error
        }
        do throws(StoreError) {
            try holdingLock(placeTogether(folder))
        } catch {
            if case .changedMeanwhile = error { throw error }
            throw .halfway(error)
        }
    }

    private func writeDown(
        _ changes: [DocumentChange], in folder: Journal, record: [UInt8]?
    ) throws(StoreError) {
        for change in changes { try writeDown(change, in: folder) }
        try folder.synchronize()
        for change in changes { _ = try locate(change) }
        // Undoing is no longer offered only once it has been done.
        try mark(folder, record: record, undoFirst: record != nil)
    }

    private func writeDown(_ change: DocumentChange, in folder: Journal) throws(StoreError) {
        try createFolder(of: change)
        let location = try locate(change)
        try requireSize(change.after, location.path)
        store.warn(try folder.add(change, location.permissions), location.permissions, location.path)
    }

    private func requireUndoSize(_ record: [UInt8]) throws(StoreError) {
        let limit = DocumentStore.maximumUndoSize
        guard record.count > limit else { return }
        throw .refused(path: store.path(of: store.layout.undo), .wouldBeTooLarge(limit: limit))
    }

    /// The point of no return: an error after it is `halfway`.
    ///
    /// - Parameter undoFirst: whether the undo record is replaced or removed before the documents change.
    func mark(_ folder: Journal, record: [UInt8]?, undoFirst: Bool) throws(StoreError) {
        let name = store.layout.undo
        let undo = DocumentChange(name, before: try contents(of: name), after: record)
        try folder.complete(with: undo)
        try requireLock()
        try folder.commit()
        do throws(StoreError) {
            try folder.synchronizeNames()
            guard undoFirst, undo.before != undo.after else { return }
            _ = try place(JournalEntry(undo), of: folder, synchronously: true)
        } catch { throw .halfway(error) }
    }

    private func placeTogether(_ folder: Journal) throws(StoreError) {
        let steps = try allSteps(of: folder)
        // Many names are synchronised together: until then the journal can complete them.
        let areMany = steps.count > Self.mostSynchronizedAlone
        for step in steps {
            if case .made = try place(step, of: folder, synchronously: !areMany) { continue }
            for step in steps.reversed() { try undo(step, of: folder) }
            try folder.end()
            try? folder.remove()
            throw .changedMeanwhile(path: store.path(of: step.file))
        }
        if areMany { try synchronizeDocuments(of: folder) }
        try folder.end()
        // The change is made; the next writer removes what cannot be removed now.
        try? folder.remove()
    }

    func allSteps(of folder: Journal) throws(StoreError) -> [JournalEntry] {
        let reader = try folder.steps()
        var steps: [JournalEntry] = []
        while let step = try reader.next() { steps.append(step) }
        return steps
    }

    // MARK: One document

    /// Compares a document once more and renames the new one to its name.
    func place(
        _ step: JournalEntry, of folder: Journal, synchronously: Bool
    ) throws(StoreError) -> StepState {
        try requireLock()
        let draft = try folder.place(.new, step.file)
        if step.before == nil, !store.layout.linkable.contains(step.file) {
            // What is in the way or missing is looked at below.
            if let draft, let place = try? reader.folder(of: step.file)?[FileAccess.name(of: step.file)],
                (try? files.rename(draft, to: place, mustBeFree: true)) != nil
            {
                if synchronously { try synchronizeFolders(of: [place, draft]) }
                return .made
            }
            try createFolder(of: DocumentChange(step.file, before: nil, after: nil))
        }
        var state = try state(of: step, folder)
        guard case .open(let location) = state, let place = location.place else { return state }
        let neighbours = location.isLinked ? try excludeNeighbours(from: place.folder) : nil
        defer { if let neighbours { store.fileSystem.close(neighbours) } }
        if neighbours != nil {
            state = try self.state(of: step, folder)
            guard case .open(let again) = state, again.isSamePlace(as: place) else { return state }
        }
        if step.after != nil {
            guard let draft else { return .missing }
            do throws(StoreError) {
                try move(draft, to: location, place, mustBeFree: step.before == nil)
            } catch {
                guard case .changedMeanwhile = error else { throw error }
                return .inTheWay
            }
        } else {
            try files.remove(place)
        }
        if !location.isLinked || step.after == nil { store.settleWarning(about: place.path) }
        if synchronously { try synchronizeFolders(of: [place] + (step.after == nil ? [] : [draft])) }
        return .made
    }

    /// Renames the folder of new documents as a whole, if there is no such folder yet; tells whether that was so.
    func placeFolder(_ name: String, of folder: Journal) throws(StoreError) -> Bool {
        try requireLock()
        guard try isNew(name, in: folder), let draft = try folder.folder(.new, name),
            let draftPlace = try folder.place(.new, name)
        else { return false }
        let place = place(of: name)
        try giveFolder(draft, for: place.path)
        try files.synchronizeFolder(draft)
        return (try? files.rename(draftPlace, to: place, mustBeFree: true)) != nil
    }

    /// Whether the folder of documents does not exist yet, so that there is nothing to compare.
    func isNew(_ name: String, in folder: Journal) throws(StoreError) -> Bool {
        guard folder.count.old == 0 else { return false }
        return try files.status(place(of: name)) == nil
    }

    /// Makes sure that a document is as it was when its change was written down, and writable.
    func compare(_ step: JournalEntry) throws(StoreError) {
        let path = store.path(of: step.file)
        if step.before == nil {
            let place = try reader.folder(of: step.file)?[FileAccess.name(of: step.file)]
            guard let place, try files.status(place) != nil else { return }
            throw .changedMeanwhile(path: path)
        }
        let location = try reader.locate(step.file)
        guard location.contents.map({ ContentDigest($0) }) == step.before else {
            throw .changedMeanwhile(path: path)
        }
        try requireWritable(location)
    }

    /// Restores a document, unless it was changed since.
    func undo(_ step: JournalEntry, of folder: Journal) throws(StoreError) {
        guard let location = try locateIfOwn(step), let place = location.place,
            location.contents.map({ ContentDigest($0) }) == step.after,
            step.before != step.after
        else { return }
        try requireLock()
        if step.before == nil {
            try files.remove(place)
            return try synchronizeFolders(of: [place])
        }
        guard let old = try folder.place(.old, step.file), try files.status(old) != nil else { return }
        try move(old, to: location, place, mustBeFree: step.after == nil)
        try synchronizeFolders(of: [place, old])
    }

    /// Makes sure that the names of all documents, and of what is left in the journal, are on the disk.
    func synchronizeDocuments(of folder: Journal) throws(StoreError) {
        try files.synchronizeFolder(directory.folder)
        for name in store.layout.folders where try files.status(place(of: name))?.kind == .directory {
            if let documents = try files.folder(place(of: name)) { try files.synchronizeFolder(documents) }
        }
        for name in [""] + store.layout.folders {
            for side in Journal.Side.allCases {
                if let sides = try folder.folder(side, name) { try files.synchronizeFolder(sides) }
            }
        }
    }

    private func synchronizeFolders(of places: [Place?]) throws(StoreError) {
        for place in places { if let place { try files.synchronizeFolder(place.folder) } }
    }

    /// Gives a finished file a document's name, by a copy beside the document if that is on another file system.
    private func move(
        _ draft: Place, to location: DocumentReader.Location, _ place: Place, mustBeFree: Bool
    ) throws(StoreError) {
        do throws(StoreError) {
            return try files.rename(draft, to: place, mustBeFree: mustBeFree)
        } catch { guard error.errno == .crossDevice else { throw error } }
        guard let bytes = try files.read(draft, limit: DocumentStore.maximumUndoSize)?.bytes else {
            throw .failed(.read, path: draft.path, .noEntry)
        }
        let copy = temporaryPlace(1, for: location, in: place.folder)
        try files.replace(place, by: copy, with: bytes, location.permissions, mustBeFree: mustBeFree)
        try files.remove(draft)
    }

    func state(of step: JournalEntry, _ folder: Journal) throws(StoreError) -> StepState {
        let draft = try folder.place(.new, step.file)
        var isReady = step.after == nil
        if let draft, try files.status(draft) != nil { isReady = true }
        guard let location = try locateIfOwn(step) else { return isReady ? .inTheWay : .changedSince }
        let present = location.contents.map { ContentDigest($0) }
        if present == step.after { return .made }
        guard present == step.before else { return isReady ? .inTheWay : .changedSince }
        guard isReady else { return .missing }
        return location.status?.isWriteProtected == true ? .inTheWay : .open(location)
    }

    /// Nil if the document has become something that the store does not touch or read.
    private func locateIfOwn(_ step: JournalEntry) throws(StoreError) -> DocumentReader.Location? {
        do throws(StoreError) { return try reader.locate(step.file) } catch {
            if case .refused = error { return nil }
            guard error.errno == .accessDenied else { throw error }
            return nil
        }
    }
}
