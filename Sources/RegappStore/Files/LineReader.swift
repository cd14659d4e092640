internal import RegappValues

/// Reads an open file line by line; closes it when the value goes.
struct LineReader: ~Copyable {
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    private let file: OpenFile
    private var bytes: [UInt8] = []
    private var position = 0
    private(set) var digest: ContentDigest

    init(_ files: FileAccess, _ file: consuming OpenFile, _ digest: ContentDigest = ContentDigest([])) {
        self.files = files
        self.file = file
        self.digest = digest
    }

    /// The next line without its line feed; nil at the end, and for what follows the last line feed.
    ///
    /// - Parameter limit: the longest line, in bytes; a longer one counts as the end.
    mutating func next(limit: Int = .max) throws(StoreError) -> ArraySlice<UInt8>? {
        while true {
            let rest = bytes[position...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                position = end + 1
                return rest[..<end]
            }
            guard rest.count <= limit else { return nil }
            let piece = try files.call(
                .read, file.path, files.system.read(file.descriptor, upTo: Self.pieceSize))
            guard !piece.isEmpty else { return nil }
            digest.append(piece)
            bytes = Array(rest) + piece
            position = 0
        }
    }
}
