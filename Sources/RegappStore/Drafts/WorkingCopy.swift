package import RegappValues
package import RegappJSON

/// A private copy of a document, for editing as a whole in another program.
///
/// ```
/// .regapp-edits/NUMBER/
///     lock        locked while this process lives, or the editor, which inherits it open
///     origin      the document's path, digests of its content (see `Origin`), and the last change before it
///     NAME.json   the text, under the name of the document
/// ```
/// The text belongs to the person who wrote it. So its folder is never a leftover: only ``remove()`` removes it, and it
/// stays if this process dies. Folders are created, and unfinished ones removed, under the store's lock. The editor may
/// leave anything at the text's name.
package final class WorkingCopy: Sendable {
    static let container = ".regapp-edits"

    package struct Origin: Equatable, Sendable {
        /// A path below the directory.
        package let file: String
        /// Nil if the document did not exist.
        package let document: ContentDigest?
        /// Of the text that the copy began with.
        package let values: JSONFingerprint

        /// - Parameter text: the copy's first text; nil if it is the document's content.
        package init(of file: String, holding bytes: [UInt8]?, shownAs text: [UInt8]? = nil) {
            self.file = file
            document = bytes.map { ContentDigest($0) }
            values = JSONFingerprint(try? JSONDocument(parsing: text ?? bytes ?? []))
        }

        /// What the copy is called in its folder, which is what its document is called.
        fileprivate var fileName: String { FileAccess.name(of: file) }

        fileprivate func bytes(after change: Int) -> [UInt8] {
            let document = document.map { JSONText.string($0.text) } ?? .null
            return JSONText.object([
                .init("file", .string(file)), .init("document", document), .init("values", values.json),
                .init("change", .integer(change)),
            ]).fileBytes
        }

        fileprivate init?(parsing bytes: [UInt8]) {
            guard let root = try? JSONDocument(parsing: bytes).root, let file = root.text("file"),
                let values = root["values"]
            else { return nil }
            self.file = file
            document = root.text("document").flatMap { ContentDigest(text: $0) }
            self.values = JSONFingerprint(json: values)
        }
    }

    package enum Content: Equatable, Sendable {
        case text([UInt8])
        case absent
        case unusable(FileRefusal)
    }

    package let path: String
    package let origin: Origin
    /// The editor inherits it open.
    package let lock: FileDescriptor
    /// The number of the last change before it was made.
    private let change: Int
    /// Nil once the copy is kept or removed.
    private let folder: Locked<Folder?>
    private let files: FileAccess

    private init(
        _ writer: DocumentWriter, in folder: Folder, _ origin: Origin, after change: Int, lock: FileDescriptor
    ) {
        files = writer.files
        path = folder[origin.fileName].path
        self.origin = origin
        self.lock = lock
        self.change = change
        self.folder = Locked(folder)
    }

    package static func make(
        of origin: Origin, holding text: [UInt8], in writer: DocumentWriter
    ) throws(StoreError) -> WorkingCopy {
        let files = writer.files
        let container = writer.place(of: Self.container)
        _ = try writer.reader.folder(Self.container)
        do throws(StoreError) {
            let folder = try files.makeNumberedFolder(in: container)
            let lock = try files.lockNew(folder)
            do throws(StoreError) {
                let change = writer.nextChange - 1
                try files.create(folder["origin"], origin.bytes(after: change))
                try files.create(folder[origin.fileName], text)
                return WorkingCopy(writer, in: folder, origin, after: change, lock: lock)
            } catch {
                try? files.removeLocked(folder) { files.system.close(lock) }
                throw error
            }
        } catch {
            try? files.removeFolder(container)
            throw error
        }
    }

    package struct Summary: Equatable, Sendable {
        /// The text's path, or the folder's if the copy was not finished.
        package let path: String
        /// Nil if the copy was not finished.
        package let origin: Origin?
        /// The number of the last change before it was made; 0 if unknown.
        package let change: Int
        /// Whether a regapp process or an editor is using it.
        package let isInUse: Bool
        /// That of its folder.
        package let name: String
    }

    /// The latest first.
    package static func all(_ reader: DocumentReader) throws(StoreError) -> [Summary] {
        guard let container = try reader.folder(container) else { return [] }
        let files = reader.files
        var found: [(number: Int, copy: Summary)] = []
        for folder in try files.folders(in: container) {
            let name = FileAccess.name(of: folder.path)
            let isBeingRemoved = FileAccess.isBeingRemoved(name)
            let bytes =
                try isBeingRemoved
                ? nil : files.read(folder["origin"], limit: DocumentStore.maximumDocumentSize * 4)?.bytes
            let origin = bytes.flatMap(Origin.init(parsing:))
            let copy = Summary(
                path: origin.map { folder[$0.fileName].path } ?? folder.path, origin: origin,
                change: bytes.flatMap { JSONDocument(object: $0)?.root.integer("change") } ?? 0,
                isInUse: try files.isLocked(folder["lock"]), name: name)
            found.append((Int(name) ?? .max, copy))
        }
        return found.sorted { $0.number > $1.number }.map(\.copy)
    }

    /// Reads whatever is at the text's name, and makes a loose text private again.
    package func content() throws(StoreError) -> Content {
        try files.queue.run { [self] () throws(StoreError) -> Content in
            let place = try open()[origin.fileName]
            do throws(StoreError) {
                guard let found = try files.read(place) else { return .absent }
                if found.status.mode & 0o777 != 0o600 {
                    _ = try? files.give(.private, at: place, .reading)
                }
                return .text(found.bytes)
            } catch {
                guard case .refused(_, let refusal) = error else { throw error }
                return .unusable(refusal)
            }
        }
    }

    /// Replaces whatever is at the text's name; anything but a file is moved aside within the folder.
    package func replace(with text: [UInt8], of origin: Origin) throws(StoreError) {
        try files.queue.run { [self] () throws(StoreError) in
            let folder = try open()
            let place = folder[self.origin.fileName]
            if let status = try files.status(place), status.kind != .regular, let itself = folder.place {
                let aside = try files.makeNumberedFolder(in: itself)
                try files.rename(place, to: aside["aside"], mustBeFree: false)
            }
            // The text comes first: if only it is written, the old origin makes the document look changed, no more.
            for (file, bytes) in [(place, text), (folder["origin"], origin.bytes(after: change))] {
                try files.replace(file, by: folder["draft"], with: bytes)
            }
        }
    }

    private func open() throws(StoreError) -> Folder {
        guard let folder = folder.withLock({ $0 }) else { throw .failed(.read, path: path, .noEntry) }
        return folder
    }

    private func close() -> Folder? { folder.withLock { $0.take() } }

    package func keep() {
        files.queue.run { [self] in
            if let folder = close() {
                try? files.synchronizeFile(folder[origin.fileName])
                try? files.synchronizeFolder(folder)
            }
            files.system.close(lock)
        }
    }

    /// - Returns: false if an editor is still using it in the background.
    package func remove() throws(StoreError) -> Bool {
        try files.queue.run { [self] () throws(StoreError) in
            // An editor that inherited the lock keeps it.
            files.system.close(lock)
            guard let folder = close() else { return true }
            return try Self.remove(folder, files)
        }
    }

    private static func remove(_ found: Folder, _ files: FileAccess) throws(StoreError) -> Bool {
        guard let place = found.place else { return true }
        // Others may hold the lock for a moment to test it; an editor holds it until it ends.
        guard let lock = try files.lockIfDead(found, patience: 50) else {
            return try files.status(place) == nil
        }
        try files.removeLocked(found) { files.system.close(lock) }
        if let container = place.folder.place { try files.removeFolder(container) }
        return true
    }

    private static func open(_ found: Summary, _ writer: DocumentWriter) throws(StoreError) -> Folder? {
        guard let place = try writer.reader.folder(container)?[found.name] else { return nil }
        return try writer.files.folder(place)
    }

    /// Takes over a kept copy; nil if another process is using it by now.
    package static func adopt(_ found: Summary, _ writer: DocumentWriter) throws(StoreError)
        -> WorkingCopy?
    {
        guard let origin = found.origin, let folder = try open(found, writer),
            let lock = try writer.files.lockIfDead(folder)
        else { return nil }
        return WorkingCopy(writer, in: folder, origin, after: found.change, lock: lock)
    }

    /// Removes a copy that is not in use.
    ///
    /// - Parameter isUnknownKept: whether to keep a text of unknown origin: a person wrote it, perhaps in an editor
    ///   that was still open when regapp removed the copy.
    /// - Returns: whether it is gone.
    package static func remove(
        _ found: Summary, _ writer: DocumentWriter, keepingUnknown isUnknownKept: Bool = true
    ) throws(StoreError) -> Bool {
        guard let folder = try open(found, writer) else { return true }
        let names = try writer.files.names(in: folder)
        if isUnknownKept, found.origin == nil, !FileAccess.isBeingRemoved(found.name),
            names.contains(where: { $0.hasSuffix(".json") })
        {
            return false
        }
        return try remove(folder, writer.files)
    }
}
