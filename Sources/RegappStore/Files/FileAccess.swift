/// The store's file operations: each retries and checks several system calls.
package struct FileAccess: Sendable {
    private static let interruptionLimit = 100

    let system: any FileSystem
    let queue: BackgroundQueue

    /// Makes a call, and repeats it as long as signals interrupt it, up to a limit.
    func uninterrupted<Result>(
        _ call: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        queue.check()
        for _ in 0..<Self.interruptionLimit {
            do { return try call() } catch {
                guard error == .interrupted else { throw error }
            }
        }
        throw .interrupted
    }

    func call<Result>(
        _ operation: FileOperation, _ path: @autoclosure () -> String,
        _ call: @autoclosure () throws(Errno) -> Result
    ) throws(StoreError) -> Result {
        do { return try uninterrupted(call()) } catch { throw .failed(operation, path: path(), error) }
    }

    func ifPresent<Result>(
        _ operation: FileOperation, _ place: Place, _ call: @autoclosure () throws(Errno) -> Result
    ) throws(StoreError) -> Result? {
        do { return try uninterrupted(call()) } catch {
            if error == .noEntry { return nil }
            if error == .loop { throw .refused(path: place.path, .symbolicLink) }
            throw .failed(operation, path: place.path, error)
        }
    }

    /// Nil if the system refuses the work with this error.
    func unless<Result>(
        _ errno: Errno, _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result? {
        do throws(StoreError) { return try work() } catch {
            guard error.errno == errno else { throw error }
            return nil
        }
    }

    func read(
        _ place: Place, limit: Int = DocumentStore.maximumDocumentSize
    ) throws(StoreError) -> (bytes: [UInt8], status: FileStatus)? {
        guard let file = try openFile(place) else { return nil }
        return (try contents(of: file, limit: limit), file.status)
    }

    /// Opens a regular file for reading; nil if there is none.
    func openFile(_ place: Place) throws(StoreError) -> OpenFile? {
        guard let descriptor = try ifPresent(.read, place, system.open(place, .reading)) else { return nil }
        let file = try adoptFile(descriptor, at: place)
        guard file.status.kind == .regular else { throw .refused(path: file.place.path, .notRegular) }
        return file
    }

    /// Takes over a descriptor; closes it after an error.
    func adoptFile(_ descriptor: FileDescriptor, at place: Place) throws(StoreError) -> OpenFile {
        let status = try keepingOpen(descriptor, call(.read, place.path, system.status(of: descriptor)))
        return OpenFile(descriptor: descriptor, place: place, status: status, system: system)
    }

    /// Does something with an open file, and closes it only after an error.
    func keepingOpen<Result>(
        _ file: FileDescriptor, _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch {
            system.close(file)
            throw error
        }
    }

    func contents(
        of file: borrowing OpenFile, limit: Int = DocumentStore.maximumDocumentSize
    ) throws(StoreError) -> [UInt8] {
        let size = file.status.size
        guard size <= limit else { throw .refused(path: file.place.path, .tooLarge(limit: limit)) }
        return try readToEnd(file.descriptor, file.place.path, limit: limit, expecting: size)
    }

    /// - Parameter size: the size of a regular file; nil for anything else.
    func readToEnd(
        _ file: FileDescriptor, _ path: @autoclosure () -> String, limit: Int, expecting size: Int? = nil
    ) throws(StoreError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            // Reading one byte over the limit proves that there is more.
            let left = size.map { $0 + 1 - bytes.count } ?? 0
            let count = min(left > 0 ? left : 4096, limit + 1 - bytes.count)
            let part = try call(.read, path(), system.read(file, upTo: count))
            if bytes.isEmpty { bytes = part } else { bytes += part }
            // A file ends when a read returns nothing; a file of known size also when a read returns less than asked.
            if part.isEmpty || (bytes.count == size && part.count < count) { return bytes }
        }
        throw .refused(path: path(), .tooLarge(limit: limit))
    }

    /// Does not follow a link; nil if there is nothing.
    func status(_ place: Place) throws(StoreError) -> FileStatus? {
        try ifPresent(.read, place, system.linkStatus(place))
    }

    func names(in folder: Folder, upTo limit: Int = .max) throws(StoreError) -> FileNames {
        let open = try call(.list, folder.path, system.open(folder.itself, .directory))
        defer { system.close(open) }
        return try call(.list, folder.path, system.names(in: open, upTo: limit))
    }

    /// Empty if the folder has just been removed.
    func presentNames(in folder: Folder, upTo limit: Int = .max) throws(StoreError) -> FileNames {
        try unless(.noEntry, names(in: folder, upTo: limit)) ?? []
    }

    /// Only its owner can reach the file until it is complete; `finish` is done to it last.
    ///
    /// - Parameter path: for errors and the warning, if not its own.
    /// - Returns: what to warn of if not all permissions could be given.
    @discardableResult
    func create(
        _ place: Place, for path: String? = nil, _ bytes: [UInt8], _ permissions: Permissions = .private,
        synchronously: Bool = true, finish: (FileDescriptor) -> Void = { _ in }
    ) throws(StoreError) -> StoreWarning? {
        let path = path ?? place.path
        let file = try call(.write, path, system.open(place, .creating))
        defer { system.close(file) }
        try write(bytes, to: file, path)
        let warning = try give(permissions, to: file, path)
        finish(file)
        if synchronously { try call(.write, path, system.synchronize(file)) }
        return warning
    }

    /// Replaces a file in one step: readers see the old content or the new. Durable only after `synchronizeFolder`.
    ///
    /// - Parameters:
    ///   - temporary: a name for the new content; a dead writer's file of this name is removed.
    ///   - synchronously: whether to wait until the content is on the disk; otherwise a power cut may damage it.
    ///   - finish: the last thing done to the open temporary file.
    func replace(
        _ place: Place, by temporary: Place, with bytes: [UInt8], _ permissions: Permissions = .private,
        mustBeFree: Bool = false, synchronously: Bool = true, finish: (FileDescriptor) -> Void = { _ in }
    ) throws(StoreError) {
        try remove(temporary)
        try create(temporary, bytes, permissions, synchronously: synchronously, finish: finish)
        try rename(temporary, to: place, mustBeFree: mustBeFree)
    }

    /// Errors name the file to be replaced, since the user does not know the temporary one.
    func attributingErrors<Result>(
        to path: String, _ work: @autoclosure () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) { return try work() } catch {
            guard case .failed(let operation, _, let errno) = error else { throw error }
            throw .failed(operation, path: path, errno)
        }
    }

    func write(_ bytes: [UInt8], to file: FileDescriptor, _ path: String) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try call(.write, path, system.write(file, rest))
            guard count > 0 else { throw .failed(.write, path: path, .inputOutput) }
            rest = rest.dropFirst(count)
        }
    }

    func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(StoreError) {
        // The rename is done; if the old name stays as well, the next writer removes it.
        if try move(old, to: new, mustBeFree: mustBeFree) { try? uninterrupted(system.unlink(old)) }
    }

    /// Like a rename, but where only links tell whether a name is free, the old name stays as well: to be removed once
    /// the new one is on the disk, since a power cut might otherwise lose both.
    ///
    /// - Returns: whether the old name stays.
    func move(_ old: Place, to new: Place, mustBeFree: Bool) throws(StoreError) -> Bool {
        do throws(Errno) {
            if mustBeFree { return try moveIfAbsent(old, to: new) }
            try uninterrupted(system.rename(old, to: new, mustBeFree: false))
            return false
        } catch {
            if mustBeFree && error == .exists { throw .changedMeanwhile(path: new.path) }
            throw .failed(.write, path: new.path, error)
        }
    }

    /// File systems without such a rename may support links, which also fail if the name is taken. Without either, the
    /// name is checked and then taken, so a file that appears within these microseconds is replaced.
    private func moveIfAbsent(_ old: Place, to new: Place) throws(Errno) -> Bool {
        do throws(Errno) {
            try uninterrupted(system.rename(old, to: new, mustBeFree: true))
            return false
        } catch { guard error.isRefusal else { throw error } }
        do throws(Errno) {
            try uninterrupted(system.link(old, as: new))
            return true
        } catch { guard error.isRefusal else { throw error } }
        do throws(Errno) {
            _ = try uninterrupted(system.linkStatus(new))
        } catch {
            guard error == .noEntry else { throw error }
            try uninterrupted(system.rename(old, to: new, mustBeFree: false))
            return false
        }
        throw .exists
    }

    /// False if it did not exist.
    @discardableResult
    func remove(_ place: Place) throws(StoreError) -> Bool {
        try ifPresent(.remove, place, system.unlink(place)) != nil
    }

    func synchronizeFile(_ place: Place) throws(StoreError) {
        let path = place.path
        let file = try call(.write, path, system.open(place, .reading))
        defer { system.close(file) }
        try call(.write, path, system.synchronize(file))
    }

    // MARK: Folders

    /// - Throws: `refused` if it is a link or not a folder.
    func folder(_ place: Place) throws(StoreError) -> Folder? {
        guard let folder = try entry(place) else { return nil }
        switch folder.opened?.kind {
        case .directory: return folder
        case .symbolicLink: throw .refused(path: place.path, .symbolicLink)
        default: throw .refused(path: place.path, .notDirectory)
        }
    }

    /// Opens whatever has the name, a link itself and not its target; nil if there is nothing.
    func entry(_ place: Place) throws(StoreError) -> Folder? {
        guard let file = try ifPresent(.read, place, system.open(place, .entry)) else { return nil }
        return try adopt(file, at: place.path, place: place)
    }

    /// Opens a symbolic link itself; nil if there is none.
    func link(_ place: Place) throws(StoreError) -> Folder? {
        let entry = try entry(place)
        return entry?.opened?.kind == .symbolicLink ? entry : nil
    }

    /// Takes over a descriptor; the folder closes it.
    func adopt(
        _ file: FileDescriptor, at path: String, way: String = "", place: Place? = nil
    ) throws(StoreError) -> Folder {
        let status = try keepingOpen(file, call(.read, path, system.status(of: file)))
        return Folder(file, at: path, way: way, place: place, status, of: system)
    }

    /// Skips anything but folders; empty if the container was just removed.
    func folders(in container: Folder) throws(StoreError) -> [Folder] {
        var found: [Folder] = []
        for name in try presentNames(in: container) where try status(container[name])?.kind == .directory {
            if let folder = try folder(container[name]) { found.append(folder) }
        }
        return found
    }

    func status(of folder: Folder) throws(StoreError) -> FileStatus {
        defer { extendLifetime(folder) }
        return try call(.read, folder.path, system.status(of: folder.descriptor))
    }

    func makeDirectoryIfAbsent(_ place: Place) throws(StoreError) {
        _ = try unless(.exists, makeDirectory(place))
    }

    func makeDirectory(_ place: Place) throws(StoreError) {
        try call(.create, place.path, system.makeDirectory(place))
    }

    func removeFolder(_ place: Place) throws(StoreError) {
        do throws(StoreError) { try call(.remove, place.path, system.removeDirectory(place)) } catch {
            guard let errno = error.errno, [.notEmpty, .exists, .noEntry].contains(errno) else { throw error }
        }
    }

    /// Removes a file, a link or a whole folder; true if it is gone. Some network file systems keep open files.
    @discardableResult
    func removeTree(_ place: Place) throws(StoreError) -> Bool {
        do throws(StoreError) { return try remove(place) } catch {
            if error.errno == .busy { return false }
            guard error.errno == .isDirectory || error.errno == .notPermitted else { throw error }
            // Another process may be removing it too.
            guard let status = try status(place) else { return true }
            guard status.kind == .directory else { throw error }
        }
        if let folder = try folder(place) {
            var isLess = true
            while isLess {
                isLess = false
                // A few at a time, from the start again, since names are removed while they are listed.
                for name in try presentNames(in: folder, upTo: 1024) where try removeTree(folder[name]) {
                    isLess = true
                }
            }
        }
        try removeFolder(place)
        return try status(place) == nil
    }

    /// Waits until everything on a folder's file system is on the disk; false if the system refuses.
    func synchronizeFileSystem(of folder: Folder) throws(StoreError) -> Bool {
        try synchronize(folder, system.synchronizeFileSystem)
    }

    /// Waits until a folder's names are on the disk, if the file system supports that.
    func synchronizeFolder(_ folder: Folder) throws(StoreError) {
        // A directory above the documents may be on a read-only file system.
        _ = try synchronize(folder, unless: .readOnly, system.synchronize)
    }

    private func synchronize(
        _ folder: Folder, unless refusal: Errno? = nil, _ wait: (FileDescriptor) throws(Errno) -> Void
    ) throws(StoreError) -> Bool {
        let path = folder.path
        let open = try call(.write, path, system.open(folder.itself, .directory))
        defer { system.close(open) }
        do throws(Errno) {
            try uninterrupted(wait(open))
            return true
        } catch {
            guard error.isRefusal || error == refusal else { throw .failed(.write, path: path, error) }
            return false
        }
    }
}
