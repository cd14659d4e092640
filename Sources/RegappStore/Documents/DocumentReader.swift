internal import RegappValues

/// Reads a store's documents; used only inside `DocumentStore.reading` and `writing`, except for `onAnyThread`.
package struct DocumentReader: Sendable {
    package let store: DocumentStore
    /// Opened when the work began; nil if there was no directory. An error is thrown by the first read.
    let directory: Result<Folder?, StoreError>
    /// Whether files will be changed: then only this user's files are accepted.
    let isForWriter: Bool
    let owners: [UInt32]
    private(set) var files: FileAccess
}

extension DocumentReader {
    /// Readers accept files of this user, the superuser and the directory's owner.
    init(_ store: DocumentStore) {
        let directory = Result<Folder?, StoreError>(
            catching: try FolderWalk.find(store.directory, isForReader: true, store.files))
        let owner = (try? directory.get())?.opened?.owner
        let owners = [store.fileSystem.user, FileAccess.superuser] + (owner.map { [$0] } ?? [])
        self.init(
            store: store, directory: directory, isForWriter: false, owners: owners, files: store.files)
    }

    /// For a writer in its user's own directory.
    init(_ store: DocumentStore, directory: Folder) {
        self.init(
            store: store, directory: .success(directory), isForWriter: true, owners: [store.fileSystem.user],
            files: store.files)
    }

    package func userName(_ id: UInt32) -> String? { files.user(id).name }

    var directoryStatus: FileStatus? { (try? directory.get())?.opened }

    /// - Parameter path: what the directory is needed for; used in the error.
    private func found(_ operation: FileOperation, _ path: @autoclosure () -> String) throws(StoreError)
        -> Folder?
    {
        do throws(StoreError) { return try directory.get() } catch {
            guard let errno = error.errno else { throw error }
            throw .failed(operation, path: path(), errno)
        }
    }

    /// Nil if there is no directory.
    func place(of name: String, _ operation: FileOperation = .read) throws(StoreError) -> Place? {
        try found(operation, store.path(of: name))?[name]
    }

    /// Opens a folder by its present name; nil for none. Throws `refused` if it is a link, no folder, or foreign.
    func folder(_ name: String) throws(StoreError) -> Folder? {
        guard let place = try place(of: name), let folder = try files.folder(place) else { return nil }
        try files.require(owners, toOwn: folder, orElse: FileRefusal.strayOwner)
        return folder
    }

    /// The folder of a document, or the directory itself; nil if there is none.
    func folder(of file: String) throws(StoreError) -> Folder? {
        guard let slash = file.utf8.firstIndex(of: UInt8(ascii: "/")) else {
            return try found(.read, store.path(of: file))
        }
        return try folder(String(file[..<slash]))
    }

    /// A reader for the caller's own threads, even after the work that this one was made for: the directory stays open.
    package var onAnyThread: DocumentReader {
        var reader = self
        reader.files = FileAccess(system: store.fileSystem, queue: .onAnyThread)
        return reader
    }

    /// Nil if there is no document, or if a link leads nowhere.
    package func contents(of file: String) throws(StoreError) -> [UInt8]? { try locate(file).contents }

    /// The content of a file that is not a document, without a warning about its mode; nil if there is none.
    package func foreignContents(of file: String) throws(StoreError) -> [UInt8]? {
        guard let place = try folder(of: file)?[FileAccess.name(of: file)], let opened = try ownFile(place)
        else { return nil }
        return try files.contents(of: opened)
    }

    /// Warns the directory's owner and the superuser, who can correct it, if users can reach it, though not shared.
    func checkDirectory() {
        if let status = directoryStatus, [0, status.owner].contains(store.fileSystem.user) {
            warnIfLoose(status, as: ".", at: store.directory, behind: 0o777)
        }
    }

    /// Sorted by their bytes; without the store's temporary files.
    package func names(in folder: String) throws(StoreError) -> FileNames {
        guard let folder = try listable(folder) else { return [] }
        var names = try files.names(in: folder)
        let dot = UInt8(ascii: ".")
        names.removeAll { $0.first == dot && TemporaryName.matches(String(decoding: $0, as: UTF8.self)) }
        names.sortByBytes()
        return names
    }

    /// Throws if the directory cannot be listed; `refused` if only another user may.
    package func requireNames() throws(StoreError) {
        do throws(StoreError) { _ = try names(in: ".") } catch {
            guard error.errno == .accessDenied, let top = try found(.list, store.directory) else {
                throw error
            }
            try files.require([store.fileSystem.user], toOwn: top, orElse: FileRefusal.foreignOwner)
            throw error
        }
    }

    /// Whether a folder is missing or has only temporary files; fast even if the folder is full.
    package func isEmpty(_ folder: String) throws(StoreError) -> Bool {
        guard let folder = try listable(folder) else { return true }
        let most = TemporaryName.limit + 1
        let some = try files.names(in: folder, upTo: most)
        guard some.allSatisfy(TemporaryName.matches) else { return false }
        // Another process may be writing many down.
        if some.count < most { return true }
        return try files.names(in: folder).allSatisfy(TemporaryName.matches)
    }

    /// A folder of any owner, or the directory for `.`; nil if there is none.
    private func listable(_ name: String) throws(StoreError) -> Folder? {
        let path = name == "." ? store.directory : store.path(of: name)
        guard let top = try found(.list, path) else { return nil }
        return name == "." ? top : try files.folder(top[name])
    }

    /// True also for a file that cannot be read.
    package func exists(_ file: String) throws(StoreError) -> Bool { try status(of: file) != nil }

    /// Whether a change that is decided is being made, or was interrupted.
    package func isChanging() throws(StoreError) -> Bool {
        guard let folder = try historyFolder() else { return false }
        return try !survey(folder).decided.isEmpty
    }

    /// A change that was decided, and whose writer is dead.
    package func interruptedChange() throws(StoreError) -> Int? {
        guard let folder = try historyFolder() else { return nil }
        for number in try survey(folder).decided where try progress(ofChange: number) == .interrupted {
            return number
        }
        return nil
    }

    /// Reads documents of one folder, which is checked once for all. `body` gets each name with the content; nil if the
    /// document was removed after it was listed.
    package func forEach(
        _ names: [String], in folder: String,
        _ body: (String, Result<[UInt8]?, StoreError>) -> Void
    ) throws(StoreError) {
        guard let opened = try self.folder(folder) else {
            for name in names { body(name, .success(nil)) }
            return
        }
        for name in names {
            body(name, Result(catching: try document(opened[name], as: "\(folder)/\(name)")?.contents))
        }
    }

    /// The status of a path below the directory, `.` being itself; follows no link, and folders may have any owner.
    package func status(of file: String) throws(StoreError) -> FileStatus? {
        guard file != "." else {
            guard let found = try found(.read, store.directory) else { return nil }
            return try files.status(of: found)
        }
        var folder = try found(.read, store.path(of: file))
        for part in file.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
            guard let place = folder?[String(Substring(part))] else { return nil }
            folder = try files.folder(place)
        }
        guard let place = folder?[FileAccess.name(of: file)] else { return nil }
        return try files.status(place)
    }

    /// Throws `refused` if the owner has protected a document from changes.
    package func requireWritable(_ file: String) throws(StoreError) {
        try status(of: file)?.requireWritable(store.path(of: file))
    }
}
