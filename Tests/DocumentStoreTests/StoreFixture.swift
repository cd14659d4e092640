import DocumentStore
import TestSupport

/// A store over a simulated disk, with all that a layout can have.
struct StoreFixture: Sendable {
    static let directory = "/home/ann/regapp"
    static let layout = StoreLayout(
        documents: ["main.json", "session.json"], linkable: ["main.json"], folders: ["accounts"])

    let files: SimulatedFileSystem

    init(_ files: SimulatedFileSystem = SimulatedFileSystem()) {
        self.files = files
    }

    /// A disk with these documents.
    init(_ documents: [String: String]) {
        self.init()
        for (name, text) in documents { files.put(Self.path(name), text) }
    }

    static func path(_ name: String) -> String { directory + "/" + name }

    func store(_ wrapping: (any FileSystem) -> any FileSystem = { $0 }) -> DocumentStore {
        DocumentStore(directory: Self.directory, layout: Self.layout, fileSystem: wrapping(files))
    }

    /// The text of a document, as readers have it.
    func text(_ name: String) throws(StoreError) -> String? {
        let bytes = try store().reading { reader throws(StoreError) in try reader.contents(of: name) }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands in the directory, links and leftovers included.
    var names: [String] {
        files.paths().filter { $0.hasPrefix(Self.directory + "/") }.map {
            String($0.dropFirst(Self.directory.count + 1))
        }
    }

    var leftovers: [String] { files.paths().filter { $0.hasSuffix(".tmp") } }
}

extension DocumentStore {
    /// Commits changes as one writer.
    func commit(_ changes: [DocumentChange], undo: UndoPolicy = .record(account: nil)) throws(StoreError) {
        try writing { writer throws(StoreError) in try writer.commit(changes, undo: undo) }
    }

    /// Changes one document from what it is.
    func put(_ name: String, _ text: String?, undo: UndoPolicy = .record(account: nil)) throws(StoreError) {
        try writing { writer throws(StoreError) in
            let before = try writer.contents(of: name)
            try writer.commit(
                [DocumentChange(name, before: before, after: text.map { Array($0.utf8) })], undo: undo)
        }
    }

    func takeBack(account: String? = nil) throws(StoreError) -> [String]? {
        try writing { writer throws(StoreError) in try writer.takeBack(account: account) }
    }
}

extension DocumentChange {
    init(_ file: String, from before: String?, to after: String?) {
        self.init(file, before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) })
    }
}
