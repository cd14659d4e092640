internal import RegappValues
internal import RegappJSON

package struct RecordedChange: Equatable, Sendable {
    package let file: String
    /// Nil if it did not exist.
    package let before: [UInt8]?
    /// Nil if it was removed, or if only its digest is known.
    package let after: [UInt8]?
    /// The digest of `after` in a change of many documents, which let others in: one that they changed since is left
    /// to them.
    let digest: SHA256Digest?

    init(_ change: DocumentChange, inBulk: Bool = false) {
        (file, before) = (change.file, change.before)
        (after, digest) =
            inBulk ? (nil, change.after.map { SHA256Digest($0) }) : (change.after, nil)
    }

    package var isRemoval: Bool { after == nil && digest == nil }

    /// The same change with other contents; only the digest of `after` is kept if that was so.
    package func replacing(before: [UInt8]?, after: [UInt8]?) -> RecordedChange {
        RecordedChange(DocumentChange(file, before: before, after: after), inBulk: digest != nil)
    }

    /// The same change with other texts; a digest stays.
    package func mapping(_ body: ([UInt8]) -> [UInt8]) -> RecordedChange {
        RecordedChange(file: file, before: before.map(body), after: after.map(body), digest: digest)
    }

    private init(file: String, before: [UInt8]?, after: [UInt8]?, digest: SHA256Digest?) {
        (self.file, self.before, self.after, self.digest) = (file, before, after, digest)
    }

    fileprivate init?(_ value: JSONValue, _ layout: StoreLayout) {
        guard case .string(let file)? = value["file"]?.content, layout.permits(file),
            let before = (value["before"]?.content).flatMap(Self.bytes),
            let after = value["after"]?.content
        else { return nil }
        (self.file, self.before) = (file, before)
        if case .string(let text) = after, text.hasPrefix(Self.digestPrefix) {
            guard let digest = SHA256Digest(text: String(text.dropFirst(Self.digestPrefix.count))) else {
                return nil
            }
            (self.after, self.digest) = (nil, digest)
        } else {
            guard let bytes = Self.bytes(after) else { return nil }
            (self.after, digest) = (bytes, nil)
        }
    }

    /// No base64 text begins like this.
    private static let digestPrefix = "sha256:"

    /// The bytes of one side: `.some(nil)` for `null`, nil if it is neither that nor base64.
    private static func bytes(_ content: JSONValue.Content) -> [UInt8]?? {
        switch content {
        case .null: return .some(nil)
        case .string(let text):
            guard let bytes = Base64.decode(text) else { return nil }
            return .some(bytes)
        default: return nil
        }
    }

    fileprivate var json: JSONText {
        let after = digest.map { JSONText.string(Self.digestPrefix + $0.text) } ?? Self.json(after)
        return .object([
            .init("file", .string(file)), .init("before", Self.json(before)), .init("after", after),
        ])
    }

    private static func json(_ bytes: [UInt8]?) -> JSONText {
        bytes.map { .string(Base64.encode($0)) } ?? .null
    }
}

/// The last change that can be undone: the content of `undo.json`.
package struct UndoRecord: Equatable, Sendable {
    /// In the order in which they were made.
    package let changes: [RecordedChange]

    package init(_ changes: [DocumentChange]) { self.changes = changes.map { RecordedChange($0) } }

    package init(recorded changes: [RecordedChange]) { self.changes = changes }

    /// The text of the file. For other programs it names the account, if only one was changed.
    func bytes(in layout: StoreLayout) -> [UInt8] {
        let made = self.changes.filter { $0.after != nil }
        let owners = Set((made.isEmpty ? self.changes : made).compactMap { layout.owner($0.file) })
        let account = owners.count == 1 ? owners.first : nil
        return JSONText.object([
            .init("account", account.map(JSONText.string) ?? .null),
            .init("changes", .array(changes.map(\.json))),
        ]).fileBytes
    }

    /// Reads a record strictly: its documents must be permitted by the layout.
    init(parsing bytes: [UInt8], path: String, layout: StoreLayout) throws(StoreError) {
        let document: JSONDocument
        do { document = try JSONDocument(parsing: bytes) } catch {
            let problem = error.problems[0]
            let position = SourcePosition(of: problem.offset, in: bytes)
            throw .damaged(path: path, position, .syntax(problem.reason))
        }
        func damaged(_ value: JSONValue) -> StoreError {
            .damaged(path: path, document.position(of: value.range.lowerBound), .shape)
        }
        guard let changes = document.root["changes"], case .array(let elements) = changes.content else {
            throw damaged(document.root)
        }
        var files: Set<String> = []
        var read: [RecordedChange] = []
        for element in elements {
            guard let change = RecordedChange(element, layout), files.insert(change.file).inserted
            else { throw damaged(element) }
            read.append(change)
        }
        self.changes = read
    }
}

/// Makes the text of a record piece by piece, as `UndoRecord.bytes` would.
struct UndoRecordText {
    private let layout: StoreLayout
    /// The first change, until it is known whether there is another.
    private var first: RecordedChange?
    private var isBegun = false

    init(_ layout: StoreLayout) { self.layout = layout }

    mutating func add(_ change: RecordedChange) -> [UInt8] {
        guard isBegun else {
            guard let first else {
                first = change
                return []
            }
            isBegun = true
            return Self.beginning(of: nil) + Self.element(first) + Self.next + Self.element(change)
        }
        return Self.next + Self.element(change)
    }

    func end() -> [UInt8] {
        let end = Array("\n  ]\n}\n".utf8)
        guard !isBegun else { return end }
        guard let first else { return UndoRecord([]).bytes(in: layout) }
        return Self.beginning(of: layout.owner(first.file)) + Self.element(first) + end
    }

    private static let next = Array(",".utf8)

    private static func beginning(of account: String?) -> [UInt8] {
        var text = Array("{\n  \"account\": ".utf8)
        (account.map(JSONText.string) ?? .null).write(to: &text, indentation: nil)
        return text + Array(",\n  \"changes\": [".utf8)
    }

    private static func element(_ change: RecordedChange) -> [UInt8] {
        var text = Array("\n    ".utf8)
        change.json.write(to: &text, indentation: 2)
        return text
    }
}

/// Reads a record change by change, so that one of any size fits into memory.
struct UndoRecordReader: ~Copyable {
    /// A longer line is none of the store's: base64 of the largest document, with its key.
    private static let longestLine = DocumentStore.maximumDocumentSize * 2
    private static let firstChange = 4

    private let layout: StoreLayout
    private let path: String
    private var lines: LineReader
    /// The changes of a small record, which may be of any form.
    private var read: ArraySlice<RecordedChange>?
    private var files: Set<String> = []
    private var line = 1
    /// The digest of what has been read; at the end, that of the record.
    var digest: ContentDigest { lines.digest }

    init(_ file: consuming OpenFile, _ layout: StoreLayout, _ files: FileAccess) throws(StoreError) {
        (self.layout, path) = (layout, file.path)
        let limit = DocumentStore.maximumDocumentSize
        if file.status.size <= limit {
            let bytes = try files.contents(of: file, limit: limit)
            read = try UndoRecord(parsing: bytes, path: file.path, layout: layout).changes[...]
            lines = LineReader(files, file, ContentDigest(bytes))
        } else {
            lines = LineReader(files, file)
        }
    }

    mutating func next() throws(StoreError) -> RecordedChange? {
        if read != nil { return read?.popFirst() }
        while line < Self.firstChange {
            let text = try nextLine()
            let isRight =
                switch line - 1 {
                case 1: text == "{"
                case 2: text.hasPrefix("  \"account\": ")
                default: text == "  \"changes\": ["
                }
            guard isRight else { throw damaged() }
        }
        var element: [UInt8] = []
        while true {
            let text = try nextLine()
            if element.isEmpty, text == "  ]" {
                guard try nextLine() == "}", try lines.next(limit: Self.longestLine) == nil else {
                    throw damaged()
                }
                return nil
            }
            let isEnd = text == "    }" || text == "    },"
            element += isEnd ? Array("}".utf8) : Array(text.utf8)
            if isEnd { break }
        }
        guard let document = try? JSONDocument(parsing: element),
            let change = RecordedChange(document.root, layout), files.insert(change.file).inserted
        else { throw damaged() }
        return change
    }

    private mutating func nextLine() throws(StoreError) -> String {
        guard let bytes = try lines.next(limit: Self.longestLine),
            let text = String(validating: bytes, as: UTF8.self)
        else { throw damaged() }
        line += 1
        return text
    }

    private func damaged() -> StoreError {
        .damaged(path: path, SourcePosition(line: max(1, line - 1), column: 1), .shape)
    }
}
