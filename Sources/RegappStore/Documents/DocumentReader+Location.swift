extension DocumentReader {
    struct Location {
        /// The name to replace: the document's own, or that of its link's target; nil if its folder does not exist.
        let place: Place?
        let path: String
        var isLinked = false
        /// Nil if nothing is there.
        var status: FileStatus?
        var contents: [UInt8]?
        /// For a file that replaces it.
        var permissions = Permissions.private
    }

    func locate(_ file: String) throws(StoreError) -> Location { try locate(file, in: folder(of: file)) }

    /// - Parameter folder: the document's own; nil if there is none.
    func locate(_ file: String, in folder: Folder?) throws(StoreError) -> Location {
        let permissions = arrangement(of: file, in: folder).permissions
        guard let place = folder?[FileAccess.name(of: file)] else {
            return Location(place: nil, path: store.path(of: file), permissions: permissions)
        }
        do throws(StoreError) { return try read(place, as: file, permissions) } catch {
            guard case .refused(_, .symbolicLink) = error, store.layout.linkable.contains(file) else {
                throw error
            }
        }
        guard let target = try followLink(place) else { return try read(place, as: file, permissions) }
        return try read(target, as: file)
    }

    /// Finds a document's place without reading it; the document need not exist, and its content may be anything.
    func locateUnread(_ file: String) throws(StoreError) -> Place? {
        guard let place = try folder(of: file)?[FileAccess.name(of: file)] else { return nil }
        guard let status = try files.status(place) else { return place }
        guard status.kind == .symbolicLink, store.layout.linkable.contains(file) else {
            try requireRegular(status, place.path, orElse: FileRefusal.strayOwner)
            return place
        }
        guard let target = try followLink(place) else { return place }
        guard let real = target.place else { return nil }
        if let status = try files.status(real) {
            try requireRegular(status, real.path, orElse: FileRefusal.foreignOwner)
        }
        return real
    }

    private func requireRegular(
        _ status: FileStatus, _ path: String, orElse refusal: (SystemUser) -> FileRefusal
    ) throws(StoreError) {
        guard status.kind != .symbolicLink else { throw .refused(path: path, .symbolicLink) }
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        try files.require(owners, toOwn: status, path, orElse: refusal)
    }

    /// Opens a file with an accepted owner; nil if there is none.
    func ownFile(_ place: Place) throws(StoreError) -> OpenFile? {
        let files = files
        guard let file = try files.openFile(place) else { return nil }
        try files.require(owners, toOwn: file.status, place.path, orElse: FileRefusal.strayOwner)
        return file
    }

    /// Nil if there is no file.
    func document(
        _ place: Place, as file: @autoclosure () -> String
    ) throws(StoreError) -> (status: FileStatus, contents: [UInt8])? {
        guard let opened = try ownFile(place) else { return nil }
        let contents = try files.contents(of: opened)
        warnIfLoose(opened.status, as: file(), at: place.path, behind: entry(to: place.folder))
        return (opened.status, contents)
    }

    private func read(
        _ place: Place, as file: String, _ permissions: Permissions
    ) throws(StoreError) -> Location {
        let document = try document(place, as: file)
        return Location(
            place: place, path: place.path, status: document?.status, contents: document?.contents,
            permissions: permissions)
    }

    private func read(_ target: LinkTarget, as file: String) throws(StoreError) -> Location {
        // Links are followed once: a link to another link is refused here.
        guard let place = target.place, let opened = try files.openFile(place) else {
            return Location(place: target.place, path: target.path, isLinked: true)
        }
        let status = opened.status
        try files.require(owners, toOwn: status, place.path, orElse: FileRefusal.foreignOwner)
        // Another user's link must not lead a reader to the reader's own file.
        if status.owner == store.fileSystem.user {
            try files.require(
                [status.owner, FileAccess.superuser], toOwn: target.link, orElse: FileRefusal.foreignLink)
        }
        let descriptor = opened.descriptor
        let list =
            isForWriter
            ? try files.call(.read, place.path, files.system.accessList(of: descriptor)) : nil
        let contents = try files.contents(of: opened)
        warnIfLoose(status, as: file, at: target.path, behind: 0o777)
        return Location(
            place: place, path: target.path, isLinked: true, status: status, contents: contents,
            permissions: Permissions(mode: status.mode & 0o777, group: status.group, accessList: list))
    }

    private struct LinkTarget {
        let link: Folder
        /// Nil if its folder does not exist.
        let place: Place?
        let path: String
    }

    /// Nil if it is no longer a link. A writer follows only its own user's links, into that user's folders.
    private func followLink(_ place: Place) throws(StoreError) -> LinkTarget? {
        guard let link = try files.link(place) else { return nil }
        let target = try files.target(of: link)
        let base = place.folder
        let path = target.hasPrefix("/") ? target : base.path + "/" + target
        if isForWriter { try files.require(owners, toOwn: link, orElse: FileRefusal.strayOwner) }
        let way = FileAccess.folder(of: target)
        let found = try FolderWalk.find(way, from: base, isForReader: !isForWriter, files)
        let folder = found.map { Folder($0, at: FileAccess.folder(of: path)) }
        if isForWriter, let folder {
            try files.require(owners, toOwn: folder, orElse: FileRefusal.foreignOwner)
        }
        return LinkTarget(link: link, place: folder?[FileAccess.name(of: target)], path: path)
    }
}
