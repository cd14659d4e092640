// Changes of several documents, each first written to a `Journal`.
extension DocumentWriter {
    /// Up to this many names are synchronised one by one, even where a link leads out of the directory.
    private static let mostSynchronizedAlone = 8

    /// Makes all changes or none, durable before it returns; returns the number of the record.
    func commitTogether(_ changes: [DocumentChange], _ kind: ChangeKind) throws(StoreError) -> Int {
        try excludeNeighbours(from: changes.map(\.file))
        let journal = try holdingLock(Journal.make(in: directory.folder, .undoes, files, store.layout))
        defer { journal.close() }
        let number: Int
        do throws(StoreError) {
            number = try holdingLock(writeDown(changes, in: journal, kind))
        } catch {
            if case .halfway = error { throw error }
            try? journal.remove()
            throw error
        }
        let obstacle = try halfwayIfFailing(holdingLock(installAll(journal, number)))
        if let obstacle { throw obstacle }
        return number
    }

    /// For work after the first document was changed, or after the point of no return.
    func halfwayIfFailing<Result>(
        _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch { throw .halfway(error) }
    }

    private func writeDown(
        _ changes: [DocumentChange], in journal: Journal, _ kind: ChangeKind
    ) throws(StoreError) -> Int {
        for change in changes {
            try createFolder(of: change)
            let location = try locate(change.file, holding: .bytes(change.before))
            try store.requireSize(of: change.after, for: location.path)
            store.warn(try journal.add(change, location.permissions), location.permissions, location.path)
        }
        try journal.synchronize()
        for change in changes { _ = try locate(change.file, holding: .bytes(change.before)) }
        return try mark(journal, kind)
    }

    /// The point of no return: an error after it is `halfway`. Returns the number of the change.
    ///
    /// - Parameter last: a document at the top of the directory that is changed after the others.
    func mark(
        _ journal: Journal, _ kind: ChangeKind, last: DocumentChange? = nil
    ) throws(StoreError) -> Int {
        let number = try nextChange()
        _ = try historyFolder()
        try journal.complete(with: last, number) { head(of: $0, number, kind) }
        try requireLock()
        try requireWanted()
        try files.rename(journal.planPlace, to: journal.commitPlace, mustBeFree: false)
        try halfwayIfFailing(files.synchronizeFolder(journal.folder))
        return number
    }

    /// - Returns: why nothing was changed in the end; nil if everything was.
    private func installAll(_ journal: Journal, _ number: Int) throws(StoreError) -> StoreError? {
        let entries = try allEntries(of: journal)
        // Many names are synchronised together: until then the journal can complete them.
        let areMany = entries.count > Self.mostSynchronizedAlone
        for entry in entries {
            let change = try journal.ready(entry)
            let state = try install(change)
            if !areMany { try synchronize(change, state) }
            if state.isMade { continue }
            for entry in entries.reversed() { try undo(entry, of: journal) }
            try journal.end()
            try? journal.remove()
            return state.obstacle(store.path(of: entry.file))
        }
        if areMany { try synchronizeDocuments(of: journal) }
        // Last, so that a change that was undone above has no record; until now the journal keeps the record.
        try installRecord(of: journal, number)
        noteMade(number)
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

    /// If there is no folder of documents yet, renames the new one as a whole; returns whether it did.
    func installFolder(_ name: String, of journal: Journal) throws(StoreError) -> Bool {
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

    /// Checks that a document is as it was when its change was written down, and writable.
    func compare(_ entry: JournalEntry) throws(StoreError) {
        if entry.before == nil {
            let place = try reader.folder(of: entry.file)?[FileAccess.name(of: entry.file)]
            guard let place, try files.status(place) != nil else { return }
            throw .changedMeanwhile(path: store.path(of: entry.file))
        }
        _ = try locate(entry.file, holding: .digest(entry.before))
    }

    /// Restores a document unless it has changed since.
    func undo(_ entry: JournalEntry, of journal: Journal) throws(StoreError) {
        guard entry.before != entry.after else { return }
        let change = try journal.ready(entry, .old)
        try synchronize(change, install(change))
    }

    /// Makes the names of all documents, and of what is left in the journal, durable.
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
}
