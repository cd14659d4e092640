internal import PlainValues

/// A value on its way to being written as JSON.
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

    /// Writes the value; `indentation` is the level it stands on, or nil for all in one line.
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

    private static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": output += #"\""#.utf8
            case "\\": output += #"\\"#.utf8
            case "\n": output += #"\n"#.utf8
            case "\r": output += #"\r"#.utf8
            case "\t": output += #"\t"#.utf8
            case _ where scalar.isUnprintable: writeEscape(scalar, to: &output)
            default: output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Writes `\uXXXX`; every scalar that needs it is below U+10000.
    private static func writeEscape(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        output += (#"\u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8
    }
}
