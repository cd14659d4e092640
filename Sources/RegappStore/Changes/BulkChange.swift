/// A change of any number of documents, all or none, even through a crash.
///
/// Call `put` for each document, then `commit` or `discard`. Few documents wait in memory and are changed together,
/// under the lock (`DocumentStore.commit`). Many are written down without the lock (``ChangeDraft``), so that others can
/// go on. `commit` then holds the lock while it compares and renames documents, and lets other writers in for a moment
/// after each turn. They need not wait for the end of the change: each document is compared right before it changes, and
/// one that another process has changed is left alone. Nor do they complete it like a dead writer's, since its record is
/// locked while this process lives. After each turn its work is on the disk, so it cannot undo what others do next.
package final class BulkChange: Sendable {
    package enum Progress: Equatable, Sendable {
        /// The content is being written to the disk; the progress is unknown.
        case synchronizing
        /// How many documents have been compared.
        case comparing(Int)
        /// How many documents have their new content.
        case installing(Int)
    }

    /// How long documents are compared or renamed before other writers get a chance.
    package static let turn = Duration.milliseconds(100)
    /// How long other writers get that chance, in milliseconds: some of their pauses between two tries.
    private static let rest = 10

    /// Called under the lock, right before the point of no return; may return the change of a document at the top of
    /// the directory. With many changes, that one is made last; with few, before documents are removed, so that a session
    /// never names a missing account.
    package typealias Check = @Sendable (DocumentReader) throws -> DocumentChange?

    fileprivate let store: DocumentStore
    fileprivate let folder: String
    fileprivate let turn: Duration
    fileprivate let kind: ChangeKind
    private let most: Int
    /// Changes that wait in memory.
    private let few = Locked<[DocumentChange]>([])
    /// Many changes.
    private let draft = Locked<ChangeDraft?>(nil)

    /// Nothing is written before the first `put`.
    ///
    /// - Parameters:
    ///   - folder: the folder of the documents, if they are many.
    ///   - most: how many may wait in memory.
    ///   - turn: how long a turn lasts; it handles at least one document.
    package init(
        of folder: String, in store: DocumentStore, inMemory most: Int = DocumentStore.mostTogether,
        turn: Duration = turn, as kind: ChangeKind = .change
    ) {
        self.most = most
        self.store = store
        self.folder = folder
        self.turn = turn
        self.kind = kind
    }

    deinit { draft.withLock { $0?.close() } }

    // MARK: Writing down

    /// Only on the store's queue, unless all changes may wait in memory. Throws `refused` if the folder cannot be
    /// written or the content is too large.
    package func put(_ change: DocumentChange) throws(StoreError) {
        try store.requireSize(of: change.after, for: store.path(of: change.file))
        let areMany = draft.withLock { $0 != nil }
        let waiting = few.withLock { few in
            few.append(change)
            return areMany || few.count > most ? exchange(&few, with: []) : []
        }
        if waiting.isEmpty { return }
        if !areMany { try begin() }
        for change in waiting where change.before != change.after {
            let warning = try draft.withLock { draft throws(StoreError) in
                try draft?.add(change) ?? nil
            }
            store.warn(warning)
        }
    }

    private func begin() throws(StoreError) {
        let pause = 25
        var waited = 0
        while true {
            do throws(StoreError) { return try beginUnderLock() } catch {
                // Who holds a record stops nobody but those who would need one more.
                guard case .locked(let path, _) = error, path != store.path(of: store.layout.lock),
                    waited < store.patience, !store.isCancelled()
                else { throw error }
            }
            store.fileSystem.pause(milliseconds: pause)
            waited += pause
        }
    }

    private func beginUnderLock() throws(StoreError) {
        let writer = try store.acquireLock()
        defer { writer.releaseLock() }
        let isNew = try writer.createFolder(named: folder)
        guard let documents = try writer.reader.folder(folder) else {
            throw .failed(.create, path: store.path(of: folder), .noEntry)
        }
        try documents.opened?.requireWritable(store.path(of: folder))
        let permissions = writer.reader.arrangement(of: folder + "/", in: documents).permissions
        let new = try writer.beginDraft(count: .max, of: documents, isNewFolder: isNew, permissions)
        draft.withLock { $0 = new }
    }

    // MARK: The end

    package func discard() {
        // If this fails, the next writer removes it.
        if let draft = detached() {
            store.queue.run {
                var draft = draft
                try? draft.discard()
            }
        }
    }

    private func detached() -> ChangeDraft? { draft.withLock { $0.take() } }

    /// Makes the change, durable before it returns. From its first turn on it can be undone.
    ///
    /// - Parameters:
    ///   - isWhole: whether to throw the names of documents that were left.
    ///   - progress: called on the store's queue between turns, without a lock, since displaying it may have to wait.
    /// - Returns: the documents that were left alone, because another process changed them at the last moment.
    /// - Throws: what the check throws, or `changedMeanwhile` if a document has changed since it was put: then nothing
    ///   was changed.
    package func commit(
        isWhole: Bool = false, checking check: @escaping Check,
        progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws -> [RecordedChange] {
        guard draft.withLock({ $0 != nil }) else {
            return try store.commit(
                few.withLock { $0 }, in: folder, as: kind, isWhole: isWhole, checking: check)
        }
        return try store.queue.run { try self.commitMany(isWhole, check, progress) }
    }

    private func commitMany(
        _ isWhole: Bool, _ check: Check, _ progress: (Progress) -> Void
    ) throws -> [RecordedChange] {
        guard var draft = detached() else { return [] }
        defer { draft.close() }
        guard draft.made.count > 0 else {
            try draft.discard()
            return []
        }
        let change: DecidedChange
        do {
            progress(.synchronizing)
            try draft.synchronize()
            change = try decide(&draft, check, progress)
        } catch {
            // Once the change is decided, the next writer completes it.
            if case StoreError.halfway = error { throw error }
            try? draft.discard()
            throw error
        }
        // The next writer makes what remains, if this one does not.
        defer { report(draft.made, of: change) }
        while !change.isFinished {
            store.fileSystem.pause(milliseconds: Self.rest)
            try installNext(of: change)
            progress(.installing(change.count))
        }
        if isWhole { try change.requireNothingLeft(in: store) }
        return change.left
    }

    /// Compares the documents in turns. The last turn decides the change, and installs the first documents.
    private func decide(
        _ draft: inout ChangeDraft, _ check: Check, _ progress: (Progress) -> Void
    ) throws -> DecidedChange {
        var lines = try draft.lines()
        var compared = 0
        while true {
            if let change = try compareNext(&lines, &compared, of: &draft, check) {
                progress(.installing(change.count))
                return change
            }
            progress(.comparing(compared))
            store.fileSystem.pause(milliseconds: Self.rest)
        }
    }

    /// - Returns: the decided change, if all documents have been compared.
    private func compareNext(
        _ lines: inout LineReader, _ compared: inout Int, of draft: inout ChangeDraft, _ check: Check
    ) throws -> DecidedChange? {
        let writer = try store.acquireLock()
        defer { writer.releaseLock() }
        guard try writer.holdingLock(compare(&lines, &compared, of: draft, writer)) else { return nil }
        let last = try check(writer.reader)
        let change = try writer.holdingLock(decide(&draft, with: last, writer))
        try writer.halfwayIfFailing(writer.holdingLock(install(change, writer)))
        return change
    }

    /// Compares for a turn.
    ///
    /// - Returns: whether all documents have been compared.
    private func compare(
        _ lines: inout LineReader, _ compared: inout Int, of draft: ChangeDraft, _ writer: DocumentWriter
    ) throws(StoreError) -> Bool {
        if let folder = draft.newFolder, try writer.isAsMade(folder) { return true }
        let end = ContinuousClock.now + turn
        repeat {
            guard let line = try lines.nextDocument(store.layout) else { return true }
            try writer.compare(line, number: compared, in: draft)
            compared += 1
        } while ContinuousClock.now < end
        return false
    }

    private func decide(
        _ draft: inout ChangeDraft, with last: DocumentChange?, _ writer: DocumentWriter
    ) throws(StoreError) -> DecidedChange {
        if let last, last.before != last.after {
            _ = try draft.add(last, at: writer.reader.locate(last.file))
        }
        return try writer.decide(&draft, kind)
    }

    private func installNext(of change: DecidedChange) throws(StoreError) {
        do throws(StoreError) {
            let writer = try store.acquireLock(mayBeCancelled: false)
            defer { writer.releaseLock() }
            try writer.holdingLock(install(change, writer))
        } catch {
            if case .halfway = error { throw error }
            throw .halfway(error)
        }
    }

    /// Installs for a turn, and at least one document.
    private func install(_ change: DecidedChange, _ writer: DocumentWriter) throws(StoreError) {
        let end = ContinuousClock.now + turn
        guard try writer.install(change, until: { ContinuousClock.now >= end }) else { return }
        try writer.finish(change)
        writer.noteFinished(change.number)
    }

    private func report(_ draft: MadeChange, of change: DecidedChange) {
        var made = draft
        made.number = change.number
        made.remove(change.left.map(\.file))
        store.report(made, DocumentReader(store))
    }
}

extension DocumentStore {
    /// Waits until no other process is making a change of many documents.
    ///
    /// - Parameter files: the documents that count; nil for any.
    /// - Throws: `locked` if that takes too long.
    package func waitForOtherChange(of files: Set<String>? = nil) throws(StoreError) {
        var waited = 0
        while let place = try reading({ reader throws(StoreError) in try reader.changeUnderWay(of: files) }) {
            guard waited < patience else { throw .locked(path: place.path) }
            let pause = 25
            fileSystem.pause(milliseconds: pause)
            waited += pause
        }
    }
}
