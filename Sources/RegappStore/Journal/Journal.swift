internal import Synchronization

/// A change of several documents, written down before it is made, in a folder of its own.
///
/// ```
/// .regapp-changes/NUMBER/
///     lock        locked by its writer while that lives; if the lock is free, the writer is dead
///     old/PATH    a document's content before the change; missing if it does not exist
///     new/PATH    its new content, which takes the document's name by rename; missing if it is removed
///     record      the record of the change, which takes its name in the history by rename; missing if it has none
///     plan        what a difference means, then a line for each document: digests of both and its path; then "end"
///                 and the number of the change
///     commit      the plan, once all of this is on the disk: from here on it is made, or undone as its first line says
/// ```
/// Nothing of it is kept in memory, so any number of documents can change. A document's content, and whether its new
/// content is still here, show whether it has been changed yet. Folders are created, and those of dead writers dealt
/// with, under the store's lock.
final class Journal: Sendable {
    static let container = ".regapp-changes"
    /// Up to this many documents are synchronised one by one; for more, the whole file system if possible.
    private static let mostSynchronizedAlone = 64

    /// What happens to the change if a document turns out to be different after the commit.
    enum Difference: String {
        case undoes = "together"
        /// That document is left alone; the others change.
        case leavesDocument = "singly"
    }

    /// A file that is written in pieces.
    private struct PieceWriter {
        private static let piece = 64 << 10

        let file: FileDescriptor
        private let place: Place
        private let files: FileAccess
        private var buffer: [UInt8] = []
        private var isFlushed = false

        init(_ place: Place, _ files: FileAccess) throws(StoreError) {
            (self.place, self.files) = (place, files)
            file = try files.call(.write, place.path, files.system.open(place, .creating))
        }

        mutating func add(_ bytes: some Sequence<UInt8>) throws(StoreError) {
            buffer += bytes
            if buffer.count >= Self.piece { try flush() }
        }

        mutating func flush() throws(StoreError) {
            try files.write(buffer, to: file, place.path)
            (buffer, isFlushed) = ([], true)
        }

        /// Replaces so many spaces with which the file begins.
        mutating func begin(with bytes: [UInt8], for spaces: Int) throws(StoreError) {
            guard isFlushed else {
                buffer.replaceSubrange(..<spaces, with: bytes)
                return try flush()
            }
            try flush()
            try files.call(.write, place.path, files.system.rewind(file))
            try files.write(bytes, to: file, place.path)
        }
    }

    private struct Plan {
        var lock: FileDescriptor?
        /// Nil in a dead writer's journal, and once it is closed.
        var lines: PieceWriter?
        /// The record, if one is made of what is written down.
        var record: (writer: PieceWriter, text: ChangeRecordText)?
        var count = 0
        var old = 0
        /// The folders created in the journal's, in order.
        var made: [Folder] = []
        /// The open folders in the journal's, by their paths.
        var open: [String: Folder] = [:]
    }

    /// Its place in the folder with the journals.
    private let place: Place
    private let folder: Folder
    private let directory: Folder
    private let files: FileAccess
    private let plan: Mutex<Plan>

    private init(
        _ place: Place, _ folder: Folder, _ directory: Folder, _ files: FileAccess, lock: FileDescriptor,
        _ lines: PieceWriter? = nil
    ) {
        self.place = place
        self.folder = folder
        self.directory = directory
        self.files = files
        self.plan = Mutex(Plan(lock: lock, lines: lines))
    }

    deinit { close() }

    /// Releases the lock; the next writer deals with what is left.
    func close() {
        let open = plan.withLock { plan in
            defer { (plan.lines, plan.lock, plan.record) = (nil, nil, nil) }
            return [plan.lines?.file, plan.lock, plan.record?.writer.file]
        }
        for file in open { if let file { files.system.close(file) } }
    }

    /// How many documents have been written down, and how many of those exist.
    var count: (all: Int, old: Int) { plan.withLock { ($0.count, $0.old) } }

    private var planPlace: Place { folder["plan"] }
    private var commitPlace: Place { folder["commit"] }
    var recordPlace: Place { folder["record"] }

    /// One side of every document: a folder with the same paths as the documents directory.
    enum Side: String, CaseIterable {
        case old, new
    }

    /// The place of one side of a document; nil if its folder does not exist.
    func place(_ side: Side, _ file: String) throws(StoreError) -> Place? {
        try folder(of: "\(side.rawValue)/\(file)", isMade: false)?[FileAccess.name(of: file)]
    }

    /// The change that gives an entry's document its new content, or its old one again.
    func ready(_ entry: JournalEntry, _ side: Side = .new) throws(StoreError) -> ReadyChange {
        let (present, wanted) =
            side == .new ? (entry.before, entry.after) : (entry.after, entry.before)
        return ReadyChange(
            file: entry.file, before: .digest(present), after: .digest(wanted),
            replacement: wanted == nil ? nil : try place(side, entry.file))
    }

    /// One side of a folder's documents; nil if nothing was written down for them.
    func folder(_ side: Side, _ name: String = "") throws(StoreError) -> Folder? {
        try folder(of: name.isEmpty ? "\(side.rawValue)/" : "\(side.rawValue)/\(name)/", isMade: false)
    }

    private func folder(of path: String, isMade: Bool) throws(StoreError) -> Folder? {
        let name = FileAccess.folder(of: path)
        if name == "." { return folder }
        if let folder = plan.withLock({ $0.open[name] }) { return folder }
        guard let place = try folder(of: name, isMade: isMade)?[FileAccess.name(of: name)] else { return nil }
        var found = try files.folder(place)
        if found == nil, isMade {
            try files.makeDirectory(place)
            found = try files.folder(place)
            if let found { plan.withLock { $0.made.append(found) } }
        }
        if let found { plan.withLock { $0.open[name] = found } }
        return found
    }

    // MARK: Writing down

    /// The caller holds the store's lock.
    ///
    /// - Parameter layout: that of the record, if one is to be made of what is written down.
    static func make(
        in directory: Folder, _ difference: Difference, _ files: FileAccess,
        recording layout: StoreLayout? = nil
    ) throws(StoreError) -> Journal {
        let (place, made, lock) = try files.makeLockedFolder(in: directory[container])
        let lines = try files.keepingOpen(lock, PieceWriter(made["plan"], files))
        let journal = Journal(place, made, directory, files, lock: lock, lines)
        try journal.append(difference.rawValue)
        if let layout {
            var writer = try PieceWriter(journal.recordPlace, files)
            try writer.add(
                Array(repeating: UInt8(ascii: " "), count: ChangeHead.longest) + ChangeRecordText.lineEnd)
            journal.plan.withLock { [writer] in $0.record = (writer, ChangeRecordText(layout)) }
        }
        return journal
    }

    /// - Returns: which permissions the new content got.
    @discardableResult
    func add(_ change: DocumentChange, _ permissions: Permissions) throws(StoreError) -> GivenPermissions {
        var given = GivenPermissions.all
        if let before = change.before { try write(.old, change.file, before, permissions) }
        if let after = change.after { given = try write(.new, change.file, after, permissions) }
        try append(JournalEntry(change).line)
        try plan.withLock { plan throws(StoreError) in
            if let line = plan.record?.text.add(change) { try plan.record?.writer.add(line) }
            plan.count += 1
            if change.before != nil { plan.old += 1 }
        }
        return given
    }

    /// Ends the record, durably.
    private func finishRecord(_ head: (ChangeRecordText) -> [UInt8]) throws(StoreError) {
        let file = try plan.withLock { plan throws(StoreError) -> FileDescriptor? in
            guard let text = plan.record?.text else { return nil }
            try plan.record?.writer.add(text.end())
            try plan.record?.writer.begin(with: Array(head(text).dropLast()), for: ChangeHead.longest)
            return plan.record?.writer.file
        }
        if let file { try files.call(.write, recordPlace.path, files.system.synchronize(file)) }
    }

    @discardableResult
    private func write(
        _ side: Side, _ file: String, _ bytes: [UInt8], _ permissions: Permissions
    ) throws(StoreError) -> GivenPermissions {
        let path = "\(side.rawValue)/\(file)"
        guard let folder = try folder(of: path, isMade: true) else {
            throw .failed(.create, path: self.folder[path].path, .noEntry)
        }
        return try files.create(
            folder[FileAccess.name(of: path)], bytes, permissions, synchronously: false)
    }

    private func append(_ line: String) throws(StoreError) {
        try plan.withLock { plan throws(StoreError) in try plan.lines?.add((line + "\n").utf8) }
    }

    // MARK: The commit

    /// Makes sure that everything written down is on the disk; later additions are not.
    func synchronize() throws(StoreError) {
        let (count, made) = try plan.withLock { plan throws(StoreError) in
            try plan.lines?.flush()
            return (plan.count, plan.made)
        }
        if count > Self.mostSynchronizedAlone, try files.synchronizeFileSystem(of: folder) { return }
        let entries = try plannedEntries()
        while let entry = try entries.next() { try synchronize(entry) }
        for folder in made.reversed() + [folder, place.folder, directory] {
            try files.synchronizeFolder(folder)
        }
    }

    /// Makes sure that one document's contents, but not its names, are on the disk.
    private func synchronize(_ entry: JournalEntry) throws(StoreError) {
        if entry.before != nil, let old = try place(.old, entry.file) { try files.synchronizeFile(old) }
        if entry.after != nil, let new = try place(.new, entry.file) { try files.synchronizeFile(new) }
    }

    /// Adds a last document at the top of the directory and completes the plan and the record, durably.
    ///
    /// - Parameters:
    ///   - number: that of the change.
    ///   - head: gives the first line of its record.
    func complete(
        with last: DocumentChange?, _ number: Int, head: (ChangeRecordText) -> [UInt8]
    ) throws(StoreError) {
        if let last, last.before != last.after {
            try add(last, .private)
            try synchronize(JournalEntry(last))
            for folder in plan.withLock({ $0.made.reversed() }) + [folder] {
                try files.synchronizeFolder(folder)
            }
        }
        try finishRecord(head)
        try append("end \(number)")
        try plan.withLock { plan throws(StoreError) in try plan.lines?.flush() }
        try files.synchronizeFile(planPlace)
    }

    /// The point of no return; durable after `synchronizeNames`.
    func commit() throws(StoreError) {
        try files.rename(planPlace, to: commitPlace, mustBeFree: false)
    }

    func synchronizeNames() throws(StoreError) { try files.synchronizeFolder(folder) }

    /// The documents, in the order in which they were written down.
    func committedEntries() throws(StoreError) -> JournalReader { try JournalReader(files, commitPlace) }
    func plannedEntries() throws(StoreError) -> JournalReader { try JournalReader(files, planPlace) }

    // MARK: The end

    /// Tells the next writer, durably, that there is nothing to complete.
    func end() throws(StoreError) {
        if try files.remove(commitPlace) { try files.synchronizeFolder(folder) }
    }

    func remove() throws(StoreError) {
        // First, still under its number: thousands of files take seconds, and the next writer would remove those of a
        // dead writer under the store's lock.
        for side in Side.allCases { try files.removeTree(folder[side.rawValue]) }
        try files.removeLocked(place, folder, close)
        // Others remain while other changes are under way.
        try files.removeFolder(directory[Self.container])
    }

    /// Takes over the journal of a dead writer; nil if its writer lives, or has just removed it.
    static func ofDeadWriter(
        _ place: Place, _ folder: Folder, _ directory: Folder, _ files: FileAccess
    ) throws(StoreError) -> Journal? {
        try files.lockIfDead(place, folder).map { Journal(place, folder, directory, files, lock: $0) }
    }

    func isCommitted() throws(StoreError) -> Bool { try Self.isCommitted(folder, files) }

    static func isCommitted(_ folder: Folder, _ files: FileAccess) throws(StoreError) -> Bool {
        try files.status(folder["commit"]) != nil
    }
}
