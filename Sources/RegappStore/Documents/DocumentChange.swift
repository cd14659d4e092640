internal import RegappValues

package struct DocumentChange: Equatable, Sendable {
    package let file: String
    /// Nil if it does not exist.
    package let before: [UInt8]?
    /// Nil if it is removed.
    package let after: [UInt8]?
    /// What undoing brings back: `before`, but for what the history may not keep.
    package let undone: [UInt8]?
    /// The document that takes the place of this one, which is removed, or whose place this new one takes, in the same
    /// change; the new one comes first.
    package let moved: String?

    package init(
        _ file: String, before: [UInt8]?, after: [UInt8]?, undone: [UInt8]? = nil, moved: String? = nil
    ) {
        self.file = file
        self.before = before
        self.after = after
        self.undone = undone ?? before
        self.moved = moved
    }

    package var former: String? { before == nil ? moved : nil }
}

package enum ChangeKind: Equatable, Sendable {
    /// It has a record, and can be undone.
    case change
    /// It undoes the change with this number, and has a record too.
    case undo(of: Int)
    /// It is not worth undoing, such as a new hash at a login, and does not stand in the way of undoing those before.
    case renewal

    var undone: Int? { if case .undo(let number) = self { number } else { nil } }
}

/// The names of the temporary files that take a document's name once they are complete.
enum TemporaryName {
    /// The most files that one commit prepares in one folder without a journal.
    static let limit = 4

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
