internal import PlainValues

/// A JSON value to write.
public indirect enum JSONText: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int)
    case string(String)
    case array([JSONText])
    /// Members in the order in which they are written.
    case object([Member])

    /// A key and its value.
    public struct Member: Equatable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONText

        /// Pairs a key with its value.
        public init(_ key: String, _ value: JSONText) {
            self.key = key
            self.value = value
        }
    }

    /// The value in one line, as UTF-8.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: nil)
        return output
    }

    /// The value as a new file holds it: two spaces a level, a line a member, a newline at the end.
    public var fileBytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: 0)
        output.append(UInt8(ascii: "\n"))
        return output
    }

    /// Appends the value; `indentation` is its nesting level, or nil to write all of it in one line.
    public func write(to output: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .integer(let value): output += String(value).utf8
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            Self.writeItems(elements, in: ("[", "]"), to: &output, indentation) { element, output, level in
                element.write(to: &output, indentation: level)
            }
        case .object(let members):
            Self.writeItems(members, in: ("{", "}"), to: &output, indentation) { member, output, level in
                Self.write(member.key, to: &output)
                output += (level == nil ? ":" : ": ").utf8
                member.value.write(to: &output, indentation: level)
            }
        }
    }

    private static func writeItems<Item>(
        _ items: [Item], in brackets: (String, String), to output: inout [UInt8], _ indentation: Int?,
        write: (Item, inout [UInt8], Int?) -> Void
    ) {
        output += brackets.0.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            if let indentation { breakLine(to: &output, indentation + 1) }
            write(item, &output, indentation.map { $0 + 1 })
        }
        if let indentation, !items.isEmpty { breakLine(to: &output, indentation) }
        output += brackets.1.utf8
    }

    private static func breakLine(to output: inout [UInt8], _ level: Int) {
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: level * 2))
    }

    /// Appends a string in its quotes. What a terminal or an editor could take for something other than a character to
    /// show is written as an escape.
    package static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        if string.hasByte(where: mayNeedEscape) {
            writeEscaped(string, to: &output)
        } else {
            output += string.utf8
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Whether a byte can belong to an escaped character: an ASCII one, or the first byte of one of the unprintable
    /// characters from U+0080, U+061C and U+200E on.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x1F, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F, 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    private static func writeEscaped(_ string: String, to output: inout [UInt8]) {
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += #"\""#.utf8
            case "\\": output += #"\\"#.utf8
            case "\n": output += #"\n"#.utf8
            case "\r": output += #"\r"#.utf8
            case "\t": output += #"\t"#.utf8
            // Every unprintable scalar is below U+10000.
            case _ where scalar.isUnprintable:
                output += (#"\u"# + scalar.value.zeroPadded(to: 4, radix: 16)).utf8
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }
}
