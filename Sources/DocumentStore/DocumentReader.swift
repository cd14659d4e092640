/// Reads the documents of a store; only inside `DocumentStore.reading` and `writing`.
public struct DocumentReader {
    /// The store that is read.
    public let store: DocumentStore
    var files: FileAccess { FileAccess(system: store.fileSystem, queue: store.queue) }

    /// The content of a document; nil where there is none, a link that points nowhere included.
    public func contents(of file: String) throws(StoreError) -> [UInt8]? {
        try locate(file).contents
    }

    /// Warns if other users may reach the directory.
    func checkDirectory() {
        // With the dot the directory itself may be a link. What is wrong with it shows when files are read.
        guard let status = try? files.status(store.directory + "/.") else { return }
        warnIfLoose(status, store.directory)
    }

    /// The names of the documents in a folder of the layout, with `.json`, sorted by their bytes.
    ///
    /// Whatever else stands there is listed too, but the store's own temporary files are not.
    public func names(in folder: String) throws(StoreError) -> [String] {
        let names = try files.names(in: store.path(of: folder))
        return names.filter { !TemporaryName.matches($0) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// Whether a folder holds nothing but temporary files, or does not exist. Costs the same however full it is.
    public func isEmpty(_ folder: String) throws(StoreError) -> Bool {
        let some = try files.names(in: store.path(of: folder), upTo: TemporaryName.limit + 1)
        return some.allSatisfy(TemporaryName.matches)
    }

    /// Whether anything stands at a document's name, readable or not.
    public func exists(_ file: String) throws(StoreError) -> Bool {
        try files.status(store.path(of: file)) != nil
    }

    /// Reads documents of one folder, whose own place is checked once for all of them.
    ///
    /// - Parameter take: gets each name with what the document holds: nil where it has gone since it was listed.
    public func forEach(
        _ names: some Sequence<String>, in folder: String,
        _ take: (String, Result<[UInt8]?, StoreError>) -> Void
    ) throws(StoreError) {
        let path = store.path(of: folder) + "/"
        try checkFolder(of: folder + "/")
        for name in names {
            let contents = Result { () throws(StoreError) in
                try read(path + name, limit: DocumentStore.maximumDocumentSize, isLinkTarget: false).contents
            }
            take(name, contents)
        }
    }

    /// What stands at a path below the directory, a link itself included; of the directory itself for `.`.
    public func status(of file: String) throws(StoreError) -> FileStatus? {
        try files.status(store.path(of: file))
    }

    /// The change that a writer's `takeBack` would take back, as the record has it.
    public func undoRecord() throws(StoreError) -> UndoRecord? {
        guard let bytes = try contents(of: store.layout.undo) else { return nil }
        return try UndoRecord(parsing: bytes, path: store.path(of: store.layout.undo), layout: store.layout)
    }

    /// The paths below the directory of what a writer that died has left; the next one removes it.
    public func leftovers() throws(StoreError) -> [String] {
        let top = try files.names(in: store.directory + "/.")
        var found = top.filter(TemporaryName.matches)
        for folder in store.layout.folders {
            let names = try files.names(in: store.path(of: folder))
            found += names.filter(TemporaryName.matches).map { folder + "/" + $0 }
        }
        return found.sorted()
    }

    /// Where a document really is and what it holds.
    struct Location {
        /// The path to replace: the document's own, or that of the file it links to.
        let path: String
        /// The mode for the file that replaces it.
        let mode: UInt32
        let contents: [UInt8]?
    }

    func locate(_ file: String) throws(StoreError) -> Location {
        try checkFolder(of: file)
        let path = store.path(of: file)
        let limit =
            file == store.layout.undo ? DocumentStore.maximumUndoSize : DocumentStore.maximumDocumentSize
        do throws(StoreError) {
            return try read(path, limit: limit, isLinkTarget: false)
        } catch {
            guard case .refused(_, .symbolicLink) = error, store.layout.linkable.contains(file) else {
                throw error
            }
        }
        // Resolved once: a link that points at another link is refused by the second read.
        return try read(try files.target(ofLink: path), limit: limit, isLinkTarget: true)
    }

    private func read(_ path: String, limit: Int, isLinkTarget: Bool) throws(StoreError) -> Location {
        guard let (bytes, status) = try files.read(path, limit: limit) else {
            return Location(path: path, mode: 0o600, contents: nil)
        }
        warnIfLoose(status, path)
        return Location(path: path, mode: isLinkTarget ? status.mode & 0o777 : 0o600, contents: bytes)
    }

    /// Makes sure that the folder of a document is no link that leads elsewhere.
    private func checkFolder(of file: String) throws(StoreError) {
        guard file.utf8.contains(UInt8(ascii: "/")) else { return }
        let folder = FileAccess.folder(of: store.path(of: file))
        guard let status = try files.status(folder) else { return }
        guard status.kind != .symbolicLink else { throw .refused(path: folder, .symbolicLink) }
        guard status.kind == .directory else { throw .refused(path: folder, .notDirectory) }
    }

    private func warnIfLoose(_ status: FileStatus, _ path: String) {
        guard status.mode & 0o077 != 0 else { return }
        store.warn(.looseMode(path: path, mode: status.mode & 0o777, isDirectory: status.kind == .directory))
    }
}
