/// Reads JSON (RFC 8259) from bytes and tracks the place of every value.
///
/// It accepts what the grammar allows and nothing else: UTF-8 only (section 8.1), no byte order mark. `scanDocument`
/// builds the tree of a document and refuses duplicate keys (section 4 leaves their meaning open; with two values
/// for one key, a hand edit could go unnoticed).
///
/// A caller that reads a large text and knows what to look for scans without a tree: `scanText`, and inside it
/// `scanObject` and `scanArray`, whose closures scan exactly one value each, with these two, `scanScalar` or
/// `skipValue`. `peek` returns the first byte of the next value, `text(of:)` the text of a key.
package struct JSONScanner {
    /// How deep arrays and objects may be nested. A document of accounts has one level; the limit keeps the recursion
    /// within the 512 KiB stack of a queue's thread.
    static let maximumDepth = 128

    /// The text.
    package let bytes: [UInt8]
    var offset = 0
    private var depth = 0

    /// Starts at the beginning of a text.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans a whole text: space, one value, which `body` scans, and space.
    package mutating func scanText<Result>(
        _ body: (inout JSONScanner) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(.byteOrderMark, at: 0) }
        let result = try body(&self)
        skipSpace()
        if offset < bytes.count { throw unexpected(.endOfText) }
        return result
    }

    var current: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    /// The error for a current byte that is not what the grammar asks for.
    private func unexpected(_ expectation: JSONError.Expectation) -> JSONError {
        guard let byte = current else { return JSONError(.unexpectedEnd, at: offset) }
        let isText = byte < 0x80 || UTF8.sequenceLength(in: bytes, at: offset) != nil
        return JSONError(isText ? .expected(expectation) : .notUTF8, at: offset)
    }

    // MARK: Values

    /// A value without parts, or `nested` for one with parts.
    package enum Scalar: Equatable, Sendable {
        case null
        case boolean(Bool)
        /// A number, as written.
        case number(String)
        /// A string, unescaped.
        case string(String)
        /// An array or object, which was skipped.
        case nested
    }

    /// The first byte of the next value; nil at the end of the text.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return current
    }

    /// Scans a value of any kind; an array or object is only checked against the grammar.
    package mutating func scanScalar() throws(JSONError) -> Scalar {
        let first = peek()
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
            try skipValue()
            return .nested
        }
        let start = offset
        switch try scanLeaf() {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number: return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
        case .string(let text): return .string(text)
        case .array, .object: return .nested
        }
    }

    /// Scans a value without parts.
    mutating func scanLeaf() throws(JSONError) -> JSONValue.Content {
        switch peek() {
        case UInt8(ascii: "\""): return .string(text(of: try scanToken()))
        case UInt8(ascii: "t"):
            try scanWord("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try scanWord("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try scanWord("null")
            return .null
        case UInt8(ascii: "-"):
            try scanNumber()
            return .number
        case let byte where isDigit(byte):
            try scanNumber()
            return .number
        default: throw unexpected(.value)
        }
    }

    /// Skips a value, checking only its grammar.
    package mutating func skipValue() throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "{"):
            try scanObject { scanner, _ throws(JSONError) in try scanner.skipValue() }
        case UInt8(ascii: "["): try scanArray { scanner throws(JSONError) in try scanner.skipValue() }
        case UInt8(ascii: "\""): _ = try scanToken()
        default: _ = try scanLeaf()
        }
    }

    /// Scans an array; `element` scans each of its values.
    package mutating func scanArray(
        _ element: (inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "["))
        defer { depth -= 1 }
        if peek() == UInt8(ascii: "]") { return offset += 1 }
        while true {
            try element(&self)
            skipSpace()
            if take(UInt8(ascii: "]")) { return }
            guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBracket) }
        }
    }

    /// Scans an object; `member` gets each key and scans its value. Duplicate keys are not checked.
    package mutating func scanObject(
        _ member: (inout JSONScanner, JSONToken) throws(JSONError) -> Void
    ) throws(JSONError) {
        try open(UInt8(ascii: "{"))
        defer { depth -= 1 }
        if peek() == UInt8(ascii: "}") { return offset += 1 }
        var isFirst = true
        while true {
            guard peek() == UInt8(ascii: "\"") else { throw unexpected(isFirst ? .keyOrEnd : .key) }
            let key = try scanToken()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
            try member(&self, key)
            skipSpace()
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw unexpected(.commaOrBrace) }
            isFirst = false
        }
    }

    /// Enters an array or object.
    private mutating func open(_ bracket: UInt8) throws(JSONError) {
        guard peek() == bracket else { throw unexpected(.value) }
        guard depth < Self.maximumDepth else { throw JSONError(.tooDeep, at: offset) }
        depth += 1
        offset += 1
    }

    private mutating func scanWord(_ word: StaticString) throws(JSONError) {
        for byte in word.description.utf8 where !take(byte) { throw unexpected(.value) }
    }

    // MARK: Numbers (RFC 8259, section 6)

    private mutating func scanNumber() throws(JSONError) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONError) {
        guard isDigit(current) else { throw unexpected(.digit) }
        while isDigit(current) { offset += 1 }
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    // MARK: The tree of a document

    /// Scans a whole text into a tree of its values.
    ///
    /// - Throws: the first syntax error, or else all duplicate keys.
    mutating func scanDocument() throws(JSONError) -> JSONValue {
        var duplicates: [JSONError.Problem] = []
        let root = try scanText { scanner throws(JSONError) in try scanner.scanValue(&duplicates) }
        guard duplicates.isEmpty else {
            // A key is known as a duplicate only after its value, which may hold duplicates itself.
            throw JSONError(duplicates: duplicates.sorted { $0.offset < $1.offset })
        }
        return root
    }

    private mutating func scanValue(_ duplicates: inout [JSONError.Problem]) throws(JSONError) -> JSONValue {
        let first = peek()
        let start = offset
        let content: JSONValue.Content
        switch first {
        case UInt8(ascii: "{"): content = .object(try scanMembers(&duplicates))
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try scanArray { scanner throws(JSONError) in
                elements.append(try scanner.scanValue(&duplicates))
            }
            content = .array(elements)
        default: content = try scanLeaf()
        }
        return JSONValue(range: start..<offset, content: content)
    }

    private mutating func scanMembers(
        _ duplicates: inout [JSONError.Problem]
    ) throws(JSONError) -> [JSONMember] {
        var members: [JSONMember] = []
        var keys = KeySet()
        try scanObject { scanner, token throws(JSONError) in
            let key = scanner.text(of: token)
            if !keys.insert(key) {
                duplicates.append(
                    JSONError.Problem(offset: token.range.lowerBound, reason: .duplicateKey(key)))
            }
            let value = try scanner.scanValue(&duplicates)
            members.append(JSONMember(key: key, keyRange: token.range, value: value))
        }
        return members
    }
}
