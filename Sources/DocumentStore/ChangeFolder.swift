internal import Synchronization

/// A change of several documents, written down before it is made, in a folder of its own.
///
/// ```
/// .regapp-changes/NUMBER/
///     lock        locked by its writer for as long as that lives; a folder whose lock is free is a dead writer's
///     old/PATH    what a document holds until then; nothing where it does not exist
///     new/PATH    what it is to hold, which takes the document's name by rename; nothing where it is removed
///     plan        what a difference means, then a line for each document: digests of both and its path; then "end"
///     commit      the plan, once all of this is on the disk: from here on the change is made, whatever happens
/// ```
/// Nothing of it is kept in memory, so any number of documents can change. Whether a document has been changed yet
/// shows in what it holds and in whether its new content is here still. Folders are made, and those of dead writers
/// dealt with, under the store's lock.
final class ChangeFolder: Sendable {
    /// The folder of the folders, in the documents directory.
    static let container = ".regapp-changes"
    /// Up to so many documents are synchronised one by one; for more the file system is, where it can be.
    private static let mostSynchronizedAlone = 64
    private static let planPiece = 64 << 10

    /// What becomes of the change where a document is found to be different after the commit.
    enum Difference: String {
        /// All is taken back.
        case takesBack = "together"
        /// The document is left alone; the others change.
        case leavesDocument = "singly"
    }

    private struct Plan {
        var lock: FileDescriptor?
        var file: FileDescriptor?
        var buffer: [UInt8] = []
        var count = 0
        var old = 0
        /// The folders in this one, in the order in which they were made.
        var folders: [String] = []
    }

    let path: String
    private let files: FileAccess
    private let plan: Mutex<Plan>

    private init(_ path: String, _ files: FileAccess, lock: FileDescriptor, plan: FileDescriptor? = nil) {
        self.path = path
        self.files = files
        self.plan = Mutex(Plan(lock: lock, file: plan))
    }

    deinit { close() }

    /// Gives the folder's lock back; who comes next deals with what is left.
    func close() {
        let open = plan.withLock { plan in
            defer { (plan.file, plan.lock) = (nil, nil) }
            return [plan.file, plan.lock]
        }
        for file in open { if let file { files.system.close(file) } }
    }

    /// How many documents have been written down, and how many of them exist.
    var count: (all: Int, old: Int) { plan.withLock { ($0.count, $0.old) } }

    private var container: String { FileAccess.folder(of: path) }
    private var planPath: String { path + "/plan" }
    private var commitPath: String { path + "/commit" }
    func old(_ file: String) -> String { "\(path)/old/\(file)" }
    func new(_ file: String) -> String { "\(path)/new/\(file)" }

    // MARK: Writing down

    /// Begins a change; the store's lock is held.
    static func make(
        in container: String, _ difference: Difference, _ files: FileAccess
    ) throws(StoreError) -> ChangeFolder {
        let path = try files.makeNumberedDirectory(in: container)
        guard let lock = try files.takeFreeLock(path + "/lock") else { throw .locked(path: path) }
        let folder: ChangeFolder
        do throws(StoreError) {
            let plan = try files.call(.write, path) { () throws(Errno) in
                try files.system.open(path + "/plan", .creating)
            }
            folder = ChangeFolder(path, files, lock: lock, plan: plan)
        } catch {
            files.system.close(lock)
            throw error
        }
        try folder.append(difference.rawValue)
        return folder
    }

    /// Writes down what becomes of a document.
    ///
    /// - Parameter isListed: whether that is final. If it is not, `unlisted` gives it back, and it is to be dropped,
    ///   and perhaps written down once more.
    /// - Returns: which of the permissions the new content has.
    @discardableResult
    func add(
        _ change: DocumentChange, _ permissions: Permissions, isListed: Bool = true
    ) throws(StoreError) -> GivenPermissions {
        var given = GivenPermissions.all
        if let before = change.before { try draft(old(change.file), before, permissions) }
        if let after = change.after { given = try draft(new(change.file), after, permissions) }
        if isListed {
            try append(PlannedStep(change).line)
            plan.withLock { plan in
                plan.count += 1
                if change.before != nil { plan.old += 1 }
            }
        }
        return given
    }

    /// What has been written down of a document that is not listed yet.
    func unlisted(_ file: String) throws(StoreError) -> DocumentChange {
        let sides = try [old(file), new(file)].map { path throws(StoreError) in
            try files.read(path, limit: DocumentStore.maximumDocumentSize) { _ throws(StoreError) in }?.bytes
        }
        return DocumentChange(file, before: sides[0], after: sides[1])
    }

    /// Forgets what has been written down of a document that is not listed yet.
    func drop(_ file: String) throws(StoreError) {
        try files.remove(old(file))
        try files.remove(new(file))
    }

    @discardableResult
    private func draft(
        _ path: String, _ bytes: [UInt8], _ permissions: Permissions
    ) throws(StoreError) -> GivenPermissions {
        do throws(StoreError) {
            return try files.create(path, bytes, permissions, synchronously: false)
        } catch {
            guard error == .failed(.write, path: path, .noEntry) else { throw error }
            try makeFolder(FileAccess.folder(of: path))
            return try files.create(path, bytes, permissions, synchronously: false)
        }
    }

    private func makeFolder(_ path: String) throws(StoreError) {
        let parent = FileAccess.folder(of: path)
        if parent != self.path, try files.status(parent) == nil { try makeFolder(parent) }
        try files.makeDirectory(path)
        plan.withLock { $0.folders.append(path) }
    }

    private func append(_ line: String) throws(StoreError) {
        let isFull = plan.withLock { plan in
            plan.buffer += line.utf8
            plan.buffer.append(UInt8(ascii: "\n"))
            return plan.buffer.count >= Self.planPiece
        }
        if isFull { try flush() }
    }

    private func flush() throws(StoreError) {
        let (file, bytes) = plan.withLock { plan in
            defer { plan.buffer = [] }
            return (plan.file, plan.buffer)
        }
        if let file { try files.write(bytes, to: file, planPath) }
    }

    // MARK: The commit

    /// Makes sure that all that has been written down is on the disk; what is added later is not.
    func synchronize() throws(StoreError) {
        try flush()
        let (count, folders) = plan.withLock { ($0.count, $0.folders) }
        if count > Self.mostSynchronizedAlone, try files.synchronizeFileSystem(of: path) { return }
        let steps = try plannedSteps()
        while let step = try steps.next() { try synchronize(step) }
        for folder in folders.reversed() + [path, container, FileAccess.folder(of: container)] {
            try files.synchronizeFolder(folder)
        }
    }

    /// Makes sure that the contents of one document are on the disk, if not their names.
    private func synchronize(_ step: PlannedStep) throws(StoreError) {
        if step.before != nil { try files.synchronizeFile(old(step.file)) }
        if step.after != nil { try files.synchronizeFile(new(step.file)) }
    }

    /// Adds a last document at the top of the directory and completes the plan, durably.
    func complete(with last: DocumentChange) throws(StoreError) {
        if last.before != last.after {
            try add(last, .private)
            try synchronize(PlannedStep(last))
            for folder in plan.withLock({ $0.folders.reversed() }) + [path] {
                try files.synchronizeFolder(folder)
            }
        }
        try append("end")
        try flush()
        try files.synchronizeFile(planPath)
    }

    /// The point of no return. It is durable after `synchronizeNames`.
    func commit() throws(StoreError) {
        try files.rename(planPath, to: commitPath, mustBeFree: false)
    }

    func synchronizeNames() throws(StoreError) { try files.synchronizeFolder(path) }

    /// The documents, in the order in which they were written down.
    func steps() throws(StoreError) -> StepReader { try StepReader(files, commitPath) }
    /// The same before the commit.
    func plannedSteps() throws(StoreError) -> StepReader { try StepReader(files, planPath) }

    // MARK: The end

    /// Tells whoever comes next, durably, that nothing is to be completed.
    func end() throws(StoreError) {
        if try files.remove(commitPath) { try files.synchronizeFolder(path) }
    }

    /// Removes the folder, which nobody has to complete.
    func remove() throws(StoreError) {
        // Before, since on network file systems what is open keeps a name. So others may take it for a dead writer's
        // now, and remove it too.
        close()
        try files.removeTree(path)
        // Others stay there as long as other changes are under way.
        try files.removeFolder(container, orLeave: [.notEmpty, .exists, .noEntry])
    }

    /// The folder of a writer that died; nil where its writer lives.
    static func left(at path: String, _ files: FileAccess) throws(StoreError) -> ChangeFolder? {
        try files.takeFreeLock(path + "/lock").map { ChangeFolder(path, files, lock: $0) }
    }

    /// Whether the writer came to the point of no return.
    func isCommitted() throws(StoreError) -> Bool { try files.status(commitPath) != nil }
}
