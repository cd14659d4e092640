internal import PlainValues

/// One document's change, as a line of the plan.
struct JournalEntry {
    let file: String
    /// Nil if it does not exist.
    let before: ContentDigest?
    /// Nil if it is removed.
    let after: ContentDigest?

    init(_ change: DocumentChange) {
        file = change.file
        before = change.before.map { ContentDigest($0) }
        after = change.after.map { ContentDigest($0) }
    }

    /// `BEFORE AFTER PATH`, with `-` for what does not exist.
    var line: String { "\(before?.text ?? "-") \(after?.text ?? "-") \(file)" }

    init?(line: ArraySlice<UInt8>) {
        let space = UInt8(ascii: " ")
        guard let first = line.firstIndex(of: space),
            let second = line[(first + 1)...].firstIndex(of: space),
            let before = Self.digest(line[..<first]),
            let after = Self.digest(line[(first + 1)..<second]),
            let file = String(validating: line[(second + 1)...], as: UTF8.self)
        else { return nil }
        self.file = file
        self.before = before
        self.after = after
    }

    private static func digest(_ text: ArraySlice<UInt8>) -> ContentDigest?? {
        if text.elementsEqual("-".utf8) { return .some(nil) }
        guard let digest = ContentDigest(text: String(decoding: text, as: UTF8.self)) else { return nil }
        return .some(digest)
    }
}

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
