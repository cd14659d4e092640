/// Reads an open file line by line; closes it when the value goes.
struct LineReader: ~Copyable {
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    private let file: OpenFile
    private var bytes: [UInt8] = []
    private var position = 0
    /// Before it there is no further line feed.
    private var searched = 0

    init(_ files: FileAccess, _ file: consuming OpenFile) {
        self.files = files
        self.file = file
    }

    /// The next line without its line feed; nil at the end, and for what follows the last line feed.
    ///
    /// - Parameter limit: the longest line, in bytes; a longer one counts as the end.
    mutating func next(limit: Int = .max) throws(StoreError) -> ArraySlice<UInt8>? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (position, searched) = (end + 1, end + 1) }
                return bytes[position..<end]
            }
            guard bytes.count - position <= limit else { return nil }
            let piece = try files.call(
                .read, file.path, files.system.read(file.descriptor, upTo: Self.pieceSize))
            guard !piece.isEmpty else { return nil }
            bytes.removeSubrange(..<position)
            (position, searched) = (0, bytes.count)
            bytes += piece
        }
    }

    /// Whether nothing follows the last line feed, once there is no further line.
    var isAtEnd: Bool { position == bytes.count }
}
