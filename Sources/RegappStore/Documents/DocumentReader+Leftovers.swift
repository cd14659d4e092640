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
        // The next writer completes or removes the change of one that died with the lock, and its texts.
        let hasDied = found.contains { leftover in
            leftover.path.hasSuffix(StoreLayout.decidedSuffix)
                || FileAccess.name(of: leftover.path) == StoreLayout.draft(0)
        }
        found += try leftovers(in: place.folder, store.directory, besides: living, hasDied: hasDied)
        for name in store.layout.folders {
            guard let folder = try files.folder(place.folder[name]) else { continue }
            found += try leftovers(in: folder, folder.path, besides: living, hasDied: hasDied)
        }
        for file in store.layout.linkable {
            found += (try? leftovers(besideTargetOf: place.folder[file])) ?? []
        }
        return found.sorted { $0.path < $1.path }
    }

    /// - Parameters:
    ///   - living: folders with texts of living writers.
    ///   - hasDied: whether a writer died with the lock, whose texts are among them.
    private func leftovers(
        in folder: Folder, _ path: String, besides living: Set<String>, hasDied: Bool
    ) throws(StoreError) -> [Leftover] {
        var found: [Leftover] = []
        for name in try files.names(in: folder)
        where TemporaryName.matches(name) && !living.contains(name) {
            let isText = TemporaryName.isText(name)
            if isText, try !isAbandoned(folder[name]) { continue }
            let isExpected = TemporaryName.isOwn(name) || isText && hasDied
            found.append(Leftover(path: "\(path)/\(name)", isRemovedByNextWriter: isExpected))
        }
        return found
    }

    /// Whether a text was there while no writer held the lock.
    private func isAbandoned(_ text: Place) throws(StoreError) -> Bool {
        guard let found = try files.status(text), let lock = try place(of: store.layout.lock) else {
            return false
        }
        guard try !files.isLocked(lock), let still = try files.status(text) else { return false }
        return still.isSameFile(as: found)
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
        for slot in try drafts(in: history) { try judge(StoreLayout.draft(slot), slot: slot) }
        for number in found.decided {
            try judge(StoreLayout.decided(number), slot: usableHead(number)?.slot)
        }
        return (dead, living)
    }
}
