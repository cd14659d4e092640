/// A file that a user names, read in pieces; closed when the value goes.
package struct FilePieces: ~Copyable {
    /// In bytes.
    private static let pieceSize = 256 << 10

    private let path: String
    private let limit: Int
    private let files: FileAccess
    private let file: FileDescriptor
    private var count = 0

    /// - Parameters:
    ///   - file: a file that is open for reading; closed with the pieces.
    ///   - path: what errors call it.
    init(_ file: FileDescriptor, _ path: String, limit: Int = .max, _ files: FileAccess) {
        (self.file, self.path, self.limit, self.files) = (file, path, limit, files)
    }

    deinit { files.system.close(file) }

    /// The next bytes of the file; empty at its end.
    ///
    /// - Throws: `refused` with `tooLarge` if the file turns out to exceed the limit.
    package mutating func next() throws(StoreError) -> [UInt8] {
        let (files, file, path) = (files, file, path)
        let piece = try files.queue.run(
            files.call(.read, path, files.system.read(file, upTo: Self.pieceSize)))
        count += piece.count
        guard count <= limit else { throw .refused(path: path, .tooLarge(limit: limit)) }
        return piece
    }

    /// Refuses a directory, and a regular file that exceeds the limit.
    func refuseTooLarge() throws(StoreError) {
        let (files, file, path) = (files, file, path)
        let status = try files.queue.run(files.call(.read, path, files.system.status(of: file)))
        guard status.kind != .directory else { throw .refused(path: path, .notRegular) }
        guard status.kind != .regular || status.size <= limit else {
            throw .refused(path: path, .tooLarge(limit: limit))
        }
    }
}
