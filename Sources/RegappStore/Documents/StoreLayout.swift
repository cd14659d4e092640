internal import RegappJSON
internal import RegappValues

package struct StoreLayout: Sendable {
    /// Documents at the top of the directory.
    package let documents: [String]
    /// Documents that may be symbolic links to a regular file of the same user.
    package let linkable: [String]
    /// Folders of documents; each document is a `.json` file directly inside.
    package let folders: [String]
    /// Names at the top that a shared directory's group may read, like the documents in folders.
    package let shared: [String]
    /// Documents at the top that have no history; undoing does not restore them.
    let passing: [String]
    /// Whether the history must not keep the value of a document's key.
    private let isSecret: @Sendable (_ file: String, _ key: String) -> Bool
    /// The email of the account to which a path below the directory belongs, if any.
    let owner: @Sendable (String) -> String?
    /// A word for what a change does to a document.
    let fate: @Sendable (DocumentChange) -> String
    package let history = "history"
    /// In bytes, all records together.
    let keptHistorySize = 256 << 20
    package let lock = ".lock"
    package let edits = WorkingCopy.container

    /// All that the store keeps at the top, except folders of documents.
    var ownNames: [String] { documents + [lock, history, edits] }

    package init(
        documents: [String], linkable: [String], folders: [String], shared: [String] = [],
        passing: [String] = [],
        isSecret: @escaping @Sendable (String, String) -> Bool = { _, _ in false },
        owner: @escaping @Sendable (String) -> String? = { _ in nil },
        fate: @escaping @Sendable (DocumentChange) -> String = { _ in "" }
    ) {
        self.documents = documents
        self.linkable = linkable
        self.folders = folders
        self.shared = shared
        self.passing = passing
        self.isSecret = isSecret
        self.owner = owner
        self.fate = fate
    }

    func isRecorded(_ file: String) -> Bool { !passing.contains(file) }

    /// A text as the history keeps it: its secrets are emptied. Nothing is left of one in which a secret may be anywhere: it
    /// is no object, or the secret is not a string.
    package func withoutSecrets(_ file: String, _ text: [UInt8]?) -> [UInt8]? {
        // Only documents in folders have secrets that the history must not keep.
        guard let text, file.utf8.contains(UInt8(ascii: "/")) else { return text }
        guard let document = JSONDocument(outlining: text) else { return [] }
        var edits: [JSONEdit] = []
        for member in members(ofObjectsIn: text, document)
        where member.value.holdsSecret(under: { isSecret(file, $0) }) {
            edits.append(.copy(key: member.key, member.value.emptying { isSecret(file, $0) }.bytes))
        }
        for member in document.root.members where isSecret(file, member.key) {
            switch member.value.content {
            case .string(let text): if !text.isEmpty { edits.append(.set(key: member.key, "")) }
            case .null, .boolean: break
            case .number, .array, .object: return []
            }
        }
        return edits.isEmpty ? text : document.applying(edits)
    }

    /// The keys of a text's secrets that are empty, and of objects with such secrets.
    func emptySecrets(_ file: String, _ text: [UInt8]) -> [String] {
        guard let document = JSONDocument(outlining: text) else { return [] }
        let inside = members(ofObjectsIn: text, document).filter { member in
            member.value.holdsSecret(isEmpty: true, under: { isSecret(file, $0) })
        }
        return inside.map(\.key)
            + document.root.members.filter { member in
                guard case .string(let text) = member.value.content else { return false }
                return text.isEmpty && isSecret(file, member.key)
            }.map(\.key)
    }

    /// The members that hold objects, with these; most documents have none.
    private func members(ofObjectsIn text: [UInt8], _ outline: JSONDocument) -> [JSONMember] {
        let brace = UInt8(ascii: "{")
        guard outline.root.members.contains(where: { text[$0.value.range].contains(brace) }) else {
            return []
        }
        return JSONDocument(object: text)?.root.members.filter { text[$0.value.range].contains(brace) } ?? []
    }

    package static func record(_ number: Int) -> String { digits(number) + ".json" }

    static func digits(_ number: Int) -> String { number.zeroPadded(to: 8) }

    /// As many for each folder, since `history/last` is overwritten in place.
    static func digits(ofInode folder: Folder) -> String {
        (folder.opened?.inode ?? 0).zeroPadded(to: 20)
    }

    /// The record of a change that is decided, and perhaps not yet made.
    static func decided(_ number: Int) -> String { digits(number) + decidedSuffix }
    static let decidedSuffix = ".doing"

    /// The record of a change that is being written down.
    static func draft(_ slot: Int) -> String { "doing-\(slot)" }

    /// The number of a change that is finished or decided; nil if the name is not a record's.
    static func changeNumber(_ name: some StringProtocol) -> Int? {
        guard let number = Int(name.prefix { $0 != "." }), name == record(number) || name == decided(number)
        else { return nil }
        return number
    }

    /// A hint: up to which change all are finished, the newest one's number, and the inode of the folder of which that is
    /// true.
    static let lastChange = "last"
    /// The file with new hashes; see ``Renewal``.
    static let renewals = "renewals"
    /// The file with what is still to be forgotten; see `Forgetting`.
    package static let forgetting = "forgetting"

    /// Whether a path can be a document's. Nothing else is ever restored, even from a record that was edited by hand.
    func permits(_ file: String) -> Bool {
        if documents.contains(file) { return true }
        // By bytes: a check asks for each of 100,000 files.
        let path = file.utf8.span
        var slash = 0
        while slash < path.count, path[slash] != UInt8(ascii: "/") { slash += 1 }
        guard slash < path.count else { return false }
        for folder in folders where folder.hasBytes(path.extracting(..<slash)) {
            return Self.isDocument(path.extracting((slash + 1)...))
        }
        return false
    }

    /// - Parameter name: in a folder of documents.
    private static func isDocument(_ name: Span<UInt8>) -> Bool {
        let ending = ".json"
        guard name.count > ending.utf8.count, name[0] != UInt8(ascii: "."),
            ending.hasBytes(name.extracting((name.count - ending.utf8.count)...))
        else { return false }
        // No control characters: names stand in messages and in files of lines.
        for index in name.indices where name[index] < 0x20 || name[index] == UInt8(ascii: "/") {
            return false
        }
        return true
    }
}
