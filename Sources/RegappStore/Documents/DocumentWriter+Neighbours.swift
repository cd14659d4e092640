extension DocumentWriter {
    /// Keeps writers of other directories away from the targets of links until the lock is released. Call this before
    /// anything changes: to wait for a busy lock, the directory's own lock is released, and the work is repeated.
    ///
    /// Takes the lock of the directory that a target is in, or else that of a temporary file beside it; no
    /// other user can open either. Where nothing can be locked, such as in a read-only folder, the change itself fails
    /// or is compared at the last moment. Throws `locked` at once if a lock is busy.
    func excludeNeighbours(from documents: [String]) throws(StoreError) {
        for file in documents where store.layout.linkable.contains(file) {
            guard try files.status(place(of: file))?.kind == .symbolicLink,
                let target = (try? reader.locateUnread(file)) ?? nil,
                !target.folder.isSame(as: directory)
            else { continue }
            let place = lock(beside: target)
            do throws(StoreError) { try take(place, isTemporary: place.name != store.layout.lock) } catch {
                guard error.errno == nil else { continue }
                throw error
            }
        }
    }

    private func lock(beside target: Place) -> Place {
        let theirs = target.folder[store.layout.lock]
        let status = (try? files.status(theirs)) ?? nil
        let isTheirs = status?.kind == .regular && status.map(isPrivate) == true
        return isTheirs ? theirs : target.folder[TemporaryName.name(besideFile: target.name)]
    }

    private func isPrivate(_ status: FileStatus) -> Bool {
        status.owner == store.fileSystem.user && status.mode & 0o077 == 0
    }

    private func take(_ place: Place, isTemporary: Bool) throws(StoreError) {
        while true {
            if isTemporary, let file = try files.createLocked(place) {
                return neighbourLocks.append((file, place))
            }
            guard let file = try files.ifPresent(.lock, place, files.system.open(place, .reading)) else {
                guard isTemporary else { return }
                continue
            }
            var isHeld = false
            defer { if !isHeld { files.system.close(file) } }
            // Another user's file is not used as a lock.
            guard isPrivate(try files.call(.lock, place.path, files.system.status(of: file))) else { return }
            guard try files.takeIfFree(file, place.path) else {
                // Work that has changed something must not be repeated.
                if unreported.isEmpty { busyNeighbour = place }
                throw .locked(path: place.path, by: files.system.lockHolder(of: file))
            }
            guard isTemporary else {
                isHeld = true
                return neighbourLocks.append((file, nil))
            }
            if try files.isStill(file, place) { try files.remove(place) }
        }
    }

    /// Removes a lock that a dead writer left beside a link's target.
    func removeDeadLock(beside target: Place) throws(StoreError) {
        let place = target.folder[TemporaryName.name(besideFile: target.name)]
        guard let file = try files.ifPresent(.lock, place, files.system.open(place, .reading)) else { return }
        defer { files.system.close(file) }
        guard isPrivate(try files.call(.lock, place.path, files.system.status(of: file))),
            try files.takeIfFree(file, place.path), try files.isStill(file, place)
        else { return }
        try files.remove(place)
    }
}

extension DocumentStore {
    /// After a writer failed and released its lock, waits if a lock beside a link's target was busy; else rethrows.
    func waitForNeighbour(
        of writer: DocumentWriter, after error: StoreError, _ waited: inout Int
    ) throws(StoreError) {
        guard case .locked = error, let place = writer.busyNeighbour, waited < patience else { throw error }
        // Count each try, since others may be faster every time.
        waited += 1
        let files = writer.files
        guard let file = try files.ifPresent(.lock, place, fileSystem.open(place, .reading)) else { return }
        defer { fileSystem.close(file) }
        try files.wait(for: file, place.path, &waited, patience, unless: isCancelled)
    }
}
