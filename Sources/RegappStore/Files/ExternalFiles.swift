/// Files outside any store that a user names: read whole or in pieces, or replaced.
package struct ExternalFiles: Sendable {
    private let fileSystem: any FileSystem
    private let queue = BackgroundQueue()
    private var files: FileAccess { FileAccess(system: fileSystem, queue: queue) }

    package init(fileSystem: any FileSystem = POSIXFileSystem()) {
        self.fileSystem = fileSystem
    }

    /// The content of a settings file, or of a link to one, of at most `limit` bytes; nil if there is none.
    ///
    /// The user did not name it, so a FIFO (which might never have a writer) or a device counts as none.
    package func settings(in path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        try queue.run(files.settings(in: path, limit: limit))
    }

    /// The content of a file, a pipe or a link to one, of at most `limit` bytes; nil if there is none. Warns of a
    /// regular file that other users can reach.
    ///
    /// Another user's file may have to let its group read it, so its group draws no warning.
    package func secret(
        in path: String, limit: Int
    ) throws(StoreError) -> (bytes: [UInt8], warning: StoreWarning?)? {
        try queue.run(files.secret(in: path, limit: limit))
    }

    /// Opens a file, a pipe or a link to one, for reading in pieces; nil if there is none.
    ///
    /// - Parameter limit: the most bytes in total; a larger regular file is refused at once.
    package func pieces(of path: String, limit: Int) throws(StoreError) -> FilePieces? {
        guard let file = try queue.run(files.externalFile(path)) else { return nil }
        let pieces = FilePieces(file, path, limit: limit, files)
        try pieces.refuseTooLarge()
        return pieces
    }

    /// The file need not exist, but its folder must.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - store: a store; none of its files is replaced, whatever path leads there.
    package func replacement(
        of path: String, excluding store: DocumentStore? = nil
    ) throws(StoreError) -> FileReplacement {
        try FileReplacement.begin(path, excluding: store, files)
    }

    /// - Parameter directory: where a temporary file may be made.
    package func spool(in directory: String) -> Spool { Spool(in: directory, files) }

    /// What errors call the standard input, in place of a path.
    package static let standardInputName = "standard input"

    /// The standard input, read in pieces and closed at the end.
    ///
    /// - Parameter limit: the most bytes in total.
    package func standardInputPieces(limit: Int = .max) -> FilePieces {
        FilePieces(FileDescriptor(rawValue: 0), Self.standardInputName, limit: limit, files)
    }

    package func standardInput(limit: Int) throws(StoreError) -> [UInt8] {
        try queue.run(
            files.readToEnd(FileDescriptor(rawValue: 0), Self.standardInputName, limit: limit))
    }
}

extension FileAccess {
    /// Opens a file that a user named, following links.
    func openExternalFile(_ path: String, _ mode: OpenMode = .externalFile) throws(Errno) -> FileDescriptor {
        try uninterrupted(system.open(Folder.workingDirectory[path], mode))
    }

    func externalFile(_ path: String, _ mode: OpenMode = .externalFile) throws(StoreError) -> FileDescriptor?
    {
        do throws(Errno) { return try openExternalFile(path, mode) } catch {
            if error == .noEntry { return nil }
            throw .failed(.read, path: path, error)
        }
    }

    fileprivate func settings(in path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        guard let opened = try externalFile(path, .setting) else { return nil }
        let file = try adoptFile(opened, at: Folder.workingDirectory[path])
        return file.status.kind == .other ? nil : try readToEnd(file.descriptor, path, limit: limit)
    }

    fileprivate func secret(
        in path: String, limit: Int
    ) throws(StoreError) -> (bytes: [UInt8], warning: StoreWarning?)? {
        guard let opened = try externalFile(path) else { return nil }
        let file = try adoptFile(opened, at: Folder.workingDirectory[path])
        let (status, bytes) = (file.status, try readToEnd(file.descriptor, path, limit: limit))
        let others = status.mode & (status.owner == system.user ? 0o077 : 0o007)
        guard status.kind == .regular, others != 0 else { return (bytes, nil) }
        return (bytes, .looseMode(path: path, mode: status.mode & 0o777, instead: 0o600))
    }
}
