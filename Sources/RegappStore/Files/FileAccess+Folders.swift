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
        do throws(StoreError) {
            let status = try call(.read, path, system.status(of: file))
            return Folder(file, at: path, status, of: system)
        } catch {
            system.close(file)
            throw error
        }
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

    /// Creates a directory named with the first free number in a container, which is created if necessary.
    func makeNumberedDirectory(in container: Place) throws(StoreError) -> Place {
        var number = 1
        var open: Folder?
        while true {
            if open == nil { open = try folder(container) }
            guard let parent = open else {
                try makeDirectoryIfAbsent(container)
                continue
            }
            let place = parent["\(number)"]
            do throws(StoreError) {
                try makeDirectory(place)
                return place
            } catch {
                switch error {
                case .failed(_, _, .exists): number += 1
                // The writer that removes the last one removes the container too.
                case .failed(_, _, .noEntry): open = nil
                default: throw error
                }
            }
        }
    }

    /// Removes an empty folder.
    ///
    /// - Parameter expected: errors that are ignored.
    func removeFolder(_ place: Place, orLeave expected: [Errno] = []) throws(StoreError) {
        do throws(Errno) {
            try uninterrupted(system.removeDirectory(place))
        } catch { guard expected.contains(error) else { throw .failed(.remove, path: place.path, error) } }
    }

    /// Removes a file, a link, or a folder with its contents; true if it is gone. On some network file systems an open
    /// file keeps a name.
    @discardableResult
    func removeTree(_ place: Place) throws(StoreError) -> Bool {
        do throws(StoreError) { return try remove(place) } catch {
            if error.errno == .busy { return false }
            guard error.errno == .isDirectory || error.errno == .notPermitted,
                try status(place)?.kind == .directory
            else { throw error }
        }
        if let folder = try folder(place) { try removeContents(of: folder) }
        try removeFolder(place, orLeave: [.notEmpty, .exists, .noEntry])
        return try status(place) == nil
    }

    private func removeContents(of folder: Folder) throws(StoreError) {
        var isLess = true
        while isLess {
            isLess = false
            // A few at a time, starting over each time, since names are removed while they are listed.
            for name in try names(in: folder, upTo: 1024) where try removeTree(folder[name]) {
                isLess = true
            }
        }
    }

    func give(_ permissions: Permissions, toFolder folder: Folder) throws(StoreError) -> GivenPermissions {
        let open = try call(.write, folder.path, system.open(folder.itself, .directory))
        defer { system.close(open) }
        return try give(permissions, to: open, folder.path)
    }

    /// Waits until everything written to a folder's file system is on the disk; false if the system refuses.
    func synchronizeFileSystem(of folder: Folder) throws(StoreError) -> Bool {
        let path = folder.path
        let open = try call(.write, path, system.open(folder.itself, .directory))
        defer { system.close(open) }
        do throws(Errno) {
            try uninterrupted(system.synchronizeFileSystem(of: open))
            return true
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return false
        }
    }

    /// Waits until the names in a folder are on the disk, if the file system supports that.
    func synchronizeFolder(_ folder: Folder) throws(StoreError) {
        let path = folder.path
        let open = try call(.write, path, system.open(folder.itself, .directory))
        defer { system.close(open) }
        do throws(Errno) {
            try uninterrupted(system.synchronize(open))
        } catch {
            // A directory above the documents may be on a read-only file system.
            guard error.isRefusal || error == .readOnly else { throw .failed(.write, path: path, error) }
        }
    }
}
