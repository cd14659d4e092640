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
    private func ifPresent<Result>(
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

    /// Reads what is left of an open file; `size` is how much that probably is.
    func readToEnd(
        _ file: FileDescriptor, _ path: String, limit: Int, expecting size: Int = 4096
    ) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            // One more than the limit is enough to know that there is more.
            let count = min(bytes.count < size ? size - bytes.count : 4096, limit + 1 - bytes.count)
            let part = try call(.read, path) { () throws(Errno) in try system.read(file, upTo: count) }
            if part.isEmpty { return bytes }
            if bytes.isEmpty { bytes = part } else { bytes += part }
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
    /// - Returns: whether it has the permissions; false where its group could not be given.
    @discardableResult
    func create(
        _ path: String, _ bytes: [UInt8], _ permissions: Permissions = .private, synchronously: Bool = true
    ) throws(StoreError) -> Bool {
        let file = try call(.write, path) { () throws(Errno) in try system.open(path, .creating) }
        defer { system.close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try call(.write, path) { () throws(Errno) in try system.write(file, rest) }
            guard count > 0 else { throw .failed(.write, path: path, .inputOutput) }
            rest = rest.dropFirst(count)
        }
        let isGiven = try give(permissions, to: file, path)
        if synchronously {
            try call(.write, path) { () throws(Errno) in try system.synchronize(file) }
        }
        return isGiven
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

    private func renameIfAbsent(_ old: String, to new: String) throws(Errno) {
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.renameIfAbsent(old, to: new) }
        } catch {
            // Some file systems know no such rename; a link is refused by a taken name as well.
            guard error == .invalid else { throw error }
            try uninterrupted { () throws(Errno) in try system.link(old, as: new) }
            // The file has its name now; a second one that stays is removed by the next writer.
            try? uninterrupted { () throws(Errno) in try system.unlink(old) }
        }
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
    func removeFolder(_ path: String) throws(StoreError) {
        try call(.remove, path) { () throws(Errno) in try system.removeDirectory(path) }
    }

    /// Gives a file a second name.
    func link(_ path: String, as second: String) throws(StoreError) {
        try call(.write, second) { () throws(Errno) in try system.link(path, as: second) }
    }

    /// Swaps two names.
    func exchange(_ first: String, _ second: String) throws(StoreError) {
        try call(.write, second) { () throws(Errno) in try system.exchange(first, second) }
    }

    /// Gives an empty or finished folder its permissions.
    ///
    /// - Returns: whether it has them; false where its group could not be given.
    func give(_ permissions: Permissions, toFolder path: String) throws(StoreError) -> Bool {
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path, .directory) }
        defer { system.close(folder) }
        return try give(permissions, to: folder, path)
    }

    /// Waits until all that was written to the file system of a folder is on the disk.
    func synchronizeFileSystem(of path: String) throws(StoreError) {
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path, .directory) }
        defer { system.close(folder) }
        try call(.write, path) { () throws(Errno) in try system.synchronizeFileSystem(of: folder) }
    }

    /// Waits until the names in a folder are on the disk.
    func synchronizeFolder(_ path: String) throws(StoreError) {
        // With the dot the path may itself be a link, as the documents directory may.
        let folder = try call(.write, path) { () throws(Errno) in try system.open(path + "/.", .directory) }
        defer { system.close(folder) }
        try call(.write, path) { () throws(Errno) in try system.synchronize(folder) }
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
        do throws(StoreError) { try makeDirectory(path) } catch {
            guard error == .failed(.create, path: path, .exists) else { throw error }
        }
    }

    /// Creates a directory whose name must be free.
    func makeDirectory(_ path: String) throws(StoreError) {
        try call(.create, path) { () throws(Errno) in try system.makeDirectory(path) }
    }

    /// The folder that a path stands in.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
