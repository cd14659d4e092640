internal import RegappCore
package import RegappJSON
package import RegappTerminal

/// The text of a document with an account's secrets masked. The text may be malformed in any way, so a value is shown
/// only after a known key that is not a secret's: a mistake before a value may hide it, but never show a secret.
package struct MaskedText: Sendable {
    /// A word of a text of JSON, or of what was meant to be JSON.
    private struct Piece {
        /// Its length in scalars.
        let count: Int
        let masked: String
        var isMasked = false
    }

    private let scalars: [Unicode.Scalar]
    private let hidesSecrets: Bool
    /// Where the next word begins.
    private var index = 0
    private var mayBeKey = true
    private var showsValue = false

    package init(_ text: [UInt8], hidesSecrets: Bool) {
        scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
        self.hidesSecrets = hidesSecrets
    }

    /// The line of a position, with a mark below it.
    package func passage(at position: SourcePosition) -> Alert.Passage {
        var pieces = self
        var line = 1
        var column = 1
        var text = ""
        var before = ""
        var wasMasked = false
        while line <= position.line, let piece = pieces.next() {
            if piece.masked == "\n" {
                line += 1
                column = 1
                continue
            }
            // Not even the number of hidden words is shown.
            if line == position.line, !(piece.isMasked && wasMasked) {
                text += piece.masked
                if column + piece.count <= position.column {
                    before += piece.masked
                } else if column < position.column, !piece.isMasked {
                    before.unicodeScalars += piece.masked.unicodeScalars.prefix(position.column - column)
                }
            }
            column += piece.count
            wasMasked = piece.isMasked
        }
        return Alert.Passage(text, line: position.line, mark: before)
    }

    private mutating func next() -> Piece? {
        guard index < scalars.count else { return nil }
        switch scalars[index] {
        case "\n": return consume(1, as: "\n")
        case "\r": return consume(1, as: "")
        case " ", "\t": return consume(1, as: " ")
        case ":": return consume(1, as: ":")
        case "{", "}", "[", "]", ",":
            mayBeKey = ["{", ","].contains(scalars[index])
            showsValue = false
            return consume(1, as: String(scalars[index]))
        default: return word()
        }
    }

    private mutating func consume(_ count: Int, as masked: String, isMasked: Bool = false) -> Piece {
        index += count
        return Piece(count: count, masked: masked, isMasked: isMasked)
    }

    private mutating func word() -> Piece {
        let isQuoted = scalars[index] == "\""
        let end = isQuoted ? endOfString : end { " \t\r\n{}[],:\"".unicodeScalars.contains($0) }
        let text = String(String.UnicodeScalarView(scalars[index..<end]))
        let name = isQuoted ? String(text.dropFirst().dropLast()) : text
        let field = Field(rawValue: name)
        defer { mayBeKey = false }
        let isBeforeColon = scalars[end...].first { $0 != " " && $0 != "\t" } == ":"
        if isBeforeColon, field != nil || isQuoted && mayBeKey {
            showsValue = field.map { !Field.secrets.contains($0) } ?? false
            return consume(end - index, as: text)
        }
        if !hidesSecrets || showsValue {
            showsValue = false
            return consume(end - index, as: text)
        }
        // An unquoted secret may contain almost any character.
        let hiddenEnd = isQuoted ? end : self.end { "\n,}\"".unicodeScalars.contains($0) }
        return consume(hiddenEnd - index, as: .stars, isMasked: true)
    }

    /// The end of a string, or of its line if it is not closed.
    private var endOfString: Int {
        var end = index + 1
        while end < scalars.count, scalars[end] != "\n" {
            if scalars[end] == "\"" { return end + 1 }
            end += scalars[end] == "\\" && end + 1 < scalars.count && scalars[end + 1] != "\n" ? 2 : 1
        }
        return min(end, scalars.count)
    }

    private func end(where isEnd: (Unicode.Scalar) -> Bool) -> Int {
        scalars[(index + 1)...].firstIndex(where: isEnd) ?? scalars.count
    }
}
