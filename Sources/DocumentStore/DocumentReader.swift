internal import PlainValues

/// Reads the documents of a store; only inside `DocumentStore.reading` and `writing`.
public struct DocumentReader {
    /// The store that is read.
    public let store: DocumentStore
    /// What the directory was when the work began; nil where there was none.
    private let directory: FileStatus?
    /// Whether what is read will be changed: then only files of this user will do.
    private let isForWriter: Bool
    /// The users whose files are accepted.
    private let owners: [UInt32]
    /// Where it runs.
    private let queue: BackgroundQueue
    var files: FileAccess { FileAccess(system: store.fileSystem, queue: queue) }

    /// Reads for a reader, who accepts files of this user, of the superuser and of the directory's owner.
    init(_ store: DocumentStore) {
        let files = FileAccess(system: store.fileSystem, queue: store.queue)
        // What is wrong with the directory shows when files are read.
        let directory = try? files.directoryStatus(store.directory)
        let owners = [store.fileSystem.user, FileAccess.superuser] + (directory.map { [$0.owner] } ?? [])
        self.init(store, directory, isForWriter: false, owners: owners, queue: store.queue)
    }

    /// Reads for a writer in a directory of this user.
    init(_ store: DocumentStore, directory: FileStatus) {
        let owners = [store.fileSystem.user]
        self.init(store, directory, isForWriter: true, owners: owners, queue: store.queue)
    }

    private init(
        _ store: DocumentStore, _ directory: FileStatus?, isForWriter: Bool, owners: [UInt32],
        queue: BackgroundQueue
    ) {
        self.store = store
        self.directory = directory
        self.isForWriter = isForWriter
        self.owners = owners
        self.queue = queue
    }

    /// Reads and looks at the parts of some values on all processors at once; what comes of each, in their order.
    public func parts<Result: Sendable>(
        of count: Int, _ work: @escaping @Sendable (DocumentReader, Range<Int>) -> Result
    ) -> [Result] {
        queue.parts(of: count) { [store, directory, isForWriter, owners] queue, range in
            let reader = DocumentReader(
                store, directory, isForWriter: isForWriter, owners: owners, queue: queue)
            return work(reader, range)
        }
    }

    /// The content of a document; nil where there is none, a link that points nowhere included.
    public func contents(of file: String) throws(StoreError) -> [UInt8]? {
        try locate(file).contents
    }

    /// Warns if more users may reach the directory than those it is shared with.
    func checkDirectory() {
        if let directory { warnIfLoose(directory, store.directory, nil) }
    }

    /// The names of the documents in a folder of the layout, with `.json`, sorted by their bytes.
    ///
    /// Whatever else stands there is listed too, but the store's own temporary files are not.
    public func names(in folder: String) throws(StoreError) -> [String] {
        let names = try files.names(in: store.path(of: folder))
        return names.filter { !TemporaryName.matches($0) }.sortedByBytes()
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

    /// Whether a change of several documents is being made, or was when its writer died.
    public func isChanging() throws(StoreError) -> Bool { try exists(ChangeFolder.container) }

    /// Reads documents of one folder, whose own place is checked once for all of them.
    ///
    /// - Parameter take: gets each name with what the document holds: nil where it has gone since it was listed.
    public func forEach(
        _ names: [String], in folder: String,
        _ take: (String, Result<[UInt8]?, StoreError>) -> Void
    ) throws(StoreError) {
        let path = store.path(of: folder) + "/"
        guard let status = try folderStatus(of: folder + "/") else {
            for name in names { take(name, .success(nil)) }
            return
        }
        let group = status.sharedGroup
        for name in names {
            let contents = Result { () throws(StoreError) in
                try read(path + name, limit: DocumentStore.maximumDocumentSize, sharedWith: group).contents
            }
            take(name, contents)
        }
    }

    /// The warning that what stands at a path below the directory, or the directory itself for `.`, deserves, as
    /// reading it would give; nil where it has its mode, or is a link.
    public func looseMode(of file: String) throws(StoreError) -> StoreWarning? {
        guard let status = try self.status(of: file), status.kind != .symbolicLink,
            status.saferMode(sharedWith: nil) != nil
        else { return nil }
        let path = file == "." ? store.directory : store.path(of: file)
        return warning(about: status, path, sharedGroup(of: file, in: try folderStatus(of: file)))
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

    /// Where a document really is and what it holds.
    struct Location {
        /// The path to replace: the document's own, or that of the file it links to.
        let path: String
        /// What stands there; nil where nothing does.
        let status: FileStatus?
        let contents: [UInt8]?
        /// What the file that replaces it gets.
        let permissions: Permissions
    }

    func locate(_ file: String) throws(StoreError) -> Location {
        let folder = try folderStatus(of: file)
        let path = store.path(of: file)
        let limit =
            file == store.layout.undo ? DocumentStore.maximumUndoSize : DocumentStore.maximumDocumentSize
        let group = sharedGroup(of: file, in: folder)
        do throws(StoreError) { return try read(path, limit: limit, sharedWith: group) } catch {
            guard case .refused(_, .symbolicLink) = error, store.layout.linkable.contains(file) else {
                throw error
            }
        }
        return try read(try followLink(path), limit: limit, sharedWith: group)
    }

    /// Where a document is to stand, found without reading it: it need not be there and may hold anything.
    func locateUnread(_ file: String) throws(StoreError) -> String {
        let path = store.path(of: file)
        guard let status = try files.status(path) else { return path }
        guard status.kind == .symbolicLink, store.layout.linkable.contains(file) else {
            try requireRegular(status, path, orElse: FileRefusal.strayOwner)
            return path
        }
        let target = try followLink(path).path
        if let status = try files.status(target) {
            try requireRegular(status, target, orElse: FileRefusal.foreignOwner)
        }
        return target
    }

    private func requireRegular(
        _ status: FileStatus, _ path: String, orElse refusal: (SystemUser) -> FileRefusal
    ) throws(StoreError) {
        guard status.kind != .symbolicLink else { throw .refused(path: path, .symbolicLink) }
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        try files.require(owners, toOwn: status, path, orElse: refusal)
    }

    private func read(
        _ path: String, limit: Int, sharedWith group: UInt32?
    ) throws(StoreError) -> Location {
        let found = try files.read(path, limit: limit) { status throws(StoreError) in
            try files.require(owners, toOwn: status, path, orElse: FileRefusal.strayOwner)
        }
        if let found { warnIfLoose(found.status, path, group) }
        return Location(
            path: path, status: found?.status, contents: found?.bytes,
            permissions: group.map(Permissions.shared) ?? .private)
    }

    private func read(
        _ target: LinkTarget, limit: Int, sharedWith group: UInt32?
    ) throws(StoreError) -> Location {
        // Resolved once: a link that points at another link is refused here.
        let found = try files.read(target.path, limit: limit) { status throws(StoreError) in
            try files.require(owners, toOwn: status, target.path, orElse: FileRefusal.foreignOwner)
            try requireTrust(in: target, toReach: status)
        }
        if let found { warnIfLoose(found.status, target.path, group) }
        let permissions = found.map { Permissions(mode: $0.status.mode & 0o777, group: $0.status.group) }
        return Location(
            path: target.path, status: found?.status, contents: found?.bytes,
            permissions: permissions ?? .private)
    }

    /// A link and where it leads.
    private struct LinkTarget {
        let link: String
        /// Nil where the link is gone by now.
        let status: FileStatus?
        let path: String
    }

    /// Resolves a link once. A writer follows a link of this user alone, into a folder of this user.
    private func followLink(_ path: String) throws(StoreError) -> LinkTarget {
        let link = try files.status(path)
        let target = LinkTarget(link: path, status: link, path: try files.target(ofLink: path))
        guard isForWriter else { return target }
        if let link { try files.require(owners, toOwn: link, path, orElse: FileRefusal.strayOwner) }
        let folder = FileAccess.folder(of: target.path)
        _ = try files.follow(folder)
        if let status = try files.directoryStatus(folder) {
            try files.require(owners, toOwn: status, folder, orElse: FileRefusal.foreignOwner)
        }
        return target
    }

    /// Throws where a link of another user leads a reader to a file of the reader's own.
    private func requireTrust(in target: LinkTarget, toReach status: FileStatus) throws(StoreError) {
        let user = store.fileSystem.user
        guard status.owner == user, let link = target.status else { return }
        try files.require(
            [user, FileAccess.superuser], toOwn: link, target.link, orElse: FileRefusal.foreignLink)
    }

    /// The group that may read a document: that which its folder is shared with, or will be once it is made.
    private func sharedGroup(of file: String, in folder: FileStatus?) -> UInt32? {
        if let folder { return folder.sharedGroup }
        let isShared = file.utf8.contains(UInt8(ascii: "/")) || store.layout.shared.contains(file)
        return isShared ? directory?.sharedGroup : nil
    }

    /// Makes sure that the folder of a document is no link that leads elsewhere; nil where there is no folder.
    func folderStatus(of file: String) throws(StoreError) -> FileStatus? {
        guard file.utf8.contains(UInt8(ascii: "/")) else { return nil }
        let folder = FileAccess.folder(of: store.path(of: file))
        guard let status = try files.status(folder) else { return nil }
        guard status.kind != .symbolicLink else { throw .refused(path: folder, .symbolicLink) }
        guard status.kind == .directory else { throw .refused(path: folder, .notDirectory) }
        try files.require(owners, toOwn: status, folder, orElse: FileRefusal.strayOwner)
        return status
    }

    private func warnIfLoose(_ status: FileStatus, _ path: String, _ group: UInt32?) {
        if let warning = warning(about: status, path, group) { store.warn(warning) }
    }

    private func warning(about status: FileStatus, _ path: String, _ group: UInt32?) -> StoreWarning? {
        status.saferMode(sharedWith: group).map { mode in
            .looseMode(path: path, mode: status.mode & 0o777, instead: mode)
        }
    }
}
