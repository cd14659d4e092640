internal import RegappValues

package struct DocumentChange: Equatable, Sendable {
    /// The document's path below the directory.
    package let file: String
    /// Nil if it does not exist.
    package let before: [UInt8]?
    /// Nil if it is removed.
    package let after: [UInt8]?

    package init(_ file: String, before: [UInt8]?, after: [UInt8]?) {
        self.file = file
        self.before = before
        self.after = after
    }
}

package enum UndoPolicy: Equatable, Sendable {
    /// From now on exactly these changes can be undone.
    case record
    /// What could be undone still can: these changes are not worth undoing, and do not stand in the way of undoing those
    /// before.
    case keep
    /// From now on this record can be undone, or nothing if it is empty.
    case replace(by: UndoRecord)
}

/// The names of the temporary files that take a document's name once they are complete.
enum TemporaryName {
    /// The most files that one commit prepares in one folder without a journal, including the undo record.
    static let limit = 4

    /// The names of a new undo record, and of the former one until the new one's change has been made.
    static let ofUndo = [name(0), name(2)]

    /// The `index`th name in the directory and its folders; fixed, so that the next writer finds it.
    static func name(_ index: Int) -> String {
        ".regapp-\(index).tmp"
    }

    /// The `index`th name beside a link's target, where links of several directories may lead.
    static func name(_ index: Int, ofDirectory directory: String) -> String {
        ".regapp-\(ContentDigest(directory).text)-\(index).tmp"
    }

    /// The name of the temporary file beside an external file; a different one for each name.
    static func name(besideFile name: String) -> String { ".regapp-\(ContentDigest(name).text).tmp" }

    /// The name of a new folder of documents until it has its permissions.
    static let folder = ".regapp-folder.tmp"

    /// Whether a name looks like one of the store's temporary files. No document has such a name.
    static func matches(_ name: String) -> Bool {
        name.hasPrefix(".regapp-") && name.hasSuffix(".tmp")
    }

    /// Whether the next writer removes a file of this name.
    static func isOwn(_ name: String) -> Bool {
        name == folder || (0..<limit).contains { self.name($0) == name }
    }
}
