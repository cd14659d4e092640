internal import RegappValues

/// Reads JSON (RFC 8259) from bytes and tracks the place of every value.
///
/// It accepts what the grammar allows and nothing else: UTF-8 only (section 8.1), no byte order mark. `scanDocument`
/// builds the tree of a document and refuses duplicate keys (section 4 leaves their meaning open; with two values for
/// one key, a hand edit could go unnoticed).
///
/// A caller that looks for certain values in a large text scans without a tree: one value, then `scanEnd`. A value is
/// scanned with `scanScalar` or `skipValue`, or part by part: `enterArray` and a value for each `hasElement`, or
/// `enterObject` and a value for each `nextKey`. `peek` returns the first byte of the next value, `text(of:)` the text
/// of a key.
package struct JSONScanner {
    /// How deep arrays and objects may be nested. A document of accounts has one level; the limit keeps the recursion
    /// within the 512 KiB stack of a queue's thread.
    static let maximumDepth = 128
    private static let usualMembers = 8

    package let bytes: [UInt8]
    var offset = 0
    private var depth = 0
    /// Whether an array or object has just been entered, so that no comma comes before its next part.
    private var isAtStart = false

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans the rest of a text after its value, which is only space.
    package mutating func scanEnd() throws(JSONSyntaxError) {
        skipSpace()
        guard offset == bytes.count else { throw failure }
    }

    var current: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    mutating func consume(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    var failure: JSONSyntaxError { JSONSyntaxError(offset: offset) }

    // MARK: Values

    /// Nil at the end of the text.
    package mutating func peek() -> UInt8? {
        skipSpace()
        return current
    }

    /// Scans a value of any kind; an array or object is only checked against the grammar, and comes out empty.
    package mutating func scanScalar() throws(JSONSyntaxError) -> JSONValue.Content {
        let first = peek()
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try scanLeaf() }
        try skipValue()
        return first == UInt8(ascii: "{") ? .object([]) : .array([])
    }

    mutating func scanLeaf() throws(JSONSyntaxError) -> JSONValue.Content {
        switch peek() {
        case UInt8(ascii: "\""): return .string(text(of: try scanToken()))
        case UInt8(ascii: "t"): return try scanWord("true", .boolean(true))
        case UInt8(ascii: "f"): return try scanWord("false", .boolean(false))
        case UInt8(ascii: "n"): return try scanWord("null", .null)
        case let byte? where byte == UInt8(ascii: "-") || byte.isDigit:
            let start = offset
            try scanNumber()
            return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
        default: throw failure
        }
    }

    package mutating func skipValue() throws(JSONSyntaxError) {
        switch peek() {
        case UInt8(ascii: "{"):
            try enterObject()
            while try nextKey() != nil { try skipValue() }
        case UInt8(ascii: "["):
            try enterArray()
            while try hasElement() { try skipValue() }
        case UInt8(ascii: "\""): _ = try scanToken()
        default: _ = try scanLeaf()
        }
    }

    package mutating func enterArray() throws(JSONSyntaxError) { try enter(UInt8(ascii: "[")) }

    /// Whether another value of the array comes next; at its end, which is passed, false.
    package mutating func hasElement() throws(JSONSyntaxError) -> Bool { try !leaves(UInt8(ascii: "]")) }

    package mutating func enterObject() throws(JSONSyntaxError) { try enter(UInt8(ascii: "{")) }

    /// The next key of the object, before its value; nil at its end, which is passed. Duplicate keys are not checked.
    package mutating func nextKey() throws(JSONSyntaxError) -> JSONToken? {
        if try leaves(UInt8(ascii: "}")) { return nil }
        guard peek() == UInt8(ascii: "\"") else { throw failure }
        let key = try scanToken()
        skipSpace()
        guard consume(UInt8(ascii: ":")) else { throw failure }
        return key
    }

    private mutating func enter(_ bracket: UInt8) throws(JSONSyntaxError) {
        guard peek() == bracket, depth < Self.maximumDepth else { throw failure }
        depth += 1
        offset += 1
        isAtStart = true
    }

    /// Passes the end of an array or object, or the comma between two of its parts.
    private mutating func leaves(_ bracket: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        let (isAtStart, isAtEnd) = (isAtStart, consume(bracket))
        self.isAtStart = false
        if isAtEnd { depth -= 1 }
        guard isAtEnd || isAtStart || consume(UInt8(ascii: ",")) else { throw failure }
        return isAtEnd
    }

    private mutating func scanWord(
        _ word: StaticString, _ value: JSONValue.Content
    ) throws(JSONSyntaxError) -> JSONValue.Content {
        for byte in word.description.utf8 where !consume(byte) { throw failure }
        return value
    }

    // MARK: Numbers (RFC 8259, section 6)

    private mutating func scanNumber() throws(JSONSyntaxError) {
        _ = consume(UInt8(ascii: "-"))
        if !consume(UInt8(ascii: "0")) { try scanDigits() }
        if consume(UInt8(ascii: ".")) { try scanDigits() }
        if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
            if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
            try scanDigits()
        }
    }

    private mutating func scanDigits() throws(JSONSyntaxError) {
        guard current?.isDigit == true else { throw failure }
        while current?.isDigit == true { offset += 1 }
    }

    // MARK: The tree of a document

    /// - Throws: the place where the text leaves the grammar, or where a key occurs a second time in its object.
    mutating func scanDocument() throws(JSONSyntaxError) -> JSONValue {
        let value = try scanValue()
        try scanEnd()
        return value
    }

    private mutating func scanValue() throws(JSONSyntaxError) -> JSONValue {
        let first = peek()
        let start = offset
        let content: JSONValue.Content
        switch first {
        case UInt8(ascii: "{"): content = .object(try scanMembers())
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try enterArray()
            while try hasElement() { elements.append(try scanValue()) }
            content = .array(elements)
        default: content = try scanLeaf()
        }
        return JSONValue(range: start..<offset, content: content)
    }

    private mutating func scanMembers() throws(JSONSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        members.reserveCapacity(Self.usualMembers)
        var keys = KeySet()
        try enterObject()
        while let token = try nextKey() {
            let key = text(of: token)
            guard keys.insert(key, beside: members) else {
                throw JSONSyntaxError(offset: token.range.lowerBound)
            }
            let value = try scanValue()
            members.append(JSONMember(key: key, keyRange: token.range, value: value))
        }
        return members
    }
}
