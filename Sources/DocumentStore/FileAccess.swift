/// The file operations of the store, each made of several system calls that are retried and checked here.
struct FileAccess {
    /// How often an interrupted call is made again before it counts as failed.
    private static let interruptionLimit = 100

    let system: any FileSystem
    let queue: BackgroundQueue

    /// Makes a call again as long as a signal interrupts it.
    func uninterrupted<Result>(_ call: () throws(Errno) -> Result) throws(Errno) -> Result {
        queue.check()
        for _ in 0..<Self.interruptionLimit {
            do { return try call() } catch {
                guard error == .interrupted else { throw error }
            }
        }
        throw .interrupted
    }

    /// Wraps a call's error with what was being done to which file.
    func call<Result>(
        _ operation: FileOperation, _ path: String, _ call: () throws(Errno) -> Result
    ) throws(StoreError) -> Result {
        do { return try uninterrupted(call) } catch { throw .failed(operation, path: path, error) }
    }

    /// Like `call`, with nil for a file that is not there.
    func ifPresent<Result>(
        _ operation: FileOperation, _ path: String, _ call: () throws(Errno) -> Result
    ) throws(StoreError) -> Result? {
        do { return try uninterrupted(call) } catch {
            if error == .noEntry { return nil }
            if error == .loop { throw .refused(path: path, .symbolicLink) }
            throw .failed(operation, path: path, error)
        }
    }

    // MARK: Reading

    /// Reads a whole regular file; nil where there is none.
    ///
    /// - Parameter check: what the open file has to pass before it is read.
    func read(
        _ path: String, limit: Int, check: (FileStatus) throws(StoreError) -> Void
    ) throws(StoreError) -> (bytes: [UInt8], status: FileStatus)? {
        guard let file = try ifPresent(.read, path, { () throws(Errno) in try system.open(path, .reading) })
        else { return nil }
        defer { system.close(file) }
        let status = try call(.read, path) { () throws(Errno) in try system.status(of: file) }
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        try check(status)
        guard status.size <= limit else { throw .refused(path: path, .tooLarge(limit: limit)) }
        let bytes = try readToEnd(file, path, limit: limit, expecting: status.size)
        return (bytes, status)
    }

    /// Reads what is left of an open file.
    ///
    /// - Parameter size: how much a regular file has; nil for what has no size.
    func readToEnd(
        _ file: FileDescriptor, _ path: String, limit: Int, expecting size: Int? = nil
    ) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            // One more than the limit is enough to know that there is more.
            let left = size.map { $0 + 1 - bytes.count } ?? 0
            let count = min(left > 0 ? left : 4096, limit + 1 - bytes.count)
            let part = try call(.read, path) { () throws(Errno) in try system.read(file, upTo: count) }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            // A file ends where a call brings nothing, and one of the size that it has, where a call brings no more.
            if part.isEmpty || (bytes.count == size && part.count < count) { return bytes }
        }
        throw .refused(path: path, .tooLarge(limit: limit))
    }

    /// What stands at a path, a link itself included; nil where nothing does.
    func status(_ path: String) throws(StoreError) -> FileStatus? {
        try ifPresent(.read, path) { () throws(Errno) in try system.linkStatus(path) }
    }

    /// What a directory is, which the path may lead to through a link; nil where there is none.
    func directoryStatus(_ path: String) throws(StoreError) -> FileStatus? {
        try ifPresent(.read, path) { () throws(Errno) in try system.linkStatus(path + "/.") }
    }

    /// Where a link points, as a path that does not depend on the working directory.
    func target(ofLink path: String) throws(StoreError) -> String {
        let target = try call(.read, path) { () throws(Errno) in try system.readLink(path) }
        return target.hasPrefix("/") ? target : Self.folder(of: path) + "/" + target
    }

    /// The names in a folder, or some of them; none where there is no such folder.
    func names(in path: String, upTo limit: Int = .max) throws(StoreError) -> [String] {
        guard
            let folder = try ifPresent(.list, path, { () throws(Errno) in try system.open(path, .directory) })
        else { return [] }
        defer { system.close(folder) }
        return try call(.list, path) { () throws(Errno) in try system.names(in: folder, upTo: limit) }
    }

    // MARK: Writing

    /// Writes a file that must not exist yet and waits until its content is on the disk. It is its owner's alone until
    /// all of it is written.
    ///
    /// - Returns: which of the permissions it has.
    @discardableResult
    func create(
        _ path: String, _ bytes: [UInt8], _ permissions: Permissions = .private, synchronously: Bool = true
    ) throws(StoreError) -> GivenPermissions {
        let file = try call(.write, path) { () throws(Errno) in try system.open(path, .creating) }
        defer { system.close(file) }
        try write(bytes, to: file, path)
        let given = try give(permissions, to: file, path)
        if synchronously {
            try call(.write, path) { () throws(Errno) in try system.synchronize(file) }
        }
        return given
    }

    /// Does something to a temporary file; an error names what that is to replace, since nobody knows the other.
    func standIn<Result>(
        for path: String, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch {
            guard case .failed(let operation, _, let errno) = error else { throw error }
            throw .failed(operation, path: path, errno)
        }
    }

    /// Writes all of some bytes to an open file.
    func write(_ bytes: [UInt8], to file: FileDescriptor, _ path: String) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try call(.write, path) { () throws(Errno) in try system.write(file, rest) }
            guard count > 0 else { throw .failed(.write, path: path, .inputOutput) }
            rest = rest.dropFirst(count)
        }
    }

    /// Lets a finished file take a name, replacing what has it; or, if `mustBeFree`, only where nothing has.
    func rename(_ old: String, to new: String, mustBeFree: Bool) throws(StoreError) {
        do throws(Errno) {
            guard mustBeFree else {
                return try uninterrupted { () throws(Errno) in try system.rename(old, to: new) }
            }
            try renameIfAbsent(old, to: new)
        } catch {
            if mustBeFree && error == .exists { throw .changedMeanwhile(path: new) }
            throw .failed(.write, path: new, error)
        }
    }

    /// File systems that know no such rename may know links, which a taken name refuses as well. Without either the
    /// name is looked at and then taken, so what gets it in the microseconds between is replaced.
    private func renameIfAbsent(_ old: String, to new: String) throws(Errno) {
        do throws(Errno) {
            return try uninterrupted { () throws(Errno) in try system.renameIfAbsent(old, to: new) }
        } catch { guard error.isRefusal else { throw error } }
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.link(old, as: new) }
            // The file has its name now; a second one that stays is removed by the next writer.
            try? uninterrupted { () throws(Errno) in try system.unlink(old) }
            return
        } catch { guard error.isRefusal else { throw error } }
        do throws(Errno) {
            _ = try uninterrupted { () throws(Errno) in try system.linkStatus(new) }
        } catch {
            guard error == .noEntry else { throw error }
            return try uninterrupted { () throws(Errno) in try system.rename(old, to: new) }
        }
        throw .exists
    }

    /// Removes a name; tells whether it was there.
    @discardableResult
    func remove(_ path: String) throws(StoreError) -> Bool {
        do {
            return try ifPresent(.remove, path) { () throws(Errno) in try system.unlink(path) } != nil
        } catch {
            // Nothing can be in a folder that is no folder.
            if error == .failed(.remove, path: path, .notDirectory) { return false }
            throw error
        }
    }

    /// Removes an empty folder.
    ///
    /// - Parameter expected: errors for which it is left.
    func removeFolder(_ path: String, orLeave expected: [Errno] = []) throws(StoreError) {
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.removeDirectory(path) }
        } catch { guard expected.contains(error) else { throw .failed(.remove, path: path, error) } }
    }

    /// Removes a file, a link, or a folder with all that is in it; tells whether it is gone. On some network file
    /// systems what is open still keeps a name.
    @discardableResult
    func removeTree(_ path: String) throws(StoreError) -> Bool {
        do throws(StoreError) { return try remove(path) } catch {
            if error.errno == .busy { return false }
            guard error.errno == .isDirectory || error.errno == .notPermitted,
                try status(path)?.kind == .directory
            else { throw error }
        }
        var isLess = true
        while isLess {
            isLess = false
            // A few at a time, from the first again, since names are removed while they are listed.
            for name in try names(in: path, upTo: 1024) where try removeTree(path + "/" + name) {
                isLess = true
            }
        }
        try removeFolder(path, orLeave: [.notEmpty, .exists, .noEntry])
        return try status(path) == nil
    }

    /// Gives an empty or finished folder its permissions.
    func give(_ permissions: Permissions, toFolder path: String) throws(StoreError) -> GivenPermissions {
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path, .directory) }
        defer { system.close(folder) }
        return try give(permissions, to: folder, path)
    }

    /// Waits until all that was written to the file system of a folder is on the disk; false where that is refused.
    func synchronizeFileSystem(of path: String) throws(StoreError) -> Bool {
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path, .directory) }
        defer { system.close(folder) }
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.synchronizeFileSystem(of: folder) }
            return true
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return false
        }
    }

    /// Waits until the content of a file is on the disk.
    func synchronizeFile(_ path: String) throws(StoreError) {
        let file = try call(.write, path) { () throws(Errno) in try system.open(path, .reading) }
        defer { system.close(file) }
        try call(.write, path) { () throws(Errno) in try system.synchronize(file) }
    }

    /// Waits until the names in a folder are on the disk, where the file system can tell.
    func synchronizeFolder(_ path: String) throws(StoreError) {
        // With the dot the path may itself be a link, as the documents directory may.
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path + "/.", .directory) }
        defer { system.close(folder) }
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.synchronize(folder) }
        } catch {
            // A directory above the documents may be of a file system that is only read.
            guard error.isRefusal || error == .readOnly else { throw .failed(.write, path: path, error) }
        }
    }

    /// Creates a directory, and those above it, where they are missing; their names may not be on the disk yet.
    ///
    /// - Throws: `refused` where the directory that would hold one of them is another user's, the superuser's excepted.
    func createDirectory(_ path: String) throws(StoreError) {
        let parent = Self.folder(of: path)
        var status = try directoryStatus(parent)
        if status == nil, parent != path {
            try createDirectory(parent)
            status = try directoryStatus(parent)
        }
        if let status {
            try require(
                [system.user, Self.superuser], toOwn: status, parent, orElse: FileRefusal.foreignOwner)
        }
        try makeDirectoryIfAbsent(path)
    }

    /// Creates a directory unless its name is taken.
    func makeDirectoryIfAbsent(_ path: String) throws(StoreError) {
        do throws(StoreError) { try makeDirectory(path) } catch {
            guard error.errno == .exists else { throw error }
        }
    }

    /// Creates a directory whose name must be free.
    func makeDirectory(_ path: String) throws(StoreError) {
        try call(.create, path) { () throws(Errno) in try system.makeDirectory(path) }
    }

    /// Creates a directory in another one, which is created where it is missing, with the first number that is free for
    /// its name; returns its path.
    func makeNumberedDirectory(in container: String) throws(StoreError) -> String {
        var number = 1
        while true {
            let path = "\(container)/\(number)"
            do throws(StoreError) {
                try makeDirectory(path)
                return path
            } catch {
                switch error {
                case .failed(_, _, .exists): number += 1
                // Whoever removes the last one removes the container too.
                case .failed(_, _, .noEntry): try makeDirectoryIfAbsent(container)
                default: throw error
                }
            }
        }
    }

    /// The folder that a path stands in.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
