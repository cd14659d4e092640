/// Folders of this user that hold no documents, as a cache does.
extension FileSystem {
    /// Opens the directory that a path leads to, where all on the way is this user's or the superuser's: no link of
    /// another user is followed, and nothing is made or found below another user's directory.
    ///
    /// - Parameter makingMissing: whether directories that are not there are created.
    /// - Returns: nil where there is none, or none that will do.
    package func ownFolder(_ path: String, makingMissing: Bool) -> Folder? {
        let files = FileAccess(system: self, queue: .anywhere)
        return (try? FolderWalk.find(path, makesMissing: makingMissing, passesOwnOnly: true, files))??.folder
    }

    /// Opens a directory of this user that nobody else may write into; a link in its place will not do.
    package func ownFolder(_ place: Place, makingMissing: Bool) -> Folder? {
        let files = FileAccess(system: self, queue: .anywhere)
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
