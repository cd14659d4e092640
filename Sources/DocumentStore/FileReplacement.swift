/// A file that a user names, outside any store, replaced in one step by what is written piece by piece.
///
/// What is written goes into a draft beside the file, which is this user's alone. ``commit()`` gives the draft the
/// mode, owner and group of the file, or 0600 where there is none yet, waits until it is on the disk, and lets it take
/// the file's name. So whoever opens the file finds the old content or the new one, in a crash too, and wherever
/// something goes wrong, or the value goes without a commit, the file is as it was.
///
/// The draft's name follows from the file's. While it is written it is locked: a second writer of the same file waits
/// for it, at most `DocumentStore.lockPatience`, and the draft of a writer that died is removed by the next one.
///
/// A link leads to what is replaced and stays, if all links on the way are this user's or the superuser's. What is no
/// regular file is refused, as are the files of a store, and another user's file in a folder that everybody may write:
/// who made it may have meant to get the content.
public struct FileReplacement: ~Copyable {
    /// What is gathered before it is written.
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    /// The file that is replaced, without a link in the last place.
    private let path: String
    private let draftPath: String
    private let draft: FileDescriptor
    private var pending: [UInt8] = []
    private var hasName = false

    private init(_ files: FileAccess, path: String, draftPath: String, draft: FileDescriptor) {
        self.files = files
        self.path = path
        self.draftPath = draftPath
        self.draft = draft
    }

    /// - Parameter path: an absolute path.
    static func begin(
        _ path: String, sparing store: DocumentStore?, _ files: FileAccess
    ) throws(StoreError) -> FileReplacement {
        let (target, draftPath, draft) = try files.queue.run {
            () throws(StoreError) -> (String, String, FileDescriptor) in
            let target = try files.destination(of: path)
            if let store, try files.isPart(target, of: store) { throw .refused(path: path, .ownFile) }
            _ = try files.replaceableFile(target)
            let draftPath = FileAccess.folder(of: target) + "/" + TemporaryName.draft(for: target)
            let draft = try files.standIn(for: target) { () throws(StoreError) in
                try files.takeDraft(draftPath)
            }
            return (target, draftPath, draft)
        }
        return FileReplacement(files, path: target, draftPath: draftPath, draft: draft)
    }

    deinit {
        let (files, draftPath) = (files, draftPath)
        if !hasName { files.queue.run { _ = try? files.remove(draftPath) } }
        files.system.close(draft)
    }

    /// Adds to the new content.
    public mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        pending += bytes
        if pending.count >= Self.pieceSize { try writePending() }
    }

    private mutating func writePending() throws(StoreError) {
        let (files, path, draft, bytes) = (files, path, draft, pending)
        pending = []
        try files.queue.run { () throws(StoreError) in try files.write(bytes, to: draft, path) }
    }

    /// Lets what was written take the place of the file, durably.
    ///
    /// - Returns: a warning where the file is new and its file system keeps no modes.
    /// - Throws: `halfway` where the file is replaced, but perhaps not on the disk yet.
    public mutating func commit() throws(StoreError) -> StoreWarning? {
        try writePending()
        let (files, path, draftPath, draft) = (files, path, draftPath, draft)
        let warning = try files.queue.run { () throws(StoreError) -> StoreWarning? in
            let warning = try files.giveDraft(draft, whatHas: path)
            try files.call(.write, path) { () throws(Errno) in try files.system.synchronize(draft) }
            try files.rename(draftPath, to: path, mustBeFree: false)
            return warning
        }
        hasName = true
        try files.queue.run { () throws(StoreError) in
            do throws(StoreError) { try files.synchronizeFolder(FileAccess.folder(of: path)) } catch {
                throw .halfway(error)
            }
        }
        return warning
    }
}

extension FileAccess {
    /// Where a path leads that need not exist, but for its folder.
    fileprivate func destination(of path: String) throws(StoreError) -> String {
        var place = path
        for _ in 0..<Self.mostLinks {
            let folder = Self.folder(of: place)
            let real = try follow(folder)
            // What is open there is somebody's stream, and a file behind it would lose what it holds.
            if real == "/dev" || real.hasPrefix("/proc/") { throw .refused(path: path, .notRegular) }
            guard try directoryStatus(folder) != nil else { throw .failed(.write, path: place, .noEntry) }
            guard let status = try status(place), status.kind == .symbolicLink else { return place }
            try require(
                [system.user, Self.superuser], toOwn: status, place, orElse: FileRefusal.foreignOwner)
            place = try target(ofLink: place)
        }
        throw .failed(.write, path: path, .loop)
    }

    /// Whether a path leads to where a store keeps a file, by whatever names.
    fileprivate func isPart(_ path: String, of store: DocumentStore) throws(StoreError) -> Bool {
        guard let folder = try directoryStatus(Self.folder(of: path)) else { return false }
        let name = String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
        if store.layout.holds(name), let own = try? directoryStatus(store.directory),
            own.isSameFile(as: folder)
        {
            return true
        }
        return store.layout.folders.contains { name in
            (try? directoryStatus(store.path(of: name)))?.isSameFile(as: folder) == true
        }
    }

    /// What stands at a path and may be replaced; nil where nothing does.
    fileprivate func replaceableFile(_ path: String) throws(StoreError) -> FileStatus? {
        guard let status = try status(path) else { return nil }
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        if let folder = try directoryStatus(Self.folder(of: path)), folder.mode & 0o002 != 0 {
            try require([system.user], toOwn: status, path, orElse: FileRefusal.foreignOwner)
        }
        return status
    }

    /// Gives a draft the owner, group and mode of what it replaces, or makes it its owner's alone.
    fileprivate func giveDraft(
        _ draft: FileDescriptor, whatHas path: String
    ) throws(StoreError) -> StoreWarning? {
        guard let old = try replaceableFile(path) else {
            guard case .none = try give(.private, to: draft, path) else { return nil }
            return .modesNotKept(directory: Self.folder(of: path))
        }
        let new = try call(.write, path) { () throws(Errno) in try system.status(of: draft) }
        do throws(Errno) {
            let owner = new.owner == old.owner ? nil : old.owner
            if owner != nil || new.group != old.group {
                try uninterrupted { () throws(Errno) in
                    try system.setOwner(draft, owner, group: old.group)
                }
            }
        } catch {
            guard error == .notPermitted else { throw .failed(.write, path: path, error) }
            throw .refused(path: path, .ownerNotGiven)
        }
        _ = try give(Permissions(mode: old.mode & 0o777, group: nil), to: draft, path)
        return nil
    }
}
