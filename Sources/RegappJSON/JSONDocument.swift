internal import RegappValues

/// A JSON text and the place of each of its values.
///
/// Parsing is strict: RFC 8259 to the letter, UTF-8 without a byte order mark, no duplicate keys. `applying` changes
/// the bytes of the edited members only.
package struct JSONDocument: Sendable {
    package let bytes: [UInt8]
    package let root: JSONValue

    /// - Parameter firstLine: the number of its first line, if it is part of a larger text.
    /// - Throws: every mistake with the place to correct.
    package init(parsing bytes: [UInt8], firstLine: Int = 1) throws(JSONError) {
        var scanner = JSONScanner(bytes)
        do throws(JSONSyntaxError) { self.root = try scanner.scanDocument() } catch {
            throw JSONError(in: bytes, refusedAt: error.offset, firstLine: firstLine)
        }
        self.bytes = bytes
    }

    /// Nil unless the text is an object.
    package init?(object bytes: [UInt8]) {
        guard let document = try? JSONDocument(parsing: bytes), case .object = document.root.content else {
            return nil
        }
        self = document
    }

    /// An object whose lists are checked, but appear empty: to find its keys and the places of their values, many times
    /// faster where lists are long. Nil unless the text is an object.
    package init?(outlining bytes: [UInt8]) {
        var scanner = JSONScanner(bytes)
        scanner.omitsElements = true
        guard let root = try? scanner.scanDocument(), case .object = root.content else { return nil }
        self.root = root
        self.bytes = bytes
    }
}

package struct JSONValue: Sendable {
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        case number(String)
        case string(String)
        case array([JSONValue])
        case object([JSONMember])

        package var isNull: Bool { if case .null = self { true } else { false } }
    }

    /// The offsets of the value's bytes, including its quotes or brackets.
    package let range: Range<Int>
    package let content: Content

    package init(range: Range<Int>, content: Content) {
        self.range = range
        self.content = content
    }

    /// Empty for any value but an object.
    package var members: [JSONMember] {
        guard case .object(let members) = content else { return [] }
        return members
    }

    /// Whether an object in it has a secret: a value under such a key, or, if these were emptied, an empty text.
    package func holdsSecret(isEmpty: Bool = false, under isSecret: (String) -> Bool) -> Bool {
        switch content {
        case .null, .boolean, .number, .string: false
        case .array(let elements): elements.contains { $0.holdsSecret(isEmpty: isEmpty, under: isSecret) }
        case .object(let members):
            members.contains { member in
                isSecret(member.key)
                    ? member.value.isEmptyText == isEmpty && !member.value.isNothing
                    : member.value.holdsSecret(isEmpty: isEmpty, under: isSecret)
            }
        }
    }

    /// With empty texts in place of the secrets of its objects.
    package func emptying(under isSecret: (String) -> Bool) -> JSONText {
        switch content {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let digits): .number(digits)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map { $0.emptying(under: isSecret) })
        case .object(let members):
            .object(
                members.map { member in
                    let isKept = !isSecret(member.key) || member.value.isNothing
                    return JSONText.Member(
                        member.key, isKept ? member.value.emptying(under: isSecret) : .string(""))
                })
        }
    }

    private var isEmptyText: Bool { if case .string(let text) = content { text.isEmpty } else { false } }
    private var isNothing: Bool {
        switch content {
        case .null, .boolean: true
        case .number, .string, .array, .object: false
        }
    }

    /// Compares keys by Unicode scalars.
    package subscript(key: String) -> JSONValue? {
        let members = members
        return members.indices.first { members[$0].key.hasSameScalars(as: key) }.map { members[$0].value }
    }

    /// Members sorted by key; numbers as written.
    var canonical: JSONText {
        switch content {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .number(let digits): .number(digits)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { JSONText.Member($0.key, $0.value.canonical) })
        }
    }

    /// The same for equal values, in one line. Unlike ``JSONText``, it tells é from an e with an accent of its own.
    package var canonicalText: [UInt8] { canonical.bytes }
}

package struct JSONMember: Sendable {
    package let key: String
    /// The offsets of the key's bytes, including its quotes.
    package let keyRange: Range<Int>
    package let value: JSONValue

    package init(key: String, keyRange: Range<Int>, value: JSONValue) {
        self.key = key
        self.keyRange = keyRange
        self.value = value
    }
}
