internal import PlainValues
internal import StrictJSON

/// The last change that can be undone: the content of `undo.json`.
package struct UndoRecord: Equatable, Sendable {
    /// In the order in which they were made.
    package let changes: [DocumentChange]

    package init(_ changes: [DocumentChange]) { self.changes = changes }

    /// The text of the file. For other programs it names the account, if only one was changed.
    func bytes(in layout: StoreLayout) -> [UInt8] {
        let made = self.changes.filter { $0.after != nil }
        let owners = Set((made.isEmpty ? self.changes : made).compactMap { layout.owner($0.file) })
        let account = owners.count == 1 ? owners.first.map { JSONText.string($0) } : nil
        let changes = changes.map { change in
            JSONText.object([
                .init("file", .string(change.file)),
                .init("before", change.before.map { .string(Base64.encode($0)) } ?? .null),
                .init("after", change.after.map { .string(Base64.encode($0)) } ?? .null),
            ])
        }
        return JSONText.object([.init("account", account ?? .null), .init("changes", .array(changes))])
            .fileBytes
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
        var read: [DocumentChange] = []
        for element in elements {
            guard let change = DocumentChange(element), layout.permits(change.file),
                files.insert(change.file).inserted
            else { throw damaged(element) }
            read.append(change)
        }
        self.changes = read
    }
}

extension DocumentChange {
    fileprivate init?(_ value: JSONValue) {
        guard case .string(let file)? = value["file"]?.content,
            let before = (value["before"]?.content).flatMap(Self.bytes),
            let after = (value["after"]?.content).flatMap(Self.bytes)
        else { return nil }
        self.init(file, before: before, after: after)
    }

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
}
