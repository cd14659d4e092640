extension DocumentWriter {
    var nextChange: Int { (lastChange ?? 0) + 1 }

    /// Created if necessary.
    func historyFolder() throws(StoreError) -> Folder {
        if let folder = openHistory { return folder }
        let place = place(of: store.layout.history)
        if try files.status(place) == nil {
            try files.makeDirectory(place)
            try files.synchronizeFolder(directory)
        }
        guard let folder = try reader.historyFolder() else {
            throw .failed(.create, path: place.path, .noEntry)
        }
        openHistory = folder
        return folder
    }

    /// Removes the record that a recurring change's stands for.
    package func removeRecord(of number: Int) throws(StoreError) {
        let folder = try historyFolder()
        try requireLock()
        if try files.remove(folder[StoreLayout.record(number)]) { try files.synchronizeFolder(folder) }
    }

    /// Replaces a file of the history; its new content is durable only once the folder is synchronised.
    func replace(_ place: Place, with bytes: [UInt8]) throws(StoreError) {
        try requireLock()
        // The directory's cleanup removes a dead writer's file.
        let temporary = TemporaryName.name(0)
        let replaced: Void? = try files.unless(
            .crossDevice, files.replace(place, by: directory[temporary], with: bytes))
        guard replaced == nil else { return }
        try files.remove(directory[temporary])
        try files.replace(place, by: place.folder[temporary], with: bytes)
    }

    /// What the record of a recurring change says of those that it replaces.
    func standing(of number: Int, at time: String, _ kind: ChangeKind) -> ChangeHead.Standing? {
        guard case .recurring(let other) = kind else { return nil }
        guard let other, let former = try? reader.changeHead(other) else {
            return ChangeHead.Standing(count: 0, first: number, time: time)
        }
        return ChangeHead.Standing(
            count: (former.standsFor?.count ?? 0) + 1, first: former.standsFor?.first ?? other,
            time: former.standsFor?.time ?? former.author.time)
    }

    /// Notes that a change is finished, and removes the oldest records. If the note is lost, the next writer looks for
    /// the number.
    func noteFinished(_ number: Int) {
        guard let folder = openHistory, let last = lastChange else { return }
        // A later change may be on the disk without this one.
        if number < last, (try? files.synchronizeFolder(folder)) == nil { return }
        let finished = livingChanges.min().map { min($0 - 1, last) } ?? last
        let place = folder[StoreLayout.lastChange]
        let words = [
            StoreLayout.digits(finished), StoreLayout.digits(last), StoreLayout.digits(ofInode: folder),
        ]
        let text = Array((words.joined(separator: " ") + "\n").utf8)
        if let file = try? files.uninterrupted(files.system.open(place, .locking)) {
            defer { files.system.close(file) }
            try? files.write(text, to: file, place.path)
        }
        try? prune(folder, after: number)
    }

    /// Removes what remains of a history without a record.
    package func removeEmptyHistory() throws(StoreError) {
        guard let folder = try reader.historyFolder(), try reader.changeNumbers().isEmpty else { return }
        for name in [StoreLayout.lastChange, StoreLayout.renewals] { try files.remove(folder[name]) }
        try files.removeFolder(place(of: store.layout.history))
        try files.synchronizeFolder(directory)
    }
}
