// Folders named with numbers, one for each journal or working copy. A file `lock` in each is locked while its process
// lives. Only the process with that lock may remove the folder.
extension FileAccess {
    /// How long a process waits for the lock of a folder that it has just made, in milliseconds: others ask for a moment
    /// whether it is locked.
    private static let patienceWithNew = 1_000
    /// The same for one that an editor may have open.
    private static let patienceWithOld = 50
    /// Begins the name of a folder that is being removed.
    private static let removedPrefix = "removed-"

    static func isBeingRemoved(_ name: String) -> Bool { name.hasPrefix(removedPrefix) }

    /// Creates a directory named with the first free number in a container, which is created if necessary.
    func makeNumberedFolder(in container: Place) throws(StoreError) -> (place: Place, folder: Folder) {
        var number = 1
        var open: Folder?
        while true {
            if open == nil { open = try folder(container) }
            guard let parent = open else {
                try makeDirectoryIfAbsent(container)
                continue
            }
            let place = parent["\(number)"]
            do throws(StoreError) { try makeDirectory(place) } catch {
                switch error.errno {
                case .exists: number += 1
                // The writer that removes the last one removes the container too.
                case .noEntry: open = nil
                default: throw error
                }
                continue
            }
            do throws(StoreError) {
                guard let folder = try folder(place) else {
                    throw .failed(.create, path: place.path, .noEntry)
                }
                return (place, folder)
            } catch {
                try? removeFolder(place)
                throw error
            }
        }
    }

    /// The same, with a locked file `lock` in it. After an error it is gone. Only under the store's lock, so that no
    /// other writer takes it for a dead one's before it is locked.
    func makeLockedFolder(
        in container: Place
    ) throws(StoreError) -> (place: Place, folder: Folder, lock: FileDescriptor) {
        let (place, folder) = try makeNumberedFolder(in: container)
        do throws(StoreError) {
            let file = try call(.lock, place.path, system.open(folder["lock"], .locking))
            var waited = 0
            try keepingOpen(file, wait(for: file, place.path, &waited, Self.patienceWithNew))
            return (place, folder, file)
        } catch {
            _ = try? removeTree(place)
            throw error
        }
    }

    /// Locks a folder whose process is dead; nil if it lives, or if the folder has just been removed.
    func lockIfDead(_ place: Place, _ folder: Folder) throws(StoreError) -> FileDescriptor? {
        try lockIfFree(place, folder) { file throws(StoreError) in try takeIfFree(file, place.path) }
    }

    /// The same, after this process has let go of the lock: an editor may still have it.
    func lockAgain(_ place: Place, _ folder: Folder) throws(StoreError) -> FileDescriptor? {
        try lockIfFree(place, folder) { file throws(StoreError) in
            var waited = 0
            do throws(StoreError) {
                try wait(for: file, place.path, &waited, Self.patienceWithOld)
                return true
            } catch {
                guard case .locked = error else { throw error }
                return false
            }
        }
    }

    private func lockIfFree(
        _ place: Place, _ folder: Folder, _ lock: (FileDescriptor) throws(StoreError) -> Bool
    ) throws(StoreError) -> FileDescriptor? {
        let lockPlace = folder["lock"]
        guard let file = try ifPresent(.lock, lockPlace, system.open(lockPlace, .locking)) else { return nil }
        // The process that removes it keeps the lock until it has another name.
        if try keepingOpen(file, lock(file)), try keepingOpen(file, isStill(file, lockPlace)),
            try keepingOpen(file, isStill(folder.descriptor, place))
        {
            return file
        }
        system.close(file)
        return nil
    }

    /// Removes a folder whose lock this process holds.
    ///
    /// Its number is free for others once the lock is, and on network file systems an open lock keeps its name. So it
    /// first gets a name that no other folder has, and only what has that name is removed without the lock. If this
    /// process dies in between, the next writer removes the rest.
    ///
    /// - Parameter unlock: closes the lock.
    func removeLocked(_ place: Place, _ folder: Folder, _ unlock: () -> Void) throws(StoreError) {
        let gone: Place
        do {
            defer { unlock() }
            // Unless another program has removed or replaced it.
            guard try isStill(folder.descriptor, place) else { return }
            gone = place.folder[Self.removedPrefix + "\(try status(of: folder).inode)"]
            do throws(StoreError) { try rename(place, to: gone, mustBeFree: false) } catch {
                // Another process has removed the rest of one that was being removed.
                guard error.errno != .noEntry else { return }
                // In a copy of the directory another folder may have the name, which is to be removed, too.
                try removeTree(gone)
                try rename(place, to: gone, mustBeFree: false)
            }
        }
        // Other processes may do so too.
        do throws(StoreError) { try removeTree(gone) } catch {
            guard error.errno == .noEntry else { throw error }
        }
    }
}
