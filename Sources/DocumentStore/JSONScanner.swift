/// Reads JSON (RFC 8259) from bytes, keeping where everything stands.
///
/// It takes what the grammar takes and nothing else: UTF-8 only (section 8.1), no byte order mark, no duplicate
/// keys (section 4 leaves their meaning open; two values for one key would let a hand edit go unseen).
struct JSONScanner {
    /// How deep arrays and objects may stand in each other. A document of accounts has one level; the bound keeps
    /// the recursion below within the 512 KiB stack of a queue's thread.
    static let maximumDepth = 128

    let bytes: [UInt8]
    var offset = 0
    private var depth = 0
    private var duplicates: [JSONError.Problem] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Scans one value and makes sure that nothing but space stands around it.
    mutating func scanText() throws(JSONError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONError(.byteOrderMark, at: 0) }
        let value = try scanValue()
        skipSpace()
        if offset < bytes.count { throw unexpected(.endOfText) }
        guard duplicates.isEmpty else {
            // A key is known as a duplicate only after its value, which may hold duplicates itself.
            throw JSONError(duplicates: duplicates.sorted { $0.offset < $1.offset })
        }
        return value
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

    private mutating func scanValue() throws(JSONError) -> JSONValue {
        skipSpace()
        let start = offset
        let content: JSONValue.Content
        switch current {
        case UInt8(ascii: "{"): content = try scanNested(Self.scanObject)
        case UInt8(ascii: "["): content = try scanNested(Self.scanArray)
        case UInt8(ascii: "\""): content = .string(try scanString())
        case UInt8(ascii: "t"): content = try scanWord("true", .boolean(true))
        case UInt8(ascii: "f"): content = try scanWord("false", .boolean(false))
        case UInt8(ascii: "n"): content = try scanWord("null", .null)
        case UInt8(ascii: "-"): content = try scanNumber()
        case _ where isDigit(current): content = try scanNumber()
        default: throw unexpected(.value)
        }
        return JSONValue(range: start..<offset, content: content)
    }

    private mutating func scanWord(
        _ word: StaticString, _ content: JSONValue.Content
    ) throws(JSONError) -> JSONValue.Content {
        for byte in word.description.utf8 where !take(byte) { throw unexpected(.value) }
        return content
    }

    private mutating func scanNested(
        _ scan: (inout JSONScanner) throws(JSONError) -> JSONValue.Content
    ) throws(JSONError) -> JSONValue.Content {
        guard depth < Self.maximumDepth else { throw JSONError(.tooDeep, at: offset) }
        depth += 1
        defer { depth -= 1 }
        offset += 1
        return try scan(&self)
    }

    private static func scanArray(_ scanner: inout JSONScanner) throws(JSONError) -> JSONValue.Content {
        var elements: [JSONValue] = []
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            elements.append(try scanner.scanValue())
            scanner.skipSpace()
            if scanner.take(UInt8(ascii: "]")) { return .array(elements) }
            guard scanner.take(UInt8(ascii: ",")) else { throw scanner.unexpected(.commaOrBracket) }
        }
    }

    private static func scanObject(_ scanner: inout JSONScanner) throws(JSONError) -> JSONValue.Content {
        var members: [JSONMember] = []
        var keys = KeySet()
        scanner.skipSpace()
        if scanner.take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            let member = try scanner.scanMember(isFirst: members.isEmpty)
            if !keys.insert(member.key) {
                let problem = JSONError.Problem(
                    offset: member.keyRange.lowerBound, reason: .duplicateKey(member.key))
                scanner.duplicates.append(problem)
            }
            members.append(member)
            scanner.skipSpace()
            if scanner.take(UInt8(ascii: "}")) { return .object(members) }
            guard scanner.take(UInt8(ascii: ",")) else { throw scanner.unexpected(.commaOrBrace) }
        }
    }

    private mutating func scanMember(isFirst: Bool) throws(JSONError) -> JSONMember {
        skipSpace()
        let start = offset
        guard current == UInt8(ascii: "\"") else { throw unexpected(isFirst ? .keyOrEnd : .key) }
        let key = try scanString()
        let keyRange = start..<offset
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw unexpected(.colon) }
        return JSONMember(key: key, keyRange: keyRange, value: try scanValue())
    }

    // MARK: Numbers (RFC 8259, section 6)

    private mutating func scanNumber() throws(JSONError) -> JSONValue.Content {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try scanDigits() }
        if take(UInt8(ascii: ".")) { try scanDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try scanDigits()
        }
        return .number
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
