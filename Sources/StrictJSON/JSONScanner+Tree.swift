// The tree of a document.
extension JSONScanner {
    /// Scans a whole text and says where everything in it stands.
    ///
    /// - Throws: where the grammar stops to fit, or a key stands in its object a second time.
    mutating func scanDocument() throws(JSONSyntaxError) -> JSONValue {
        try scanText { scanner throws(JSONSyntaxError) in try scanner.scanValue() }
    }

    private mutating func scanValue() throws(JSONSyntaxError) -> JSONValue {
        let first = peek()
        let start = offset
        let content: JSONValue.Content
        switch first {
        case UInt8(ascii: "{"): content = .object(try scanMembers())
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try scanArray { scanner throws(JSONSyntaxError) in elements.append(try scanner.scanValue()) }
            content = .array(elements)
        default: content = try scanLeaf()
        }
        return JSONValue(range: start..<offset, content: content)
    }

    private mutating func scanMembers() throws(JSONSyntaxError) -> [JSONMember] {
        var members: [JSONMember] = []
        var keys = KeySet()
        try scanObject { scanner, token throws(JSONSyntaxError) in
            let key = scanner.text(of: token)
            guard keys.insert(key) else { throw JSONSyntaxError(offset: token.range.lowerBound) }
            let value = try scanner.scanValue()
            members.append(JSONMember(key: key, keyRange: token.range, value: value))
        }
        return members
    }
}
