/// Folders of this user without documents, such as a cache.
extension FileSystem {
    /// Opens a directory if everything on the way belongs to this user or the superuser: no other user's link is
    /// followed, and nothing is made or found below another user's directory.
    ///
    /// - Returns: nil if there is none, or if it is refused.
    package func ownFolder(_ path: String, makingMissing: Bool) -> Folder? {
        let files = FileAccess(system: self, queue: .anywhere)
        return (try? FolderWalk.find(path, makesMissing: makingMissing, passesOwnOnly: true, files))??.folder
    }

    /// Opens a directory of this user that no other user can write to; a link in its place is refused.
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
