/// Reads JSON (RFC 8259) from bytes, keeping where everything stands.
///
/// It takes what the grammar takes and nothing else: UTF-8 only (section 8.1), no byte order mark. `scanDocument`
/// makes a tree of a document and takes no duplicate keys (section 4 leaves their meaning open; two values for one
/// key would let a hand edit go unseen).
///
/// Whoever reads a large text from elsewhere, and knows what to look for, walks through it: `scanText`, in it
/// `scanObject` and `scanArray`, whose bodies scan exactly one value each, with one of these, `scanScalar` or
/// `skipValue`; `peek` tells what comes, `text(of:)` what a key says. Nothing of the text is kept.
package struct JSONScanner {
    /// How deep arrays and objects may stand in each other. A document of accounts has one level; the bound keeps
    /// the recursion below within the 512 KiB stack of a queue's thread.
    static let maximumDepth = 128

    /// The text.
    package let bytes: [UInt8]
    var offset = 0
    private var depth = 0

    /// Starts at the beginning of a text.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans a whole text: one value, which `body` scans, with nothing but space around it.
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

    /// What to report where the grammar asks for something else than the current byte.
    private func unexpected(_ expectation: JSONError.Expectation) -> JSONError {
        guard let byte = current else { return JSONError(.unexpectedEnd, at: offset) }
        let isText = byte < 0x80 || UTF8.sequenceLength(in: bytes, at: offset) != nil
        return JSONError(isText ? .expected(expectation) : .notUTF8, at: offset)
    }

    // MARK: Values

    /// A value without parts, or word that it has some.
    package enum Scalar: Equatable, Sendable {
        case null
        case boolean(Bool)
        /// A number, as written.
        case number(String)
        /// A string, unescaped.
        case string(String)
        /// An array or object, which was passed over.
        case nested
    }

    /// The byte with which the next value begins; nil at the end of the text.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return current
    }

    /// Scans a value of any kind; of an array or object, only the grammar is looked at.
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

    /// Passes over a value, looking at nothing but the grammar.
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

    /// Scans an object; `member` is called with each key and scans its value. Keys may stand twice.
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

    /// Goes a level deeper.
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
}
