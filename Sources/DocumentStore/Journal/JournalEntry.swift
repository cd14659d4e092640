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
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    private let path: String
    /// Nil once all has been read.
    private var file: FileDescriptor?
    private var bytes: [UInt8] = []
    private var position = 0
    private var line = 0
    /// The first line; nil before it has been read.
    private(set) var difference: Journal.Difference?
    /// Whether the last line has been read, so that nothing is missing.
    private(set) var isComplete = false

    init(_ files: FileAccess, _ place: Place) throws(StoreError) {
        self.files = files
        path = place.path
        file = try files.call(.read, path, files.system.open(place, .reading))
    }

    deinit { close() }

    private func close() {
        if let file { files.system.close(file) }
        file = nil
    }

    /// The next document; nil at the end, and if the plan cannot be read any further.
    func next() throws(StoreError) -> JournalEntry? {
        let step = try nextStep()
        if step == nil { close() }
        return step
    }

    private func nextStep() throws(StoreError) -> JournalEntry? {
        if line == 0 {
            guard let first = try nextLine() else { return nil }
            difference = Journal.Difference(rawValue: String(decoding: first, as: UTF8.self))
        }
        guard let line = try nextLine() else { return nil }
        if line.elementsEqual("end".utf8) { isComplete = true }
        return JournalEntry(line: line)
    }

    private func nextLine() throws(StoreError) -> ArraySlice<UInt8>? {
        line += 1
        while let file {
            let rest = bytes[position...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                position = end + 1
                return rest[..<end]
            }
            let piece = try files.call(.read, path, files.system.read(file, upTo: Self.pieceSize))
            guard !piece.isEmpty else { return nil }
            bytes = Array(rest) + piece
            position = 0
        }
        return nil
    }
}
