internal import DocumentStore

/// Reads documents, its errors those of this module.
struct DirectoryReader {
    let documents: DocumentReader

    init(_ documents: DocumentReader) { self.documents = documents }

    /// Where a document stands.
    func path(of file: String) -> String { documents.store.path(of: file) }

    /// The content of a document; nil where there is none.
    func contents(of file: String) throws(AccountsError) -> [UInt8]? {
        try translated { try documents.contents(of: file) }
    }

    /// Whether anything stands at a document's name, readable or not.
    func exists(_ file: String) throws(AccountsError) -> Bool {
        try translated { try documents.exists(file) }
    }

    /// Whether a change of several documents is being made, or was when its writer died.
    func isChanging() throws(AccountsError) -> Bool {
        try translated { try documents.isChanging() }
    }

    /// The names of the files in a folder, sorted by their bytes.
    func names(in folder: String) throws(AccountsError) -> [String] {
        try translated { try documents.names(in: folder) }
    }

    /// Whether a folder holds nothing.
    func isEmpty(_ folder: String) throws(AccountsError) -> Bool {
        try translated { try documents.isEmpty(folder) }
    }

    /// What can be undone.
    func undoRecord() throws(AccountsError) -> UndoRecord? {
        try translated { try documents.undoRecord() }
    }

    /// Whether the documents are what a recorded change made of them; false where they are still what they were
    /// before it.
    ///
    /// - Throws: `changedSince` where one was changed since.
    func canUndo(_ record: UndoRecord) throws(AccountsError) -> Bool {
        var isBefore = true
        for change in record.changes where try contents(of: change.file) != change.before { isBefore = false }
        if isBefore { return false }
        for change in record.changes where try contents(of: change.file) != change.after {
            throw .changedSince(path: path(of: change.file))
        }
        return true
    }

    /// What writers that died have left.
    func leftovers() throws(AccountsError) -> [Leftover] {
        try translated { try documents.leftovers() }
    }

    /// The texts that somebody edits or has kept, the latest first.
    func workingCopies() throws(AccountsError) -> [WorkingCopy.Found] {
        try translated { try documents.workingCopies() }
    }
}

/// Changes documents under the lock, its errors those of this module.
struct DirectoryWriter {
    let documents: DocumentWriter

    init(_ documents: DocumentWriter) { self.documents = documents }

    /// Reads under the lock.
    var reader: DirectoryReader { DirectoryReader(documents.reader) }

    /// Makes some changes, in their order, durable before it returns.
    func commit(_ changes: [DocumentChange], undo: UndoPolicy = .record) throws(AccountsError) {
        try translated { try documents.commit(changes, undo: undo) }
    }

    /// Undoes the last recorded change; tells whether there was one.
    ///
    /// - Parameter following: changes that are made with it, as one.
    /// - Throws: `changedSince` where a document was changed since that change.
    func undo(following: [DocumentChange]) throws(AccountsError) -> Bool {
        do throws(StoreError) { return try documents.undo(following: following) != nil } catch {
            guard case .changedMeanwhile(let path) = error else { throw AccountsError(error) }
            throw .changedSince(path: path)
        }
    }

    /// Removes documents for good.
    func forget(_ files: [String]) throws(AccountsError) {
        try translated { try documents.forget(files) }
    }
}

extension DocumentStore {
    /// Does some reading; no lock is taken.
    func readingDirectory<Result: Sendable>(
        _ work: @escaping @Sendable (DirectoryReader) throws -> Result
    ) throws(AccountsError) -> Result {
        try translated { try reading { try work(DirectoryReader($0)) } }
    }

    /// Does some reading and writing under the lock.
    ///
    /// - Parameter sparingUndo: as with `writing`.
    func writingDirectory<Result: Sendable>(
        sparingUndo: Bool = true, _ work: @escaping @Sendable (DirectoryWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        try writing(sparingUndo: sparingUndo) { writer throws(AccountsError) in
            try translated { try work(DirectoryWriter(writer)) }
        }
    }
}

/// Does some work on documents, whose errors are this module's own and the store's, and throws all of them as this
/// module's.
///
/// This is the one conversion: a closure that is handed on cannot say what it throws without spelling it out.
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
