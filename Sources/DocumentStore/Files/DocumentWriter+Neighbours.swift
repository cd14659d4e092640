extension DocumentWriter {
    /// Keeps writers of other directories, who hold other locks, from what a link leads to while it is compared and
    /// replaced: by the lock of the documents directory that it stands in, or else of its folder.
    ///
    /// - Returns: what is to be closed; nil where nobody else can be at work, or nothing can be locked there.
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
