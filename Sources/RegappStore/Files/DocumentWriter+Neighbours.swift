extension DocumentWriter {
    /// Keeps writers of other directories, who hold other locks, away from a link's target while it is compared and
    /// replaced. It takes the lock of the documents directory that the target is in, or else a lock on its folder.
    ///
    /// - Returns: the descriptor to close; nil if no other writer can be there, or nothing can be locked.
    func excludeNeighbours(from folder: Folder) throws(StoreError) -> FileDescriptor? {
        let theirs = folder[store.layout.lock]
        let hasLock = (try? files.status(theirs))??.kind == .regular
        let place = hasLock ? theirs : folder.itself
        let mode: OpenMode = hasLock ? .reading : .directory
        guard let file = try? files.uninterrupted(files.system.open(place, mode))
        else { return nil }
        do throws(StoreError) {
            // A link may lead into the directory that is locked already.
            if !(try files.isStill(lock, place)) {
                var waited = 0
                try files.wait(for: file, place.path, &waited)
                return file
            }
        } catch {
            guard error.errno != nil else {
                files.system.close(file)
                throw error
            }
        }
        files.system.close(file)
        return nil
    }
}
