internal import RegappValues

package struct JSONToken: Sendable {
    /// The offsets of the string's bytes, including its quotes.
    package let range: Range<Int>
    package let isEscaped: Bool

    /// The offsets of the bytes between the quotes.
    package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
}

extension JSONScanner {
    mutating func scanToken() throws(JSONSyntaxError) -> JSONToken {
        let start = offset
        var isEscaped = false
        offset += 1
        while true {
            // Skip plain text quickly: most characters stand for themselves.
            offset = bytes.span.endOfPlainText(from: offset)
            guard let byte = current else { throw failure }
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return JSONToken(range: start..<offset, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                _ = try scanEscape()
            default:
                guard byte >= 0x20, let length = UTF8.sequenceLength(in: bytes, at: offset) else {
                    throw failure
                }
                offset += length
            }
        }
    }

    package func text(of token: JSONToken) -> String {
        guard token.isEscaped else { return String(decoding: bytes[token.content], as: UTF8.self) }
        let unescaped = [UInt8](capacity: token.content.count) { unescaped in
            var offset = token.content.lowerBound
            while offset < token.content.upperBound {
                // The escape is valid: it was checked when the string was scanned.
                guard bytes[offset] == UInt8(ascii: "\\"), let escape = escape(at: offset) else {
                    unescaped.append(bytes[offset])
                    offset += 1
                    continue
                }
                offset += escape.length
                if escape.scalar.isASCII {
                    unescaped.append(UInt8(ascii: escape.scalar))
                } else {
                    for byte in String(escape.scalar).utf8 { unescaped.append(byte) }
                }
            }
        }
        return String(decoding: unescaped, as: UTF8.self)
    }

    /// An invalid escape leaves the offset at its backslash.
    mutating func scanEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        guard let escape = escape(at: offset) else { throw failure }
        offset += escape.length
        return escape.scalar
    }

    /// - Parameter start: the offset of the backslash.
    private func escape(at start: Int) -> WrittenScalar? {
        guard start + 1 < bytes.count else { return nil }
        guard bytes[start + 1] == UInt8(ascii: "u") else {
            return Self.shortEscape(bytes[start + 1]).map { WrittenScalar(scalar: $0, length: 2) }
        }
        guard let first = hexUnit(at: start) else { return nil }
        if let scalar = Unicode.Scalar(first) { return WrittenScalar(scalar: scalar, length: 6) }
        // A surrogate pair makes one character beyond U+FFFF.
        guard first < 0xDC00, let second = hexUnit(at: start + 6), (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { return nil }
        return WrittenScalar(scalar: scalar, length: 12)
    }

    private static func shortEscape(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): Unicode.Scalar(byte)
        case UInt8(ascii: "b"): "\u{8}"
        case UInt8(ascii: "f"): "\u{C}"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        default: nil
        }
    }

    /// Nil if no `\uXXXX` starts here.
    func hexUnit(at start: Int) -> UInt32? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"),
            bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt32 = 0
        for index in start + 2..<start + 6 {
            guard let digit = bytes[index].hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}

/// A character and how many bytes of a text stand for it, as UTF-8 or as an escape.
struct WrittenScalar {
    let scalar: Unicode.Scalar
    let length: Int
}

extension UTF8 {
    /// The number of bytes of the character at `offset`; nil if the bytes there are not UTF-8 by the Unicode Standard,
    /// table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.
    static func sequenceLength(in bytes: [UInt8], at offset: Int) -> Int? {
        func has(_ index: Int, _ range: ClosedRange<UInt8>) -> Bool {
            offset + index < bytes.count && range.contains(bytes[offset + index])
        }
        let tail: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[offset] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return has(1, tail) ? 2 : nil
        case 0xE0: return has(1, 0xA0...0xBF) && has(2, tail) ? 3 : nil
        case 0xED: return has(1, 0x80...0x9F) && has(2, tail) ? 3 : nil
        case 0xE1...0xEF: return has(1, tail) && has(2, tail) ? 3 : nil
        case 0xF0: return has(1, 0x90...0xBF) && has(2, tail) && has(3, tail) ? 4 : nil
        case 0xF1...0xF3: return has(1, tail) && has(2, tail) && has(3, tail) ? 4 : nil
        case 0xF4: return has(1, 0x80...0x8F) && has(2, tail) && has(3, tail) ? 4 : nil
        default: return nil
        }
    }
}
