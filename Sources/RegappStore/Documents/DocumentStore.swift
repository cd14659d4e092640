/// JSON documents in one directory that people edit by hand and programs replace safely.
///
/// ## The parts
/// `FileSystem` is the seam to the system calls; `POSIXFileSystem` makes the real ones. Every call on a name takes a
/// `Place`, which is a name in an open `Folder`. `FolderWalk` follows a path to the first folder, and `FileAccess`
/// combines calls into operations. `JSONDocument` reads a text and edits it in place. A `DocumentReader` reads, a
/// `DocumentWriter` also commits `DocumentChange`s. This type owns the lock and the queue on which all of that happens.
///
/// ## How a change is made
/// Its record is its journal: it is written down once, makes the change, completes it after a crash, undoes it and tells it.
/// ```
/// history/doing-SLOT       a ChangeDraft: being written down, nothing has happened
/// history/00000017.doing   a DecidedChange: made by its writer, or by the next one
/// history/00000017.json    made; ChangeRecordReader reads it
/// ```
/// A record is JSON, a line each for the change (time, command, who), for every document (its name, what it was, digest
/// and values of the new text), and for the end, with a sum by which a torn record is known (`ChangeRecord`).
/// 1. Each new text waits beside its document under a name that is made of its line's number, complete with mode and
///    group (`TextPlaces`); texts and record are durable. Of a single text only the content: if a power cut takes its
///    name, nothing has happened.
/// 2. The record is renamed to a decided one, durably. From here on the change is completed, never taken back; it is
///    dropped only where nothing of it was made and a text is missing (`isOlderCopy`).
/// 3. Each document is compared once more, and its text takes its name; one that was changed meanwhile is left. A folder
///    that was made for the change, and that nobody has touched, takes its name with all its documents at once.
/// 4. The record gets its final name. `DocumentWriter+Recovery` begins at 3, or removes what was not decided.
///
/// An edit is `DocumentWriter.commit`, which does 1 to 4 in this order while it holds the lock. An import, and whatever
/// else may change many accounts, is a `BulkChange`: few documents go the same way, many do 1 without the lock, and 3 in
/// turns, between which others can write. Whoever takes the lock next recovers first, before it reads, all in one turn.
///
/// ## Calling sequence
/// ```
/// let store = DocumentStore(directory: path, layout: layout)
/// let bytes = try store.reading { reader in try reader.contents(of: "a.json") }
/// try store.writing { writer in
///     let before = try writer.reader.contents(of: "a.json")
///     try writer.commit([DocumentChange("a.json", before: before, after: new)])
/// }
/// ```
/// The calling thread waits; the work runs on a background queue, which every file operation checks.
///
/// ## What it promises
/// - **To readers**: they take no lock, create and change nothing, and see a document as it was or as it is, never a
///   part of it. A change of several files may become visible file by file.
/// - **To other writers**: `writing` holds an exclusive `flock` of `.lock` from before the first read to the last
///   synchronisation, so read-modify-write cycles never lose each other's work. Prompts, hashes, the network and the
///   new contents of a `BulkChange` belong outside. After `lockPatience` a waiting writer gets `StoreError.locked`. A
///   lock counts only while its file has its name, which is checked after taking the lock and before every change of a
///   name: a program that removed or replaced it (like `git clean`) may have let another writer in (`lockLost`).
/// - **To neighbours**: writers of other directories hold other locks. A lock in its folder keeps them away from a
///   link's target while it is compared and replaced. The names of temporary files there tell which directory they
///   belong to, and each directory's writers remove only their own.
/// - **To people who edit by hand, without a lock**: right before it is replaced, a document is compared with what the
///   writer read; if another program has saved other content or changed the link, nothing is replaced
///   (`changedMeanwhile`). Only the microseconds between that comparison and the rename are unprotected; for a new
///   name, only if the file system supports neither links nor renames to a free name. A document whose mode forbids
///   its owner to write it is neither replaced nor removed (`writeProtected`); only `forget` removes it, since that
///   removes names without looking at their content.
/// - **In a crash or power cut**: a document is the old or the new one, byte for byte, since a complete and
///   synchronised file takes its name by `rename`. Once `commit` has returned it is the new one, since the directory
///   was synchronised too.
/// - **In a change of several documents**: it is made whole or never was, and no other document is listed, opened or
///   written. New texts and the record are on the disk before the change is decided, by one rename of the record. A
///   difference seen before that is `changedMeanwhile`, and nothing has changed. From then on nothing goes back: the next
///   writer completes what a crash cut short. A document that somebody changes by hand even later is left alone, which
///   the record notes; the others change.
/// - **About leftovers**: the next writer removes the temporary files of a dead one, in the directory and beside its
///   links' targets, and what was written down of changes that were never decided; `leftovers` names them until then.
/// - **On any file system**: if links, renames to a free name, or the synchronising of directories or of the whole file
///   system are refused, the store manages without; if modes are, it warns. It needs locks.
/// - **To a caller who gives up**: a change that `isCancelled` stops before its point of no return is not made, and
///   nothing of it is left that another writer would complete (`cancelled`). After that point it is made.
/// - **After an error**: it says whether the change was decided by then (`halfway`).
/// - **To the owner**: a path is resolved once. A writer opens the directory, the folder of a link's target, and the
///   folder of a file that an export replaces, and from then on works relative to these; a folder of documents is
///   opened in the directory by its name. So renames on the way cannot redirect it. It works only in a directory
///   of its own user, and in folders, with files and through links of that user; nothing is created in the directory
///   of another user except the superuser, and no other user's link is followed on the way to the directory. A reader
///   accepts files of its user, of the superuser and of the directory's owner, each judged by the descriptor it is read
///   from, and no other user's link leads it to a file of its own user. So the superuser may read one other user's
///   directory, but change none.
/// - **To the owner's group**: modes are set only on what the store creates, as the directory's ``Arrangement`` says:
///   0700 and 0600, or 0750 and 0640 for what a group reads. If the group cannot be given, only the owner can read it,
///   with a warning. Only its owner can reach a new file until it is complete. A link's target
///   keeps its mode, group and access control list; if the list cannot be given, only the owner can reach it, with a
///   warning. A list inherited from a folder grants nothing. Other extended attributes and further hard links of a
///   replaced file are not carried over.
package final class DocumentStore: Sendable {
    /// In bytes.
    package static let maximumDocumentSize = 1 << 20

    /// The most documents of a change during which no other process can write. Larger changes let others in, and
    /// undoing one leaves what others have changed since.
    package static let mostTogether = 256

    /// How many changes a history keeps by default.
    package static let usualHistory = 500

    /// How long a writer waits for the lock, in milliseconds.
    package static let lockPatience = 5_000

    /// An absolute path without a slash at its end.
    package let directory: String
    package let layout: StoreLayout
    let fileSystem: any FileSystem
    package let isCancelled: @Sendable () -> Bool
    /// How long a change waits for the lock before its point of no return, in milliseconds.
    let patience: Int
    package let author: @Sendable () -> ChangeAuthor
    let onChange: @Sendable (DocumentReader, MadeChange) -> Void
    let queue = BackgroundQueue()
    /// On the queue.
    let files: FileAccess
    private let warnings = Locked<[StoreWarning]>([])
    private let mostKept = Locked(DocumentStore.usualHistory)

    /// How many changes the history keeps, at least one.
    package var keptChanges: Int {
        get { mostKept.withLock { $0 } }
        set { mostKept.withLock { $0 = max(1, newValue) } }
    }

    /// Nothing is read or written yet; the directory need not exist.
    ///
    /// - Parameters:
    ///   - lockPatience: how long a change waits for the lock before its point of no return, in milliseconds.
    ///   - isCancelled: whether the caller no longer wants a change; asked while a writer waits for the lock, and at
    ///     each change's point of no return.
    ///   - author: who makes a change; asked for each.
    ///   - onChange: called on the store's queue after each change, once the lock is released; not for one that this
    ///     writer completes after a crash.
    package init(
        directory: String, layout: StoreLayout, fileSystem: any FileSystem = POSIXFileSystem(),
        lockPatience: Int = DocumentStore.lockPatience,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        author: @escaping @Sendable () -> ChangeAuthor = { ChangeAuthor(time: "", command: "") },
        onChange: @escaping @Sendable (DocumentReader, MadeChange) -> Void = { _, _ in }
    ) {
        patience = lockPatience
        self.directory = directory
        self.layout = layout
        self.fileSystem = fileSystem
        files = FileAccess(system: fileSystem, queue: queue)
        self.isCancelled = isCancelled
        self.author = author
        self.onChange = onChange
    }

    /// Reads documents on the background queue, without a lock.
    package func reading<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (DocumentReader) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try queue.run { () throws(Failure) in
            let reader = DocumentReader(self)
            reader.checkDirectory()
            return try work(reader)
        }
    }

    /// Like `reading`, but the calling thread goes on.
    package func startReading<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (DocumentReader) throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        queue.start { () throws(Failure) in try work(DocumentReader(self)) }
    }

    package var user: UInt32 { fileSystem.user }

    /// Files other than documents, through the same `FileSystem`.
    package var externalFiles: ExternalFiles { ExternalFiles(fileSystem: fileSystem) }

    /// Nil if the system knows no such user.
    package func userName(_ id: UInt32) -> String? { reading { $0.userName(id) } }

    /// As it stands in commands; the number if the system knows no such group.
    package func groupName(_ id: UInt32) -> String {
        queue.run { self.files.groupName(id) ?? String(id) }
    }

    /// Works on documents on the background queue, holding the lock. First creates the directory if necessary and
    /// cleans up after writers that died. The work is repeated if it would have to wait for a lock beside a link's
    /// target.
    ///
    /// - Throws: what the work throws; a `StoreError`: `refused` for another user's directory, `locked` if the lock is
    ///   busy.
    package func writing<Result: Sendable>(
        _ work: @escaping @Sendable (DocumentWriter) throws -> Result
    ) throws -> Result {
        try queue.run {
            var waited = 0
            while true {
                let writer = try self.acquireLock()
                do {
                    defer { writer.releaseLock() }
                    return try work(writer)
                } catch let error as StoreError {
                    try self.waitForNeighbour(of: writer, after: error, &waited)
                }
            }
        }
    }

    /// Makes all changes or none; throws like ``BulkChange/commit(isWhole:checking:progress:)``, and `changedMeanwhile` or
    /// `halfway` around it if documents were left.
    ///
    /// - Parameters:
    ///   - folder: the folder of the documents, if they are many.
    ///   - isWhole: whether to throw if any document was left; else only if all were.
    /// - Returns: the documents that were left alone, because another process changed them at the last moment.
    @discardableResult
    package func commit(
        _ changes: [DocumentChange], in folder: String, as kind: ChangeKind = .change, isWhole: Bool = true,
        checking check: @escaping BulkChange.Check
    ) throws -> [RecordedChange] {
        guard !changes.isEmpty else { return [] }
        for change in changes { try requireSize(of: change.after, for: path(of: change.file)) }
        guard changes.count <= Self.mostTogether else {
            let bulk = BulkChange(of: folder, in: self, as: kind)
            defer { bulk.discard() }
            try queue.run { () throws(StoreError) in for change in changes { try bulk.put(change) } }
            return try bulk.commit(isWhole: isWhole, checking: check)
        }
        return try writing { writer in
            let other = try check(writer.reader)
            // New documents come first, then those that stay, then the other change, as `Check` says.
            let ordered =
                changes.filter { $0.before == nil } + changes.filter { $0.before != nil && $0.after != nil }
                + [other].compactMap(\.self) + changes.filter { $0.before != nil && $0.after == nil }
            return try writer.commit(ordered, as: kind, isWhole: isWhole)
        }
    }

    /// Completes a change that was cut short, so that what is read next is its result. One that is being made is left to
    /// its writer. Throws like ``writing(_:)``.
    package func completeInterrupted() throws {
        if try reading({ reader throws(StoreError) in try reader.interruptedChange() }) != nil {
            try writing { _ in }
        }
    }

    /// Like ``completeInterrupted()``, but the calling thread goes on: what is read next waits for it. Where it fails, so
    /// will the next change.
    package func startCompletingInterrupted() {
        queue.start {
            guard (try? DocumentReader(self).interruptedChange()) != nil else { return }
            (try? self.acquireLock())?.releaseLock()
        }
    }

    /// Takes the lock and cleans up after writers that died; call it on the queue, and `releaseLock` afterwards.
    ///
    /// - Parameter mayBeCancelled: false after a point of no return.
    func acquireLock(mayBeCancelled: Bool = true) throws(StoreError) -> DocumentWriter {
        let directory = try prepareDirectory()
        var waited = 0
        while true {
            let lock = try files.acquireLock(
                directory[layout.lock], patience: mayBeCancelled ? patience : Self.lockPatience,
                unless: mayBeCancelled ? isCancelled : { false })
            let writer = DocumentWriter(self, directory, lock: lock)
            do throws(StoreError) {
                writer.reader.checkDirectory()
                try writer.recover()
                return writer
            } catch {
                writer.releaseLock()
                try waitForNeighbour(of: writer, after: error, &waited)
            }
        }
    }

    /// Throws `refused` if a document's new content is too large.
    func requireSize(of bytes: [UInt8]?, for path: String) throws(StoreError) {
        let limit = Self.maximumDocumentSize
        guard bytes?.count ?? 0 <= limit else { throw .refused(path: path, .wouldBeTooLarge(limit: limit)) }
    }

    /// For messages.
    package func path(of file: String) -> String { FileAccess.path(directory, file) }

    /// The warnings since the last call. A loose mode of the directory does not matter while it has nothing of the
    /// store: it may be any directory, such as /etc.
    package func drainWarnings() -> [StoreWarning] {
        warnings.withLock { exchange(&$0, with: []) }.filter { warning in
            guard case .looseMode(directory, _, _) = warning else { return true }
            return queue.run { DocumentReader(self).holdsAnything }
        }
    }

    /// Rewords the warning about a loose file that was removed or replaced by a private one.
    func resolveWarning(about path: String) {
        warnings.withLock { warnings in
            warnings = warnings.map { warning in
                guard case .looseMode(path, let mode, _) = warning else { return warning }
                return .wasLoose(path: path, mode: mode)
            }
        }
    }

    func warn(_ warning: StoreWarning?) {
        guard var warning else { return }
        // One for all folders.
        if case .modesNotKept = warning { warning = .modesNotKept(directory: directory) }
        warnings.withLock { $0.note(warning) }
    }

    /// Opens the directory for a writer, creating it if necessary, and checks that this user may work there. Without a
    /// lock file, the process that created the directory and its parents may have died before their names were on the
    /// disk, so they are synchronised.
    ///
    /// - Throws: `refused` if another user owns it, a link on the way, or the directory in which it would be created.
    private func prepareDirectory() throws(StoreError) -> Folder {
        guard let found = try FolderWalk.find(directory, makesMissing: true, files) else {
            throw .failed(.create, path: directory, .noEntry)
        }
        try files.require([fileSystem.user], toOwn: found, orElse: FileRefusal.foreignOwner)
        if try files.status(found[layout.lock]) != nil { return found }
        var folder = found
        var path = found.realPath
        while path != "/", folder.opened?.owner == fileSystem.user {
            path = FileAccess.folder(of: path)
            let parent = folder[".."]
            let file = try files.call(.read, path, files.system.open(parent, .entry))
            folder = try files.adopt(file, at: path)
            do throws(StoreError) { try files.synchronizeFolder(folder) } catch {
                // A directory that this user cannot list was not created by this program.
                guard error == .failed(.write, path: path, .accessDenied) else { throw error }
            }
        }
        return found
    }

    /// - Parameter ownParentWillDo: whether it is enough that this user owns the parent, where it can be created.
    package func hasDirectory(orOwnParent ownParentWillDo: Bool = false) throws(StoreError) -> Bool {
        try queue.run { () throws(StoreError) in
            if try FolderWalk.find(self.directory, isForReader: true, self.files) != nil { return true }
            let parent =
                try ownParentWillDo ? FolderWalk.find(FileAccess.folder(of: self.directory), self.files) : nil
            return parent?.opened?.owner == self.fileSystem.user
        }
    }
}
