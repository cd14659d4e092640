public import PlainValues
public import StrictJSON

/// A private copy of a document, which somebody edits as a whole in a program of his own.
///
/// ```
/// .regapp-edits/NUMBER/
///     lock        locked for as long as this process lives, or the editor, which inherits it open
///     origin      which document it is, and digests of what that held; see `Origin`
///     NAME.json   the text, under the name of the document
/// ```
/// The text belongs to whoever wrote it. So the folder is nobody's leftover: it goes with ``remove()`` alone, and stays
/// as it is where this process dies. Folders are made, and those that were not finished removed, under the store's
/// lock. The editor may leave anything at the text's name.
public final class WorkingCopy: Sendable {
    /// The folder of the folders, in the documents directory.
    static let container = ".regapp-edits"

    /// What a copy was made of.
    public struct Origin: Equatable, Sendable {
        /// The document, as a path below the directory.
        public let file: String
        /// What it held; nil where it did not exist.
        public let document: ContentDigest?
        /// The values that its text began with.
        public let values: JSONFingerprint

        /// Notes what a document held.
        ///
        /// - Parameter offered: the text that stands for a document that does not exist.
        public init(of file: String, holding bytes: [UInt8]?, orElse offered: [UInt8] = []) {
            self.file = file
            document = bytes.map { ContentDigest($0) }
            values = JSONFingerprint(text: bytes ?? offered)
        }

        fileprivate var bytes: [UInt8] {
            let document = document.map { JSONText.string($0.text) } ?? .null
            return JSONText.object([
                .init("file", .string(file)), .init("document", document), .init("values", values.json),
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

    /// What stands at the text's name.
    public enum Content: Equatable, Sendable {
        case text([UInt8])
        case absent
        /// Something that is no text of a document.
        case unusable(FileRefusal)
    }

    /// Where the text is.
    public let path: String
    /// What it was made of when it was made, or found.
    public let origin: Origin
    /// The open lock, which the editor is to inherit.
    public let lock: FileDescriptor
    private let store: DocumentStore
    private var files: FileAccess { FileAccess(system: store.fileSystem, queue: store.queue) }
    private var folder: String { FileAccess.folder(of: path) }

    private init(_ store: DocumentStore, path: String, _ origin: Origin, lock: FileDescriptor) {
        (self.store, self.path, self.origin, self.lock) = (store, path, origin, lock)
    }

    // MARK: Making and finding

    /// Makes a copy; the store's lock is held.
    fileprivate static func make(
        of origin: Origin, holding text: [UInt8], in writer: DocumentWriter
    ) throws(StoreError) -> WorkingCopy {
        let files = writer.files
        let container = writer.store.path(of: Self.container)
        _ = try writer.reader.folderStatus(of: Self.container + "/")
        var made: String?
        var lock: FileDescriptor?
        do throws(StoreError) {
            let folder = try files.makeNumberedDirectory(in: container)
            made = folder
            guard let held = try files.takeFreeLock(folder + "/lock") else { throw .locked(path: folder) }
            lock = held
            let copy = WorkingCopy(writer.store, path: path(of: origin, in: folder), origin, lock: held)
            try files.create(folder + "/origin", origin.bytes)
            try files.create(copy.path, text)
            return copy
        } catch {
            if let lock { files.system.close(lock) }
            if let made { _ = try? files.removeTree(made) }
            try? files.removeFolder(container)
            throw error
        }
    }

    private static func path(of origin: Origin, in folder: String) -> String {
        "\(folder)/\(origin.file.split(separator: "/").last ?? "")"
    }

    /// A copy that was found in the directory.
    public struct Found: Equatable, Sendable {
        /// Where the text is, or the folder of a copy that was not finished.
        public let path: String
        /// What it was made of; nil where it was not finished.
        public let origin: Origin?
        /// Whether a process of regapp, or an editor, is at work with it.
        public let isInUse: Bool
        fileprivate let folder: String
    }

    fileprivate static func all(_ reader: DocumentReader) throws(StoreError) -> [Found] {
        guard try reader.folderStatus(of: container + "/") != nil else { return [] }
        let files = reader.files
        let path = reader.store.path(of: container)
        var found: [(number: Int, copy: Found)] = []
        for name in try files.names(in: path) {
            let folder = path + "/" + name
            guard try files.status(folder)?.kind == .directory else { continue }
            let bytes = try files.read(folder + "/origin", limit: DocumentStore.maximumUndoSize) {
                _ throws(StoreError) in
            }?.bytes
            let origin = bytes.flatMap(Origin.init(parsing:))
            let copy = Found(
                path: origin.map { Self.path(of: $0, in: folder) } ?? folder, origin: origin,
                isInUse: try files.isLocked(folder + "/lock"), folder: folder)
            found.append((Int(name) ?? .max, copy))
        }
        return found.sorted { $0.number > $1.number }.map(\.copy)
    }

    // MARK: The text

    /// What stands at the text's name now; a text gets its mode back.
    public func content() throws(StoreError) -> Content {
        try store.queue.run { [self] () throws(StoreError) in
            guard let status = try files.status(path) else { return .absent }
            guard status.kind != .symbolicLink else { return .unusable(.symbolicLink) }
            guard status.kind == .regular else { return .unusable(.notRegular) }
            do throws(StoreError) {
                let limit = DocumentStore.maximumDocumentSize
                let found = try files.read(path, limit: limit) { _ throws(StoreError) in }
                if let found, found.status.mode & 0o777 != 0o600 { try? files.give(.private, toFile: path) }
                return found.map { .text($0.bytes) } ?? .absent
            } catch {
                guard case .refused(_, let refusal) = error else { throw error }
                return .unusable(refusal)
            }
        }
    }

    /// Puts another text, made of something else, in the place of whatever stands there; what is no file moves aside,
    /// in the same folder.
    public func replace(with text: [UInt8], of origin: Origin) throws(StoreError) {
        try store.queue.run { [self] () throws(StoreError) in
            if let status = try files.status(path), status.kind != .regular {
                try files.rename(
                    path, to: "\(try files.makeNumberedDirectory(in: folder))/aside", mustBeFree: false)
            }
            // The text first: beside an older origin it only seems to have changed what others did.
            for (file, bytes) in [(path, text), (folder + "/origin", origin.bytes)] {
                let draft = folder + "/draft"
                try files.remove(draft)
                try files.create(draft, bytes)
                try files.rename(draft, to: file, mustBeFree: false)
            }
        }
    }

    // MARK: The end

    /// Leaves the copy where it is, on the disk.
    public func keep() {
        store.queue.run { [self] in
            try? files.synchronizeFile(path)
            try? files.synchronizeFolder(folder)
            files.system.close(lock)
        }
    }

    /// Removes the copy.
    ///
    /// - Returns: whether it could be: false where an editor went on with it in the background.
    public func remove() throws(StoreError) -> Bool {
        try store.queue.run { [self] () throws(StoreError) in
            files.system.close(lock)
            return try Self.remove(folder, files)
        }
    }

    fileprivate static func remove(_ folder: String, _ files: FileAccess) throws(StoreError) -> Bool {
        if try files.isLocked(folder + "/lock") { return false }
        try files.removeTree(folder)
        try files.removeFolder(FileAccess.folder(of: folder), orLeave: [.notEmpty, .exists, .noEntry])
        return true
    }

    fileprivate static func adopt(_ found: Found, _ writer: DocumentWriter) throws(StoreError) -> WorkingCopy?
    {
        guard let origin = found.origin,
            let lock = try writer.files.takeFreeLock(found.folder + "/lock")
        else { return nil }
        return WorkingCopy(writer.store, path: found.path, origin, lock: lock)
    }

    fileprivate static func remove(_ found: Found, _ writer: DocumentWriter) throws(StoreError) -> Bool {
        // Where nobody knows of what a text is, it is somebody's all the same.
        let names = try writer.files.names(in: found.folder)
        if found.origin == nil, names.contains(where: { $0.hasSuffix(".json") }) { return false }
        return try remove(found.folder, writer.files)
    }
}

extension DocumentReader {
    /// The working copies that are in the directory, the latest first.
    public func workingCopies() throws(StoreError) -> [WorkingCopy.Found] { try WorkingCopy.all(self) }
}

extension DocumentWriter {
    /// Makes a working copy of a document.
    ///
    /// - Parameter text: what it holds at first.
    public func makeWorkingCopy(
        of origin: WorkingCopy.Origin, holding text: [UInt8]
    ) throws(StoreError) -> WorkingCopy {
        try WorkingCopy.make(of: origin, holding: text, in: self)
    }

    /// Takes over a copy that was kept; nil where somebody else is at work with it by now.
    public func adopt(_ found: WorkingCopy.Found) throws(StoreError) -> WorkingCopy? {
        try WorkingCopy.adopt(found, self)
    }

    /// Removes a copy that was found; false where somebody is at work with it.
    public func remove(_ found: WorkingCopy.Found) throws(StoreError) -> Bool {
        try WorkingCopy.remove(found, self)
    }
}
