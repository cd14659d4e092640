package struct StoreLayout: Sendable {
    /// Names at the top that are documents.
    package let documents: [String]
    /// Those that may be symbolic links to a regular file of the same user.
    package let linkable: [String]
    /// Folders of documents; each document is a `.json` file right inside.
    package let folders: [String]
    /// Names at the top that the group of a shared directory may read, like the documents in folders.
    package let shared: [String]
    /// Names at the top of documents that logins change: undo does not restore such a document if it was changed after
    /// the change that is undone.
    let passing: [String]
    /// The email of the account that a path below the directory belongs to; nil if it belongs to none.
    let owner: @Sendable (String) -> String?
    package let undo = "undo.json"
    /// Which documents of the undo record were changed since in a way that is not worth undoing; see `UndoNotes`.
    package let undoNotes = "undo.notes"
    package let lock = ".lock"
    package let changes = Journal.container
    package let edits = WorkingCopy.container

    package init(
        documents: [String], linkable: [String], folders: [String], shared: [String] = [],
        passing: [String] = [],
        owner: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.documents = documents
        self.linkable = linkable
        self.folders = folders
        self.shared = shared
        self.passing = passing
        self.owner = owner
    }

    /// Whether a name at the top is the undo record's, or one that a damaged record was given.
    func isOfUndo(_ name: String) -> Bool {
        name == undo || name == undoNotes || name.hasPrefix(Self.damagedUndo)
    }

    /// The name that a damaged undo record is given, with a number if it is taken.
    static let damagedUndo = "undo.json.damaged"

    /// Whether the store keeps a file of this name at the top.
    func holds(_ name: String) -> Bool { documents.contains(name) || isOfUndo(name) || name == lock }

    /// Whether a path below the directory can be that of a document: nothing else is ever restored from a hand-edited
    /// undo record.
    func permits(_ file: String) -> Bool {
        if documents.contains(file) { return true }
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, folders.contains(String(parts[0])) else { return false }
        // No control character: a journal's plan has one line for each document.
        return parts[1].hasSuffix(".json") && !parts[1].hasPrefix(".")
            && parts[1].utf8.allSatisfy { $0 >= 0x20 }
    }
}
