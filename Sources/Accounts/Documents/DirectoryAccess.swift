internal import DocumentStore

/// Reads documents; its errors are this module's.
struct DirectoryReader {
    let documents: DocumentReader

    init(_ documents: DocumentReader) { self.documents = documents }

    func path(of file: String) -> String { documents.store.path(of: file) }

    /// The content of a document; nil if there is none.
    func contents(of file: String) throws(AccountsError) -> [UInt8]? {
        try translated { try documents.contents(of: file) }
    }

    /// Whether anything has a document's name, readable or not.
    func exists(_ file: String) throws(AccountsError) -> Bool {
        try translated { try documents.exists(file) }
    }

    /// Whether a change of several documents is under way or was cut short.
    func isChanging() throws(AccountsError) -> Bool {
        try translated { try documents.isChanging() }
    }

    /// The names of the files in a folder, sorted by their bytes.
    func names(in folder: String) throws(AccountsError) -> [String] {
        try translated { try documents.names(in: folder) }
    }

    func isEmpty(_ folder: String) throws(AccountsError) -> Bool {
        try translated { try documents.isEmpty(folder) }
    }

    /// The recorded change that can be undone.
    func undoRecord() throws(AccountsError) -> UndoRecord? {
        try translated { try documents.undoRecord() }
    }

    /// Whether the documents are as a recorded change left them; false if it never took place.
    ///
    /// - Throws: `changedSince` if one was changed since.
    func canUndo(_ record: UndoRecord) throws(AccountsError) -> Bool {
        var isBefore = true
        for change in record.changes where try contents(of: change.file) != change.before { isBefore = false }
        if isBefore { return false }
        for change in record.changes where try contents(of: change.file) != change.after {
            throw .changedSince(path: path(of: change.file))
        }
        return true
    }

    /// What dead writers left.
    func leftovers() throws(AccountsError) -> [Leftover] {
        try translated { try documents.leftovers() }
    }

    /// The texts being edited or kept, latest first.
    func workingCopies() throws(AccountsError) -> [WorkingCopy.Found] {
        try translated { try documents.workingCopies() }
    }
}

/// Changes documents under the lock; its errors are this module's.
struct DirectoryWriter {
    let documents: DocumentWriter

    init(_ documents: DocumentWriter) { self.documents = documents }

    var reader: DirectoryReader { DirectoryReader(documents.reader) }

    /// Makes changes in order, durable before it returns.
    func commit(_ changes: [DocumentChange], undo: UndoPolicy = .record) throws(AccountsError) {
        try translated { try documents.commit(changes, undo: undo) }
    }

    /// Undoes the last recorded change; false if there was none.
    ///
    /// - Parameter following: changes that are made together with it.
    /// - Throws: `changedSince` if a document was changed since that change.
    func undo(following: [DocumentChange]) throws(AccountsError) -> Bool {
        do throws(StoreError) { return try documents.undo(following: following) != nil } catch {
            guard case .changedMeanwhile(let path) = error else { throw AccountsError(error) }
            throw .changedSince(path: path)
        }
    }

    /// Removes documents beyond undoing.
    func forget(_ files: [String]) throws(AccountsError) {
        try translated { try documents.forget(files) }
    }
}

extension DocumentStore {
    /// Reads without a lock.
    func readingDirectory<Result: Sendable>(
        _ work: @escaping @Sendable (DirectoryReader) throws -> Result
    ) throws(AccountsError) -> Result {
        try translated { try reading { try work(DirectoryReader($0)) } }
    }

    /// Reads and writes under the lock.
    ///
    /// - Parameter sparingUndo: as for `writing`.
    func writingDirectory<Result: Sendable>(
        sparingUndo: Bool = true, _ work: @escaping @Sendable (DirectoryWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        try writing(sparingUndo: sparingUndo) { writer throws(AccountsError) in
            try translated { try work(DirectoryWriter(writer)) }
        }
    }
}

/// Runs `work`, whose errors are this module's and the store's, and throws all of them as this module's.
///
/// Closures that are passed on throw untyped errors, so that they need not spell the type out; this is where they get
/// it back.
func translated<Result>(_ work: () throws -> Result) throws(AccountsError) -> Result {
    do { return try work() } catch {
        switch error {
        case let error as AccountsError: throw error
        case let error as StoreError: throw AccountsError(error)
        case let error as HashingError: throw .hashing(error)
        default: preconditionFailure("work on documents throws no \(type(of: error))")
        }
    }
}
