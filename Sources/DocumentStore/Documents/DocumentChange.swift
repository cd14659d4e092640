internal import PlainValues

/// The replacement, creation or removal of one document.
package struct DocumentChange: Equatable, Sendable {
    /// The document's path below the directory.
    package let file: String
    /// What it holds until then; nil where it does not exist.
    package let before: [UInt8]?
    /// What it holds from then on; nil where it is removed.
    package let after: [UInt8]?

    package init(_ file: String, before: [UInt8]?, after: [UInt8]?) {
        self.file = file
        self.before = before
        self.after = after
    }

    var reversed: DocumentChange {
        DocumentChange(file, before: after, after: before)
    }
}

/// What a commit means for what can be undone.
package enum UndoPolicy: Equatable, Sendable {
    /// The changes, and no others, can be undone from then on.
    case record
    /// What could be undone still can, as this record has it by now where there is one: the changes are none that
    /// anybody wants to undo.
    case keep(UndoRecord? = nil)
}

/// The names of the files that a writer fills before they take a document's name.
enum TemporaryName {
    /// The most files that one commit prepares in one folder without a journal, the undo record included.
    static let limit = 4

    /// The `index`th name in the documents directory and its folders, fixed so that the next writer knows what to
    /// look for.
    static func name(_ index: Int) -> String {
        ".regapp-\(index).tmp"
    }

    /// The `index`th name beside what a link leads to: another one for every documents directory, since links of
    /// several may lead into one folder.
    static func name(_ index: Int, ofDirectory directory: String) -> String {
        ".regapp-\(ContentDigest(directory.utf8).text)-\(index).tmp"
    }

    /// The name of the draft of a file that a user names, beside it: another one for each name.
    static func draft(for path: String) -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
        return ".regapp-\(ContentDigest(name).text).tmp"
    }

    /// A folder of documents until it has its permissions.
    static let folder = ".regapp-folder.tmp"

    /// Whether a name looks like one of the store's own, which no document has.
    static func matches(_ name: String) -> Bool {
        name.hasPrefix(".regapp-") && name.hasSuffix(".tmp")
    }

    /// Whether the next writer removes a file of this name.
    static func isOwn(_ name: String) -> Bool {
        name == folder || (0..<limit).contains { self.name($0) == name }
    }
}
