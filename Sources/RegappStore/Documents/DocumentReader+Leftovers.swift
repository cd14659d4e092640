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
        var (found, living) = try changes()
        let top = try files.names(in: place.folder)
        found += leftovers(top, in: store.directory, besides: living)
        for name in store.layout.folders {
            guard let folder = try files.folder(place.folder[name]) else { continue }
            found += leftovers(try files.names(in: folder), in: folder.path, besides: living)
        }
        for file in store.layout.linkable {
            found += (try? leftovers(besideTargetOf: place.folder[file])) ?? []
        }
        return found.sorted { $0.path < $1.path }
    }

    /// - Parameter living: folders with texts of living writers.
    private func leftovers(
        _ names: FileNames, in folder: String, besides living: Set<String>
    ) -> [Leftover] {
        names.filter { TemporaryName.matches($0) && !living.contains($0) }.map {
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

    /// The records of dead writers' changes, and the folders with texts of living ones.
    private func changes() throws(StoreError) -> (dead: [Leftover], living: Set<String>) {
        guard let history = try historyFolder() else { return ([], []) }
        let found = try survey(history)
        var dead: [Leftover] = []
        var living: Set<String> = []
        func judge(_ name: String, slot: Int?) throws(StoreError) {
            if try !isLocked(history[name], slot: slot) {
                dead.append(Leftover(path: history[name].path, isRemovedByNextWriter: true))
            } else if let slot {
                living.insert(TemporaryName.texts(slot))
            }
        }
        for slot in found.drafts { try judge(StoreLayout.draft(slot), slot: slot) }
        for number in found.decided {
            try judge(StoreLayout.decided(number), slot: slot(of: number))
        }
        return (dead, living)
    }
}
