internal import RegappValues

/// A change of several documents, written down before it is made, in a folder of its own.
///
/// ```
/// .regapp-changes/NUMBER/
///     lock        locked while its writer lives; if the lock is free, the writer is dead
///     old/PATH    a document's content before the change, if possible a hard link; missing for a new document
///     new/PATH    its new content, which takes the document's name by rename; missing if it is removed
///     record      the record of the change, which takes its name in the history by rename
///     plan        what a difference means, then a line for each document: both digests and its path; then "end" and
///                 the number of the change
///     commit      the plan, once all of this is on the disk: from then on the change is made or undone, as line 1 says
/// ```
/// Nothing of it is kept in memory, so any number of documents can change. A document's content, and whether its new
/// content is still here, show whether it has been changed yet. Folders are created, and those of dead writers handled,
/// under the store's lock.
final class Journal: Sendable {
    static let container = ".regapp-changes"
    /// The most documents that are synchronised one by one; for more, the whole file system is, if possible.
    private static let mostSynchronizedAlone = 64

    /// What to do if a document turns out to be different after the commit.
    enum Difference: String {
        case undoes = "together"
        /// That document is left alone; the others change.
        case leavesDocument = "singly"
    }

    private struct PieceWriter {
        private static let piece = 64 << 10

        let file: FileDescriptor
        private let place: Place
        private let files: FileAccess
        private var buffer: [UInt8] = []
        private var isFlushed = false

        init(_ place: Place, _ files: FileAccess) throws(StoreError) {
            self.place = place
            self.files = files
            file = try files.call(.write, place.path, files.system.open(place, .creating))
        }

        mutating func add(_ bytes: some Sequence<UInt8>) throws(StoreError) {
            buffer += bytes
            if buffer.count >= Self.piece { try flush() }
        }

        mutating func flush() throws(StoreError) {
            try files.write(buffer, to: file, place.path)
            buffer = []
            isFlushed = true
        }

        /// Replaces the spaces at the beginning of the file.
        mutating func begin(with bytes: [UInt8], for spaces: Int) throws(StoreError) {
            guard isFlushed else {
                buffer.replaceSubrange(..<spaces, with: bytes)
                return try flush()
            }
            try flush()
            let start = try files.call(.write, place.path, files.system.open(place, .locking))
            defer { files.system.close(start) }
            try files.write(bytes, to: start, place.path)
        }
    }

    private struct Plan {
        var lock: FileDescriptor?
        /// Nil in a dead writer's journal, and once it is closed; so is `record`.
        var lines: PieceWriter?
        var record: (writer: PieceWriter, text: ChangeRecordText)?
        var count = 0
        var old = 0
        /// The folders created in the journal's folder, in order.
        var made: [Folder] = []
        /// Open folders in the journal's folder, by path.
        var open: [String: Folder] = [:]
    }

    /// Its place in the folder with the journals.
    private let place: Place
    let folder: Folder
    private let directory: Folder
    private let files: FileAccess
    private let plan: Locked<Plan>

    /// A dead writer's journal, whose lock this process has got, or a new one without a plan yet.
    init(
        _ place: Place, _ folder: Folder, _ directory: Folder, _ files: FileAccess, lock: FileDescriptor
    ) {
        self.place = place
        self.folder = folder
        self.directory = directory
        self.files = files
        plan = Locked(Plan(lock: lock))
    }

    deinit { close() }

    /// Releases the lock; the next writer handles what is left.
    func close() {
        let open = plan.withLock { plan in
            defer { (plan.lines, plan.lock, plan.record) = (nil, nil, nil) }
            return [plan.lines?.file, plan.lock, plan.record?.writer.file]
        }
        for file in open { if let file { files.system.close(file) } }
    }

    /// How many documents were written down, and how many of those exist.
    var count: (all: Int, old: Int) { plan.withLock { ($0.count, $0.old) } }

    var planPlace: Place { folder["plan"] }
    var commitPlace: Place { folder["commit"] }
    var recordPlace: Place { folder["record"] }

    /// One side of every document: a folder with the same paths as the directory.
    enum Side: String, CaseIterable {
        case old, new
    }

    /// Nil if the folder of that side does not exist.
    func place(_ side: Side, _ file: String) throws(StoreError) -> Place? {
        try folder(of: "\(side.rawValue)/\(file)", isMade: false)?[FileAccess.name(of: file)]
    }

    /// The change that gives an entry's document its new content, or restores the old one.
    func ready(_ entry: JournalEntry, _ side: Side = .new) throws(StoreError) -> ReadyChange {
        let (present, wanted) =
            side == .new ? (entry.before, entry.after) : (entry.after, entry.before)
        return ReadyChange(
            file: entry.file, before: .digest(present), after: .digest(wanted),
            replacement: wanted == nil ? nil : try place(side, entry.file))
    }

    /// One side of a folder's documents; nil if none were written down.
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
    static func make(
        in directory: Folder, _ difference: Difference, _ files: FileAccess, _ layout: StoreLayout
    ) throws(StoreError) -> Journal {
        let (place, made, lock) = try files.makeLockedFolder(in: directory[container])
        let journal = Journal(place, made, directory, files, lock: lock)
        let lines = try PieceWriter(journal.planPlace, files)
        journal.plan.withLock { $0.lines = lines }
        try journal.append(difference.rawValue)
        var record = try PieceWriter(journal.recordPlace, files)
        try record.add(
            Array(repeating: UInt8(ascii: " "), count: ChangeHead.longest) + ChangeRecordText.lineEnd)
        journal.plan.withLock { [record] in $0.record = (record, ChangeRecordText(layout)) }
        return journal
    }

    /// Returns which permissions the new content got.
    ///
    /// - Parameter documents: the document's folder, if its file may be hard-linked here: for thousands of documents,
    ///   copying would be a third of all the time. The later comparison shows if another process changed it in place.
    @discardableResult
    func add(
        _ change: DocumentChange, _ permissions: Permissions, in documents: Folder? = nil
    ) throws(StoreError) -> GivenPermissions {
        var given = GivenPermissions.all
        if let before = change.before {
            let document = documents?[FileAccess.name(of: change.file)]
            let copy = try newPlace(.old, change.file)
            let link: Void? = document.flatMap { try? files.uninterrupted(files.system.link($0, as: copy)) }
            if link == nil { try files.create(copy, before, permissions, synchronously: false) }
        }
        if let after = change.after {
            given = try files.create(newPlace(.new, change.file), after, permissions, synchronously: false)
        }
        try append(JournalEntry(change).line)
        try plan.withLock { plan throws(StoreError) in
            if let line = plan.record?.text.add(change) { try plan.record?.writer.add(line) }
            plan.count += 1
            if change.before != nil { plan.old += 1 }
        }
        return given
    }

    private func newPlace(_ side: Side, _ file: String) throws(StoreError) -> Place {
        let path = "\(side.rawValue)/\(file)"
        guard let folder = try folder(of: path, isMade: true) else {
            throw .failed(.create, path: self.folder[path].path, .noEntry)
        }
        return folder[FileAccess.name(of: path)]
    }

    private func append(_ line: String) throws(StoreError) {
        try plan.withLock { plan throws(StoreError) in try plan.lines?.add((line + "\n").utf8) }
    }

    // MARK: The commit

    /// Makes everything written down so far durable.
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

    /// Makes one document's contents durable, but not its names.
    private func synchronize(_ entry: JournalEntry) throws(StoreError) {
        if entry.before != nil, let old = try place(.old, entry.file) { try files.synchronizeFile(old) }
        if entry.after != nil, let new = try place(.new, entry.file) { try files.synchronizeFile(new) }
    }

    /// Adds a last document at the top and completes plan and record, durably. `head` returns the record's first line.
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
        let record = try plan.withLock { plan throws(StoreError) -> FileDescriptor? in
            guard let text = plan.record?.text else { return nil }
            try plan.record?.writer.add(text.end())
            try plan.record?.writer.begin(with: Array(head(text).dropLast()), for: ChangeHead.longest)
            return plan.record?.writer.file
        }
        if let record { try files.call(.write, recordPlace.path, files.system.synchronize(record)) }
        try append("end \(number)")
        try plan.withLock { plan throws(StoreError) in try plan.lines?.flush() }
        try files.synchronizeFile(planPlace)
    }

    /// In the order in which they were written down.
    func committedEntries() throws(StoreError) -> JournalReader { try JournalReader(files, commitPlace) }
    func plannedEntries() throws(StoreError) -> JournalReader { try JournalReader(files, planPlace) }

    // MARK: The end

    /// Tells the next writer, durably, that there is nothing to complete.
    func end() throws(StoreError) {
        if try files.remove(commitPlace) { try files.synchronizeFolder(folder) }
    }

    func remove() throws(StoreError) {
        // First, while the folder is locked: thousands of files take seconds, and in a folder that is no longer locked
        // the next writer would remove them under the store's lock.
        for side in Side.allCases { try files.removeTree(folder[side.rawValue]) }
        try files.removeLocked(place, folder, close)
        // This has no effect while the folder contains other journals.
        try files.removeFolder(directory[Self.container])
    }

    static func isCommitted(_ folder: Folder, _ files: FileAccess) throws(StoreError) -> Bool {
        try files.status(folder["commit"]) != nil
    }
}

/// One document's change, as a line of the plan.
typealias JournalEntry = DigestedChange<ContentDigest>

/// Reads a plan document by document.
final class JournalReader {
    /// Nil once all has been read.
    private var lines: LineReader?
    /// The first line; nil if the store did not write it.
    let difference: Journal.Difference?
    /// The number of the change; nil until the last line was read, which proves that nothing is missing.
    private(set) var number: Int?

    init(_ files: FileAccess, _ place: Place) throws(StoreError) {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        var lines = LineReader(files, file)
        let first = try lines.next() ?? []
        difference = Journal.Difference(rawValue: String(decoding: first, as: UTF8.self))
        self.lines = consume lines
    }

    /// Nil at the end, and if the plan cannot be read any further.
    func next() throws(StoreError) -> JournalEntry? {
        let line = try lines?.next()
        if let entry = line.flatMap({ JournalEntry(line: $0) }) { return entry }
        if let line, line.starts(with: "end ".utf8) {
            number = Int(String(decoding: line.dropFirst(4), as: UTF8.self))
        }
        lines = nil
        return nil
    }
}
