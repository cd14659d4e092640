internal import RegappValues
package import RegappJSON

/// When a change is made, by which command, and for whom.
package struct ChangeAuthor: Equatable, Sendable {
    /// RFC 3339, UTC.
    package let time: String
    package let command: String
    /// Who logged in to the system, whatever the user is now; nil if no user did.
    package let loginUser: UInt32?
    /// The variable SUDO_USER, which anyone can set.
    package let sudoUser: String?
    /// How the owner of the one account that was changed, and no administrator, made the change; nil for all other
    /// changes.
    package let by: OwnerProof?

    package init(
        time: String, command: String, loginUser: UInt32? = nil, sudoUser: String? = nil,
        by: OwnerProof? = nil
    ) {
        self.time = time
        self.command = Self.cut(command)
        self.loginUser = loginUser
        self.sudoUser = sudoUser.map(Self.cut)
        self.by = by
    }

    private static func cut(_ text: String) -> String {
        var cut = text.prefix(longest)
        while JSONText.string(String(cut)).bytes.count > longestInBytes { cut = cut.dropLast() }
        return String(cut)
    }

    /// In characters: longer commands are cut. A head has room for some more (``ChangeHead/longest``).
    package static let longest = 64
    private static let longestInBytes = 128

    /// Whether a program may name this actor in place of a command: it would be neither cut nor more than a line.
    package static func isUsable(_ actor: String) -> Bool {
        (1...longest).contains(actor.count) && actor.utf8.count <= longestInBytes
            && actor.unicodeScalars.allSatisfy { scalar in
                ![.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
            }
    }
}

/// How an account's owner proves to be one; the raw value is the word in the log and in the history.
package enum OwnerProof: String, Sendable {
    /// By the current password.
    case password = "owner"
    /// By a one-time link.
    case link
}

/// The first line of a change's record.
package struct ChangeHead: Equatable, Sendable {
    package let number: Int
    package let author: ChangeAuthor
    /// The Unix user who made it.
    package let user: UInt32
    /// How many accounts it changed, without those that were left.
    package internal(set) var accounts: Int
    /// The account's email, if only one was changed.
    package internal(set) var account: String?
    /// The number of the change that it undoes.
    package let undoes: Int?
    /// How many accounts got another email.
    package let moves: Int
    /// The earlier changes that a recurring one stands for; nil for any other.
    package let standsFor: Standing?

    /// The earlier changes of its kind whose records a recurring change's has replaced.
    package struct Standing: Equatable, Sendable {
        package let count: Int
        /// The number of the first of them, or its own.
        package let first: Int
        /// When the first was made; RFC 3339, UTC.
        package let time: String
    }
    /// Where the new texts of its documents wait (`ChangeDraft.slot`).
    var slot = 0
    /// The inodes of the history and of the documents' folders when the change was written down; none if it has no
    /// documents in folders.
    var folders: [String: UInt64] = [:]
    /// How many lines of documents follow.
    var documents: Int?
    /// Of the lines that follow, in bytes. What comes after them notes which documents were left.
    var size: Int?

    /// In bytes, without the line feed: a change that is not decided yet reserves this much.
    static let longest = 1 << 10

    /// Whether it records that something was forgotten, and is about no document.
    package var isForgetting: Bool { author.command.split(separator: " ").contains("--forget") }

    /// What it says of the change.
    package var members: [JSONText.Member] {
        var members: [JSONText.Member] = [
            .init("change", .integer(number)), .init("time", .string(author.time)),
            .init("command", .string(author.command)), .init("uid", .integer(Int(user))),
            .init("loginUid", author.loginUser.map { .integer(Int($0)) } ?? .null),
            .init("sudoUser", author.sudoUser.map(JSONText.string) ?? .null),
            .init("accounts", .integer(accounts)), .init("account", account.map(JSONText.string) ?? .null),
            .init("undoes", undoes.map(JSONText.integer) ?? .null),
        ]
        if moves > 0 { members.append(.init("moves", .integer(moves))) }
        if let standsFor {
            members.append(.init("more", .integer(standsFor.count)))
            members.append(.init("since", .integer(standsFor.first)))
            members.append(.init("sinceTime", .string(standsFor.time)))
        }
        if let by = author.by { members.append(.init("by", .string(by.rawValue))) }
        return members
    }

    var line: [UInt8] {
        var members = members
        if slot > 0 { members.append(.init("slot", .integer(slot))) }
        if !folders.isEmpty {
            let inodes = folders.sorted { $0.key < $1.key }
            members.append(
                .init("folders", .object(inodes.map { .init($0.key, .string(String($0.value))) })))
        }
        if let documents { members.append(.init("documents", .integer(documents))) }
        if let size { members.append(.init("size", .integer(size))) }
        return JSONText.object(members).bytes + RecordWriter.lineEnd
    }

    /// The space that a record reserves for it.
    static let reserve = [UInt8](repeating: UInt8(ascii: " "), count: longest) + RecordWriter.lineEnd
}

extension ChangeHead {
    init?(line: ArraySlice<UInt8>) {
        guard let root = try? JSONDocument(parsing: Array(line)).root,
            let number = root.integer("change"), let time = root.text("time"),
            let command = root.text("command"), let user = root.integer("uid"),
            let accounts = root.integer("accounts"), number > 0
        else { return nil }
        self.init(
            number: number,
            author: ChangeAuthor(
                time: time, command: command,
                loginUser: root.integer("loginUid").flatMap { UInt32(exactly: $0) },
                sudoUser: root.text("sudoUser"), by: root.text("by").flatMap(OwnerProof.init)),
            user: UInt32(clamping: user), accounts: accounts, account: root.text("account"),
            undoes: root.integer("undoes"), moves: root.integer("moves") ?? 0,
            standsFor: root.integer("more").flatMap { count in
                root.integer("since").map {
                    Standing(count: count, first: $0, time: root.text("sinceTime") ?? time)
                }
            }, slot: root.integer("slot") ?? 0, documents: root.integer("documents"),
            size: root.integer("size"))
        for folder in root["folders"]?.members ?? [] {
            if case .string(let inode) = folder.value.content { folders[folder.key] = UInt64(inode) }
        }
    }
}

/// A record's line about one document.
package struct RecordedChange: Equatable, Sendable {
    package let file: String
    /// The document that the change removed, whose place this one took.
    package let former: String?
    /// Nil if it did not exist.
    package let before: [UInt8]?
    /// Whether nothing of ``before`` could be kept, since a text that cannot be parsed may have a password anywhere.
    package let isCut: Bool
    /// What the file was like before the change, if ``before`` does not have all of its text.
    let seen: SeenFile?
    /// The document without whose change this one is not made.
    let follows: String?
    /// The real path of the file to which the document's link led; nil if it was no link.
    let target: String?
    /// Nil if the document was removed.
    let after: SHA256Digest?
    /// Of the whole text after the change, in bytes, if ``after`` is not a digest of all of it.
    let sizeAfter: Int?
    /// The values that the change set, as an object, and the keys that it removed.
    private let set: [UInt8]
    private let removed: [String]
    /// The keys in their order, if new ones are not at the end.
    private let order: [String]

    package var isRemoval: Bool { after == nil }

    /// Whether the text after the change had secrets, which its digest does not tell apart.
    package var hidesSecretsAfter: Bool { sizeAfter != nil }

    /// Whether a text is as long as that one; true if the digest tells all.
    package func hasSizeAfter(_ text: [UInt8]) -> Bool { sizeAfter.map { $0 == text.count } ?? true }

    /// The keys of ``before`` whose values are secrets that the record has not kept.
    package func lostKeys(_ layout: StoreLayout) -> [String] {
        seen == nil ? [] : layout.emptySecrets(file, before ?? [])
    }

    /// Whether the document did not exist before.
    package var isNew: Bool { before == nil && seen == nil }

    /// The text after the change, as far as the record tells; nil if the document was removed.
    package var textAfter: [UInt8]? {
        guard let set = try? JSONDocument(parsing: set), after != nil else { return nil }
        // A new file has a line for each value, as every command writes it.
        let nothing = Array("{\n}\n".utf8)
        guard let document = JSONDocument(outlining: before ?? nothing) ?? JSONDocument(outlining: nothing)
        else {
            return set.bytes
        }
        return document.applying(
            set.root.members.map { member in
                let followers = order.drop { $0 != member.key }.dropFirst()
                return .copy(key: member.key, set.text(of: member.value), before: Array(followers))
            } + removed.map { .remove(key: $0) })
    }

    /// Whether a file is as it was before the change; nil for no file.
    ///
    /// - Parameter isCopied: whether it may be a copy of the file that was changed.
    func isAsBefore(
        _ present: [UInt8]?, _ status: FileStatus?, _ layout: StoreLayout, orCopied isCopied: Bool = false
    ) -> Bool {
        guard let seen else { return present == before }
        guard let present, let status else { return false }
        return seen.isSame(as: SeenFile(present, status, file, layout), orCopied: isCopied)
    }

    init?(line: ArraySlice<UInt8>, _ layout: StoreLayout) {
        guard let document = try? JSONDocument(parsing: Array(line)) else { return nil }
        let root = document.root
        guard let file = root.text("file"), layout.permits(file), let after = root["after"] else {
            return nil
        }
        switch (root["before"]?.content, root["beforeBase64"]?.content) {
        case (.null, nil): before = nil
        case (.string(let text), nil): before = Array(text.utf8)
        case (nil, .string(let text)):
            guard let bytes = Base64.decode(text) else { return nil }
            before = bytes
        default: return nil
        }
        self.file = file
        former = root.text("formerly").flatMap { layout.permits($0) && layout.isRecorded($0) ? $0 : nil }
        follows = root.text("follows")
        target = root.text("target")
        if let found = root["seen"] {
            guard let seen = SeenFile(found) else { return nil }
            self.seen = seen
        } else {
            seen = nil
        }
        isCut = root["cut"] != nil
        sizeAfter = after.integer("size")
        set = after["set"].map(document.text) ?? Array("{}".utf8)
        removed = after["removed"]?.texts ?? []
        order = after["order"]?.texts ?? []
        switch (after.content, after["sha256"]?.content) {
        case (.null, _): self.after = nil
        case (_, .string(let text)):
            guard let digest = SHA256Digest(text: text) else { return nil }
            self.after = digest
        default: return nil
        }
    }

    static func line(
        _ change: DocumentChange, from before: [UInt8]?, isCut: Bool, _ seen: SeenFile?, target: String?,
        to after: JSONText?
    ) -> [UInt8] {
        var members = [JSONText.Member("file", .string(change.file))]
        if let former = change.former { members.append(.init("formerly", .string(former))) }
        if let before, String(validating: before, as: UTF8.self) == nil {
            members.append(.init("beforeBase64", .string(Base64.encode(before))))
        } else {
            members.append(
                .init("before", before.map { .string(String(decoding: $0, as: UTF8.self)) } ?? .null))
        }
        if isCut { members.append(.init("cut", .boolean(true))) }
        members.append(.init("after", after ?? .null))
        if let seen { members.append(.init("seen", .object(seen.members))) }
        if let file = change.follows { members.append(.init("follows", .string(file))) }
        if let target { members.append(.init("target", .string(target))) }
        return JSONText.object(members).bytes
    }
}

/// A file whose text a record must not keep whole. Its digest is that of the text without secrets: a digest of everything
/// would let a reader of the record try short passwords. So that another password is noticed too, the file itself counts.
struct SeenFile: Equatable {
    private let digest: SHA256Digest
    private let size: Int
    private let inode: UInt64
    /// In nanoseconds since 1970, as in ``FileStatus``.
    private let changed: Int64
    private let modified: Int64

    init(_ text: [UInt8], _ status: FileStatus, _ file: String, _ layout: StoreLayout) {
        digest = SHA256Digest(layout.withoutSecrets(file, text) ?? [])
        size = status.size
        inode = status.inode
        changed = status.changed
        modified = status.modified
    }

    /// - Parameter isCopied: whether one may be a copy of the other, such as from a restored backup: that has another inode,
    ///   and of the time of the last modification it may have the whole second alone.
    func isSame(as other: SeenFile, orCopied isCopied: Bool) -> Bool {
        if self == other { return true }
        guard isCopied, digest == other.digest, size == other.size else { return false }
        let second: Int64 = 1_000_000_000
        let isCut = modified % second == 0 || other.modified % second == 0
        return modified == other.modified || isCut && modified / second == other.modified / second
    }

    fileprivate init?(_ value: JSONValue) {
        guard let digest = value.text("sha256").flatMap({ SHA256Digest(text: $0) }),
            let size = value.integer("size"), let inode = value.text("inode").flatMap({ UInt64($0) }),
            let changed = value.text("changed").flatMap({ Int64($0) }),
            let modified = value.text("modified").flatMap({ Int64($0) })
        else { return nil }
        self.digest = digest
        self.size = size
        self.inode = inode
        self.changed = changed
        self.modified = modified
    }

    /// Numbers of 64 bits are strings, since many programs read numbers of JSON as floating point.
    fileprivate var members: [JSONText.Member] {
        [
            .init("sha256", .string(digest.text)), .init("size", .integer(size)),
            .init("inode", .string(String(inode))), .init("changed", .string(String(changed))),
            .init("modified", .string(String(modified))),
        ]
    }
}

/// A record's last line: the number of its documents and a checksum of their lines, which reveals an edit.
struct RecordSum {
    private(set) var count = 0
    private var digest = ContentDigest([])

    /// - Parameter line: a document's, without its line feed.
    mutating func add(_ line: [UInt8]) {
        count += 1
        digest.append(line)
    }

    func end() -> [UInt8] {
        let members = [JSONText.Member("end", .integer(count)), .init("sum", .string(digest.text))]
        return JSONText.object(members).bytes + RecordWriter.lineEnd
    }

    /// Whether a line is the right end of the lines added. It may lack the sum: another program may have written it.
    fileprivate func isEnded(by line: ArraySlice<UInt8>) -> Bool {
        guard let end = try? JSONDocument(parsing: Array(line)).root, end.integer("end") == count else {
            return false
        }
        return end["sum"] == nil || end.text("sum") == digest.text
    }
}

/// Reads a record document by document, so that one of any size fits into memory.
package struct ChangeRecordReader: ~Copyable {
    /// Longer lines are not the store's: the largest document with every byte escaped, and its new values.
    static let longestLine = DocumentStore.maximumDocumentSize * 16

    private let layout: StoreLayout
    private let path: String
    private var lines: LineReader
    /// Of the files so far: their hashes, since a record may have very many.
    private var files: Set<Int> = []
    private var sum = RecordSum()
    /// That of the document that was read last, without its line feed.
    private(set) var line: [UInt8] = []
    private var lineNumber = 1
    private let left: Set<String>
    package let head: ChangeHead
    /// Whether every document was left as it was.
    let isOfNothing: Bool

    /// - Throws: `damaged` if it is not the record of the change with this number.
    init(
        _ file: consuming OpenFile, of number: Int, _ layout: StoreLayout, _ files: FileAccess
    ) throws(StoreError) {
        let place = file.place
        let size = file.status.size
        var lines = LineReader(files, file)
        guard let first = try lines.next(limit: ChangeHead.longest), var head = ChangeHead(line: first),
            head.number == number
        else { throw .damaged(path: place.path, SourcePosition(line: 1, column: 1)) }
        // Nearly every record has no notes.
        let hasNotes = head.size.map { size - first.count - 1 > $0 } ?? false
        let left = try hasNotes ? files.leftDocuments(in: place) : []
        // A move has two documents, of which the new one counts.
        head.accounts = max(0, head.accounts - left.count { layout.owner($0) != nil })
        self.layout = layout
        self.path = place.path
        self.lines = lines
        self.left = left
        self.head = head
        isOfNothing = hasNotes && left.count == head.documents
    }

    /// The next document; nil at the end, and where the rest is damaged.
    package mutating func next(orDamage note: () -> Void) throws(StoreError) -> RecordedChange? {
        do throws(StoreError) { return try next() } catch {
            guard error.isOfDamage else { throw error }
            note()
            return nil
        }
    }

    /// The next document; nil at the end.
    ///
    /// - Parameters:
    ///   - evenLeft: whether documents that were left as they were count, too: their texts are in the record.
    ///   - evenPassing: whether documents that have no history count, too.
    package mutating func next(
        evenLeft: Bool = false, evenPassing: Bool = false
    ) throws(StoreError) -> RecordedChange? {
        while true {
            lineNumber += 1
            let damaged = StoreError.damaged(path: path, SourcePosition(line: lineNumber, column: 1))
            guard let text = try lines.next(limit: Self.longestLine) else { throw damaged }
            if let change = RecordedChange(line: text, layout), files.insert(change.file.hashValue).inserted {
                line = Array(text)
                sum.add(line)
                let isPassedOver =
                    !evenPassing && !layout.isRecorded(change.file) || !evenLeft && left.contains(change.file)
                if isPassedOver { continue }
                return change
            }
            guard sum.isEnded(by: text) else { throw damaged }
            while let note = try lines.next(limit: Self.longestLine) {
                // A crash may have cut a note short.
                let isNote =
                    RecordedChange.left(in: note) != nil || (try? JSONDocument(parsing: Array(note))) == nil
                guard isNote else { throw damaged }
            }
            return nil
        }
    }
}

extension LineReader {
    /// The next document of a record that is not decided yet: its first line is spaces, and it may have no end.
    mutating func nextDocument(_ layout: StoreLayout) throws(StoreError) -> RecordedChange? {
        while let line = try next(limit: ChangeRecordReader.longestLine) {
            if let change = RecordedChange(line: line, layout) { return change }
            guard line.elementsEqual(ChangeHead.reserve.dropLast()) else {
                throw .damaged(path: file.place.path, SourcePosition(line: 1, column: 1))
            }
        }
        return nil
    }
}

// A record notes behind its end which documents were left as they were, since somebody had changed them meanwhile.
extension RecordedChange {
    /// How a note begins, and no document's line.
    private static let noteStart = Array(#"{"left":"#.utf8)

    static func note(ofLeft file: String) -> [UInt8] {
        JSONText.object([.init("left", .string(file))]).bytes + RecordWriter.lineEnd
    }

    static func left(in note: ArraySlice<UInt8>) -> String? {
        note.starts(with: noteStart) ? (try? JSONDocument(parsing: Array(note)))?.root.text("left") : nil
    }
}

extension FileAccess {
    /// The documents that a record notes; reads all of it.
    func leftDocuments(in record: Place) throws(StoreError) -> Set<String> {
        guard let file = try openFile(record) else { return [] }
        var lines = LineReader(self, file)
        var found: Set<String> = []
        while let line = try lines.next() {
            if let left = RecordedChange.left(in: line) { found.insert(left) }
        }
        return found
    }
}

extension JSONValue {
    /// The strings of an array; nil for any other value.
    var texts: [String]? {
        guard case .array(let values) = content else { return nil }
        return values.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    }

    /// The string under a key of an object.
    func text(_ key: String) -> String? {
        if case .string(let text)? = self[key]?.content { text } else { nil }
    }

    /// The whole number under a key of an object.
    func integer(_ key: String) -> Int? {
        if case .number(let digits)? = self[key]?.content { Int(digits) } else { nil }
    }
}

extension JSONDocument {
    fileprivate func text(of value: JSONValue) -> [UInt8] { Array(bytes[value.range]) }
}
