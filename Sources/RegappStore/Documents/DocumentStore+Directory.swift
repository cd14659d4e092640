extension DocumentStore {
    /// Opens the directory for a writer, creating it if necessary, and makes sure that this user may work there.
    ///
    /// Without a lock file nothing was written here yet, and the process that created the directory and its parents may have
    /// died before their names were on the disk.
    ///
    /// - Throws: `refused` if another user owns it, a link on the way to it, or the directory that it would be made
    ///   in.
    func prepareDirectory(_ files: FileAccess) throws(StoreError) -> FoundFolder {
        guard let found = try FolderWalk.find(directory, makesMissing: true, files) else {
            throw .failed(.create, path: directory, .noEntry)
        }
        try files.require([fileSystem.user], toOwn: found.folder, orElse: FileRefusal.foreignOwner)
        if try files.status(found.folder[layout.lock]) == nil { try synchronizeNames(found, files) }
        return found
    }

    private func synchronizeNames(_ found: FoundFolder, _ files: FileAccess) throws(StoreError) {
        var (folder, path) = (found.folder, found.realPath)
        while path != "/", folder.opened?.owner == fileSystem.user {
            path = FileAccess.folder(of: path)
            let parent = folder[".."]
            let file = try files.call(.read, path, files.system.open(parent, .entry))
            folder = try files.adopt(file, at: path)
            do throws(StoreError) { try files.synchronizeFolder(folder) } catch {
                // A directory that this user cannot list was not made by this program.
                guard error == .failed(.write, path: path, .accessDenied) else { throw error }
            }
        }
    }

    /// Whether the directory exists.
    ///
    /// - Parameter ownParentWillDo: whether a parent of this user's will do, in which the directory can be made.
    package func hasDirectory(orOwnParent ownParentWillDo: Bool = false) throws(StoreError) -> Bool {
        try queue.run { () throws(StoreError) in
            let files = FileAccess(system: self.fileSystem, queue: self.queue)
            if try FolderWalk.find(self.directory, isForReader: true, files) != nil { return true }
            let parent =
                try ownParentWillDo ? FolderWalk.find(FileAccess.folder(of: self.directory), files) : nil
            return parent?.folder.opened?.owner == self.fileSystem.user
        }
    }
}
