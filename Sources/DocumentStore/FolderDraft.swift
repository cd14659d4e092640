/// The next state of a whole folder of documents, prepared beside it and put in its place at once.
///
/// Many documents change together this way, all or nothing through a crash, and readers see either all of the old or
/// all of the new: the draft gets the changed documents and second names (hard links) of all the others, is
/// synchronised as a whole, compared once more with the folder, and swapped with it by one `renameat2`. What is
/// left of the old folder is removed then, or by the next writer. It costs some microseconds for every document of
/// the folder, changed or not. The folder keeps its group and mode. A hand edit of an unchanged document is kept whether it was made in place or by
/// replacing the file, unless it falls between the last comparison and the swap.
public final class FolderDraft {
    /// The name of the draft in the documents directory.
    static let name = ".regapp-folder.tmp"

    private let writer: DocumentWriter
    private let folder: String
    private let files: FileAccess
    private let folderPath: String
    private let draftPath: String
    /// What the folder is; nil where there is none.
    private let old: FileStatus?
    /// What changed documents get.
    private let permissions: Permissions
    /// What the changed documents held before; nil for new ones.
    private var changed: [String: [UInt8]?] = [:]

    init(of folder: String, writer: DocumentWriter) throws(StoreError) {
        self.writer = writer
        self.folder = folder
        files = writer.files
        folderPath = writer.store.path(of: folder)
        draftPath = writer.store.path(of: Self.name)
        old = try writer.reader.folderStatus(of: folder + "/")
        let group = (old ?? writer.directory).sharedGroup
        permissions = group.map(Permissions.shared) ?? .private
        if let old, old.isWriteProtected {
            throw .refused(path: folderPath, .writeProtected(mode: old.mode))
        }
        try files.makeDirectory(draftPath)
        try givePermissions()
    }

    /// Gives the draft the mode and group of the folder, or those of a new one.
    private func givePermissions() throws(StoreError) {
        guard let old else { return try writer.giveFolder(draftPath, for: folderPath) }
        let same = Permissions(mode: old.mode, group: old.group)
        // Whom the folder is shared with must not lose it, so without its group nothing is changed.
        guard try files.give(same, toFolder: draftPath) else {
            throw .failed(.write, path: folderPath, .notPermitted)
        }
    }

    /// Adds a new document, or the new content of one that holds `before`.
    public func put(_ name: String, before: [UInt8]?, after: [UInt8]) throws(StoreError) {
        changed.updateValue(before, forKey: name)
        _ = try writer.holdingLock { () throws(StoreError) in
            try files.create(draftPath + "/" + name, after, permissions, synchronously: false)
        }
    }

    /// How many documents have been put.
    public var count: Int { changed.count }

    func commit() throws(StoreError) {
        guard !changed.isEmpty else { return try Self.discard(files, draftPath) }
        let names = try files.names(in: folderPath)
        try compare(Set(names))
        for name in names where changed[name] == nil { try keep(name) }
        try files.synchronizeFileSystem(of: draftPath)
        try writer.clearUndo()
        // Again, since copying and synchronising may have taken seconds.
        let namesNow = try files.names(in: folderPath)
        guard Set(namesNow.map { Array($0.utf8) }) == Set(names.map { Array($0.utf8) }) else {
            throw changedMeanwhile
        }
        try compare(Set(namesNow))
        for name in namesNow where changed[name] == nil { try checkKept(name) }
        try swap(isNew: try files.status(folderPath) == nil)
    }

    /// Makes sure that the documents that change are still what they were.
    private func compare(_ names: Set<String>) throws(StoreError) {
        for (name, before) in changed {
            // What is not listed need not be looked for.
            if before == nil && !names.contains(name) { continue }
            _ = try writer.locate(DocumentChange(folder + "/" + name, before: before, after: nil))
        }
    }

    private func keep(_ name: String) throws(StoreError) {
        let path = folderPath + "/" + name
        guard let status = try files.status(path) else {
            // Its name is not UTF-8, or it is gone since it was listed: either way it must not get lost here.
            if name.unicodeScalars.contains("\u{FFFD}") { throw .refused(path: path, .nameNotUTF8) }
            throw changedMeanwhile
        }
        guard status.kind == .regular else { throw .refused(path: path, .notRegular) }
        let second = draftPath + "/" + name
        do throws(StoreError) { try files.link(path, as: second) } catch {
            guard error == .failed(.write, path: second, .noEntry) else { throw error }
            throw changedMeanwhile
        }
    }

    private func checkKept(_ name: String) throws(StoreError) {
        let now = try files.status(folderPath + "/" + name)
        guard now?.inode == (try files.status(draftPath + "/" + name))?.inode else { throw changedMeanwhile }
    }

    private var changedMeanwhile: StoreError { .changedMeanwhile(path: folderPath) }

    private func swap(isNew: Bool) throws(StoreError) {
        try writer.requireLock()
        if isNew {
            try files.rename(draftPath, to: folderPath, mustBeFree: true)
        } else {
            try files.exchange(draftPath, folderPath)
        }
        do throws(StoreError) { try files.synchronizeFolder(writer.store.directory) } catch {
            throw .halfway(error)
        }
        // The change has been made; what cannot be removed now is removed by the next writer.
        try? Self.discard(files, draftPath)
    }

    /// Removes a draft, or the folder that it took the place of.
    static func discard(_ files: FileAccess, _ path: String) throws(StoreError) {
        guard let status = try files.status(path) else { return }
        guard status.kind == .directory else {
            try files.remove(path)
            return
        }
        try files.require([files.system.user], toOwn: status, path, orElse: FileRefusal.strayOwner)
        // It may be the old folder after a swap that a power cut could still undo.
        try files.synchronizeFolder(FileAccess.folder(of: path))
        for name in try files.names(in: path) { try files.remove(path + "/" + name) }
        try files.removeFolder(path)
    }
}

extension DocumentWriter {
    /// Changes many documents of a folder at once, durably, or none of them.
    ///
    /// Ends what can be taken back. `fill` puts the documents; if it throws, nothing is changed.
    ///
    /// - Throws: `changedMeanwhile` where somebody edited the folder by hand; `refused` where it holds something
    ///   other than regular files.
    public func rebuild<Failure: StoreFailure>(
        _ folder: String, _ fill: (FolderDraft) throws(Failure) -> Void
    ) throws(Failure) {
        do throws(Failure) {
            let draft: FolderDraft
            do throws(StoreError) {
                draft = try holdingLock { () throws(StoreError) in try FolderDraft(of: folder, writer: self) }
            } catch { throw Failure(error) }
            try fill(draft)
            do throws(StoreError) { try holdingLock(draft.commit) } catch { throw Failure(error) }
        } catch {
            // Whoever writes now has removed it, or has one of the same name.
            if !hasLostLock { try? FolderDraft.discard(files, store.path(of: FolderDraft.name)) }
            throw error
        }
    }
}
