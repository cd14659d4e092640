internal import RegappValues

/// A change that is being written down and has not been decided: nothing has happened to its documents.
///
/// As long as its writer lives, its record is locked, or the store's lock is held (`DocumentReader.isLocked` says which).
/// If that lock is free, the next writer removes the record and its texts. Each document's new text waits in a file of
/// its own (``TextPlaces``), complete with mode, group and access control list. No text is kept in memory, only a digest
/// for each document, so any number of documents can change.
struct ChangeDraft: Sendable {
    /// The slot of the writer that holds the store's lock from the first text to the last. Others have higher ones, and
    /// lock their records.
    static let lockHolder = 0
    /// How many changes of many documents can be written down at once.
    static let slots = 1...4
    /// The most texts that are synchronised one by one; for more, the whole file system is, if possible.
    private static let mostSynchronizedAlone = 64

    let place: Place
    let slot: Int
    private let history: Folder
    private let layout: StoreLayout
    private let files: FileAccess
    /// The folder of many documents, and what new ones get.
    private let documents: Folder?
    private let permissions: Permissions
    /// Nil once it is decided or discarded.
    private var record: RecordWriter?
    private var places: TextPlaces
    /// For the store's observer.
    private(set) var made: MadeChange
    /// Digests of what each document was, if the lock is not held. The record alone does not tell all secrets apart.
    private var befores: [ContentDigest?] = []
    /// Texts whose content is not on the disk yet; of very many, only some.
    private var unsynchronized: [Place] = []
    private var unsynchronizedCount = 0
    /// All texts outside of folders of their own.
    private var texts: [Place] = []
    /// Whether all documents are new, and in one folder that was made for them.
    private var areAllOfNewFolder: Bool
    /// The folders with texts, whose names are not on the disk yet.
    private var folders: [Folder] = []
    /// The inodes of the documents' folders, by name, and of the history.
    private var inodes: [String: UInt64] = [:]

    fileprivate init(
        _ record: RecordWriter, slot: Int, in history: Folder, of documents: Folder?, isNewFolder: Bool,
        _ permissions: Permissions, _ writer: DocumentWriter
    ) {
        self.slot = slot
        self.history = history
        self.documents = documents
        self.permissions = permissions
        self.record = record
        place = record.place
        layout = writer.store.layout
        files = writer.files
        places = TextPlaces(slot: slot, writer.directory, makesFolder: isNewFolder, layout)
        areAllOfNewFolder = isNewFolder
        made = MadeChange([], layout)
    }

    // MARK: Writing down

    /// Writes a document's line and its new text; an empty file stands for a removal.
    ///
    /// - Parameters:
    ///   - known: where the document is; nil for one of many.
    /// - Returns: what to warn of if the text could not get all its permissions.
    mutating func add(
        _ change: DocumentChange, at known: DocumentReader.Location? = nil
    ) throws(StoreError) -> StoreWarning? {
        let location = known ?? location(of: change.file)
        guard let document = location.place else { throw .failed(.write, path: location.path, .noEntry) }
        let target = location.isLinked ? FileAccess.path(document.folder.realPath, document.name) : nil
        let files = files
        try record?.add(change, target: target) { () throws(StoreError) in
            if let status = try files.status(document) { return status }
            throw .changedMeanwhile(path: location.path)
        }
        made.add(change, layout)
        if change.before != nil || FileAccess.folder(of: change.file) != documents?.place?.name {
            areAllOfNewFolder = false
        }
        if slot != Self.lockHolder { befores.append(change.before.map { ContentDigest($0) }) }
        if change.file.utf8.contains(UInt8(ascii: "/")), inodes.isEmpty {
            inodes[FileAccess.folder(of: change.file)] = document.folder.opened?.inode
            inodes[layout.history] = history.opened?.inode
        }
        let text = try places.make(of: change.file, made.count, at: location, files)
        // A dead writer's file may be here: if the link led elsewhere, the cleanup did not find it.
        if location.isLinked { try files.remove(text) }
        if slot == Self.lockHolder || location.isLinked { texts.append(text) }
        if !folders.contains(where: { $0.isSame(as: text.folder) }) { folders.append(text.folder) }
        // The empty file's content needs no synchronisation.
        let after = change.after ?? []
        if !after.isEmpty {
            unsynchronizedCount += 1
            if unsynchronizedCount <= Self.mostSynchronizedAlone { unsynchronized.append(text) }
        }
        let warning = try files.create(
            text, for: location.path, after, change.after == nil ? .private : location.permissions,
            synchronously: false
        ) { file in
            // So that the journal of the file system has all of a few in one commit, that of the record.
            if slot == Self.lockHolder { files.system.startSynchronizing(file) }
        }
        return change.after == nil ? nil : warning
    }

    private func location(of file: String) -> DocumentReader.Location {
        let place = documents?[FileAccess.name(of: file)]
        return DocumentReader.Location(place: place, path: place?.path ?? file, permissions: permissions)
    }

    /// Makes everything written down so far durable, except the record's beginning and end.
    mutating func synchronize() throws(StoreError) {
        // The documents of many are read from it again, to be compared.
        try record?.flush()
        if unsynchronizedCount <= Self.mostSynchronizedAlone {
            for text in unsynchronized { try files.synchronizeFile(text) }
        } else if try synchronizeFileSystems() {
            folders = []
        } else {
            try synchronizeTexts()
        }
        unsynchronized = []
        unsynchronizedCount = 0
        try synchronizeNames()
    }

    /// False if the system refuses.
    private func synchronizeFileSystems() throws(StoreError) -> Bool {
        guard try files.synchronizeFileSystem(of: history) else { return false }
        // A link's target may be on another file system, and so may a folder of documents.
        for folder in folders where folder.opened?.device != history.opened?.device {
            guard try files.synchronizeFileSystem(of: folder) else { return false }
        }
        return true
    }

    /// For file systems that can only be synchronised file by file.
    private func synchronizeTexts() throws(StoreError) {
        for text in texts { try files.synchronizeFile(text) }
        guard slot != Self.lockHolder else { return }
        var lines = try self.lines()
        while let line = try lines.nextDocument(layout) {
            guard !line.isRemoval else { continue }
            if let text = places.inOpenFolder(line.file) { try files.synchronizeFile(text) }
        }
    }

    /// Makes the names of the texts durable. A single text needs no name: if it is lost, nothing has happened.
    private mutating func synchronizeNames() throws(StoreError) {
        if made.count > 1 || slot != Self.lockHolder {
            for folder in folders { try files.synchronizeFolder(folder) }
            for texts in places.open.values {
                if let place = texts.place { try files.synchronizeFolder(place.folder) }
            }
        }
        folders = []
    }

    /// Whether the document of a line, from 0, is as it was read for this change.
    func isAsRead(_ index: Int, _ contents: [UInt8]?) -> Bool {
        befores[index] == contents.map { ContentDigest($0) }
    }

    /// The folder of all documents, if it was made for them: while nobody changes it, no document needs a comparison.
    var newFolder: Folder? { areAllOfNewFolder ? documents : nil }

    /// What has been written down and flushed.
    func lines() throws(StoreError) -> LineReader {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        return LineReader(files, file)
    }

    // MARK: The end

    /// Completes the record, and makes all durable that is not yet.
    mutating func complete(
        _ number: Int, _ author: ChangeAuthor, by user: UInt32, undoing other: Int?,
        for standing: ChangeHead.Standing?
    ) throws(StoreError) {
        let slot = slot
        let inodes = inodes
        try record?.finish(
            number, author, by: user, undoing: other, for: standing, slot: slot, folders: inodes)
        // First: where the disk has a journal, the texts of few documents, which are on their way, go with it.
        if let file = record?.file { try files.call(.write, place.path, files.system.synchronize(file)) }
        try synchronize()
    }

    /// After its record was renamed: what remains to be done.
    mutating func decided(_ number: Int) -> DecidedChange? {
        guard let record = record.take()?.file else { return nil }
        return DecidedChange(
            number, in: history, places, record: record, isOfAnother: false, newFolder: newFolder,
            documents: made.count, files)
    }

    /// Removes record and texts. Others take it for a living one's until all are gone.
    mutating func discard() throws(StoreError) {
        defer { close() }
        for text in texts { try files.remove(text) }
        try places.removeFolders(files)
        try files.remove(place)
    }

    /// Releases the lock; the next writer removes what is left.
    mutating func close() {
        if let file = record.take()?.file { files.system.close(file) }
    }
}

extension DocumentWriter {
    /// Begins to write a change down.
    ///
    /// - Parameters:
    ///   - count: how many documents it has, if known.
    ///   - documents: the folder of many, for which the lock will be released meanwhile.
    ///   - isNewFolder: whether it was made for them.
    ///   - permissions: what new ones of many get.
    /// - Throws: `locked` if as many are being written down as can be at once.
    func beginDraft(
        count: Int, of documents: Folder? = nil, isNewFolder: Bool = false,
        _ permissions: Permissions = .private
    ) throws(StoreError) -> ChangeDraft {
        let isOfMany = documents != nil
        let history = try historyFolder()
        try requireLock()
        let slots = isOfMany ? Array(ChangeDraft.slots) : [ChangeDraft.lockHolder]
        for slot in slots where !livingSlots.contains(slot) {
            let place = history[StoreLayout.draft(slot)]
            guard let record = try RecordWriter.create(place, isLocked: isOfMany, store.layout, files) else {
                continue
            }
            var draft = ChangeDraft(
                record, slot: slot, in: history, of: documents, isNewFolder: isNewFolder, permissions, self)
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
