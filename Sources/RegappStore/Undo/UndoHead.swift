internal import RegappValues
internal import RegappJSON

/// What the beginning of the undo record says. Only undoing and checking read more of it, so a change of many
/// documents costs nothing later.
package struct UndoHead: Equatable, Sendable {
    /// In bytes.
    package static let size = 4 << 10
    /// The longest part of a JSON text, in bytes, that the scanner takes or refuses as a whole: two escapes.
    private static let longestUnit = 12

    /// The email that the record names because only this account was changed.
    package private(set) var account: String?
    /// The document of the first change, if that is in the head.
    package private(set) var firstFile: String?
    /// Tells this record from others, in notes about it: its size and the digest of its head.
    let mark: String
    /// The record, if the head is all of it.
    package let record: UndoRecord?
    /// Where the head names a file that is no document, or has something else for an account.
    private var foreignFile: Int?

    /// - Parameters:
    ///   - bytes: the first `size` bytes of the record.
    ///   - size: the record's size.
    /// - Throws: `damaged` if the store does not write such a beginning.
    init(parsing bytes: [UInt8], size: Int, path: String, layout: StoreLayout) throws(StoreError) {
        mark = "\(size) \(ContentDigest(bytes).text)"
        record = size <= Self.size ? try UndoRecord(parsing: bytes, path: path, layout: layout) : nil
        var scanner = JSONScanner(bytes)
        var wrong: Int?
        do throws(JSONSyntaxError) { try scan(&scanner, layout) } catch {
            if error.offset + Self.longestUnit <= bytes.count { wrong = error.offset }
        }
        guard let offset = foreignFile ?? wrong else { return }
        throw .damaged(path: path, SourcePosition(of: offset, in: bytes), .shape)
    }

    func mayHold(_ file: String, _ layout: StoreLayout) -> Bool {
        if let record { return record.changes.contains { $0.file == file } }
        guard let account, let owner = layout.owner(file) else { return true }
        return owner == account
    }

    /// Throws where the text is not the store's, or ends.
    private mutating func scan(
        _ scanner: inout JSONScanner, _ layout: StoreLayout
    ) throws(JSONSyntaxError) {
        try scanner.enterObject()
        while let key = try scanner.nextKey() {
            switch scanner.text(of: key) {
            case "account":
                switch try scanner.scanScalar() {
                case .string(let email): account = email
                case .null: break
                default: foreignFile = foreignFile ?? key.range.lowerBound
                }
            case "changes":
                try scanner.enterArray()
                while try scanner.hasElement() { try scanChange(&scanner, layout) }
            default: try scanner.skipValue()
            }
        }
    }

    private mutating func scanChange(
        _ scanner: inout JSONScanner, _ layout: StoreLayout
    ) throws(JSONSyntaxError) {
        try scanner.enterObject()
        while let key = try scanner.nextKey() {
            guard scanner.text(of: key) == "file" else {
                try scanner.skipValue()
                continue
            }
            if case .string(let file) = try scanner.scanScalar(), layout.permits(file) {
                if firstFile == nil { firstFile = file }
            } else if foreignFile == nil {
                foreignFile = key.range.lowerBound
            }
        }
    }
}
