/// The place of a string in a text.
package struct JSONToken: Sendable {
    /// The offsets of the string's bytes, including its quotes.
    package let range: Range<Int>
    /// Whether the string contains an escape, so that its bytes differ from its text.
    package let isEscaped: Bool

    /// The offsets of the bytes between the quotes.
    package var content: Range<Int> { range.lowerBound + 1..<range.upperBound - 1 }
}

// Strings (RFC 8259, section 7).
extension JSONScanner {
    /// Scans a string from its opening quote.
    mutating func scanToken() throws(JSONError) -> JSONToken {
        let start = offset
        var isEscaped = false
        offset += 1
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return JSONToken(range: start..<offset, isEscaped: isEscaped)
            case UInt8(ascii: "\\"):
                isEscaped = true
                _ = try scanEscape()
            case 0x20..<0x80: offset += 1
            default: try skipCharacter(byte)
            }
        }
        throw JSONError(.unexpectedEnd, at: offset)
    }

    /// The text of a string that was scanned, unescaped.
    package func text(of token: JSONToken) -> String {
        guard token.isEscaped else { return String(decoding: bytes[token.content], as: UTF8.self) }
        var scanner = self
        var unescaped: [UInt8] = []
        var start = token.content.lowerBound
        scanner.offset = start
        while scanner.offset < token.content.upperBound {
            guard bytes[scanner.offset] == UInt8(ascii: "\\") else {
                scanner.offset += 1
                continue
            }
            unescaped.append(contentsOf: bytes[start..<scanner.offset])
            // Valid: it was checked when the string was scanned.
            guard let scalar = try? scanner.scanEscape() else { break }
            unescaped.append(contentsOf: Array(String(scalar).utf8))
            start = scanner.offset
        }
        unescaped.append(contentsOf: bytes[start..<token.content.upperBound])
        return String(decoding: unescaped, as: UTF8.self)
    }

    private mutating func skipCharacter(_ byte: UInt8) throws(JSONError) {
        guard byte >= 0x20 else { throw JSONError(.controlCharacter, at: offset) }
        guard let length = UTF8.sequenceLength(in: bytes, at: offset) else {
            throw JSONError(.notUTF8, at: offset)
        }
        offset += length
    }

    private mutating func scanEscape() throws(JSONError) -> Unicode.Scalar {
        let start = offset
        offset += 1
        guard let byte = current else { throw JSONError(.unexpectedEnd, at: offset) }
        if byte == UInt8(ascii: "u") { return try scanUnicodeEscape(from: start) }
        guard let scalar = Self.shortEscape(byte) else { throw invalidEscape() }
        offset += 1
        return scalar
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

    private func invalidEscape() -> JSONError {
        guard offset < bytes.count else { return JSONError(.unexpectedEnd, at: offset) }
        let isText = UTF8.sequenceLength(in: bytes, at: offset) != nil
        return JSONError(isText ? .invalidEscape : .notUTF8, at: offset)
    }

    /// Scans a `\u` escape, or two that make one character beyond U+FFFF; `start` is the first one's backslash.
    private mutating func scanUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
        let first = try scanHexUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let isHigh = first < 0xDC00
        let rest = bytes[offset...].prefix(2)
        if isHigh && [[], [UInt8(ascii: "\\")]].contains(rest) {
            throw JSONError(.unexpectedEnd, at: bytes.count)
        }
        guard isHigh, rest.elementsEqual("\\u".utf8) else {
            throw JSONError(.loneSurrogate, at: start)
        }
        offset += 1
        let second = try scanHexUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONError(.loneSurrogate, at: start) }
        return scalar
    }

    /// Scans the `u` of an escape and its four hexadecimal digits.
    private mutating func scanHexUnit() throws(JSONError) -> UInt32 {
        offset += 1
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Self.hexDigit(byte) else { throw invalidEscape() }
            unit = unit << 4 | digit
            offset += 1
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

extension UTF8 {
    /// The number of bytes of the character at `offset`; nil if the bytes there are not UTF-8.
    ///
    /// The ranges are those of the Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above
    /// U+10FFFF.
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
