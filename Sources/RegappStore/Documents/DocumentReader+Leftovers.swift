/// What a writer left behind when it died.
package struct Leftover: Hashable, Sendable {
    package let path: String
    /// False for files that only look like temporary files of the store.
    package let isRemovedByNextWriter: Bool
}

extension DocumentReader {
    /// What dead writers left in the directory and beside its links' targets, sorted by path.
    package func leftovers() throws(StoreError) -> [Leftover] {
        guard let place = try place(of: ".", .list) else { return [] }
        let top = try files.names(in: place.folder)
        var found = leftovers(top, in: store.directory, isRemoved: TemporaryName.isOwn)
        for name in store.layout.folders {
            guard let folder = try files.folder(place.folder[name]) else { continue }
            // The names of temporary files begin with a dot.
            let names = try files.names(in: folder, isHidden: true)
            found += leftovers(names, in: folder.path, isRemoved: TemporaryName.isOwn)
        }
        for file in store.layout.linkable {
            found += (try? leftovers(besideTargetOf: place.folder[file])) ?? []
        }
        if top.contains(Journal.container) { found += try deadChanges(in: place.folder) }
        return found.sorted { $0.path < $1.path }
    }

    private func leftovers(
        _ names: some Sequence<String>, in folder: String, isRemoved: (String) -> Bool
    ) -> [Leftover] {
        names.filter(TemporaryName.matches).map {
            Leftover(path: "\(folder)/\($0)", isRemovedByNextWriter: isRemoved($0))
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
        let names = try files.names(in: target.folder).filter(own.contains)
        return leftovers(names, in: target.folder.path) { _ in true }
    }

    /// Folders of changes that dead writers left.
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
