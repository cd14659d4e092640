internal import RegappValues
internal import RegappJSON

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

/// Writes a change's record line by line, in large pieces. The first line comes last, since it counts those that follow
/// it.
struct RecordWriter {
    static let lineEnd = [UInt8(ascii: "\n")]
    private static let piece = 64 << 10
    /// Others may hold a new file's lock for a moment to test it, in milliseconds.
    private static let patienceWithNew = 1_000

    let file: FileDescriptor
    let place: Place
    private let files: FileAccess
    private let layout: StoreLayout
    private var buffer = ChangeHead.reserve
    private var isFlushed = false
    private var sum = RecordSum()
    /// Accounts that have a file after the change, and those that have none.
    private var kept = 0
    private var removed = 0
    private var moved = 0
    private var account: String?
    /// Of all lines after the first, in bytes.
    private var size = 0

    /// Nil if the name is taken.
    static func create(
        _ place: Place, isLocked: Bool, _ layout: StoreLayout, _ files: FileAccess
    ) throws(StoreError) -> RecordWriter? {
        guard
            let file = try files.unless(
                .exists, files.call(.write, place.path, files.system.open(place, .creating)))
        else { return nil }
        do throws(StoreError) {
            var waited = 0
            if isLocked { try files.wait(for: file, place.path, &waited, patienceWithNew) }
        } catch {
            _ = try? files.remove(place)
            files.system.close(file)
            throw error
        }
        return RecordWriter(file: file, place: place, files: files, layout: layout)
    }

    /// Writes a document's line.
    ///
    /// - Parameters:
    ///   - target: the real path of the file to which the document's link leads. It is written at once, so that the next
    ///     writer finds the text there.
    ///   - status: of the document's present file; asked for only if the text has secrets.
    mutating func add(
        _ change: DocumentChange, target: String?, _ status: () throws(StoreError) -> FileStatus
    ) throws(StoreError) {
        count(change)
        let before = layout.withoutSecrets(change.file, change.undone)
        let present =
            change.before == change.undone ? before : layout.withoutSecrets(change.file, change.before)
        // A record says which values changed. They are compared with the text that undoing restores, unless the present
        // one has a plain password: undoing restores a hash in its place, and that is no change that anyone made.
        let former = present == change.before ? before : present
        let after = layout.withoutSecrets(change.file, change.after).map { text in
            json(text, size: text == change.after ? nil : change.after?.count, after: former)
        }
        let isCut = before != change.undone && before?.allSatisfy { $0 <= 0x20 } ?? false
        var seen: SeenFile?
        if let present = change.before, former != present || change.undone != present {
            seen = SeenFile(present, try status(), change.file, layout)
        }
        let line = RecordedChange.line(change, from: before, isCut: isCut, seen, target: target, to: after)
        sum.add(line)
        try write(line + Self.lineEnd)
        if target != nil { try flush() }
    }

    private mutating func count(_ change: DocumentChange) {
        guard let owner = layout.owner(change.file) else { return }
        // A moving account counts by its new file.
        if change.after != nil { kept += 1 } else if change.moved == nil { removed += 1 }
        if change.former != nil { moved += 1 }
        if change.after != nil ? kept == 1 : kept == 0 && removed == 1 { account = owner }
    }

    /// - Parameter size: of the whole text, if this is not all of it.
    private func json(_ text: [UInt8], size: Int?, after before: [UInt8]?) -> JSONText {
        var members = [JSONText.Member("sha256", .string(SHA256Digest(text).text))]
        if let size { members.append(.init("size", .integer(size))) }
        guard let document = try? JSONDocument(parsing: text) else { return .object(members) }
        let former = before.flatMap { JSONDocument(object: $0) }
        let difference = document.difference(from: former)
        members.append(.init("set", .object(difference.set)))
        members.append(.init("removed", .array(difference.removed.map(JSONText.string))))
        let keys = document.root.members.map(\.key)
        let added = keys.filter { former?.root[$0] == nil }
        if former != nil, Array(keys.suffix(added.count)) != added {
            members.append(.init("order", .array(keys.map(JSONText.string))))
        }
        return .object(members)
    }

    private mutating func write(_ line: [UInt8]) throws(StoreError) {
        size += line.count
        buffer += line
        if buffer.count >= Self.piece { try flush() }
    }

    mutating func flush() throws(StoreError) {
        try files.write(buffer, to: file, place.path)
        buffer = []
        isFlushed = true
    }

    /// Writes the last line, and then the first one into the space that is reserved for it.
    mutating func finish(
        _ number: Int, _ author: ChangeAuthor, by user: UInt32, undoing other: Int?,
        for standing: ChangeHead.Standing?, slot: Int, folders: [String: UInt64]
    ) throws(StoreError) {
        try write(sum.end())
        let accounts = kept + removed
        let head = ChangeHead(
            number: number, author: author, user: user, accounts: accounts,
            account: accounts == 1 ? account : nil, undoes: other, moves: moved, standsFor: standing,
            slot: slot, folders: folders, documents: sum.count, size: size)
        let line = head.line.dropLast()
        guard line.count < ChangeHead.reserve.count else { throw .failed(.write, path: place.path, .invalid) }
        guard isFlushed else {
            buffer.replaceSubrange(..<(ChangeHead.reserve.count - 1), with: line)
            return try flush()
        }
        try flush()
        let start = try files.call(.write, place.path, files.system.open(place, .locking))
        defer { files.system.close(start) }
        try files.write(Array(line), to: start, place.path)
    }
}
