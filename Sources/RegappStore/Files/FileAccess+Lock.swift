extension FileAccess {
    /// In milliseconds; most writers finish within a few. Always the same: if who has waited for long tried less often,
    /// newcomers would get the lock first, and beside a few busy writers others would wait four times as long.
    private static let pauseBetweenTries = 3

    /// Opens the lock file and waits for its lock. Until `release`, Ctrl-Z does not stop this process, since all other
    /// writers would wait for it. A lock counts only while its file has its name: if the file is removed or replaced
    /// meanwhile, the new one is waited for, within the same patience.
    ///
    /// - Throws: `locked` if the patience runs out; `cancelled`.
    func acquireLock(
        _ place: Place, patience: Int = DocumentStore.lockPatience, unless isCancelled: () -> Bool
    ) throws(StoreError) -> FileDescriptor {
        let path = place.path
        var waited = 0
        while true {
            let file = try call(.lock, path, system.open(place, .locking))
            try keepingOpen(file, requireOwnFile(file, path))
            try keepingOpen(
                file, wait(for: file, path, &waited, patience, unless: isCancelled, take: takeHoldingStops))
            do throws(StoreError) { if try isStill(file, place) { return file } } catch {
                release(file)
                throw error
            }
            release(file)
            try pause(path, &waited, patience)
        }
    }

    func release(_ lock: FileDescriptor) {
        system.close(lock)
        system.releaseStops()
    }

    private func takeHoldingStops(_ file: FileDescriptor, _ path: String) throws(StoreError) -> Bool {
        system.holdStops()
        var isTaken = false
        defer { if !isTaken { system.releaseStops() } }
        isTaken = try takeIfFree(file, path)
        return isTaken
    }

    private func requireOwnFile(_ file: FileDescriptor, _ path: String) throws(StoreError) {
        let status = try call(.lock, path, system.status(of: file))
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        try require([system.user], toOwn: status, path, orElse: FileRefusal.strayOwner)
    }

    func takeIfFree(_ file: FileDescriptor, _ path: String) throws(StoreError) -> Bool {
        try call(.lock, path, system.tryLock(file))
    }

    /// The file stays locked until it is closed. An existing one is removed once its writer is done or dead.
    func makeTemporary(_ place: Place) throws(StoreError) -> FileDescriptor {
        var waited = 0
        while true {
            if let file = try createLocked(place) { return file }
            guard let other = try ifPresent(.write, place, system.open(place, .reading)) else { continue }
            defer { system.close(other) }
            try wait(for: other, place.path, &waited)
            if try isStill(other, place) { try remove(place) }
        }
    }

    /// Nil if the name is taken, or if another writer took the new file for a dead writer's.
    func createLocked(_ place: Place) throws(StoreError) -> FileDescriptor? {
        let path = place.path
        guard let file = try unless(.exists, call(.write, path, system.open(place, .creating))) else {
            return nil
        }
        do throws(StoreError) {
            if try takeIfFree(file, path), try isStill(file, place) { return file }
        } catch {
            _ = try? remove(place)
            system.close(file)
            throw error
        }
        system.close(file)
        return nil
    }

    /// Does not create the file.
    func isLocked(_ place: Place) throws(StoreError) -> Bool {
        guard let file = try ifPresent(.lock, place, system.open(place, .reading)) else { return false }
        defer { system.close(file) }
        return try !takeIfFree(file, place.path)
    }

    func isStill(_ file: FileDescriptor, _ place: Place) throws(StoreError) -> Bool {
        let held = try call(.lock, place.path, system.status(of: file))
        return try ifPresent(.lock, place, system.linkStatus(place))?.isSameFile(as: held) ?? false
    }

    func wait(
        for file: FileDescriptor, _ path: String, _ waited: inout Int,
        _ patience: Int = DocumentStore.lockPatience,
        unless isCancelled: () -> Bool = { false },
        take: ((FileDescriptor, String) throws(StoreError) -> Bool)? = nil
    ) throws(StoreError) {
        while try !(take ?? takeIfFree)(file, path) {
            guard !isCancelled() else { throw .cancelled }
            try pause(path, &waited, patience, file)
        }
    }

    private func pause(
        _ path: String, _ waited: inout Int, _ patience: Int, _ file: FileDescriptor? = nil
    ) throws(StoreError) {
        guard waited < patience else { throw .locked(path: path, by: file.flatMap(system.lockHolder)) }
        system.pause(milliseconds: Self.pauseBetweenTries)
        waited += Self.pauseBetweenTries
    }
}

/// Numbered folders, as of working copies. The file `lock` in each is locked while its process lives; only the process
/// with that lock may remove the folder.
extension FileAccess {
    /// How long to wait for the lock of a folder just created, in milliseconds: others may hold it briefly to test it.
    private static let patienceWithNew = 1_000
    /// For a folder that is being removed.
    private static let removedPrefix = "removed-"

    static func isBeingRemoved(_ name: String) -> Bool { name.hasPrefix(removedPrefix) }

    /// Uses the first free number; creates the container if necessary.
    func makeNumberedFolder(in container: Place) throws(StoreError) -> Folder {
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
                // The writer that removes the last folder also removes the container.
                case .noEntry: open = nil
                default: throw error
                }
                continue
            }
            do throws(StoreError) {
                guard let folder = try folder(place) else {
                    throw .failed(.create, path: place.path, .noEntry)
                }
                return folder
            } catch {
                try? removeFolder(place)
                throw error
            }
        }
    }

    /// Locks a new folder, or removes it after an error. Only under the store's lock, so that no other writer takes it
    /// for a dead one's before it is locked.
    func lockNew(_ new: Folder) throws(StoreError) -> FileDescriptor {
        do throws(StoreError) {
            let file = try call(.lock, new.path, system.open(new["lock"], .locking))
            var waited = 0
            try keepingOpen(file, wait(for: file, new.path, &waited, Self.patienceWithNew))
            return file
        } catch {
            if let place = new.place { _ = try? removeTree(place) }
            throw error
        }
    }

    /// Locks a folder whose process is dead; nil if the process lives or the folder was just removed.
    ///
    /// - Parameter patience: how long to wait for the lock, in milliseconds.
    func lockIfDead(_ found: Folder, patience: Int = 0) throws(StoreError) -> FileDescriptor? {
        let lock = found["lock"]
        guard let place = found.place, let file = try ifPresent(.lock, lock, system.open(lock, .locking))
        else { return nil }
        do throws(StoreError) {
            var waited = 0
            try wait(for: file, place.path, &waited, patience)
            // A process that removes the folder keeps the lock until the folder has another name.
            if try isStill(file, lock), try isStill(found.descriptor, place) { return file }
        } catch {
            guard case .locked = error else {
                system.close(file)
                throw error
            }
        }
        system.close(file)
        return nil
    }

    /// Removes a folder whose lock this process holds. Others may take its number once the lock is free, but on network
    /// file systems an open lock file cannot be removed. So the folder first gets a unique name, under which it is
    /// removed without the lock. If this process dies in between, the next writer removes the rest.
    ///
    /// - Parameter unlock: closes the lock.
    func removeLocked(_ locked: Folder, _ unlock: () -> Void) throws(StoreError) {
        let gone: Place
        do {
            defer { unlock() }
            // Another program may have removed or replaced it.
            guard let place = locked.place, try isStill(locked.descriptor, place) else { return }
            gone = place.folder[Self.removedPrefix + "\(try status(of: locked).inode)"]
            do throws(StoreError) { try rename(place, to: gone, mustBeFree: false) } catch {
                // Another process has removed the rest of a folder that was being removed.
                guard error.errno != .noEntry else { return }
                // The name has an inode's number: in a copied directory, a folder that was left behind may have it.
                try removeTree(gone)
                try rename(place, to: gone, mustBeFree: false)
            }
        }
        // Other processes may be removing it too.
        _ = try unless(.noEntry, removeTree(gone))
    }
}
