/// What one commit has changed, for an observer of the store.
package struct MadeChange: Equatable, Sendable {
    /// The most documents in folders that an observer sees one by one.
    package static let mostListed = 24

    /// The first documents in the order of the change, at most ``mostListed``, and all at the top of the directory.
    package private(set) var documents: [DocumentChange] = []
    /// How many documents there are in all.
    package private(set) var count = 0
    /// Whether it is not worth undoing, such as the new hash of a login.
    package private(set) var isRenewal = false

    package init(_ changes: [DocumentChange] = [], isRenewal: Bool = false) {
        for change in changes { add(change) }
        self.isRenewal = isRenewal
    }

    mutating func add(_ change: DocumentChange) {
        count += 1
        let isAtTop = !change.file.utf8.contains(UInt8(ascii: "/"))
        if isAtTop || documents.count < Self.mostListed { documents.append(change) }
    }

    /// Takes out documents that were left alone in the end.
    mutating func remove(_ files: [String]) {
        documents.removeAll { files.contains($0.file) }
        count -= files.count
    }
}

extension DocumentStore {
    /// Makes a change, and notes it for the observer even if an error came after the first document had changed.
    func reporting<Result>(
        _ changes: [DocumentChange], isRenewal: Bool = false, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let made = MadeChange(changes, isRenewal: isRenewal)
        do throws(StoreError) {
            let result = try work()
            noteReport(made)
            return result
        } catch {
            if case .halfway = error { noteReport(made) }
            throw error
        }
    }

    /// Reports what was noted while the lock was held.
    func reportNoted(_ reader: DocumentReader) {
        for change in drainReports() { report(change, reader) }
    }

    /// Only while no lock is held.
    func report(_ change: MadeChange, _ reader: DocumentReader) {
        if change.count > 0 { onChange(reader, change) }
    }
}
