/// What a writer that died has left.
public struct Leftover: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// Whether the next writer removes it; others only look like temporary files of the store.
    public let isRemovedByNextWriter: Bool
}

extension DocumentReader {
    /// What writers that died have left in the directory, and beside what its links lead to; sorted by the paths.
    public func leftovers() throws(StoreError) -> [Leftover] {
        let top = try files.names(in: store.directory + "/.")
        var found = leftovers(top, in: store.directory, isRemoved: TemporaryName.isOwn)
        for folder in store.layout.folders.map(store.path) {
            found += leftovers(try files.names(in: folder), in: folder, isRemoved: TemporaryName.isOwn)
        }
        for file in store.layout.linkable { found += (try? leftovers(besideTargetOf: file)) ?? [] }
        if top.contains(ChangeFolder.container) { found += try deadChanges() }
        return found.sorted { $0.path < $1.path }
    }

    private func leftovers(
        _ names: [String], in folder: String, isRemoved: (String) -> Bool
    ) -> [Leftover] {
        names.filter(TemporaryName.matches).map {
            Leftover(path: "\(folder)/\($0)", isRemovedByNextWriter: isRemoved($0))
        }
    }

    /// Those of this directory's writers, and of earlier versions, which do not tell whose they are.
    private func leftovers(besideTargetOf file: String) throws(StoreError) -> [Leftover] {
        guard try files.status(store.path(of: file))?.kind == .symbolicLink else { return [] }
        let folder = FileAccess.folder(of: try locateUnread(file))
        guard folder != store.directory else { return [] }
        let directory = try files.follow(store.directory)
        let own = (1..<TemporaryName.limit).map { TemporaryName.name($0, ofDirectory: directory) }
        let names = try files.names(in: folder + "/.").filter { own.contains($0) || TemporaryName.isOwn($0) }
        return leftovers(names, in: folder, isRemoved: own.contains)
    }

    /// The folders of changes whose writers do not live.
    private func deadChanges() throws(StoreError) -> [Leftover] {
        let container = store.path(of: ChangeFolder.container)
        var found: [Leftover] = []
        for name in try files.names(in: container) {
            let path = container + "/" + name
            let isFolder = try files.status(path)?.kind == .directory
            if isFolder, try files.isLocked(path + "/lock") { continue }
            found.append(Leftover(path: path, isRemovedByNextWriter: isFolder))
        }
        return found
    }
}
