extension UInt8 {
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    @inlinable package var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    @inlinable package var lowercasedASCII: UInt8 { isLetter ? self | 0x20 : self }

    /// `%` and two uppercase hexadecimal digits.
    package var percentEncoded: String { "%" + zeroPadded(to: 2, radix: 16).uppercased() }
}

extension Unicode.Scalar {
    /// Whether this is an ASCII digit, `0` to `9`; the digits of other scripts are not.
    package var isDigit: Bool { value >= 0x30 && value <= 0x39 }
}

extension Int {
    /// Reads ASCII digits; nil for any other byte, for no bytes and for a number that an `Int` cannot hold. Inlined so
    /// that it is specialized for its collection: an export calls it a million times.
    @inlinable package init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            let (product, hasOverflowed) = number.multipliedReportingOverflow(by: 10)
            let (sum, hasSumOverflowed) = product.addingReportingOverflow(Int(digit & 0x0F))
            if hasOverflowed || hasSumOverflowed { return nil }
            number = sum
        }
        self = number
    }

    /// Reads ASCII digits at these offsets, at most 18 to avoid an overflow; nil for any other byte.
    @inlinable package init?(digits: Span<UInt8>, _ range: Range<Int>) {
        var number = 0
        for index in range {
            guard digits[index].isDigit else { return nil }
            number = number &* 10 &+ Int(digits[index] & 0x0F)
        }
        self = number
    }
}

extension BinaryInteger {
    package func zeroPadded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let values = alphabet.enumerated().reduce(into: [Int?](repeating: nil, count: 256)) {
        $0[Int($1.element)] = $1.offset
    }

    package static func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start...].prefix(3)
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0...3 {
                let value = bits >> (18 - 6 * index) & 0x3F
                output.append(index <= group.count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes what `encode` makes, and nothing else: nil for any other character, length or padding.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        var output: [UInt8] = []
        // Bits read that do not make a whole byte yet.
        var (rest, count) = (0, 0)
        for character in characters.dropLast(padding) {
            guard let value = values[Int(character)] else { return nil }
            (rest, count) = (rest << 6 | value, count + 6)
            guard count >= 8 else { continue }
            count -= 8
            output.append(UInt8(rest >> count))
            rest &= 1 << count - 1
        }
        // Leftover bits must be zero, or two texts would decode to the same bytes.
        return rest == 0 ? output : nil
    }
}

extension Span<UInt8> {
    /// The offset, from `start` on, of the first quote, backslash or byte that is not printable ASCII; else the count.
    package func endOfPlainText(from start: Int = 0) -> Int {
        var end = start
        // Eight bytes at once: listing 100,000 accounts scans every byte of their files several times.
        while end <= count - 8,
            unsafe bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self).areBytesOfPlainText
        {
            end += 8
        }
        while end < count, (0x20..<0x7F).contains(self[end]), self[end] != UInt8(ascii: "\""),
            self[end] != UInt8(ascii: "\\")
        {
            end += 1
        }
        return end
    }
}

extension UInt64 {
    fileprivate var areBytesOfPlainText: Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let (quotes, backslashes) = (ones &* 0x22, ones &* 0x5C)
        // Each term marks every byte that it tests for. A borrow can mark others wrongly, but only above such a byte.
        let marks =
            self | (self &+ ones) | (self &- ones &* 0x20) | ((self ^ quotes) &- ones)
            | ((self ^ backslashes) &- ones)
        return marks & (ones &* 0x80) == 0
    }
}

extension String {
    /// Whether all its characters are printable ASCII, without quotes and backslashes.
    package var isPlainText: Bool { utf8.span.endOfPlainText() == utf8.count }

    /// Text in UTF-8; nil for other bytes. Plain text, the usual case, skips the much slower validation.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        if bytes.span.endOfPlainText() == bytes.count {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}

package struct ASCIISet: Sendable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    package init(_ characters: String) {
        var sets: (low: UInt64, high: UInt64) = (0, 0)
        for byte in characters.utf8 {
            if byte < 64 { sets.low |= 1 << UInt64(byte) } else { sets.high |= 1 << UInt64(byte & 63) }
        }
        (low, high) = sets
    }

    package static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    @inlinable
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
    }
}
