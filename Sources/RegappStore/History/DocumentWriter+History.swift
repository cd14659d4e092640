extension DocumentWriter {
    func nextChange() throws(StoreError) -> Int {
        if lastChange == nil { try recoverHistory() }
        return (lastChange ?? 0) + 1
    }

    /// Created if necessary.
    func historyFolder() throws(StoreError) -> Folder {
        if let folder = openHistory { return folder }
        let place = place(of: store.layout.history)
        if try files.status(place) == nil {
            try files.makeDirectory(place)
            try files.synchronizeFolder(directory.folder)
        }
        guard let folder = try reader.historyFolder() else {
            throw .failed(.create, path: place.path, .noEntry)
        }
        openHistory = folder
        return folder
    }

    /// Removes the record of a change that a crash prevented, and finds the number of the last change that was made.
    func recoverHistory() throws(StoreError) {
        guard let folder = try reader.historyFolder() else { return lastChange = 0 }
        openHistory = folder
        var last = try reader.lastMade(in: folder)
        // A power cut may lose the last number. If not, it is at most a few behind the records.
        if last == 0 { last = max((try reader.changeNumbers().first ?? 0) - 1, 0) }
        while try files.status(folder[StoreLayout.record(last + 1)]) != nil {
            // Only the newest record may be of a change that was not made.
            let isNewest = try files.status(folder[StoreLayout.record(last + 2)]) == nil
            let isMade = if isNewest { try reader.isMade(last + 1) } else { true }
            guard isMade else {
                try remove(recordOf: last + 1)
                break
            }
            last += 1
        }
        lastChange = last
    }

    /// Removes the record that a recurring change's stands for.
    package func removeRecord(of number: Int) throws(StoreError) { try remove(recordOf: number) }

    func remove(recordOf number: Int) throws(StoreError) {
        let folder = try historyFolder()
        try requireLock()
        if try files.remove(folder[StoreLayout.record(number)]) { try files.synchronizeFolder(folder) }
    }

    /// Gives a single change's record its name, durably, before the document changes.
    func put(recordOf change: DocumentChange, _ kind: ChangeKind, _ attempt: inout Attempt) throws(StoreError)
    {
        let number = try nextChange()
        var text = ChangeRecordText(store.layout)
        let line = text.add(change)
        let bytes = head(of: text, number, kind) + line + text.end()
        let folder = try historyFolder()
        let place = folder[StoreLayout.record(number)]
        try requireLock()
        do throws(StoreError) { store.warn(try files.create(place, bytes), .private, place.path) } catch {
            if error.errno != .exists { attempt.record = number }
            throw error
        }
        attempt.record = number
        attempt.recordSize = bytes.count
        try files.synchronizeFolder(folder)
    }

    /// Replaces a file of the history; its new content is durable only once the folder is synchronised.
    func replace(_ place: Place, with bytes: [UInt8]) throws(StoreError) {
        try requireLock()
        // The directory's cleanup removes a dead writer's file.
        let temporary = TemporaryName.name(0)
        let replaced: Void? = try files.unless(
            .crossDevice, files.replace(place, by: directory.folder[temporary], with: bytes))
        guard replaced == nil else { return }
        try files.remove(directory.folder[temporary])
        try files.replace(place, by: place.folder[temporary], with: bytes)
    }

    func head(of text: ChangeRecordText, _ number: Int, _ kind: ChangeKind) -> [UInt8] {
        let author = store.author()
        return text.head(
            number, author, by: store.fileSystem.user, undoing: kind.undone,
            for: standing(of: number, at: author.time, kind))
    }

    private func standing(of number: Int, at time: String, _ kind: ChangeKind) -> ChangeHead.Standing? {
        guard case .recurring(let other) = kind else { return nil }
        guard let other, let former = try? reader.changeHead(other) else {
            return ChangeHead.Standing(count: 0, first: number, time: time)
        }
        return ChangeHead.Standing(
            count: (former.standsFor?.count ?? 0) + 1, first: former.standsFor?.first ?? other,
            time: former.standsFor?.time ?? former.author.time)
    }

    /// Notes that a change was made; if that is lost, the next writer has to find out. `size`: the record's, in bytes.
    func noteMade(_ number: Int, size: Int? = nil) {
        lastChange = number
        guard let folder = openHistory else { return }
        let place = folder[StoreLayout.lastChange]
        let text = Array((StoreLayout.digits(number) + "\n").utf8)
        if (try? files.status(place)) == nil {
            _ = try? files.create(place, text, synchronously: false)
        } else if let file = try? files.uninterrupted(files.system.open(place, .locking)) {
            defer { files.system.close(file) }
            try? files.write(text, to: file, place.path)
        }
        try? prune(folder, after: number, size)
        // Undo records of versions without a history.
        guard number == 1, let names = try? reader.names(in: ".") else { return }
        for name in names where StoreLayout.isFormerUndo(name) { _ = try? files.remove(self.place(of: name)) }
    }

    /// Removes what remains of a history without a record.
    package func removeEmptyHistory() throws(StoreError) {
        guard let folder = try reader.historyFolder(), try reader.changeNumbers().isEmpty else { return }
        for name in [StoreLayout.lastChange, StoreLayout.renewals] { try files.remove(folder[name]) }
        try files.removeFolder(place(of: store.layout.history))
        try files.synchronizeFolder(directory.folder)
    }

    /// Renames the record of a journal's change to its place, durably, unless that has been done.
    func installRecord(of journal: Journal, _ number: Int) throws(StoreError) {
        let record = journal.recordPlace
        let folder = try historyFolder()
        guard try files.status(record) != nil else { return }
        try requireLock()
        let place = folder[StoreLayout.record(number)]
        do throws(StoreError) { try files.rename(record, to: place, mustBeFree: false) } catch {
            guard error.errno == .crossDevice else { throw error }
            guard let bytes = try files.read(record, limit: .max - 1)?.bytes else { return }
            try replace(place, with: bytes)
            try files.remove(record)
        }
        try files.synchronizeFolder(folder)
        try files.synchronizeFolder(record.folder)
    }
}
