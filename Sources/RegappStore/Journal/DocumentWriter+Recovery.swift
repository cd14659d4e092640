extension DocumentWriter {
    /// Removes a dead writer's temporary files, and completes or removes its changes of several documents.
    func recover() throws(StoreError) {
        let temporary = place(of: TemporaryName.folder)
        if let status = try files.status(temporary) {
            try files.require(
                [store.fileSystem.user], toOwn: status, temporary.path, orElse: FileRefusal.strayOwner)
            try files.removeTree(temporary)
        }
        // Journals first: they may still change documents, and a record counts only if its document has changed.
        try recoverJournals()
        try recoverHistory()
        try removeTemporaryFiles(in: directory.folder)
        for name in store.layout.folders {
            // Nothing is removed through a link or from another user.
            guard let status = try files.status(place(of: name)), status.kind == .directory,
                status.owner == store.fileSystem.user, let folder = try files.folder(place(of: name))
            else { continue }
            try removeTemporaryFiles(in: folder)
        }
        for file in store.layout.linkable { try removeTemporaryFiles(besideTargetOf: file) }
    }

    private func removeTemporaryFiles(in folder: Folder) throws(StoreError) {
        for index in 0..<TemporaryName.limit { try files.remove(folder[TemporaryName.name(index)]) }
    }

    /// Beside a link's target, removes only temporary files of this directory's writers.
    private func removeTemporaryFiles(besideTargetOf file: String) throws(StoreError) {
        guard try files.status(place(of: file))?.kind == .symbolicLink,
            // Writers refuse a link that is refused here, so none has left anything beside its target.
            let target = (try? reader.locateUnread(file)) ?? nil
        else { return }
        for index in 1..<TemporaryName.limit {
            try files.remove(target.folder[TemporaryName.name(index, ofDirectory: directory.realPath)])
        }
        try removeDeadLock(beside: target)
    }

    private func recoverJournals() throws(StoreError) {
        guard let journals = try reader.folder(Journal.container) else { return }
        for (place, found) in try files.folders(in: journals).sorted(by: { $0.place.name < $1.place.name }) {
            try files.require(reader.owners, toOwn: found, orElse: FileRefusal.strayOwner)
            guard let lock = try files.lockIfDead(place, found) else { continue }
            try recover(Journal(place, found, directory.folder, files, lock: lock))
        }
        try files.removeFolder(place(of: Journal.container))
    }

    /// Completes a committed change. Undoes it instead if something is missing, as in a backup made meanwhile, or if it
    /// is all or nothing and a document was changed by hand.
    private func recover(_ journal: Journal) throws(StoreError) {
        defer { journal.close() }
        guard try Journal.isCommitted(journal.folder, files) else { return try journal.remove() }
        try excludeNeighbours(from: store.layout.linkable)
        let plan = try journal.committedEntries()
        var isMissing = false
        var isInTheWay = false
        while let entry = try plan.next() {
            // regapp writes no such path. As the last line of the plan stays unread, the journal is only removed.
            guard store.layout.permits(entry.file) else { break }
            switch try state(of: journal.ready(entry)) {
            case .missing: isMissing = true
            case .inTheWay: isInTheWay = true
            case .made, .changedSince, .open: break
            }
        }
        if let number = plan.number, let difference = plan.difference {
            let isUndone = isMissing || isInTheWay && difference == .undoes
            if isUndone {
                for entry in try allEntries(of: journal).reversed() { try undo(entry, of: journal) }
            } else {
                let entries = try journal.committedEntries()
                while let entry = try entries.next() { _ = try install(journal.ready(entry)) }
            }
            try synchronizeDocuments(of: journal)
            if isUndone {
                try remove(recordOf: number)
            } else {
                try installRecord(of: journal, number)
                noteMade(number)
            }
            try journal.end()
        }
        try journal.remove()
    }
}
