extension FileAccess {
    /// - Throws: `refused` if it is a link or not a folder.
    func folder(_ place: Place) throws(StoreError) -> Folder? {
        let found = try ifPresent(.read, place, system.open(place, .entry))
        guard let file = found else { return nil }
        let folder = try adopt(file, at: place.path)
        switch folder.opened?.kind {
        case .directory: return folder
        case .symbolicLink: throw .refused(path: place.path, .symbolicLink)
        default: throw .refused(path: place.path, .notDirectory)
        }
    }

    /// Takes over a descriptor that has just been opened: the folder closes it.
    func adopt(_ file: FileDescriptor, at path: String) throws(StoreError) -> Folder {
        let status = try keepingOpen(file, call(.read, path, system.status(of: file)))
        return Folder(file, at: path, status, of: system)
    }

    /// The folders in a folder, each with its place; anything else is passed over. None if it has just been removed.
    func folders(in container: Folder) throws(StoreError) -> [(place: Place, folder: Folder)] {
        var found: [(place: Place, folder: Folder)] = []
        for name in try presentNames(in: container) where try status(container[name])?.kind == .directory {
            if let folder = try folder(container[name]) { found.append((container[name], folder)) }
        }
        return found
    }

    func status(of folder: Folder) throws(StoreError) -> FileStatus {
        defer { extendLifetime(folder) }
        return try call(.read, folder.path, system.status(of: folder.descriptor))
    }

    func makeDirectoryIfAbsent(_ place: Place) throws(StoreError) {
        do throws(StoreError) { try makeDirectory(place) } catch {
            guard error.errno == .exists else { throw error }
        }
    }

    func makeDirectory(_ place: Place) throws(StoreError) {
        try call(.create, place.path, system.makeDirectory(place))
    }

    /// Removes a folder if it is there and empty.
    func removeFolder(_ place: Place) throws(StoreError) {
        do throws(StoreError) { try call(.remove, place.path, system.removeDirectory(place)) } catch {
            guard let errno = error.errno, [.notEmpty, .exists, .noEntry].contains(errno) else { throw error }
        }
    }

    /// Removes a file, a link, or a folder with its contents; true if it is gone. On some network file systems an open
    /// file keeps a name.
    @discardableResult
    func removeTree(_ place: Place) throws(StoreError) -> Bool {
        do throws(StoreError) { return try remove(place) } catch {
            if error.errno == .busy { return false }
            guard error.errno == .isDirectory || error.errno == .notPermitted else { throw error }
            // Another process may be removing it too.
            guard let status = try status(place) else { return true }
            guard status.kind == .directory else { throw error }
        }
        if let folder = try folder(place) { try removeContents(of: folder) }
        try removeFolder(place)
        return try status(place) == nil
    }

    private func removeContents(of folder: Folder) throws(StoreError) {
        var isLess = true
        while isLess {
            isLess = false
            // A few at a time, starting over each time, since names are removed while they are listed.
            for name in try presentNames(in: folder, upTo: 1024) where try removeTree(folder[name]) {
                isLess = true
            }
        }
    }

    /// Waits until everything written to a folder's file system is on the disk; false if the system refuses.
    func synchronizeFileSystem(of folder: Folder) throws(StoreError) -> Bool {
        try synchronize(folder, system.synchronizeFileSystem)
    }

    /// Waits until the names in a folder are on the disk, if the file system supports that.
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
