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
