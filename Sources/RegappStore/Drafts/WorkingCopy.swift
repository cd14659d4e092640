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
            values = JSONFingerprint(text: text ?? bytes ?? [])
        }

        fileprivate func bytes(after change: Int) -> [UInt8] {
            let document = document.map { JSONText.string($0.text) } ?? .null
            return JSONText.object([
                .init("file", .string(file)), .init("document", document), .init("values", values.json),
                .init("change", .integer(change)),
            ]).fileBytes
        }

        fileprivate init?(parsing bytes: [UInt8]) {
            guard let root = try? JSONDocument(parsing: bytes).root,
                case .string(let file)? = root["file"]?.content,
                let values = root["values"]
            else { return nil }
            self.file = file
            if case .string(let text)? = root["document"]?.content {
                document = ContentDigest(text: text)
            } else {
                document = nil
            }
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
    private let store: DocumentStore
    /// The number of the last change before it was made.
    private let change: Int
    /// Nil once the copy is kept or removed.
    private let places: Locked<Places?>
    private var files: FileAccess { FileAccess(system: store.fileSystem, queue: store.queue) }

    private struct Places: Sendable {
        let text: Place
        let folder: Place
        let container: Place
    }

    private init(
        _ writer: DocumentWriter, _ place: Place, at folderPlace: Place, _ origin: Origin, after change: Int,
        lock: FileDescriptor
    ) {
        (store, path, self.origin, self.lock) = (writer.store, place.path, origin, lock)
        self.change = change
        places = Locked(
            Places(text: place, folder: folderPlace, container: writer.place(of: Self.container)))
    }

    package static func make(
        of origin: Origin, holding text: [UInt8], in writer: DocumentWriter
    ) throws(StoreError) -> WorkingCopy {
        let files = writer.files
        let container = writer.place(of: Self.container)
        _ = try writer.reader.folder(Self.container)
        var made: (place: Place, folder: Folder, lock: FileDescriptor)?
        do throws(StoreError) {
            let (place, folder, lock) = try files.makeLockedFolder(in: container)
            made = (place, folder, lock)
            let change = try writer.nextChange() - 1
            let textPlace = folder[name(of: origin)]
            let copy = WorkingCopy(writer, textPlace, at: place, origin, after: change, lock: lock)
            try files.create(folder["origin"], origin.bytes(after: change))
            try files.create(textPlace, text)
            return copy
        } catch {
            if let made { try? files.removeLocked(made.place, made.folder) { files.system.close(made.lock) } }
            try? files.removeFolder(container)
            throw error
        }
    }

    private static func name(of origin: Origin) -> String { FileAccess.name(of: origin.file) }

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
        for (place, folder) in try files.folders(in: container) {
            let isBeingRemoved = FileAccess.isBeingRemoved(place.name)
            let bytes =
                try isBeingRemoved
                ? nil : files.read(folder["origin"], limit: DocumentStore.maximumDocumentSize * 4)?.bytes
            let origin = bytes.flatMap(Origin.init(parsing:))
            let copy = Summary(
                path: origin.map { folder[Self.name(of: $0)].path } ?? folder.path, origin: origin,
                change: bytes.flatMap { JSONDocument(object: $0)?.integer("change") } ?? 0,
                isInUse: try files.isLocked(folder["lock"]), name: place.name)
            found.append((Int(place.name) ?? .max, copy))
        }
        return found.sorted { $0.number > $1.number }.map(\.copy)
    }

    /// Reads whatever is at the text's name, and makes a loose text private again.
    package func content() throws(StoreError) -> Content {
        try store.queue.run { [self] () throws(StoreError) -> Content in
            let place = try open().text
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
        try store.queue.run { [self] () throws(StoreError) in
            let places = try open()
            let place = places.text
            let folder = places.text.folder
            if let status = try files.status(place), status.kind != .regular {
                let aside = try files.makeNumberedFolder(in: places.folder).folder
                try files.rename(place, to: aside["aside"], mustBeFree: false)
            }
            // The text comes first: if only it is written, the old origin makes the document look changed, no more.
            for (file, bytes) in [(place, text), (folder["origin"], origin.bytes(after: change))] {
                try files.replace(file, by: folder["draft"], with: bytes)
            }
        }
    }

    private func open() throws(StoreError) -> Places {
        guard let places = places.withLock({ $0 }) else { throw .failed(.read, path: path, .noEntry) }
        return places
    }

    private func close() -> Places? { places.withLock { $0.take() } }

    package func keep() {
        store.queue.run { [self] in
            if let place = close()?.text {
                try? files.synchronizeFile(place)
                try? files.synchronizeFolder(place.folder)
            }
            files.system.close(lock)
        }
    }

    /// - Returns: false if an editor is still using it in the background.
    package func remove() throws(StoreError) -> Bool {
        try store.queue.run { [self] () throws(StoreError) in
            // An editor that inherited the lock keeps it.
            files.system.close(lock)
            guard let places = close() else { return true }
            return try Self.remove(places.folder, places.text.folder, in: places.container, files)
        }
    }

    private static func remove(
        _ place: Place, _ folder: Folder, in container: Place, _ files: FileAccess
    ) throws(StoreError) -> Bool {
        // Others may hold the lock for a moment to test it; an editor holds it until it ends.
        guard let lock = try files.lockIfDead(place, folder, patience: 50) else {
            return try files.status(place) == nil
        }
        try files.removeLocked(place, folder) { files.system.close(lock) }
        try files.removeFolder(container)
        return true
    }

    private static func open(
        _ found: Summary, _ writer: DocumentWriter
    ) throws(StoreError) -> (place: Place, folder: Folder)? {
        guard let container = try writer.reader.folder(container) else { return nil }
        let place = container[found.name]
        return try writer.files.folder(place).map { (place, $0) }
    }

    /// Takes over a kept copy; nil if another process is using it by now.
    package static func adopt(_ found: Summary, _ writer: DocumentWriter) throws(StoreError)
        -> WorkingCopy?
    {
        guard let origin = found.origin, let (place, folder) = try open(found, writer),
            let lock = try writer.files.lockIfDead(place, folder)
        else { return nil }
        return WorkingCopy(
            writer, folder[name(of: origin)], at: place, origin, after: found.change, lock: lock)
    }

    /// Removes a copy that is not in use.
    ///
    /// - Parameter isUnknownKept: whether to keep a text of unknown origin: a person wrote it, perhaps in an editor
    ///   that was still open when regapp removed the copy.
    /// - Returns: whether it is gone.
    package static func remove(
        _ found: Summary, _ writer: DocumentWriter, keepingUnknown isUnknownKept: Bool = true
    ) throws(StoreError) -> Bool {
        guard let (place, folder) = try open(found, writer) else { return true }
        let names = try writer.files.names(in: folder)
        if isUnknownKept, found.origin == nil, !FileAccess.isBeingRemoved(found.name),
            names.contains(where: { $0.hasSuffix(".json") })
        {
            return false
        }
        return try remove(place, folder, in: writer.place(of: container), writer.files)
    }
}
