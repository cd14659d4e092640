/// Which files a documents directory may hold and how they may stand there.
package struct StoreLayout: Sendable {
    /// Names at the top that are documents.
    package let documents: [String]
    /// Those of them that may be symbolic links to a regular file of the same user.
    package let linkable: [String]
    /// Folders of documents, each document a `.json` file right inside.
    package let folders: [String]
    /// Names at the top that the group of a shared directory may read, as it may the documents in folders.
    package let shared: [String]
    /// Whose document a file is, by its path below the directory; nil of one that is nobody's.
    let owner: @Sendable (String) -> String?
    /// The name of the file that remembers what can be undone.
    package let undo = "undo.json"
    package let lock = ".lock"
    /// The name of the folder that changes of several documents are written down in.
    package let changes = Journal.container
    /// The name of the folder of working copies.
    package let edits = WorkingCopy.container

    package init(
        documents: [String], linkable: [String], folders: [String], shared: [String] = [],
        owner: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.documents = documents
        self.linkable = linkable
        self.folders = folders
        self.shared = shared
        self.owner = owner
    }

    /// Whether a name at the top is that of a file of the store.
    func holds(_ name: String) -> Bool { documents.contains(name) || name == undo || name == lock }

    /// Whether `file`, a path below the directory, is a document: nothing else is ever restored from a hand-edited
    /// undo record.
    func permits(_ file: String) -> Bool {
        if documents.contains(file) { return true }
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, folders.contains(String(parts[0])) else { return false }
        // No control character: the plan of a change has a line for each document.
        return parts[1].hasSuffix(".json") && !parts[1].hasPrefix(".")
            && parts[1].utf8.allSatisfy { $0 >= 0x20 }
    }
}
