// The tree of a document.
extension JSONScanner {
    /// Scans a whole text and says where everything in it stands.
    ///
    /// - Throws: the first break of the grammar, or else all the duplicate keys.
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
