internal import RegappValues

package struct DocumentChange: Equatable, Sendable {
    package let file: String
    /// Nil if the document does not exist.
    package let before: [UInt8]?
    /// Nil to remove it.
    package let after: [UInt8]?
    /// What undoing restores: `before`, without what the history may not keep.
    package let undone: [UInt8]?
    /// The other document, if this change is half of a move: one document is removed and a new one takes its place. The
    /// new one comes first in the list of changes.
    package let moved: String?
    /// Another document of the change: if that one is left as it is, this one is too.
    package let follows: String?

    package init(
        _ file: String, before: [UInt8]?, after: [UInt8]?, undone: [UInt8]? = nil, moved: String? = nil,
        follows: String? = nil
    ) {
        self.file = file
        self.follows = follows
        self.before = before
        self.after = after
        self.undone = undone ?? before
        self.moved = moved
    }

    package var former: String? { before == nil ? moved : nil }

    /// The two changes that move a document to another file.
    package static func move(
        _ file: String, to new: String, before: [UInt8]?, after: [UInt8]?, undone: [UInt8]?
    ) -> [DocumentChange] {
        [
            DocumentChange(new, before: nil, after: after, moved: file),
            DocumentChange(file, before: before, after: nil, undone: undone, moved: new),
        ]
    }
}

package enum ChangeKind: Equatable, Sendable {
    case change
    /// Undoes the change with this number; recorded like any other change.
    case undo(of: Int)
    /// Not worth undoing, such as a new hash at a login; it does not keep earlier changes from being undone.
    case renewal
    /// Made again and again by somebody who may not write the directory. Its record stands for all of these, and takes
    /// no place from others; that of the one before, if any, is to be removed (`removeRecord`).
    case recurring(after: Int?)

    var undone: Int? { if case .undo(let number) = self { number } else { nil } }
}

/// Names of temporary files, which are renamed to a document's name once complete.
enum TemporaryName {
    /// The next writer looks for so many without being told that there are any.
    static let limit = 4

    /// Fixed names, so that the next writer finds leftovers.
    static func name(_ index: Int) -> String { ".regapp-\(index).tmp" }

    /// For use beside a link's target, where links of several directories may lead.
    static func name(_ index: Int, ofDirectory directory: String) -> String {
        ".regapp-\(ContentDigest(directory).text)-\(index).tmp"
    }

    /// A folder of the new texts of many documents, beside these.
    static func texts(_ slot: Int) -> String { ".regapp-texts-\(slot).tmp" }

    /// For use beside an external file; different for each name.
    static func name(besideFile name: String) -> String { ".regapp-\(ContentDigest(name).text).tmp" }

    /// For a new folder of documents until it has its permissions.
    static let folder = ".regapp-folder.tmp"

    /// No document has a name like these.
    static func matches(_ name: String) -> Bool { name.hasPrefix(".regapp-") && name.hasSuffix(".tmp") }

    /// Whether a file with this name may be the text of one of a few documents.
    static func isText(_ name: String) -> Bool {
        let number = Int(name.dropFirst(".regapp-".count).dropLast(".tmp".count))
        return number.map { $0 > 0 && self.name($0) == name } ?? false
    }

    /// Whether the next writer removes a file with this name.
    static func isOwn(_ name: String) -> Bool {
        name == folder || (0..<limit).contains { self.name($0) == name }
            || ChangeDraft.slots.contains { texts($0) == name }
    }
}
