internal import RegappValues

package enum JSONText: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// Written verbatim.
    case number(String)
    case string(String)
    case array([JSONText])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let key: String
        package let value: JSONText

        package init(_ key: String, _ value: JSONText) {
            self.key = key
            self.value = value
        }
    }

    package static func integer(_ value: Int) -> JSONText { .number(String(value)) }

    package var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: nil)
        return output
    }

    /// As in a new file: two spaces per level, one line per member, a newline at the end.
    package var fileBytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output, indentation: 0)
        output.append(UInt8(ascii: "\n"))
        return output
    }

    /// - Parameter indentation: the nesting level; nil for a single line.
    package func write(to output: inout [UInt8], indentation: Int?) {
        switch self {
        case .null: output += "null".utf8
        case .boolean(let value): output += (value ? "true" : "false").utf8
        case .number(let digits): output += digits.utf8
        case .string(let value): Self.write(value, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for index in elements.indices {
                Self.beginItem(index, to: &output, indentation)
                elements[index].write(to: &output, indentation: indentation.map { $0 + 1 })
            }
            Self.endItems(elements.count, to: &output, indentation)
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for index in members.indices {
                Self.beginItem(index, to: &output, indentation)
                Self.write(members[index].key, to: &output)
                output += (indentation == nil ? ":" : ": ").utf8
                members[index].value.write(to: &output, indentation: indentation.map { $0 + 1 })
            }
            Self.endItems(members.count, to: &output, indentation)
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func beginItem(_ index: Int, to output: inout [UInt8], _ indentation: Int?) {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        if let indentation { breakLine(to: &output, indentation + 1) }
    }

    private static func endItems(_ count: Int, to output: inout [UInt8], _ indentation: Int?) {
        if let indentation, count > 0 { breakLine(to: &output, indentation) }
    }

    /// As an element of an array in a new file, on a line of its own.
    package var elementBytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(Self.usualElement)
        Self.breakLine(to: &output, 1)
        write(to: &output, indentation: 1)
        return output
    }

    /// In bytes.
    private static let usualElement = 512

    private static func breakLine(to output: inout [UInt8], _ level: Int) {
        output.append(UInt8(ascii: "\n"))
        for _ in 0..<level * 2 { output.append(UInt8(ascii: " ")) }
    }

    /// In quotes; characters that a terminal or an editor may not display as such are escaped.
    package static func write(_ string: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        // Most strings need no escapes, and an export has a million of them.
        let isWritten = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
            guard unsafe bytes.span.endOfPlainText() == bytes.count else { return false }
            unsafe output.append(contentsOf: bytes)
            return true
        }
        if isWritten != true { writeEscaped(string, to: &output) }
        output.append(UInt8(ascii: "\""))
    }

    private static func writeEscaped(_ string: String, to output: inout [UInt8]) {
        let bytes = string.utf8.span
        var offset = 0
        while offset < bytes.count {
            let byte = bytes[offset]
            // By bytes, as long as they are plain: a record's texts have an escape for each quote.
            if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                output.append(byte)
                offset += 1
                continue
            }
            let scalar = string.unicodeScalars[string.utf8.index(string.startIndex, offsetBy: offset)]
            offset += UTF8.width(scalar)
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

    /// `\u` and the UTF-16 code units in hexadecimal.
    package static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { #"\u"# + UInt32($0).zeroPadded(to: 4, radix: 16) }.joined()
    }
}
