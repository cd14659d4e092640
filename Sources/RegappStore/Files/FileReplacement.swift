/// Replaces an external file in one step by content that is written in pieces.
///
/// The content goes to a temporary file beside it, which only this user can reach. ``commit()`` gives it the mode,
/// owner and group of the file (or 0600 if it is new), waits until it is on the disk, and renames it. So a reader finds
/// the old content or the new, even in a crash. After an error, or without a commit, the file is as it was.
///
/// The temporary file's name is derived from the file's, and it is locked while it is written: a second writer of the
/// same file waits, at most `DocumentStore.lockPatience`. The next writer removes a dead writer's temporary file.
///
/// A link is followed and stays, if all links on the way belong to this user or the superuser. Refused are: anything
/// but a regular file; a store's files; and another user's file in a folder that its group, others or an access control
/// list can write to, since that user may have made it to get the content.
package struct FileReplacement: ~Copyable {
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    /// The file to replace, with all links resolved.
    private let place: Place
    private let temporaryPlace: Place
    private let temporary: FileDescriptor
    private var pending: [UInt8] = []
    private var hasName = false

    /// The file need not exist, but its folder must.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - store: none of its files is replaced, whatever path leads there.
    package init(
        of path: String, excluding store: DocumentStore? = nil, _ external: ExternalFiles
    ) throws(StoreError) {
        let files = external.files
        let target = try files.queue.run { () throws(StoreError) -> Place in
            let target = try files.destination(of: path)
            if let store, files.isPart(target, of: store) { throw .refused(path: path, .ownFile) }
            if let status = try files.status(target) { try files.requireReplaceable(status, target) }
            return target
        }
        let temporaryPlace = target.folder[TemporaryName.name(besideFile: target.name)]
        let temporary = try files.queue.run(
            files.attributingErrors(to: target.path, files.makeTemporary(temporaryPlace)))
        self.files = files
        place = target
        self.temporaryPlace = temporaryPlace
        self.temporary = temporary
    }

    deinit {
        let files = files
        let temporaryPlace = temporaryPlace
        if !hasName { files.queue.run { _ = try? files.remove(temporaryPlace) } }
        files.system.close(temporary)
    }

    package mutating func write(_ bytes: [UInt8]) throws(StoreError) {
        pending += bytes
        if pending.count >= Self.pieceSize { try writePending() }
    }

    private mutating func writePending() throws(StoreError) {
        let files = files
        let path = place.path
        let temporary = temporary
        let bytes = pending
        pending = []
        try files.queue.run(files.write(bytes, to: temporary, path))
    }

    /// Replaces the file, durably.
    ///
    /// - Returns: a warning if too many users may be able to reach the file.
    /// - Throws: `halfway` if the file was replaced but may not be on the disk yet.
    package mutating func commit() throws(StoreError) -> StoreWarning? {
        try writePending()
        let files = files
        let place = place
        let temporaryPlace = temporaryPlace
        let temporary = temporary
        let warning = try files.queue.run { () throws(StoreError) -> StoreWarning? in
            let warning = try files.giveTemporary(temporary, whatHas: place)
            try files.call(.write, place.path, files.system.synchronize(temporary))
            try files.rename(temporaryPlace, to: place, mustBeFree: false)
            return warning
        }
        hasName = true
        do throws(StoreError) {
            try files.queue.run(files.synchronizeFolder(place.folder))
        } catch { throw .halfway(error) }
        return warning
    }
}

extension FileAccess {
    /// The file need not exist, but its folder must.
    fileprivate func destination(of path: String) throws(StoreError) -> Place {
        var way = path
        var base: Folder?
        var written = path
        for _ in 0..<FolderWalk.mostLinks {
            let folder = Self.folder(of: written)
            guard let found = try FolderWalk.find(Self.folder(of: way), from: base, self) else {
                throw .failed(.write, path: written, .noEntry)
            }
            // Names here stand for open files of processes (/dev/stdout); the files behind them must not be replaced.
            if found.realPath == "/dev" || found.realPath.hasPrefix("/proc/") {
                throw .refused(path: path, .notRegular)
            }
            let place = Folder(found, at: folder)[Self.name(of: way)]
            guard let link = try link(place) else { return place }
            try require([system.user, Self.superuser], toOwn: link, orElse: FileRefusal.foreignOwner)
            let target = try target(of: link)
            way = target
            base = found
            written = target.hasPrefix("/") ? target : folder + "/" + target
        }
        throw .failed(.write, path: path, .loop)
    }

    /// Whether the place is a store's file, whatever names lead there.
    fileprivate func isPart(_ place: Place, of store: DocumentStore) -> Bool {
        func folder(_ name: String, in base: Folder) -> Folder? {
            let file = try? uninterrupted(system.open(base[name], .folder))
            return file.flatMap { try? adopt($0, at: name) }
        }
        guard let own = folder(store.directory, in: .workingDirectory) else { return false }
        if (store.layout.documents + [store.layout.lock]).contains(place.name), own.isSame(as: place.folder) {
            return true
        }
        return store.layout.folders.contains { folder($0, in: own)?.isSame(as: place.folder) == true }
    }

    fileprivate func requireReplaceable(_ status: FileStatus, _ place: Place) throws(StoreError) {
        guard status.kind == .regular else { throw .refused(path: place.path, .notRegular) }
        // The group's bits also bound an access control list.
        guard try self.status(of: place.folder).mode & 0o022 != 0 else { return }
        try require([system.user], toOwn: status, place.path, orElse: FileRefusal.foreignOwner)
    }

    /// Gives a temporary file the owner, group, access control list and mode of the file that it replaces.
    fileprivate func giveTemporary(
        _ temporary: FileDescriptor, whatHas place: Place
    ) throws(StoreError) -> StoreWarning? {
        let path = place.path
        guard let (old, list) = try replaced(place) else {
            return try give(.private, to: temporary, path)
        }
        let new = try call(.write, path, system.status(of: temporary))
        do throws(Errno) {
            let owner = new.owner == old.owner ? nil : old.owner
            if owner != nil || new.group != old.group {
                try uninterrupted(system.setOwner(temporary, owner, group: old.group))
            }
        } catch {
            guard error == .notPermitted else { throw .failed(.write, path: path, error) }
            throw .refused(path: path, .ownerNotGiven)
        }
        let permissions = Permissions(mode: old.mode & 0o777, group: nil, accessList: list)
        let warning = try give(permissions, to: temporary, path)
        if case .accessListNotGiven = warning { return warning }
        guard old.mode & 0o004 != 0 else { return nil }
        return .looseMode(path: path, mode: old.mode & 0o777, instead: old.mode & 0o770)
    }

    private func replaced(_ place: Place) throws(StoreError) -> (status: FileStatus, list: [UInt8]?)? {
        guard let standing = try self.status(place) else { return nil }
        try requireReplaceable(standing, place)
        let found: FileDescriptor?
        do throws(StoreError) {
            found = try ifPresent(.read, place, system.open(place, .reading))
        } catch {
            guard error.errno == .accessDenied else { throw error }
            // The access control list is unknown, so the new file is private.
            var status = standing
            status.mode &= 0o700
            return (status, nil)
        }
        guard let file = found else { return nil }
        defer { system.close(file) }
        let status = try call(.read, place.path, system.status(of: file))
        // Another process may have put another file there.
        try requireReplaceable(status, place)
        return (status, try call(.read, place.path, system.accessList(of: file)))
    }
}
