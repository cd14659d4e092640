internal import PlainValues

/// A JSON text together with where each of its values stands.
///
/// The bytes are kept as they are; an edit (`setting`, `removing`, …) changes those of the values concerned and
/// no others. Parsing is strict: RFC 8259 to the letter, UTF-8 without a byte order mark, no duplicate keys.
public struct JSONDocument: Sendable {
    /// The text, exactly as it was read.
    public let bytes: [UInt8]
    /// The value that the text holds.
    public let root: JSONValue

    /// Parses a whole text.
    ///
    /// - Throws: the first break of the syntax, or else all the duplicate keys.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var scanner = JSONScanner(bytes)
        self.root = try scanner.scanDocument()
        self.bytes = bytes
    }

    /// The members of the object that the text holds; none when it holds something else.
    public var members: [JSONMember] {
        guard case .object(let members) = root.content else { return [] }
        return members
    }

    /// The member of the root object with this key, compared by Unicode scalars.
    public func member(_ key: String) -> JSONMember? {
        members.first { $0.key.hasSameScalars(as: key) }
    }

    /// The place of a byte of the text.
    public func position(of offset: Int) -> SourcePosition {
        SourcePosition(of: offset, in: bytes)
    }
}

/// One value of a JSON text.
public struct JSONValue: Sendable {
    /// What a value is.
    public enum Content: Sendable {
        case null
        case boolean(Bool)
        /// A number, kept as written; `JSONValue.range` holds its digits.
        case number
        /// A string, unescaped.
        case string(String)
        case array([JSONValue])
        case object([JSONMember])
    }

    /// The bytes of the value, its quotes or brackets included.
    public let range: Range<Int>
    /// What it is.
    public let content: Content
}

/// One `"key": value` of an object.
public struct JSONMember: Sendable {
    /// The key, unescaped.
    public let key: String
    /// The bytes of the key, its quotes included.
    public let keyRange: Range<Int>
    /// The value.
    public let value: JSONValue
}
