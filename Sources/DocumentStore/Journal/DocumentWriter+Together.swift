internal import PlainValues

// Changes of several documents, each first written down in a `Journal`.
extension DocumentWriter {
    /// Up to this many names are synchronised one by one: those of one change, even if a link leads out of the
    /// directory.
    private static let mostSynchronizedAlone = 8

    enum EntryState {
        /// The document has its new content.
        case made
        /// It has neither content, and the new one is gone: it was changed, and then again.
        case changedSince
        /// It has its old content and can be changed.
        case open(DocumentReader.Location)
        /// It has other content, or is something else now: another process was faster. With the error, if it may not be
        /// read.
        case inTheWay(StoreError? = nil)
        /// It has its old content, and the new one is gone: it was changed back, or this is a copy of the folder that
        /// is older than the document.
        case missing
    }

    /// Makes several changes, all or none, durable before it returns.
    ///
    /// - Parameter record: the new undo record; nil if the present one stays.
    func commitTogether(_ changes: [DocumentChange], record: UndoRecord?) throws(StoreError) {
        let journal = try holdingLock(Journal.make(in: directory.folder, .undoes, files))
        defer { journal.close() }
        do throws(StoreError) {
            try holdingLock(writeDown(changes, in: journal, record: record))
        } catch {
            if case .halfway = error { throw error }
            try? journal.remove()
            throw error
        }
        let obstacle: StoreError?
        do throws(StoreError) {
            obstacle = try holdingLock(placeTogether(journal))
        } catch { throw .halfway(error) }
        if let obstacle { throw obstacle }
    }

    private func writeDown(
        _ changes: [DocumentChange], in journal: Journal, record: UndoRecord?
    ) throws(StoreError) {
        for change in changes { try writeDown(change, in: journal) }
        if let record { try journal.add(record.bytes(in: store.layout)) }
        try journal.synchronize()
        for change in changes { _ = try locate(change) }
        try mark(journal)
    }

    private func writeDown(_ change: DocumentChange, in journal: Journal) throws(StoreError) {
        try createFolder(of: change)
        let location = try locate(change)
        try requireSize(change.after, location.path)
        store.warn(try journal.add(change, location.permissions), location.permissions, location.path)
    }

    /// The point of no return: an error after it is `halfway`.
    ///
    /// - Parameter last: the change of a document at the top of the directory that is made after the others.
    func mark(_ journal: Journal, last: DocumentChange? = nil) throws(StoreError) {
        try setAsideDamagedUndo()
        try journal.complete(with: last)
        try requireLock()
        try requireWanted()
        try journal.commit()
        do throws(StoreError) { try journal.synchronizeNames() } catch { throw .halfway(error) }
    }

    /// Puts the journal's undo record in place, durably, if there is one and that has not been done.
    func placeRecord(of journal: Journal) throws(StoreError) {
        let record = journal.recordPlace
        guard try files.status(record) != nil else { return }
        let undo = place(of: store.layout.undo)
        try requireLock()
        do throws(StoreError) { try files.rename(record, to: undo, mustBeFree: false) } catch {
            guard error.errno == .crossDevice else { throw error }
            guard let bytes = try files.read(record, limit: Self.largestRecord)?.bytes else { return }
            try files.replace(undo, by: place(of: TemporaryName.ofUndo[0]), with: bytes)
            try files.remove(record)
        }
        store.settleWarning(about: undo.path)
        try synchronizeFolders(of: [undo, record])
    }

    /// In bytes; beyond any.
    private static let largestRecord = 1 << 40

    /// - Returns: why nothing was changed in the end; nil if everything was.
    private func placeTogether(_ journal: Journal) throws(StoreError) -> StoreError? {
        let entries = try allEntries(of: journal)
        // Many names are synchronised together: until then the journal can complete them.
        let areMany = entries.count > Self.mostSynchronizedAlone
        for entry in entries {
            let state = try place(entry, of: journal, synchronously: !areMany)
            if case .made = state { continue }
            for entry in entries.reversed() { try undo(entry, of: journal) }
            try journal.end()
            try? journal.remove()
            if case .inTheWay(let error?) = state { return error }
            return .changedMeanwhile(path: store.path(of: entry.file))
        }
        if areMany { try synchronizeDocuments(of: journal) }
        // Last, so that a change which is undone above leaves the former record; until then the journal has it.
        try placeRecord(of: journal)
        try journal.end()
        // The change is made; the next writer removes what cannot be removed now.
        try? journal.remove()
        return nil
    }

    func allEntries(of journal: Journal) throws(StoreError) -> [JournalEntry] {
        let reader = try journal.committedEntries()
        var entries: [JournalEntry] = []
        while let entry = try reader.next() { entries.append(entry) }
        return entries
    }

    // MARK: One document

    /// Compares a document once more and renames the new one to its name.
    func place(
        _ entry: JournalEntry, of journal: Journal, synchronously: Bool
    ) throws(StoreError) -> EntryState {
        try requireLock()
        let replacement = try journal.place(.new, entry.file)
        if entry.before == nil, !store.layout.linkable.contains(entry.file) {
            // What is in the way or missing is looked at below.
            if let replacement,
                let place = try? reader.folder(of: entry.file)?[FileAccess.name(of: entry.file)],
                (try? files.rename(replacement, to: place, mustBeFree: true)) != nil
            {
                if synchronously { try synchronizeFolders(of: [place, replacement]) }
                return .made
            }
            try createFolder(of: DocumentChange(entry.file, before: nil, after: nil))
        }
        var state = try state(of: entry, journal)
        guard case .open(let location) = state, let place = location.place else { return state }
        let neighbours = location.isLinked ? try excludeNeighbours(from: place.folder) : nil
        defer { if let neighbours { store.fileSystem.close(neighbours) } }
        if neighbours != nil {
            state = try self.state(of: entry, journal)
            guard case .open(let again) = state, again.isSamePlace(as: place) else { return state }
        }
        if entry.after != nil {
            guard let replacement else { return .missing }
            do throws(StoreError) {
                try move(replacement, to: location, place, mustBeFree: entry.before == nil)
            } catch {
                guard case .changedMeanwhile = error else { throw error }
                return .inTheWay()
            }
        } else {
            try files.remove(place)
        }
        if !location.isLinked || entry.after == nil { store.settleWarning(about: place.path) }
        if synchronously { try synchronizeFolders(of: [place] + (entry.after == nil ? [] : [replacement])) }
        return .made
    }

    /// Renames the folder of new documents as a whole, if there is no such folder yet; tells whether that was so.
    func placeFolder(_ name: String, of journal: Journal) throws(StoreError) -> Bool {
        try requireLock()
        guard try isNew(name, in: journal), let replacement = try journal.folder(.new, name),
            let replacementPlace = try journal.place(.new, name)
        else { return false }
        let place = place(of: name)
        try giveFolder(replacement, for: place.path)
        try files.synchronizeFolder(replacement)
        return (try? files.rename(replacementPlace, to: place, mustBeFree: true)) != nil
    }

    /// Whether the folder of documents does not exist yet, so that there is nothing to compare.
    func isNew(_ name: String, in journal: Journal) throws(StoreError) -> Bool {
        guard journal.count.old == 0 else { return false }
        return try files.status(place(of: name)) == nil
    }

    /// Makes sure that a document is as it was when its change was written down, and writable.
    func compare(_ entry: JournalEntry) throws(StoreError) {
        let path = store.path(of: entry.file)
        if entry.before == nil {
            let place = try reader.folder(of: entry.file)?[FileAccess.name(of: entry.file)]
            guard let place, try files.status(place) != nil else { return }
            throw .changedMeanwhile(path: path)
        }
        let location = try reader.locate(entry.file)
        guard location.contents.map({ ContentDigest($0) }) == entry.before else {
            throw .changedMeanwhile(path: path)
        }
        try requireWritable(location)
    }

    /// Restores a document, unless it was changed since.
    func undo(_ entry: JournalEntry, of journal: Journal) throws(StoreError) {
        guard let location = try locateIfOwn(entry), let place = location.place,
            location.contents.map({ ContentDigest($0) }) == entry.after,
            entry.before != entry.after
        else { return }
        try requireLock()
        if entry.before == nil {
            try files.remove(place)
            return try synchronizeFolders(of: [place])
        }
        guard let old = try journal.place(.old, entry.file), try files.status(old) != nil else { return }
        try move(old, to: location, place, mustBeFree: entry.after == nil)
        try synchronizeFolders(of: [place, old])
    }

    /// Makes sure that the names of all documents, and of what is left in the journal, are on the disk.
    func synchronizeDocuments(of journal: Journal) throws(StoreError) {
        try files.synchronizeFolder(directory.folder)
        for name in store.layout.folders where try files.status(place(of: name))?.kind == .directory {
            if let documents = try files.folder(place(of: name)) { try files.synchronizeFolder(documents) }
        }
        for name in [""] + store.layout.folders {
            for side in Journal.Side.allCases {
                if let sides = try journal.folder(side, name) { try files.synchronizeFolder(sides) }
            }
        }
    }

    private func synchronizeFolders(of places: [Place?]) throws(StoreError) {
        for place in places { if let place { try files.synchronizeFolder(place.folder) } }
    }

    /// Gives a finished file a document's name, by a copy beside the document if that is on another file system.
    private func move(
        _ replacement: Place, to location: DocumentReader.Location, _ place: Place, mustBeFree: Bool
    ) throws(StoreError) {
        do throws(StoreError) {
            return try files.rename(replacement, to: place, mustBeFree: mustBeFree)
        } catch { guard error.errno == .crossDevice else { throw error } }
        guard let bytes = try files.read(replacement, limit: DocumentStore.maximumUndoSize)?.bytes else {
            throw .failed(.read, path: replacement.path, .noEntry)
        }
        let copy = temporaryPlace(1, for: location, in: place.folder)
        try files.replace(place, by: copy, with: bytes, location.permissions, mustBeFree: mustBeFree)
        try files.remove(replacement)
    }

    func state(of entry: JournalEntry, _ journal: Journal) throws(StoreError) -> EntryState {
        let replacement = try journal.place(.new, entry.file)
        var isReady = entry.after == nil
        if let replacement, try files.status(replacement) != nil { isReady = true }
        let location: DocumentReader.Location
        do throws(StoreError) { location = try reader.locate(entry.file) } catch {
            guard error.isAboutOther else { throw error }
            return isReady ? .inTheWay(error.errno == nil ? nil : error) : .changedSince
        }
        let present = location.contents.map { ContentDigest($0) }
        if present == entry.after { return .made }
        guard present == entry.before else { return isReady ? .inTheWay() : .changedSince }
        guard isReady else { return .missing }
        return location.status?.isWriteProtected == true ? .inTheWay() : .open(location)
    }

    /// Nil if the document has become something that the store does not touch or read.
    private func locateIfOwn(_ entry: JournalEntry) throws(StoreError) -> DocumentReader.Location? {
        do throws(StoreError) { return try reader.locate(entry.file) } catch {
            guard error.isAboutOther else { throw error }
            return nil
        }
    }
}

extension StoreError {
    /// Whether a document has become something that the store does not touch or may not read.
    fileprivate var isAboutOther: Bool { if case .refused = self { true } else { errno == .accessDenied } }
}
