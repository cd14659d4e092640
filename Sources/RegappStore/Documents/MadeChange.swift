/// What one commit has changed, for an observer of the store.
package struct MadeChange: Equatable, Sendable {
    /// The most documents in folders that an observer sees one by one.
    package static let mostListed = 24

    /// The first documents in the order of the change, at most ``mostListed``, and all at the top of the directory.
    package private(set) var documents: [DocumentChange] = []
    package private(set) var count = 0
    /// What became of each one that is not listed; see `StoreLayout.fate`.
    package private(set) var unlisted: [String] = []
    /// The number of its record; nil if it has none.
    package internal(set) var number: Int?
    /// Whether it is not worth undoing, such as the new hash of a login.
    package private(set) var isRenewal = false

    package init(
        _ changes: [DocumentChange], _ layout: borrowing StoreLayout, isRenewal: Bool = false
    ) {
        for change in changes { add(change, layout) }
        self.isRenewal = isRenewal
    }

    mutating func add(_ change: DocumentChange, _ layout: borrowing StoreLayout) {
        count += 1
        let isAtTop = !change.file.utf8.contains(UInt8(ascii: "/"))
        if isAtTop || documents.count < Self.mostListed {
            documents.append(change)
        } else {
            unlisted.append(layout.fate(change))
        }
    }

    /// Takes out documents that were left alone in the end.
    mutating func remove(_ files: [String]) {
        let listed = documents.count
        documents.removeAll { files.contains($0.file) }
        count -= files.count
        // Which of the others they were is not known any more; most of a change's documents undergo the same.
        unlisted.removeLast(min(unlisted.count, files.count - (listed - documents.count)))
    }
}

extension DocumentStore {
    /// Makes a change, and notes it for the observer even if an error came after the first document had changed. `work`
    /// returns the number of its record.
    func reporting(
        _ changes: [DocumentChange], isRenewal: Bool = false, _ work: () throws(StoreError) -> Int?
    ) throws(StoreError) {
        var made = MadeChange(changes, layout, isRenewal: isRenewal)
        do throws(StoreError) {
            made.number = try work()
            noteReport(made)
        } catch {
            if case .halfway = error { noteReport(made) }
            throw error
        }
    }

    /// Only while no lock is held.
    func report(_ change: MadeChange, _ reader: DocumentReader) {
        if change.count > 0 { onChange(reader, change) }
    }
}
