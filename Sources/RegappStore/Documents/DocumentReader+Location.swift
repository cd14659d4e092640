extension DocumentReader {
    struct Location {
        /// The name that is replaced: the document's own or its link's target; nil if that folder does not exist.
        let place: Place?
        /// The path of a link's target, or of a document in a folder that does not exist.
        fileprivate var written: String?
        let isLinked: Bool
        /// Nil if nothing is there.
        let status: FileStatus?
        let contents: [UInt8]?
        /// The permissions of a file that replaces it.
        let permissions: Permissions

        /// Its path, for messages.
        var path: String { written ?? place?.path ?? "" }

        func isSamePlace(as other: Place) -> Bool {
            guard let place else { return false }
            return place.name == other.name && place.folder.isSame(as: other.folder)
        }
    }

    func locate(_ file: String) throws(StoreError) -> Location {
        let folder = try folder(of: file)
        let limit = DocumentStore.maximumDocumentSize
        let group = sharedGroup(of: file, in: folder)
        guard let place = folder?[FileAccess.name(of: file)] else {
            return Location(
                place: nil, written: store.path(of: file), isLinked: false, status: nil, contents: nil,
                permissions: group.map(Permissions.shared) ?? .private)
        }
        do throws(StoreError) { return try read(place, as: file, limit: limit, sharedWith: group) } catch {
            guard case .refused(_, .symbolicLink) = error, store.layout.linkable.contains(file) else {
                throw error
            }
        }
        guard let target = try followLink(place) else {
            return try read(place, as: file, limit: limit, sharedWith: group)
        }
        return try read(target, as: file, limit: limit)
    }

    /// Finds where a document belongs without reading it; it need not exist and may hold anything.
    func locateUnread(_ file: String) throws(StoreError) -> Place? {
        guard let place = try folder(of: file)?[FileAccess.name(of: file)] else { return nil }
        guard let status = try files.status(place) else { return place }
        guard status.kind == .symbolicLink, store.layout.linkable.contains(file) else {
            try requireRegular(status, place.path, orElse: FileRefusal.strayOwner)
            return place
        }
        guard let target = try followLink(place) else { return place }
        guard let folder = target.folder else { return nil }
        let real = folder[target.name]
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

    /// Opens a file of one of the accepted owners; nil if there is none.
    func ownFile(_ place: Place) throws(StoreError) -> OpenFile? {
        let files = files
        guard let file = try files.openFile(place) else { return nil }
        try files.require(owners, toOwn: file.status, place.path, orElse: FileRefusal.strayOwner)
        return file
    }

    /// Nil if there is no file.
    func document(
        _ place: Place, as file: @autoclosure () -> String, limit: Int
    ) throws(StoreError) -> (status: FileStatus, contents: [UInt8])? {
        guard let opened = try ownFile(place) else { return nil }
        let contents = try files.contents(of: opened, limit: limit)
        warnIfLoose(opened.status, as: file(), at: place.path, behind: entry(to: place.folder))
        return (opened.status, contents)
    }

    private func read(
        _ place: Place, as file: String, limit: Int, sharedWith group: UInt32?
    ) throws(StoreError) -> Location {
        let document = try document(place, as: file, limit: limit)
        return Location(
            place: place, isLinked: false, status: document?.status, contents: document?.contents,
            permissions: group.map(Permissions.shared) ?? .private)
    }

    private func read(_ target: LinkTarget, as file: String, limit: Int) throws(StoreError) -> Location {
        // Resolved once: a link to another link is refused here.
        guard let place = target.folder?[target.name], let opened = try files.openFile(place) else {
            return Location(
                place: target.folder?[target.name], written: target.path, isLinked: true, status: nil,
                contents: nil, permissions: .private)
        }
        let status = opened.status
        try files.require(owners, toOwn: status, place.path, orElse: FileRefusal.foreignOwner)
        try requireTrust(in: target, toReach: status)
        let list = isForWriter ? try files.accessList(of: opened.descriptor, place.path) : nil
        let contents = try files.contents(of: opened, limit: limit)
        warnIfLoose(status, as: file, at: target.path, behind: 0o777)
        return Location(
            place: place, written: target.path, isLinked: true, status: status, contents: contents,
            permissions: Permissions(mode: status.mode & 0o777, group: status.group, accessList: list))
    }

    // MARK: Links

    private struct LinkTarget {
        let link: Folder
        let path: String
        /// Nil if the target's folder does not exist.
        let folder: Folder?
        let name: String
    }

    /// Resolves a link once; nil if it is no longer a link. A writer follows only links of its user, into folders of
    /// its user.
    private func followLink(_ place: Place) throws(StoreError) -> LinkTarget? {
        let opened = try files.ifPresent(.read, place, store.fileSystem.open(place, .entry))
        guard let opened else { return nil }
        let link = try files.adopt(opened, at: place.path)
        guard link.opened?.kind == .symbolicLink else { return nil }
        let text = try files.target(of: link)
        let path = text.hasPrefix("/") ? text : place.folder.path + "/" + text
        let folder = try folder(ofTarget: text, of: link, in: place.folder, at: FileAccess.folder(of: path))
        return LinkTarget(link: link, path: path, folder: folder, name: FileAccess.name(of: text))
    }

    private func folder(
        ofTarget target: String, of link: Folder, in base: Folder, at path: String
    ) throws(StoreError) -> Folder? {
        let way = FileAccess.folder(of: target)
        if isForWriter { try files.require(owners, toOwn: link, orElse: FileRefusal.strayOwner) }
        let start = FoundFolder(folder: base, realPath: (try? directory.get())?.realPath ?? base.path)
        let found = try FolderWalk.find(way, from: start, isForReader: !isForWriter, files)
        guard let folder = found?.folder.withPath(path) else { return nil }
        if isForWriter { try files.require(owners, toOwn: folder, orElse: FileRefusal.foreignOwner) }
        return folder
    }

    /// Throws if another user's link leads a reader to a file of the reader's own.
    private func requireTrust(in target: LinkTarget, toReach status: FileStatus) throws(StoreError) {
        let user = store.fileSystem.user
        guard status.owner == user else { return }
        try files.require([user, FileAccess.superuser], toOwn: target.link, orElse: FileRefusal.foreignLink)
    }

    // MARK: Permissions

    /// The group that may read a document: the one that its folder is shared with, or will be once it exists.
    func sharedGroup(of file: String, in folder: Folder?) -> UInt32? {
        let group = directoryStatus?.sharedGroup
        let isInFolder = file.utf8.contains(UInt8(ascii: "/"))
        guard isInFolder, let status = folder?.opened else {
            return isInFolder || store.layout.shared.contains(file) ? group : nil
        }
        return status.sharedGroup ?? group.flatMap { status.isReadable(by: $0, nil) ? $0 : nil }
    }
}
