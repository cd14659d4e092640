internal import RegappValues

package enum JSONText: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(String)
    case string(String)
    case array([JSONText])
    /// In the order in which they are written.
    case object([Member])

    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONText

        package init(_ key: String, _ value: JSONText) {
            self.key = key
            self.value = value
        }
    }

    package var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: nil)
        return output
    }

    /// The value as in a new file: two spaces a level, a line a member, a newline at the end.
    package var fileBytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: 0)
        output.append(UInt8(ascii: "\n"))
        return output
    }

    /// Appends the value; `indentation` is its nesting level, or nil for a single line.
    package func write(to output: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .number(let digits): output += digits.utf8
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            Self.writeItems(elements, in: (UInt8(ascii: "["), UInt8(ascii: "]")), to: &output, indentation) {
                element, output, level in
                element.write(to: &output, indentation: level)
            }
        case .object(let members):
            Self.writeItems(members, in: (UInt8(ascii: "{"), UInt8(ascii: "}")), to: &output, indentation) {
                member, output, level in
                Self.write(member.key, to: &output)
                output.append(UInt8(ascii: ":"))
                if level != nil { output.append(UInt8(ascii: " ")) }
                member.value.write(to: &output, indentation: level)
            }
        }
    }

    private static func writeItems<Item>(
        _ items: [Item], in brackets: (UInt8, UInt8), to output: inout [UInt8], _ indentation: Int?,
        write: (Item, inout [UInt8], Int?) -> Void
    ) {
        output.append(brackets.0)
        for index in items.indices {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if let indentation { breakLine(to: &output, indentation + 1) }
            write(items[index], &output, indentation.map { $0 + 1 })
        }
        if let indentation, !items.isEmpty { breakLine(to: &output, indentation) }
        output.append(brackets.1)
    }

    static func breakLine(to output: inout [UInt8], _ level: Int) {
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<level * 2 { output.append(UInt8(ascii: " ")) }
    }

    /// Appends a string in its quotes. Characters that a terminal or an editor may not display as such are escaped.
    package static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        // Most strings are written as they are, and an export has a million of them.
        let isWritten =
            unsafe string.isPlainText
            && string.utf8.withContiguousStorageIfAvailable { unsafe output.append(contentsOf: $0) } != nil
        if !isWritten { writeEscaped(string, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ string: String, to output: inout [UInt8]) {
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += #"\""#.utf8
            case "\\": output += #"\\"#.utf8
            case "\n": output += #"\n"#.utf8
            case "\r": output += #"\r"#.utf8
            case "\t": output += #"\t"#.utf8
            case _ where scalar.isUnprintable: output += escape(scalar).utf8
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// A scalar as `\u` and its UTF-16 code units in hexadecimal, as it may stand within a string.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { #"\u"# + UInt32($0).zeroPadded(to: 4, radix: 16) }.joined()
    }
}

/// Writes objects as elements of an array in a new file, as ``JSONText`` does. What comes before the value of each
/// known member is made once, for there may be 100,000 objects.
package struct JSONElementWriter: Sendable {
    private static let level = 1

    private let heads: [[UInt8]]

    package init(keys: [String]) {
        heads = keys.map(Self.head)
    }

    private static func head(of key: String) -> [UInt8] {
        var head: [UInt8] = []
        JSONText.breakLine(to: &head, level + 1)
        JSONText.write(key, to: &head)
        return head + ": ".utf8
    }

    /// Appends the line break before an object, and its opening bracket.
    package func begin(_ output: inout [UInt8]) {
        JSONText.breakLine(to: &output, Self.level)
        output.append(UInt8(ascii: "{"))
    }

    /// Appends the next member of the object, by the index of its key.
    package func append(_ index: Int, _ value: JSONText, to output: inout [UInt8]) {
        separate(&output)
        output += heads[index]
        value.write(to: &output, indentation: Self.level + 1)
    }

    package func append(_ members: [JSONText.Member], to output: inout [UInt8]) {
        for member in members {
            separate(&output)
            output += Self.head(of: member.key)
            member.value.write(to: &output, indentation: Self.level + 1)
        }
    }

    private func separate(_ output: inout [UInt8]) {
        // No value ends in an opening bracket.
        if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
    }

    package func end(_ output: inout [UInt8]) {
        if output.last != UInt8(ascii: "{") { JSONText.breakLine(to: &output, Self.level) }
        output.append(UInt8(ascii: "}"))
    }
}
