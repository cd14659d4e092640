/// A file open for reading; closed when the value is destroyed.
struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    let place: Place
    /// Right after it was opened.
    let status: FileStatus
    let system: any FileSystem

    deinit { system.close(descriptor) }
}

/// Reads a file line by line; closes it when the value is destroyed.
struct LineReader: ~Copyable {
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    let file: OpenFile
    private var bytes: [UInt8] = []
    private var position = 0
    /// Before this offset there is no further line feed.
    private var searched = 0

    init(_ files: FileAccess, _ file: consuming OpenFile) {
        self.files = files
        self.file = file
    }

    /// Without its line feed; nil at the end, for an unfinished last line, and for a line of more than `limit` bytes.
    mutating func next(limit: Int = .max) throws(StoreError) -> ArraySlice<UInt8>? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = bytes[position..<end]
                position = end + 1
                searched = position
                return line
            }
            guard bytes.count - position <= limit else { return nil }
            let piece = try files.call(
                .read, file.place.path, files.system.read(file.descriptor, upTo: Self.pieceSize))
            guard !piece.isEmpty else { return nil }
            bytes.removeSubrange(..<position)
            position = 0
            searched = bytes.count
            bytes += piece
        }
    }
}
