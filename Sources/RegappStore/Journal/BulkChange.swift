/// A change of any number of documents, all or none, even through a crash.
///
/// Call `put` for each document, then `commit` or `discard`. Few documents wait in memory and are changed together,
/// under the lock (`DocumentWriter.commit`). Many are written to a journal without the lock, so that others can go on.
/// `commit` then holds the lock while it compares and renames documents, and lets other writers in for a moment after
/// each turn. They need not wait for the end of the change: each document is compared right before it changes, and one
/// that another process has changed is left alone. Nor do they complete it like a dead writer's, since its journal is
/// locked while this process lives. After each turn its work is on the disk, so it cannot undo what others do next.
package final class BulkChange: Sendable {
    /// Left alone because another process changed it at the last moment.
    package struct LeftDocument: Equatable, Sendable {
        package let path: String
        package let isNew: Bool
    }

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
    /// How long other writers get that chance, in milliseconds: longer than their pauses between two tries.
    private static let rest = 40

    /// Called under the lock, right before the point of no return; may return the change of a document at the top of
    /// the directory. With many changes, that one is made last; with few, after the new documents and before the rest,
    /// so that a session never names a missing account.
    package typealias Check = @Sendable (DocumentReader) throws -> DocumentChange?

    private struct OpenJournal {
        let journal: Journal
        let permissions: Permissions
        /// The documents' folder; nil if there is none yet.
        let documents: Folder?
    }

    private struct State {
        /// Changes that wait in memory.
        var few: [DocumentChange] = []
        var open: OpenJournal?
        var made: MadeChange
    }

    fileprivate let store: DocumentStore
    fileprivate let folder: String
    fileprivate let turn: Duration
    fileprivate let kind: ChangeKind
    private let most: Int
    private let state: Locked<State>

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
        state = Locked(State(made: MadeChange([], store.layout)))
        self.store = store
        self.folder = folder
        self.turn = turn
        self.kind = kind
    }

    // MARK: Writing down

    /// Only on the store's queue, unless all changes may wait in memory. Throws `refused` if the folder cannot be
    /// written or the content is too large.
    package func put(_ change: DocumentChange) throws(StoreError) {
        try store.requireSize(of: change.after, for: store.path(of: change.file))
        let waiting = state.withLock { state in
            state.few.append(change)
            guard state.open != nil || state.few.count > most else { return [DocumentChange]() }
            return exchange(&state.few, with: [])
        }
        if waiting.isEmpty { return }
        let open = try begin()
        for change in waiting where change.before != change.after {
            let given = try open.journal.add(change, open.permissions, in: open.documents)
            state.withLock { $0.made.add(change, store.layout) }
            store.warn(given, open.permissions, store.path(of: change.file))
        }
    }

    private func begin() throws(StoreError) -> OpenJournal {
        if let open = state.withLock({ $0.open }) { return open }
        let writer = try store.acquireLock()
        defer { writer.releaseLock() }
        let opened = try writer.reader.folder(folder)
        try opened?.opened?.requireWritable(store.path(of: folder))
        let group = writer.reader.sharedGroup(of: folder + "/", in: opened)
        let journal = try Journal.make(
            in: writer.directory.folder, .leavesDocument, writer.files, store.layout)
        let new = OpenJournal(journal: journal, permissions: .shared(with: group), documents: opened)
        state.withLock { $0.open = new }
        return new
    }

    // MARK: The end

    package func discard() {
        guard let journal = detached() else { return }
        // If this fails, the next writer removes the journal.
        store.queue.run {
            try? journal.remove()
            journal.close()
        }
    }

    private func detached() -> Journal? { state.withLock { $0.open.take() }?.journal }

    /// Makes the change, durable before it returns. From its first turn on it can be undone.
    ///
    /// - Parameters:
    ///   - progress: called on the store's queue between turns, without a lock, since displaying it may have to wait.
    /// - Returns: the documents that were left alone.
    /// - Throws: what the check throws, or `changedMeanwhile` if a document has changed since it was put: then nothing
    ///   was changed.
    package func commit(
        checking check: @escaping Check, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) throws -> [LeftDocument] {
        guard let journal = detached() else {
            let few = state.withLock { $0.few }
            guard !few.isEmpty else { return [] }
            try store.writing { [kind] writer in
                let other = try check(writer.reader).map { [$0] } ?? []
                let new = few.filter { $0.before == nil }
                let rest = few.filter { $0.before != nil }
                try writer.commit(new + other + rest, as: kind)
            }
            return []
        }
        return try store.queue.run {
            defer { journal.close() }
            guard journal.count.all > 0 else {
                try journal.remove()
                return []
            }
            let commit = BulkCommit(of: self, journal, progress)
            do {
                progress(.synchronizing)
                try journal.synchronize()
                while !commit.isMarked {
                    try commit.compareNext(check)
                    commit.report()
                    if !commit.isMarked { self.store.fileSystem.pause(milliseconds: Self.rest) }
                }
            } catch {
                // Once the change is marked, the next writer completes it.
                if !commit.isMarked { try? journal.remove() }
                throw error
            }
            // The next writer makes what remains, if this one does not.
            defer { self.report(commit) }
            do throws(StoreError) {
                while !commit.isDone {
                    self.store.fileSystem.pause(milliseconds: Self.rest)
                    try commit.installNext()
                    commit.report()
                }
            } catch {
                if case .halfway = error { throw error }
                throw StoreError.halfway(error)
            }
            try? journal.remove()
            return commit.left
        }
    }

    private func report(_ commit: BulkCommit) {
        var made = state.withLock { $0.made }
        if let last = commit.last { made.add(last, store.layout) }
        made.number = commit.number
        made.remove(commit.left.map { String($0.path.dropFirst(store.directory.count + 1)) })
        store.report(made, DocumentReader(store))
    }
}

/// Compares and installs the documents of a journal, in turns.
private final class BulkCommit {
    private let bulk: BulkChange
    private let journal: Journal
    private let progress: (BulkChange.Progress) -> Void
    private var planned: JournalReader?
    private var entries: JournalReader?
    /// The number of the change, once it is marked.
    private(set) var number = 0
    /// How many documents have been compared, and then how many have their new content.
    private var count = 0
    private(set) var isMarked = false
    private(set) var isDone = false
    private(set) var left: [BulkChange.LeftDocument] = []
    /// The change that was made after the others.
    private(set) var last: DocumentChange?

    init(of bulk: BulkChange, _ journal: Journal, _ progress: @escaping (BulkChange.Progress) -> Void) {
        self.bulk = bulk
        self.journal = journal
        self.progress = progress
    }

    /// Compares documents for a turn. After the last one the change is marked, and its first documents are installed.
    func compareNext(_ check: BulkChange.Check) throws {
        let writer = try bulk.store.acquireLock()
        defer { writer.releaseLock() }
        guard try writer.holdingLock(compare(writer)) else { return }
        last = try check(writer.reader)
        do throws(StoreError) {
            number = try writer.holdingLock(writer.mark(journal, bulk.kind, last: last))
        } catch {
            if case .halfway = error { isMarked = true }
            throw error
        }
        isMarked = true
        count = 0
        try writer.halfwayIfFailing(writer.holdingLock(install(writer)))
    }

    func installNext() throws(StoreError) {
        let writer = try bulk.store.acquireLock(mayBeCancelled: false)
        defer { writer.releaseLock() }
        try writer.holdingLock(install(writer))
    }

    func report() { progress(isMarked ? .installing(count) : .comparing(count)) }

    private func compare(_ writer: DocumentWriter) throws(StoreError) -> Bool {
        if try writer.isNew(bulk.folder, in: journal) { return true }
        if planned == nil { planned = try journal.plannedEntries() }
        return try visit(planned) { entry throws(StoreError) in
            try writer.compare(entry)
            count += 1
        }
    }

    private func install(_ writer: DocumentWriter) throws(StoreError) {
        let isFirst = entries == nil
        if isFirst { try writer.installRecord(of: journal, number) }
        if isFirst, try writer.installFolder(bulk.folder, of: journal) {
            (isDone, count) = (true, journal.count.all)
        } else {
            if isFirst { entries = try journal.committedEntries() }
            isDone = try visit(entries) { entry throws(StoreError) in
                if try !writer.install(journal.ready(entry)).isMade {
                    left.append(.init(path: writer.store.path(of: entry.file), isNew: entry.before == nil))
                }
                count += 1
            }
        }
        try writer.synchronizeDocuments(of: journal)
        if isFirst { writer.noteMade(number) }
        if isDone { try journal.end() }
    }

    /// Visits at least one entry, until the turn is over; returns whether all were visited.
    private func visit(
        _ entries: JournalReader?, _ body: (JournalEntry) throws(StoreError) -> Void
    ) throws(StoreError) -> Bool {
        let end = ContinuousClock.now + bulk.turn
        repeat {
            guard let entry = try entries?.next() else { return true }
            try body(entry)
        } while ContinuousClock.now < end
        return false
    }
}

extension DocumentStore {
    /// Makes all changes or none; throws like ``BulkChange/commit(checking:progress:)``.
    package func commit(
        _ changes: [DocumentChange], in folder: String, as kind: ChangeKind = .change,
        checking check: @escaping BulkChange.Check
    ) throws -> [BulkChange.LeftDocument] {
        let bulk = BulkChange(of: folder, in: self, as: kind)
        defer { bulk.discard() }
        // A few changes only wait in memory: putting them on the queue would be one more wait for its thread.
        let put = { @Sendable () throws(StoreError) in for change in changes { try bulk.put(change) } }
        if changes.count > Self.mostTogether { try queue.run(put) } else { try put() }
        return try bulk.commit(checking: check)
    }

    /// Waits until no other process is making a change of many documents.
    package func waitForOtherBulk() throws(StoreError) {
        var waited = 0
        while try reading({ reader throws(StoreError) in try reader.isBulkUnderWay() }) {
            guard waited < patience else { throw .locked(path: path(of: layout.changes)) }
            let pause = 25
            fileSystem.pause(milliseconds: pause)
            waited += pause
        }
    }
}
