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
        self.command = String(command.prefix(Self.longest))
        self.loginUser = loginUser
        self.sudoUser = sudoUser.map { String($0.prefix(Self.longest)) }
        self.by = by
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
    /// By the present password.
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
    package let accounts: Int
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

    /// In bytes, without the line feed: a journal reserves this much.
    static let longest = 1 << 10

    /// Whether it records that something was forgotten, and is about no document.
    package var isForgetting: Bool { author.command.split(separator: " ").contains("--forget") }

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

    var line: [UInt8] { JSONText.object(members).bytes + ChangeRecordText.lineEnd }
}

extension ChangeHead {
    init?(line: ArraySlice<UInt8>) {
        guard let document = try? JSONDocument(parsing: Array(line)),
            let number = document.integer("change"), let time = document.text("time"),
            let command = document.text("command"), let user = document.integer("uid"),
            let accounts = document.integer("accounts"), number > 0
        else { return nil }
        self.init(
            number: number,
            author: ChangeAuthor(
                time: time, command: command,
                loginUser: document.integer("loginUid").flatMap { UInt32(exactly: $0) },
                sudoUser: document.text("sudoUser"), by: document.text("by").flatMap(OwnerProof.init)),
            user: UInt32(clamping: user), accounts: accounts, account: document.text("account"),
            undoes: document.integer("undoes"), moves: document.integer("moves") ?? 0,
            standsFor: document.integer("more").flatMap { count in
                document.integer("since").map {
                    Standing(count: count, first: $0, time: document.text("sinceTime") ?? time)
                }
            })
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
    /// Nil if the document was removed.
    let after: SHA256Digest?
    /// The values that the change set, as an object, and the keys that it removed.
    private let set: [UInt8]
    private let removed: [String]
    /// The keys in their order, if new ones are not at the end.
    private let order: [String]

    package var isRemoval: Bool { after == nil }

    /// The text after the change, as far as the record tells; nil if the document was removed.
    package var textAfter: [UInt8]? {
        guard let set = try? JSONDocument(parsing: set), after != nil else { return nil }
        guard let document = before.flatMap({ JSONDocument(outlining: $0) }) else { return set.bytes }
        return document.applying(
            set.root.members.map { member in
                let followers = order.drop { $0 != member.key }.dropFirst()
                return .copy(key: member.key, set.text(of: member.value), before: Array(followers))
            } + removed.map { .remove(key: $0) })
    }

    /// Whether it set or removed one of these keys; always true without keys, and for a new or removed document.
    package func touches(_ keys: [String]) -> Bool {
        if keys.isEmpty || before == nil || isRemoval { return true }
        let keysSet = (try? JSONDocument(parsing: set))?.root.members.map(\.key) ?? []
        return (keysSet + removed).contains(where: keys.contains)
    }

    /// Whether this content is as the change left it.
    package func isAsLeft(_ present: [UInt8]?) -> Bool { after == present.map { SHA256Digest($0) } }

    fileprivate init?(line: ArraySlice<UInt8>, _ layout: StoreLayout) {
        guard let document = try? JSONDocument(parsing: Array(line)), let file = document.text("file"),
            layout.permits(file), layout.isRecorded(file), let after = document.root["after"]
        else { return nil }
        switch (document.root["before"]?.content, document.root["beforeBase64"]?.content) {
        case (.null, nil): before = nil
        case (.string(let text), nil): before = Array(text.utf8)
        case (nil, .string(let text)):
            guard let bytes = Base64.decode(text) else { return nil }
            before = bytes
        default: return nil
        }
        self.file = file
        former = document.text("formerly").flatMap { layout.permits($0) && layout.isRecorded($0) ? $0 : nil }
        isCut = document.root["cut"] != nil
        set = after["set"].map(document.text) ?? Array("{}".utf8)
        removed = after["removed"].map(\.texts) ?? []
        order = after["order"].map(\.texts) ?? []
        switch (after.content, after["sha256"]?.content) {
        case (.null, _): self.after = nil
        case (_, .string(let text)):
            guard let digest = SHA256Digest(text: text) else { return nil }
            self.after = digest
        default: return nil
        }
    }

    fileprivate static func line(
        _ change: DocumentChange, from before: [UInt8]?, isCut: Bool, to after: JSONText?
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
        return JSONText.object(members).bytes
    }
}

/// Makes a record's text line by line. The first line is made last, since it counts those that follow it.
struct ChangeRecordText {
    private let layout: StoreLayout
    private var sum = RecordSum()
    /// Accounts that have a file after the change, and those that have none.
    private var kept = 0
    private var removed = 0
    private var moved = 0
    private var account: String?

    init(_ layout: StoreLayout) { self.layout = layout }

    /// - Returns: the document's line; empty for a document without a history.
    mutating func add(_ change: DocumentChange) -> [UInt8] {
        guard layout.isRecorded(change.file) else { return [] }
        if let owner = layout.owner(change.file) {
            // A moving account counts by its new file.
            if change.after != nil { kept += 1 } else if change.moved == nil { removed += 1 }
            if change.former != nil { moved += 1 }
            if change.after != nil ? kept == 1 : kept == 0 && removed == 1 { account = owner }
        }
        let present = layout.withoutSecrets(change.file, change.before)
        // Values are told from the text that undoing restores, unless that has a hash in place of a plain password.
        let former =
            present == change.before ? layout.withoutSecrets(change.file, change.undone) : present
        let after = layout.withoutSecrets(change.file, change.after).map { json($0, after: former) }
        let before = layout.withoutSecrets(change.file, change.undone)
        let isCut = before != change.undone && before?.allSatisfy { $0 <= 0x20 } ?? false
        let line = RecordedChange.line(change, from: before, isCut: isCut, to: after)
        sum.add(line)
        return line + Self.lineEnd
    }

    private func json(_ text: [UInt8], after before: [UInt8]?) -> JSONText {
        let digest = JSONText.Member("sha256", .string(SHA256Digest(text).text))
        guard let document = try? JSONDocument(parsing: text) else { return .object([digest]) }
        let former = before.flatMap { JSONDocument(object: $0) }
        let difference = document.difference(from: former)
        var members = [
            digest, .init("set", .object(difference.set)),
            .init("removed", .array(difference.removed.map(JSONText.string))),
        ]
        let keys = document.root.members.map(\.key)
        let added = keys.filter { former?.root[$0] == nil }
        if former != nil, Array(keys.suffix(added.count)) != added {
            members.append(.init("order", .array(keys.map(JSONText.string))))
        }
        return .object(members)
    }

    func head(
        _ number: Int, _ author: ChangeAuthor, by user: UInt32, undoing other: Int?,
        for standing: ChangeHead.Standing? = nil
    ) -> [UInt8] {
        let accounts = kept + removed
        return ChangeHead(
            number: number, author: author, user: user, accounts: accounts,
            account: accounts == 1 ? account : nil, undoes: other, moves: moved, standsFor: standing
        ).line
    }

    func end() -> [UInt8] { sum.end() }

    static let lineEnd = [UInt8(ascii: "\n")]
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
        let members = [JSONText.Member("end", .integer(count)), .init("sum", .string(digest.paddedText))]
        return JSONText.object(members).bytes + ChangeRecordText.lineEnd
    }

    /// Whether a line is the right end of the lines added. It may lack the sum: another program may have written it.
    fileprivate func isEnded(by line: ArraySlice<UInt8>) -> Bool {
        guard let end = try? JSONDocument(parsing: Array(line)), end.integer("end") == count else {
            return false
        }
        return end.root["sum"] == nil || end.text("sum") == digest.paddedText
    }
}

/// Reads a record document by document, so that one of any size fits into memory.
package struct ChangeRecordReader: ~Copyable {
    /// Longer lines are not the store's: the largest document with every byte escaped, and its new values.
    private static let longestLine = DocumentStore.maximumDocumentSize * 16

    private let layout: StoreLayout
    private let path: String
    private var lines: LineReader
    /// The hashes of the files so far: a record may have very many.
    private var files: Set<Int> = []
    private var sum = RecordSum()
    private var line = 1
    package let head: ChangeHead

    /// - Throws: `damaged` if it is not the record of the change with this number.
    init(
        _ file: consuming OpenFile, of number: Int, _ layout: StoreLayout, _ files: FileAccess
    ) throws(StoreError) {
        (self.layout, path) = (layout, file.path)
        lines = LineReader(files, file)
        guard let first = try lines.next(limit: ChangeHead.longest), let head = ChangeHead(line: first),
            head.number == number
        else { throw .damaged(path: path, SourcePosition(line: 1, column: 1)) }
        self.head = head
    }

    /// Nil at the end.
    package mutating func next() throws(StoreError) -> RecordedChange? { try nextLine()?.change }

    mutating func nextLine() throws(StoreError) -> (change: RecordedChange, line: ArraySlice<UInt8>)? {
        line += 1
        guard let text = try lines.next(limit: Self.longestLine) else { throw damaged }
        if let change = RecordedChange(line: text, layout), files.insert(change.file.hashValue).inserted {
            sum.add(Array(text))
            return (change, text)
        }
        guard sum.isEnded(by: text), try lines.next(limit: 0) == nil, lines.isAtEnd else {
            throw damaged
        }
        return nil
    }

    private var damaged: StoreError { .damaged(path: path, SourcePosition(line: line, column: 1)) }
}

extension JSONValue {
    /// The strings of an array.
    fileprivate var texts: [String] {
        guard case .array(let values) = content else { return [] }
        return values.compactMap { if case .string(let text) = $0.content { text } else { nil } }
    }
}

extension JSONDocument {
    fileprivate func text(of value: JSONValue) -> [UInt8] { Array(bytes[value.range]) }

    fileprivate func text(_ key: String) -> String? {
        if case .string(let text)? = root[key]?.content { text } else { nil }
    }

    func integer(_ key: String) -> Int? {
        if case .number(let digits)? = root[key]?.content { Int(digits) } else { nil }
    }
}
