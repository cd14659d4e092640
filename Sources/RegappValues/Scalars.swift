@_spi(_Unicode) private import Swift

// MARK: ASCII

extension UInt8 {
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether it is a space or a tab.
    @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

    @inlinable package var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    @inlinable package var lowercasedASCII: UInt8 { isLetter ? self | 0x20 : self }

    /// Nil unless it is a hexadecimal digit, in either case.
    @inlinable package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    /// `%` and two uppercase hexadecimal digits.
    package var percentEncoded: String { "%" + zeroPadded(to: 2, radix: 16).uppercased() }
}

extension Sequence<UInt8> {
    /// Plain bytes, which are ASCII, stay; each other one becomes `%` and two uppercase hexadecimal digits.
    package func percentEncoded(exceptWhere isPlain: (UInt8) -> Bool) -> String {
        reduce(into: "") { text, byte in
            text += isPlain(byte) ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
    }

    /// Nil if an escape is incomplete, or the bytes that the text stands for are not UTF-8.
    ///
    /// - Parameter plusIsSpace: as in forms and queries (URL Standard, 5.1).
    package func percentDecoded(plusIsSpace: Bool = false) -> String? {
        var decoded: [UInt8] = []
        var rest = makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
                    return nil
                }
                decoded.append(high << 4 | low)
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
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
        var rest = 0
        var count = 0
        for character in characters.dropLast(padding) {
            guard let value = values[Int(character)] else { return nil }
            rest = rest << 6 | value
            count += 6
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
    /// Several times as fast as comparing two slices of arrays.
    @inlinable package func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
    }

    /// The offset, from `start` on, of the first quote, backslash or byte that is not printable ASCII; else the count.
    package func endOfPlainText(from start: Int = 0) -> Int {
        var end = start
        // Eight bytes at once: listing 100,000 accounts scans every byte of their files several times.
        while end <= count - 8 {
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: end, as: UInt64.self)
            let plain = UInt64(littleEndian: word).plainBytes
            end += plain
            guard plain == 8 else { return end }
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
    /// How many of its bytes, the lowest first, precede the first one that is no plain text.
    fileprivate var plainBytes: Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = ones &* 0x22
        let backslashes = ones &* 0x5C
        // Each term marks every byte that it tests for. A borrow can mark others wrongly, but only above such a byte.
        let marks =
            self | (self &+ ones) | (self &- ones &* 0x20) | ((self ^ quotes) &- ones)
            | ((self ^ backslashes) &- ones)
        return (marks & (ones &* 0x80)).trailingZeroBitCount / 8
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
        var low: UInt64 = 0
        var high: UInt64 = 0
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
        self.low = low
        self.high = high
    }

    package static let lettersAndDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

    @inlinable
    package func contains(_ byte: UInt8) -> Bool {
        byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte) & 1 == 1
    }
}

// MARK: Unicode

extension String {
    /// Whether both have the same Unicode scalars. `==` on strings treats composed and decomposed é as equal, but JSON
    /// keys and file names tell them apart.
    @inlinable package func hasSameScalars(as other: String) -> Bool {
        // Comparing the lengths is cheap and tells most keys apart.
        guard utf8.count == other.utf8.count else { return false }
        return utf8.span.isEqual(to: other.utf8.span)
    }

    /// Whether its UTF-8 is these bytes.
    @inlinable package func hasBytes(_ bytes: Span<UInt8>) -> Bool { utf8.span.isEqual(to: bytes) }

    /// The same text in Unicode's normalization form C, in which an é is one scalar however it was typed. `_nfc` is the
    /// standard library's own; it has no public equivalent.
    package var composed: String {
        guard hasByte(where: { $0 >= 0x80 }) else { return self }
        var scalars = UnicodeScalarView()
        for scalar in _nfc { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether every byte is printable ASCII, so that each takes one column of a terminal.
    @inlinable package var isPrintableASCII: Bool { !hasByte { $0 &- 0x20 > 0x5E } }

    /// Inlined, so that it is as fast as a loop over an array.
    @inlinable package func hasByte(where isMeant: (UInt8) -> Bool) -> Bool {
        let bytes = utf8.span
        for index in bytes.indices where isMeant(bytes[index]) { return true }
        return false
    }
}

extension Unicode.Scalar {
    /// Whether a terminal or an editor may treat this as something other than a visible character: C0, DEL, C1, the
    /// bidirectional controls and the line separators.
    package var isUnprintable: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }

    /// Default_Ignorable_Code_Point (UAX #44): invisible by itself, including unassigned scalars that will be.
    package var isInvisible: Bool { !isASCII && properties.isDefaultIgnorableCodePoint }

    /// Only affects its neighbours: ZWNJ, ZWJ and variation selectors, as emoji, Persian and Mongolian need them.
    package var isJoinerOrSelector: Bool {
        !isASCII && (value == 0x200C || value == 0x200D || properties.isVariationSelector)
    }

    /// The flag that tags turn into that of a region such as Scotland (UTS #51).
    package static let tagBase: Unicode.Scalar = "\u{1F3F4}"
    package static let endOfTags: Unicode.Scalar = "\u{E007F}"

    /// Whether this is the tag of a lowercase letter or a digit; region names consist of them.
    package var isRegionTag: Bool {
        (0xE0030...0xE0039).contains(value) || (0xE0061...0xE007A).contains(value)
    }

    /// The name of an invisible character, such as `zero-width space`; nil if it is visible or has no name of its own.
    package var invisibleName: String? {
        switch value {
        case 0x00: "NUL"
        case 0x09: "tab"
        case 0x0B: "vertical tab"
        case 0x0C: "form feed"
        case 0x1B: "escape character"
        case 0x85: "next line"
        case 0xA0: "no-break space"
        case 0xAD: "soft hyphen"
        case 0x180E: "Mongolian vowel separator"
        case 0x2002: "en space"
        case 0x2003: "em space"
        case 0x2007: "figure space"
        case 0x2009: "thin space"
        case 0x200A: "hair space"
        case 0x200B: "zero-width space"
        case 0x200C: "zero-width non-joiner"
        case 0x200D: "zero-width joiner"
        case 0x200E: "left-to-right mark"
        case 0x200F: "right-to-left mark"
        case 0x2028: "line separator"
        case 0x2029: "paragraph separator"
        case 0x202A...0x202E, 0x2066...0x2069: "text direction character"
        case 0x202F: "narrow no-break space"
        case 0x2060: "word joiner"
        case 0x3000: "ideographic space"
        case 0xFEFF: "byte order mark"
        case _ where properties.isVariationSelector: "variation selector"
        default: nil
        }
    }

    package var codePoint: String { "U+" + hexadecimalDigits }

    /// At least four digits.
    package var hexadecimalDigits: String { value.zeroPadded(to: 4, radix: 16).uppercased() }
}

extension Character {
    /// Latin letters whose names mention no accent, each as one ASCII letter.
    private static let letters: [Character: Character] = [
        "Æ": "A", "æ": "a", "Œ": "O", "œ": "o", "Þ": "T", "þ": "t", "Ð": "D", "ð": "d", "ß": "s", "ı": "i",
        "Ŋ": "N", "ŋ": "n",
    ]

    /// The ASCII letter of a Latin letter with accents, such as `O` for `Ø`; nil for any other character.
    package var latinBase: Character? {
        if let letter = Self.letters[self] { return letter }
        guard let first = unicodeScalars.first else { return nil }
        if first.isASCII {
            return unicodeScalars.count > 1 && first.properties.isAlphabetic ? Character(first) : nil
        }
        // Some letters, such as Ø, have no decomposition: only their names say what they are made of.
        guard let words = first.properties.name?.split(separator: " "), words.count > 4,
            words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH", words[3].utf8.count == 1
        else { return nil }
        return (words[1] == "CAPITAL" ? String(words[3]) : words[3].lowercased()).first
    }
}
