internal import RegappValues

/// One document's change, as a line of the plan.
typealias JournalEntry = DigestedChange<ContentDigest>

/// Reads a plan from its file, document by document.
final class JournalReader {
    /// Nil once all has been read.
    private var lines: LineReader?
    /// The first line; nil if it is none of the store's.
    let difference: Journal.Difference?
    /// The number of the change; nil until the last line has been read, so that nothing is missing.
    private(set) var number: Int?

    init(_ files: FileAccess, _ place: Place) throws(StoreError) {
        guard let file = try files.openFile(place) else {
            throw .failed(.read, path: place.path, .noEntry)
        }
        var lines = LineReader(files, file)
        let first = try lines.next() ?? []
        difference = Journal.Difference(rawValue: String(decoding: first, as: UTF8.self))
        self.lines = consume lines
    }

    /// The next document; nil at the end, and if the plan cannot be read any further.
    func next() throws(StoreError) -> JournalEntry? {
        let line = try lines?.next()
        if let entry = line.flatMap({ JournalEntry(line: $0) }) { return entry }
        if let line, line.starts(with: "end ".utf8) {
            number = Int(String(decoding: line.dropFirst(4), as: UTF8.self))
        }
        lines = nil
        return nil
    }
}
