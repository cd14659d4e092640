extension FileAccess {
    /// Opens the lock file and waits for its lock; `release` releases it.
    ///
    /// Until then Ctrl-Z does not stop this process, since all other writers would wait for it.
    ///
    /// A lock counts only while its file has its name. If the file was removed or replaced meanwhile, the new one is
    /// waited for, within the same patience.
    ///
    /// - Throws: `locked` after that; `cancelled`.
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

    /// Creates an empty file that stays locked until it is closed. An existing one is removed once its writer is done
    /// or dead.
    func makeTemporary(_ place: Place) throws(StoreError) -> FileDescriptor {
        var waited = 0
        while true {
            if let file = try createLocked(place) { return file }
            let other = try ifPresent(.write, place, system.open(place, .reading))
            guard let other else { continue }
            defer { system.close(other) }
            try wait(for: other, place.path, &waited)
            if try isStill(other, place) { try remove(place) }
        }
    }

    /// Creates a file and locks it; nil if its name is taken, or if another writer took the file for a dead writer's.
    func createLocked(_ place: Place) throws(StoreError) -> FileDescriptor? {
        let path = place.path
        let file: FileDescriptor
        do throws(Errno) {
            file = try uninterrupted(system.open(place, .creating))
        } catch {
            if error == .exists { return nil }
            throw .failed(.write, path: path, error)
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

    /// The file is not created for the question.
    func isLocked(_ place: Place) throws(StoreError) -> Bool {
        guard let file = try ifPresent(.lock, place, system.open(place, .reading)) else { return false }
        defer { system.close(file) }
        return try !takeIfFree(file, place.path)
    }

    /// Whether an open file still has its name.
    func isStill(_ file: FileDescriptor, _ place: Place) throws(StoreError) -> Bool {
        let held = try call(.lock, place.path, system.status(of: file))
        do throws(Errno) {
            return try uninterrupted(system.linkStatus(place)).isSameFile(as: held)
        } catch {
            if error == .noEntry { return false }
            throw .failed(.lock, path: place.path, error)
        }
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
        // Short at first: most writers are done within a few milliseconds.
        let pause = min(2 + waited / 10, 25)
        system.pause(milliseconds: pause)
        waited += pause
    }
}
