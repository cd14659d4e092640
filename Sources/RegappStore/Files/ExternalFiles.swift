/// Files outside any store, named by the user: read whole or in pieces, or replaced.
package struct ExternalFiles: Sendable {
    let files: FileAccess

    package init(fileSystem: any FileSystem = POSIXFileSystem()) {
        files = FileAccess(system: fileSystem, queue: BackgroundQueue())
    }

    /// The content of a settings file, or of a link to one, of at most `limit` bytes; nil if there is none. The user
    /// did not name it, so a FIFO (which might never have a writer) or a device counts as none.
    package func settings(in path: String, limit: Int) throws(StoreError) -> [UInt8]? {
        try files.queue.run { [files] () throws(StoreError) -> [UInt8]? in
            guard let opened = try files.externalFile(path, .setting) else { return nil }
            let file = try files.adoptFile(opened, at: Folder.workingDirectory[path])
            guard file.status.kind != .other else { return nil }
            return try files.readToEnd(file.descriptor, path, limit: limit)
        }
    }

    /// The content of a file, a pipe or a link to one, of at most `limit` bytes; nil if there is none. Warns if other
    /// users can reach a regular file; another user's file may be readable for its group, which that user may need.
    package func secret(
        in path: String, limit: Int
    ) throws(StoreError) -> (bytes: [UInt8], warning: StoreWarning?)? {
        try files.queue.run { [files] () throws(StoreError) -> (bytes: [UInt8], warning: StoreWarning?)? in
            guard let opened = try files.externalFile(path) else { return nil }
            let file = try files.adoptFile(opened, at: Folder.workingDirectory[path])
            let status = file.status
            let bytes = try files.readToEnd(file.descriptor, path, limit: limit)
            let others = status.mode & (status.owner == files.system.user ? 0o077 : 0o007)
            guard status.kind == .regular, others != 0 else { return (bytes, nil) }
            return (bytes, .looseMode(path: path, mode: status.mode & 0o777, instead: 0o600))
        }
    }

    /// Opens a file, a pipe or a link to one, to read at most `limit` bytes in pieces; nil if there is none. A larger
    /// regular file is refused at once.
    package func pieces(of path: String, limit: Int) throws(StoreError) -> FilePieces? {
        guard let file = try files.queue.run(files.externalFile(path)) else { return nil }
        let pieces = FilePieces(file, path, limit: limit, files)
        let status = try files.queue.run(files.call(.read, path, files.system.status(of: file)))
        guard status.kind != .directory else { throw .refused(path: path, .notRegular) }
        guard status.kind != .regular || status.size <= limit else {
            throw .refused(path: path, .tooLarge(limit: limit))
        }
        return pieces
    }

    /// In errors, in place of a path.
    package static let standardInputName = "standard input"

    /// At most `limit` bytes in total, read in pieces and closed at the end.
    package func standardInputPieces(limit: Int = .max) -> FilePieces {
        FilePieces(FileDescriptor(rawValue: 0), Self.standardInputName, limit: limit, files)
    }

    package func standardInput(limit: Int) throws(StoreError) -> [UInt8] {
        try files.queue.run(
            files.readToEnd(FileDescriptor(rawValue: 0), Self.standardInputName, limit: limit))
    }
}

extension FileAccess {
    /// Follows links; nil if there is no file.
    func externalFile(_ path: String, _ mode: OpenMode = .externalFile) throws(StoreError) -> FileDescriptor?
    {
        let place = Folder.workingDirectory[path]
        do throws(Errno) { return try uninterrupted(system.open(place, mode)) } catch {
            if error == .noEntry { return nil }
            throw .failed(.read, path: path, error)
        }
    }
}

/// Reads a file in pieces; closes it when the value is destroyed.
package struct FilePieces: ~Copyable {
    private static let pieceSize = 256 << 10

    private let path: String
    private let limit: Int
    private let files: FileAccess
    private let file: FileDescriptor
    private var count = 0

    /// - Parameters:
    ///   - file: open for reading; closed with the pieces.
    ///   - path: for errors.
    init(_ file: FileDescriptor, _ path: String, limit: Int = .max, _ files: FileAccess) {
        self.file = file
        self.path = path
        self.limit = limit
        self.files = files
    }

    deinit { files.system.close(file) }

    /// Empty at the end. Throws `refused` with `tooLarge` if the file turns out to exceed the limit.
    package mutating func next() throws(StoreError) -> [UInt8] {
        let files = files
        let file = file
        let path = path
        let piece = try files.queue.run(
            files.call(.read, path, files.system.read(file, upTo: Self.pieceSize)))
        count += piece.count
        guard count <= limit else { throw .refused(path: path, .tooLarge(limit: limit)) }
        return piece
    }
}

/// Holds bytes back until they may be used: in memory and, beyond ``memoryLimit``, in a temporary file. Only this user
/// can reach the file. Its name is removed, durably, before anything is written, so it goes with this value or process.
package struct Spool: ~Copyable {
    /// In bytes; less never reaches a disk.
    package static let memoryLimit = 1 << 20

    private let directory: String
    private let files: FileAccess
    private var file: FileDescriptor?
    private var reader: FilePieces?
    private var pending: [UInt8] = []

    /// - Parameter directory: for the temporary file.
    package init(in directory: String, _ files: ExternalFiles) {
        self.directory = directory
        self.files = files.files
    }

    deinit { if let file { files.system.close(file) } }

    /// - Throws: `failed` with the directory as its path.
    package mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        pending += bytes
        guard pending.count > Self.memoryLimit else { return }
        let files = files
        let directory = directory
        let bytes = pending
        if file == nil {
            let (file, reader) = try files.queue.run { () throws(StoreError) in
                try files.attributingErrors(to: directory, files.makeUnnamed(in: directory))
            }
            self.reader = FilePieces(reader, directory, files)
            self.file = file
        }
        guard let file else { return }
        try files.queue.run(files.write(bytes, to: file, directory))
        pending = []
    }

    /// In the order of writing; empty at the end. Nothing may be written after the first call.
    package mutating func next() throws(StoreError) -> [UInt8] {
        if let piece = try reader?.next(), !piece.isEmpty { return piece }
        return exchange(&pending, with: [])
    }
}

extension FileAccess {
    /// A new file for writing and reading. Its name is durably gone, so a power cut cannot bring it back.
    fileprivate func makeUnnamed(
        in directory: String
    ) throws(StoreError) -> (writer: FileDescriptor, reader: FileDescriptor) {
        let found = try call(.write, directory, system.open(Folder.workingDirectory[directory], .folder))
        let folder = try adopt(found, at: directory)
        let place = folder["regapp-" + String(UInt64.random(in: .min ... .max), radix: 16)]
        var opened: [FileDescriptor] = []
        do throws(StoreError) {
            for mode in [OpenMode.creating, .reading] {
                opened.append(try call(.write, directory, system.open(place, mode)))
            }
            // Others who can write to the directory could have put another file there for reading.
            let statuses = try opened.map { file throws(StoreError) in
                try call(.write, directory, system.status(of: file))
            }
            guard statuses[0].isSameFile(as: statuses[1]) else {
                throw StoreError.changedMeanwhile(path: place.path)
            }
            try remove(place)
            try synchronizeFolder(folder)
            return (opened[0], opened[1])
        } catch {
            opened.forEach(system.close)
            if opened.count == 1 { _ = try? remove(place) }
            throw error
        }
    }
}

// A cache's files are not worth waiting for, and their failures are not reported: a file that cannot be read counts as
// missing, and a write that fails is dropped. Times are in milliseconds since 1970. Not for the main thread.
extension FileSystem {
    private var files: FileAccess {
        BackgroundQueue.checkBackground()
        return FileAccess(system: self, queue: .onAnyThread)
    }

    /// The content of this user's file, which counts as used now; nil if there is none or it cannot be read.
    package func cacheFile(_ place: Place, limit: Int, usedAt now: Int64) -> [UInt8]? {
        guard let file = (try? files.openFile(place)) ?? nil, file.status.owner == user else { return nil }
        markUsed(file.descriptor, at: now)
        return try? files.contents(of: file, limit: limit)
    }

    /// Replaces a file in one step: readers see the old one or the new, never a part of one. Unlike the store, it does
    /// not wait for the disk: a power cut may damage the file.
    ///
    /// - Parameter temporary: a free name in the same folder.
    package func replaceCacheFile(
        _ place: Place, by temporary: Place, _ bytes: [UInt8], usedAt now: Int64
    ) {
        do throws(StoreError) {
            try files.replace(place, by: temporary, with: bytes, synchronously: false) { file in
                markUsed(file, at: now)
            }
        } catch { _ = try? files.remove(temporary) }
    }

    private func markUsed(_ file: FileDescriptor, at time: Int64) {
        try? setModified(file, time.multipliedReportingOverflow(by: 1_000_000).partialValue)
    }

    /// Opens the folder at an absolute path, which only this user can write to. Everything on the way must belong to
    /// this user or the superuser: no other user's link is followed, and nothing is created below another user's
    /// directory. Nil if there is none, or if it is refused.
    package func ownFolder(_ path: String, makingMissing: Bool) -> Folder? {
        guard path.hasPrefix("/") else { return nil }
        let parent = try? FolderWalk.find(
            FileAccess.folder(of: path), makesMissing: makingMissing, passesOwnOnly: true, files)
        return parent.flatMap { ownFolder($0[FileAccess.name(of: path)], makingMissing: makingMissing) }
    }

    /// Opens this user's directory that no other user can write to; a link in its place is refused.
    package func ownFolder(_ place: Place, makingMissing: Bool) -> Folder? {
        var found = (try? files.folder(place)) ?? nil
        if found == nil, makingMissing {
            try? files.makeDirectoryIfAbsent(place)
            found = (try? files.folder(place)) ?? nil
        }
        guard let folder = found, let status = folder.opened, status.owner == user,
            status.mode & 0o022 == 0
        else { return nil }
        return folder
    }
}
