internal import RegappValues

// What stands between keys and values: spaces, comments, invisible characters.
extension Diagnosis {
    mutating func skipSpace() {
        while !isOver, let byte = current {
            switch byte {
            case _ where isSpace(byte): offset += 1
            case _ where isComment(at: offset): skipComment()
            default:
                guard let scalar = strangeScalar(at: offset) else { return }
                skipStrange(scalar)
            }
        }
    }

    func isComment(at offset: Int) -> Bool {
        guard let byte = byte(at: offset) else { return false }
        let next = self.byte(at: offset + 1)
        return byte == UInt8(ascii: "#")
            || byte == UInt8(ascii: "/") && (next == UInt8(ascii: "/") || next == UInt8(ascii: "*"))
            || byte == UInt8(ascii: "<") && bytes[offset...].starts(with: "<!--".utf8)
    }

    private mutating func skipComment() {
        let start = offset
        report(.comment, at: start)
        if byte(at: start + 1) == UInt8(ascii: "*") && bytes[start] == UInt8(ascii: "/") {
            guard let end = firstIndex(of: "*/", from: start + 2) else {
                isEndUnknown = true
                return offset = bytes.count
            }
            return offset = end + 2
        }
        offset = lineEnd(from: start)
        // A comment after something else on its line may hide a bracket that was meant.
        let isFirstOfLine = bytes[..<start].last { !$0.isBlank }.map(isLineEnd) ?? true
        let brackets = bytes[start..<offset].filter(isBracket)
        if !isFirstOfLine, brackets.count(where: isClosing) * 2 != brackets.count { stop() }
    }

    func firstIndex(of text: StaticString, from start: Int) -> Int? {
        let wanted = Array(text.description.utf8)
        guard start + wanted.count <= bytes.count else { return nil }
        return (start...bytes.count - wanted.count).first { bytes[$0...].starts(with: wanted) }
    }

    /// The character here, if an editor shows it as a space or not at all.
    func strangeScalar(at offset: Int) -> Unicode.Scalar? {
        guard let scalar = scalar(at: offset)?.scalar else { return nil }
        return switch scalar.value {
        case 0x09, 0x0A, 0x0D: nil
        case 0x00...0x1F, 0x7F...0x9F, 0xA0, 0xAD, 0x061C, 0x1680, 0x180E: scalar
        case 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF: scalar
        default: nil
        }
    }

    /// Reports a run of one such character once, spaces within it included.
    private mutating func skipStrange(_ scalar: Unicode.Scalar) {
        report(.strangeCharacter(scalar), at: offset)
        // An escape character begins a terminal's control sequence; the rest of it is no JSON either.
        if scalar == "\u{1B}" { return stop() }
        while let next = self.scalar(at: offset), [scalar, " ", "\t"].contains(next.scalar) {
            offset += next.length
        }
    }
}
