extension DocumentStore {
    /// Makes sure, before anything is touched, that a writer may work in the directory, and creates it where it does
    /// not exist.
    ///
    /// Where there is no lock file, nobody has written here yet, and whoever made the directory and those above it
    /// may have died before their names were on the disk.
    ///
    /// - Returns: what the directory is, and its path without links.
    /// - Throws: `refused` where it, a link on the way to it, or the directory that it would be made in is another
    ///   user's.
    func prepareDirectory(_ files: FileAccess) throws(StoreError) -> (status: FileStatus, realPath: String) {
        var found = try ownDirectory(files)
        if found == nil {
            try files.createDirectory(directory)
            // Asked again: where everybody may create names, somebody may have been faster.
            found = try ownDirectory(files)
        }
        guard let found else { throw .failed(.create, path: directory, .noEntry) }
        if try files.status(path(of: layout.lock)) == nil { try synchronizeNames(files) }
        return found
    }

    /// What the directory is; nil where there is none.
    private func ownDirectory(
        _ files: FileAccess
    ) throws(StoreError) -> (status: FileStatus, realPath: String)? {
        let realPath = try files.follow(directory)
        guard let status = try files.directoryStatus(directory) else { return nil }
        try files.require([fileSystem.user], toOwn: status, directory, orElse: FileRefusal.foreignOwner)
        return (status, realPath)
    }

    private func synchronizeNames(_ files: FileAccess) throws(StoreError) {
        var path = directory
        while path != "/", try files.directoryStatus(path)?.owner == fileSystem.user {
            path = FileAccess.folder(of: path)
            do throws(StoreError) { try files.synchronizeFolder(path) } catch {
                // What this user cannot list was not made by this user's program.
                guard error == .failed(.write, path: path, .accessDenied) else { throw error }
            }
        }
    }
}
