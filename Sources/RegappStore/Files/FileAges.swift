/// The calls that a cache needs beyond the store's: when a file was last used.
package protocol FileAges: FileSystem {
    /// When a file was last written or marked by `setModified`, in nanoseconds since 1970; follows no link (`fstatat`).
    func modified(_ place: Place) throws(Errno) -> Int64
    /// Sets the last modification and access of an open file (`futimens`).
    func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno)
}

// A cache's files are not worth waiting for, and their errors are not reported.
extension FileAges {
    /// The content of this user's file, which gets the modification time `time`, in nanoseconds since 1970; nil if
    /// there is none or it cannot be read.
    package func cacheFile(_ place: Place, limit: Int, at time: Int64) -> [UInt8]? {
        guard let file = (try? files.openFile(place)) ?? nil, file.status.owner == user else { return nil }
        try? setModified(file.descriptor, time)
        return try? files.contents(of: file, limit: limit)
    }

    /// Replaces a file in one step, like the store, but without waiting for the disk: a power cut may damage it.
    ///
    /// - Parameters:
    ///   - temporary: a free name in the same folder.
    ///   - time: the modification time, in nanoseconds since 1970.
    package func replaceCacheFile(
        _ place: Place, by temporary: Place, _ bytes: [UInt8], at time: Int64
    ) {
        do throws(StoreError) {
            try files.replace(place, by: temporary, with: bytes, synchronously: false) { file in
                try? setModified(file, time)
            }
        } catch { _ = try? files.remove(temporary) }
    }
}

/// This user's folders without documents, such as a cache.
extension FileSystem {
    fileprivate var files: FileAccess { FileAccess(system: self, queue: .onAnyThread) }

    /// Opens a directory if everything on the way belongs to this user or the superuser; follows no other user's link
    /// and creates nothing below another user's directory. Nil if there is none, or if it is refused.
    package func ownFolder(_ path: String, makingMissing: Bool) -> Folder? {
        (try? FolderWalk.find(path, makesMissing: makingMissing, passesOwnOnly: true, files))??.folder
    }

    /// Opens this user's directory that no other user can write to; a link in its place is refused.
    package func ownFolder(_ place: Place, makingMissing: Bool) -> Folder? {
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
