/// Bytes that are held back until they may be used: in memory, and beyond ``memoryLimit`` in a temporary file.
///
/// Only this user can reach the file. It loses its name, durably, before anything is written into it, so it goes with
/// this value, and in a crash with the process.
package struct Spool: ~Copyable {
    /// The most bytes in memory; fewer never reach a disk.
    package static let memoryLimit = 1 << 20

    private let directory: String
    private let files: FileAccess
    private var file: FileDescriptor?
    private var reader: FilePieces?
    private var pending: [UInt8] = []

    init(in directory: String, _ files: FileAccess) {
        (self.directory, self.files) = (directory, files)
    }

    deinit { if let file { files.system.close(file) } }

    /// - Throws: `failed` with the directory as its path.
    package mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        pending += bytes
        guard pending.count > Self.memoryLimit else { return }
        if file == nil { try open() }
        guard let file else { return }
        let (files, directory, bytes) = (files, directory, pending)
        try files.queue.run(files.write(bytes, to: file, directory))
        pending = []
    }

    /// The next of the bytes, in the order in which they were written; empty at the end. Nothing may be written after
    /// the first call.
    package mutating func next() throws(StoreError) -> [UInt8] {
        if let piece = try reader?.next(), !piece.isEmpty { return piece }
        defer { pending = [] }
        return pending
    }

    private mutating func open() throws(StoreError) {
        let (files, directory) = (files, directory)
        let (file, reader) = try files.queue.run { () throws(StoreError) in
            try files.attributingErrors(to: directory, files.makeUnnamed(in: directory))
        }
        self.reader = FilePieces(reader, directory, files)
        self.file = file
    }
}

extension FileAccess {
    /// A new file, opened for writing and once more for reading. Its name is durably gone, so that a power cut cannot
    /// bring it back with what is written later.
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
            // Who else may write the directory could have put another file there, to be read instead.
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
