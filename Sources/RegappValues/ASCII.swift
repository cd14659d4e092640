extension UInt8 {
    /// Whether this is the ASCII code of a digit, `0` to `9`.
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether this is the ASCII code of a letter, `A` to `Z` or `a` to `z`.
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
    /// Reads a number from the ASCII codes of its digits; nil for any other byte, for no bytes at all and for a number
    /// that an `Int` cannot hold.
    // Inlined, so that it is made for the collection at hand: an export asks it a million times.
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

    /// Reads a number of at most 18 digits at these offsets; nil for any other byte.
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

    package static func encode(_ bytes: [UInt8]) -> String {
        var output: [UInt8] = []
        output.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var group: UInt32 = 0
            for index in 0..<3 { group = group << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
            for index in 0..<4 {
                let value = Int(group >> UInt32(18 - 6 * index) & 0x3F)
                output.append(index <= count ? alphabet[value] : UInt8(ascii: "="))
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Decodes what `encode` makes, and nothing else: nil for any other character, length or padding.
    package static func decode(_ text: String) -> [UInt8]? {
        var characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        characters.removeLast(padding)
        var output: [UInt8] = []
        output.reserveCapacity(characters.count / 4 * 3 + 2)
        var group: UInt32 = 0
        for (index, character) in characters.enumerated() {
            guard let value = value(of: character) else { return nil }
            group = group << 6 | value
            if index % 4 == 3 {
                output += [UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8)]
                output.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
        }
        // Bits beyond the last byte must be zero, or two texts would stand for the same bytes.
        switch padding {
        case 0: return output
        case 1: return group & 0x3 == 0 ? output + [UInt8(group >> 10), UInt8(group >> 2 & 0xFF)] : nil
        default: return group & 0xF == 0 ? output + [UInt8(group >> 4)] : nil
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
