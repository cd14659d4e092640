/// What a commit has changed, for the store's observer.
package struct MadeChange: Equatable, Sendable {
    /// How many documents in folders an observer gets one by one.
    package static let mostListed = 24

    /// In the order of the change: the first ``mostListed``, and all at the top of the directory.
    package private(set) var documents: [DocumentChange] = []
    package private(set) var count = 0
    /// The fate of each document that is not listed (`StoreLayout.fate`).
    package private(set) var unlisted: [String] = []
    /// The number of its record, if any.
    package internal(set) var number: Int?
    /// Whether it is not worth undoing, such as a login's new hash.
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

    /// Removes documents that were left alone in the end.
    mutating func remove(_ files: [String]) {
        let listed = documents.count
        documents.removeAll { files.contains($0.file) }
        count -= files.count
        // Which unlisted documents were left alone is unknown; most documents of a change have the same fate.
        unlisted.removeLast(min(unlisted.count, files.count - (listed - documents.count)))
    }
}

extension DocumentStore {
    /// Call only while no lock is held.
    func report(_ change: MadeChange, _ reader: DocumentReader) {
        if change.count > 0 { onChange(reader, change) }
    }
}
