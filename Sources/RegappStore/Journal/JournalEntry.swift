internal import RegappValues

/// One document's change, as a line of the plan.
typealias JournalEntry = DigestedChange<ContentDigest>

/// Reads a plan from its file, document by document.
final class JournalReader {
    /// Nil once all has been read.
    private var lines: LineReader?
    private var isBegun = false
    /// The first line; nil before it has been read.
    private(set) var difference: Journal.Difference?
    /// Whether the last line has been read, so that nothing is missing.
    private(set) var isComplete = false

    init(_ files: FileAccess, _ place: Place) throws(StoreError) {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        lines = LineReader(files, file)
    }

    /// The next document; nil at the end, and if the plan cannot be read any further.
    func next() throws(StoreError) -> JournalEntry? {
        let step = try nextStep()
        if step == nil { lines = nil }
        return step
    }

    private func nextStep() throws(StoreError) -> JournalEntry? {
        if !isBegun {
            isBegun = true
            guard let first = try lines?.next() else { return nil }
            difference = Journal.Difference(rawValue: String(decoding: first, as: UTF8.self))
        }
        guard let line = try lines?.next() else { return nil }
        if line.elementsEqual("end".utf8) { isComplete = true }
        return JournalEntry(line: line)
    }
}
