internal import RegappJSON

extension DocumentWriter {
    /// Removes a dead writer's temporary files, and completes or removes its changes of several documents.
    func recover() throws(StoreError) {
        let temporary = place(of: TemporaryName.folder)
        if let status = try files.status(temporary) {
            try files.require(
                [store.fileSystem.user], toOwn: status, temporary.path, orElse: FileRefusal.strayOwner)
            try files.removeTree(temporary)
        }
        try recoverChanges()
        for folder in try textFolders() { try removeTemporaryFiles(in: folder) }
        for file in store.layout.linkable { try removeTemporaryFiles(besideTargetOf: file) }
    }

    private func removeTemporaryFiles(in folder: Folder) throws(StoreError) {
        for index in 0..<TemporaryName.limit { try files.remove(folder[TemporaryName.name(index)]) }
        for slot in ChangeDraft.slots where !livingSlots.contains(slot) {
            try files.removeTree(folder[TemporaryName.texts(slot)])
        }
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

    /// Completes the changes that a dead writer decided, in the order of their numbers, and removes what it had only
    /// written down.
    private func recoverChanges() throws(StoreError) {
        guard let history = try reader.historyFolder() else { return lastChange = 0 }
        openHistory = history
        let found = try reader.survey(history)
        let drafts = try reader.drafts(in: history)
        lastChange = found.last
        if !drafts.isEmpty || !found.decided.isEmpty {
            try excludeNeighbours(from: store.layout.linkable)
            var newest: Int?
            for number in found.decided where try recover(number, in: history) { newest = number }
            for slot in drafts { try removeDraft(slot, in: history) }
            if let newest {
                try files.synchronizeFolder(history)
                noteFinished(newest)
            }
        }
    }

    /// - Returns: whether the change is finished now.
    private func recover(_ number: Int, in history: Folder) throws(StoreError) -> Bool {
        let place = history[StoreLayout.decided(number)]
        let head = try reader.usableHead(number)
        let slot = head?.slot
        guard let record = try openOfDead(place, slot: slot) else {
            livingChanges.append(number)
            // Any may be that of a record that cannot be read.
            livingSlots.formUnion(slot.map { [$0] } ?? Array(ChangeDraft.slots))
            return false
        }
        let places = TextPlaces(slot: slot ?? ChangeDraft.lockHolder, directory, store.layout)
        let change = DecidedChange(
            number, in: history, places, record: record, isOfAnother: true, files)
        defer { change.close() }
        do throws(StoreError) {
            let noted = try files.leftDocuments(in: place)
            guard let head else { throw .damaged(path: place.path, SourcePosition(line: 1, column: 1)) }
            change.isCopied = try isCopied(head, history)
            let isTaken = try files.status(history[StoreLayout.record(number)]) != nil
            let isToDrop = if isTaken { true } else { try isOlderCopy(change, besides: noted) }
            if isToDrop {
                try drop(change)
            } else {
                change.leftFiles.formUnion(noted)
                _ = try install(change) { false }
                if slot == ChangeDraft.lockHolder { try clean(besideTargetsOf: place) }
                try finish(change)
            }
        } catch {
            guard case .damaged = error else {
                guard let errno = error.errno else { throw error }
                throw .failed(.write, path: place.path, errno)
            }
            // It cannot be carried out; `check` names it, too.
            store.warn(.unfinishedChange(number: number))
            try removeTextsOfLockHolder()
            try requireLock()
            try files.rename(place, to: history[StoreLayout.record(number)], mustBeFree: false)
        }
        return true
    }

    /// Whether the documents of a change may be copies: a backup was restored.
    ///
    /// - Throws: if one of their folders is empty and not the one that it was: what should be there may not be mounted.
    private func isCopied(_ head: ChangeHead, _ history: Folder) throws(StoreError) -> Bool {
        guard head.folders[store.layout.history] == history.opened?.inode else { return true }
        for (name, inode) in head.folders {
            guard let folder = try reader.folder(name), folder.opened?.inode != inode else { continue }
            guard try !files.names(in: folder, upTo: 1).isEmpty else {
                throw .failed(.read, path: folder.path, .noEntry)
            }
            return true
        }
        return false
    }

    /// For a change of which nothing was made. Its number may be another's, if its writer had lost the store's lock.
    private func drop(_ change: DecidedChange) throws(StoreError) {
        try removeTextsOfLockHolder()
        try clean(besideTargetsOf: change.place)
        try requireLock()
        try files.remove(change.place)
        let isTaken = try files.status(historyFolder()[StoreLayout.record(change.number)]) != nil
        if lastChange == change.number, !isTaken { lastChange = change.number - 1 }
    }

    private func removeDraft(_ slot: Int, in history: Folder) throws(StoreError) {
        let place = history[StoreLayout.draft(slot)]
        guard let record = try openOfDead(place, slot: slot) else { return _ = livingSlots.insert(slot) }
        defer { files.system.close(record) }
        if slot == ChangeDraft.lockHolder {
            try removeTextsOfLockHolder()
            try clean(besideTargetsOf: place)
        }
        try requireLock()
        try files.remove(place)
    }

    /// Removes what a dead writer left beside the targets of links, which may lead elsewhere by now.
    private func clean(besideTargetsOf record: Place) throws(StoreError) {
        guard let file = try files.openFile(record) else { return }
        var lines = LineReader(files, file)
        var places = TextPlaces(slot: ChangeDraft.lockHolder, directory, store.layout)
        while let line = try lines.next(limit: ChangeRecordReader.longestLine) {
            guard let change = RecordedChange(line: line, store.layout), let target = change.target,
                let text = try places.place(of: change, 1, in: nil, files)
            else { continue }
            try files.remove(text)
            try removeDeadLock(beside: text.folder[FileAccess.name(of: target)])
        }
    }

    /// Opens the record of a dead writer, locked; nil if its writer lives. Who held the store's lock from beginning to end
    /// is dead, or has lost it to this writer.
    private func openOfDead(_ place: Place, slot: Int?) throws(StoreError) -> FileDescriptor? {
        guard let status = try files.status(place) else { return nil }
        try files.require(
            [store.fileSystem.user], toOwn: status, place.path, orElse: FileRefusal.strayOwner)
        guard status.kind == .regular else { throw .refused(path: place.path, .notRegular) }
        guard let record = try files.ifPresent(.lock, place, files.system.open(place, .locking)) else {
            return nil
        }
        if slot == ChangeDraft.lockHolder { return record }
        return try files.keepingOpen(record, lockIfFree(record, place))
    }

    private func lockIfFree(_ record: FileDescriptor, _ place: Place) throws(StoreError) -> FileDescriptor? {
        if try files.takeIfFree(record, place.path), try files.isStill(record, place) { return record }
        files.system.close(record)
        return nil
    }

    /// Removes, durably, the texts beside their documents that nobody looks for without a record. Not often necessary, as
    /// it lists the folders.
    private func removeTextsOfLockHolder() throws(StoreError) {
        for folder in try textFolders() {
            for name in try files.names(in: folder) where TemporaryName.isText(name) {
                try files.remove(folder[name])
            }
            try files.synchronizeFolder(folder)
        }
    }

    /// The directory and its folders of documents. Nothing is removed through a link or from another user.
    private func textFolders() throws(StoreError) -> [Folder] {
        var found = [directory]
        for name in store.layout.folders {
            guard let status = try files.status(place(of: name)), status.kind == .directory,
                status.owner == store.fileSystem.user, let folder = try files.folder(place(of: name))
            else { continue }
            found.append(folder)
        }
        return found
    }
}
