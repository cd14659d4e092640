// Cleaning up after a crash.
extension DocumentWriter {
    /// Removes the temporary files of a dead writer, and completes or removes its changes of several documents.
    func recover() throws(StoreError) {
        try removeFolderDraft()
        try removeTemporaryFiles(in: directory.folder)
        for name in store.layout.folders where try isOwnFolder(name) {
            if let folder = try files.folder(place(of: name)) { try removeTemporaryFiles(in: folder) }
        }
        for file in store.layout.linkable { try removeTemporaryFiles(besideTargetOf: file) }
        try recoverChanges()
    }

    private func removeTemporaryFiles(in folder: Folder) throws(StoreError) {
        for index in 0..<TemporaryName.limit { try files.remove(folder[TemporaryName.name(index)]) }
    }

    /// Whether a folder exists and belongs to this user: nothing is removed through a link or from somebody else.
    private func isOwnFolder(_ name: String) throws(StoreError) -> Bool {
        guard let status = try files.status(place(of: name)) else { return false }
        return status.kind == .directory && status.owner == store.fileSystem.user
    }

    /// Removes the temporary files of this directory's writers, and no others, beside a link's target.
    private func removeTemporaryFiles(besideTargetOf file: String) throws(StoreError) {
        guard try files.status(place(of: file))?.kind == .symbolicLink,
            // A link that must not be followed led no writer anywhere.
            let folder = (try? reader.locateUnread(file))??.folder
        else { return }
        for index in 1..<TemporaryName.limit {
            try files.remove(folder[TemporaryName.name(index, ofDirectory: directory.realPath)])
        }
    }

    /// Removes a folder that was to become one of the documents'.
    private func removeFolderDraft() throws(StoreError) {
        let draft = place(of: TemporaryName.folder)
        guard let status = try files.status(draft) else { return }
        try files.require(
            [store.fileSystem.user], toOwn: status, draft.path, orElse: FileRefusal.strayOwner)
        try files.removeTree(draft)
    }

    // MARK: Changes of several documents

    private func recoverChanges() throws(StoreError) {
        guard let changes = try reader.folder(Journal.container) else { return }
        for name in try files.names(in: changes).sorted() {
            guard let status = try files.status(changes[name]), status.kind == .directory,
                let found = try files.folder(changes[name])
            else { continue }
            try files.require(
                [store.fileSystem.user], toOwn: found.opened ?? status, found.path,
                orElse: FileRefusal.strayOwner)
            if let folder = try Journal.left(changes[name], found, directory.folder, files) {
                try recover(folder)
            }
        }
        try files.removeFolder(
            place(of: Journal.container), orLeave: [.notEmpty, .exists, .noEntry])
    }

    /// Completes a committed change. It is undone instead if something is missing, as in a backup made meanwhile, or
    /// if it is all or nothing and somebody changed a document by hand.
    private func recover(_ folder: Journal) throws(StoreError) {
        defer { folder.close() }
        guard try folder.isCommitted() else { return try folder.remove() }
        let plan = try folder.steps()
        var (isMissing, isInTheWay) = (false, false)
        while let step = try plan.next() {
            // Not written by a store of this layout.
            guard step.file == store.layout.undo || store.layout.permits(step.file) else { break }
            switch try state(of: step, folder) {
            case .missing: isMissing = true
            case .inTheWay: isInTheWay = true
            case .made, .changedSince, .open: break
            }
        }
        if plan.isComplete, let difference = plan.difference {
            if isMissing || isInTheWay && difference == .undoes {
                for step in try allSteps(of: folder).reversed() { try undo(step, of: folder) }
            } else {
                let steps = try folder.steps()
                while let step = try steps.next() { _ = try place(step, of: folder, synchronously: false) }
            }
            try synchronizeDocuments(of: folder)
            try folder.end()
        }
        try folder.remove()
    }
}
