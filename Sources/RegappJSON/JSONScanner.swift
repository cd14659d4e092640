internal import RegappValues

/// Reads JSON (RFC 8259) from bytes and tracks the place of every value.
///
/// Strict: UTF-8 only (section 8.1), no byte order mark. `scanDocument` builds a document's tree and refuses duplicate
/// keys (section 4 leaves their meaning open, and an edit of the wrong one could go unnoticed).
///
/// To look for certain values in a large text, scan it without a tree: one value, then `scanEnd`. Scan a value with
/// `scanScalar` or `skipValue`, or part by part: `enterArray` and a value for each `hasElement`, or `enterObject` and a
/// value for each `nextKey`. `peek` returns the first byte of the next value, `text(of:)` the text of a key.
package struct JSONScanner {
    /// How deep arrays and objects may be nested. Documents of accounts have one level; the limit keeps the recursion
    /// within the stack of any thread.
    static let maximumDepth = 128
    private static let usualMembers = 8
    /// Up to so many keys are compared one by one to find duplicates, which costs less than the first use of a set. More
    /// get a set, so that a hostile file cannot take quadratic time.
    private static let mostCompared = 16

    package let bytes: [UInt8]
    var offset = 0
    private var depth = 0
    /// Whether the elements of arrays are only checked, not kept.
    var omitsElements = false
    /// Whether an array or object has just been entered, so that no comma is due before its next part.
    private var isAtStart = false

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Only space may follow the value.
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

    /// Of an array or object, only the grammar is checked; the result is empty.
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

    /// Whether the array has another value; false passes its closing bracket.
    package mutating func hasElement() throws(JSONSyntaxError) -> Bool { try !leaves(UInt8(ascii: "]")) }

    package mutating func enterObject() throws(JSONSyntaxError) { try enter(UInt8(ascii: "{")) }

    /// The next key of the object, up to its value; nil passes the closing brace. Duplicate keys are not checked.
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

    /// Passes the closing bracket, or the comma between two parts.
    private mutating func leaves(_ bracket: UInt8) throws(JSONSyntaxError) -> Bool {
        skipSpace()
        let isAtStart = isAtStart
        let isAtEnd = consume(bracket)
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

    /// - Throws: where the text leaves the grammar, or where a key is repeated in its object.
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
            while try hasElement() {
                // A string has no parts, so checking it builds nothing.
                if omitsElements, peek() == UInt8(ascii: "\"") {
                    _ = try scanToken()
                    continue
                }
                let element = try scanValue()
                if !omitsElements { elements.append(element) }
            }
            content = .array(elements)
        default: content = try scanLeaf()
        }
        return JSONValue(range: start..<offset, content: content)
    }

    private mutating func scanMembers() throws(JSONSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        members.reserveCapacity(Self.usualMembers)
        /// The keys of an object with many, by their Unicode scalars.
        var many: Set<[UInt8]> = []
        try enterObject()
        while let token = try nextKey() {
            let key = text(of: token)
            let isNew: Bool
            if members.count < Self.mostCompared {
                isNew = !members.indices.contains { members[$0].key.hasSameScalars(as: key) }
            } else {
                if many.isEmpty { many = Set(members.map { Array($0.key.utf8) }) }
                isNew = many.insert(Array(key.utf8)).inserted
            }
            guard isNew else { throw JSONSyntaxError(offset: token.range.lowerBound) }
            let value = try scanValue()
            members.append(JSONMember(key: key, keyRange: token.range, value: value))
        }
        return members
    }
}
