/// A file or folder that a writer left behind when it died.
package struct Leftover: Hashable, Sendable {
    package let path: String
    /// False for files that only look like the store's temporary files.
    package let isRemovedByNextWriter: Bool
}

extension DocumentReader {
    /// In the directory and beside its links' targets, sorted by path.
    package func leftovers() throws(StoreError) -> [Leftover] {
        guard let place = try place(of: ".", .list) else { return [] }
        let top = try files.names(in: place.folder)
        var found = leftovers(top, in: store.directory)
        for name in store.layout.folders {
            guard let folder = try files.folder(place.folder[name]) else { continue }
            found += leftovers(try files.names(in: folder), in: folder.path)
        }
        for file in store.layout.linkable {
            found += (try? leftovers(besideTargetOf: place.folder[file])) ?? []
        }
        if top.contains(Journal.container) { found += try deadChanges(in: place.folder) }
        return found.sorted { $0.path < $1.path }
    }

    private func leftovers(_ names: FileNames, in folder: String) -> [Leftover] {
        names.filter(TemporaryName.matches).map {
            Leftover(path: "\(folder)/\($0)", isRemovedByNextWriter: TemporaryName.isOwn($0))
        }
    }

    private func leftovers(besideTargetOf link: Place) throws(StoreError) -> [Leftover] {
        guard try files.status(link)?.kind == .symbolicLink,
            let target = try locateUnread(link.name), !target.folder.isSame(as: link.folder),
            let directory = try FolderWalk.find(store.directory, files)
        else { return [] }
        var own = (1..<TemporaryName.limit).map { TemporaryName.name($0, ofDirectory: directory.realPath) }
        let lock = TemporaryName.name(besideFile: target.name)
        if try !files.isLocked(target.folder[lock]) { own.append(lock) }
        return try files.names(in: target.folder).filter(own.contains).map {
            Leftover(path: target.folder[$0].path, isRemovedByNextWriter: true)
        }
    }

    private func deadChanges(in directory: Folder) throws(StoreError) -> [Leftover] {
        guard let container = try files.folder(directory[Journal.container]) else { return [] }
        var found: [Leftover] = []
        for name in try files.presentNames(in: container) {
            let isFolder = try files.status(container[name])?.kind == .directory
            if isFolder, let folder = try files.folder(container[name]), try files.isLocked(folder["lock"]) {
                continue
            }
            found.append(Leftover(path: container[name].path, isRemovedByNextWriter: isFolder))
        }
        return found
    }
}
