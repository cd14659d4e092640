internal import RegappValues

/// A change that is being written down and has not been decided: nothing has happened to its documents.
///
/// As long as its writer lives, its record is locked, or the store's lock is held (`DocumentReader.isLocked` says which).
/// If that lock is free, the next writer removes the record and its texts. Each document's new text waits in a file of
/// its own (``TextPlaces``), complete with mode, group and access control list. Nothing of it is kept in memory, so any
/// number of documents can change.
final class ChangeDraft: Sendable {
    /// The slot of the writer that holds the store's lock from the first text to the last. Others have higher ones, and
    /// lock their records.
    static let lockHolder = 0
    /// How many changes of many documents can be written down at once.
    static let slots = 1...4
    /// The most texts that are synchronised one by one; for more, the whole file system is, if possible.
    private static let mostSynchronizedAlone = 64

    private struct State {
        /// Nil once it is decided or discarded.
        var record: RecordWriter?
        var places: TextPlaces
        var count = 0
        /// Digests of what each document was, if the lock is not held. The record alone does not tell all secrets apart.
        var befores: [ContentDigest] = []
        /// Texts whose content is not on the disk yet; of very many in folders of their own, only some.
        var unsynchronized: [Place] = []
        var unsynchronizedCount = 0
        /// All texts outside of folders of their own.
        var texts: [Place] = []
        /// The folders with texts, whose names are not on the disk yet.
        var folders: [Folder] = []
    }

    let place: Place
    let slot: Int
    private let history: Folder
    private let layout: StoreLayout
    private let files: FileAccess
    private let state: Locked<State>

    fileprivate init(
        _ record: RecordWriter, slot: Int, in history: Folder, _ writer: DocumentWriter
    ) {
        self.slot = slot
        self.history = history
        place = record.place
        layout = writer.store.layout
        files = writer.files
        state = Locked(
            State(
                record: record,
                places: TextPlaces(slot: slot, writer.directory.realPath, writer.store.layout)))
    }

    deinit { close() }

    var count: Int { state.withLock { $0.count } }

    // MARK: Writing down

    /// Writes a document's line and its new text; an empty file stands for a removal.
    ///
    /// - Parameter synchronously: whether the text's content is on the disk afterwards, or only after ``synchronize()``.
    /// - Returns: what to warn of if the text could not get all its permissions.
    func add(
        _ change: DocumentChange, at location: DocumentReader.Location, synchronously: Bool
    ) throws(StoreError) -> StoreWarning? {
        guard let document = location.place else { throw .failed(.write, path: location.path, .noEntry) }
        return try state.withLock { state throws(StoreError) in
            try state.record?.add(change) { () throws(StoreError) in
                if let status = try files.status(document) { return status }
                throw .changedMeanwhile(path: location.path)
            }
            state.count += 1
            if slot != Self.lockHolder { state.befores.append(ContentDigest(change.before ?? [])) }
            let text = try state.places.make(
                of: change.file, state.count, for: document, isLinked: location.isLinked, files)
            // A dead writer's file may be here: if the link led elsewhere, the cleanup did not find it.
            if location.isLinked { try files.remove(text) }
            if slot == Self.lockHolder || location.isLinked { state.texts.append(text) }
            if !state.folders.contains(where: { $0.isSame(as: text.folder) }) {
                state.folders.append(text.folder)
            }
            // The empty file's content needs no synchronisation.
            let after = change.after ?? []
            if !synchronously, !after.isEmpty {
                state.unsynchronizedCount += 1
                if slot == Self.lockHolder || state.unsynchronizedCount <= Self.mostSynchronizedAlone {
                    state.unsynchronized.append(text)
                }
            }
            let warning = try files.create(
                text, for: location.path, after, change.after == nil ? .private : location.permissions,
                synchronously: synchronously && !after.isEmpty)
            return change.after == nil ? nil : warning
        }
    }

    /// Makes everything written down so far durable, except the record's beginning and end.
    func synchronize() throws(StoreError) {
        let (files, isAll) = try state.withLock { state throws(StoreError) in
            let isAll = state.unsynchronizedCount <= Self.mostSynchronizedAlone
            // The documents of many are read from it again, to be compared.
            if slot != Self.lockHolder { try state.record?.flush() }
            if !isAll, try self.files.synchronizeFileSystem(of: history) {
                var isSynchronized = true
                // A link's target may be on another file system, and so may a folder of documents.
                for folder in state.folders where folder.opened?.device != history.opened?.device {
                    isSynchronized = try self.files.synchronizeFileSystem(of: folder) && isSynchronized
                }
                if isSynchronized {
                    state.unsynchronized = []
                    state.folders = []
                }
            }
            defer { state.unsynchronized = [] }
            return (state.unsynchronized, isAll)
        }
        for file in files { try self.files.synchronizeFile(file) }
        if !isAll, !files.isEmpty, slot != Self.lockHolder { try synchronizeTexts() }
        try synchronizeNames()
    }

    /// For file systems that can only be synchronised file by file.
    private func synchronizeTexts() throws(StoreError) {
        let lines = try self.lines()
        while let line = try lines.nextOfUndecided() {
            guard !line.isRemoval else { continue }
            if let text = state.withLock({ $0.places.inOpenFolder(line.file) }) {
                try files.synchronizeFile(text)
            }
        }
    }

    /// Makes the names of the texts durable. A single text needs no name: if it is lost, nothing has happened.
    private func synchronizeNames() throws(StoreError) {
        let (folders, count) = state.withLock { state in
            defer { state.folders = [] }
            return (state.folders, state.count)
        }
        guard count > 1 || slot != Self.lockHolder else { return }
        for folder in folders { try files.synchronizeFolder(folder) }
        for folder in state.withLock({ $0.places.parents }) { try files.synchronizeFolder(folder) }
    }

    /// Whether the document of a line, from 0, is as it was read for this change.
    func isAsRead(_ index: Int, _ contents: [UInt8]?) -> Bool {
        state.withLock { $0.befores[index] == ContentDigest(contents ?? []) }
    }

    /// What has been written down and flushed.
    func lines() throws(StoreError) -> RecordLines {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        return try RecordLines(file, layout, files)
    }

    // MARK: The end

    /// Completes the record and makes it durable.
    func complete(
        _ number: Int, _ author: ChangeAuthor, by user: UInt32, undoing other: Int?,
        for standing: ChangeHead.Standing?
    ) throws(StoreError) {
        try synchronizeNames()
        try state.withLock { state throws(StoreError) in
            try state.record?.finish(number, author, by: user, undoing: other, for: standing, slot: slot)
            if let file = state.record?.file {
                try files.call(.write, place.path, files.system.synchronize(file))
            }
        }
    }

    /// After its record was renamed: what remains to be done.
    func decided(_ number: Int) -> DecidedChange? {
        state.withLock { state in
            guard let record = state.record.take()?.file else { return nil }
            return DecidedChange(number, in: history, state.places, record: record, isOfAnother: false, files)
        }
    }

    /// Removes record and texts. Others take it for a living one's until all are gone.
    func discard() throws(StoreError) {
        defer { close() }
        let (texts, places) = state.withLock { ($0.texts, $0.places) }
        for text in texts { try files.remove(text) }
        try places.removeFolders(files)
        try files.remove(place)
    }

    /// Releases the lock; the next writer removes what is left.
    func close() {
        if let file = state.withLock({ $0.record.take()?.file }) { files.system.close(file) }
    }
}

extension DocumentWriter {
    /// Begins to write a change down.
    ///
    /// - Parameters:
    ///   - isOfMany: whether the lock will be released meanwhile.
    ///   - count: how many documents it has, if known.
    /// - Throws: `locked` if as many are being written down as can be at once.
    func beginDraft(isOfMany: Bool, count: Int) throws(StoreError) -> ChangeDraft {
        let history = try historyFolder()
        try requireLock()
        let slots = isOfMany ? Array(ChangeDraft.slots) : [ChangeDraft.lockHolder]
        for slot in slots where !livingSlots.contains(slot) {
            let place = history[StoreLayout.draft(slot)]
            guard let record = try RecordWriter.create(place, isLocked: isOfMany, store.layout, files) else {
                continue
            }
            let draft = ChangeDraft(record, slot: slot, in: history, self)
            // The texts of more changes than the next writer looks for by itself are found by this name.
            if !isOfMany, count >= TemporaryName.limit {
                do throws(StoreError) { try files.synchronizeFolder(history) } catch {
                    try? draft.discard()
                    throw error
                }
            }
            return draft
        }
        throw .locked(path: history[StoreLayout.draft(slots[0])].path)
    }
}
