/// Eight bytes that are searched at once: a list of 100,000 accounts looks at every byte of their files several times.
///
/// The methods mark bytes by their highest bit. The lowest mark is exact; those above it may be wrong, since a
/// subtraction borrows from the byte above.
@usableFromInline
struct ByteWord {
    @usableFromInline static let size = 8
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highestBits: UInt64 = 0x8080_8080_8080_8080

    @usableFromInline let bytes: UInt64

    /// - Parameter offset: at most the number of bytes less ``size``.
    @inlinable
    init(_ text: RawSpan, at offset: Int) {
        bytes = unsafe UInt64(littleEndian: text.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The same byte eight times.
    @inlinable
    init(repeating byte: UInt8) { bytes = Self.ones &* UInt64(byte) }

    @inlinable
    func marks(of byte: UInt8) -> UInt64 {
        let differences = bytes ^ (Self.ones &* UInt64(byte))
        return (differences &- Self.ones) & ~differences & Self.highestBits
    }

    /// Marks the bytes of a range, exactly; all bytes must be ASCII.
    @inlinable
    func marks(in range: ClosedRange<UInt8>) -> UInt64 {
        (bytes &+ Self.ones &* UInt64(0x80 - range.lowerBound))
            & ~(bytes &+ Self.ones &* UInt64(0x7F - range.upperBound)) & Self.highestBits
    }

    /// Whether all bytes are digits of crypt(5)'s base 64: `.`, `/`, ASCII letters and digits.
    @inlinable var hasOnlyCryptDigits: Bool {
        guard bytes & Self.highestBits == 0 else { return false }
        return marks(in: 0x2E...0x39) | marks(in: 0x41...0x5A) | marks(in: 0x61...0x7A) == Self.highestBits
    }

    /// Marks all but the printable ASCII characters that JSON writes as they are.
    @inlinable var marksOfOthers: UInt64 {
        // From 0x80 on a byte has its own mark, whatever the other terms say of it.
        let (quote, backslash) = (Self(repeating: UInt8(ascii: "\"")), Self(repeating: UInt8(ascii: "\\")))
        let differences =
            (bytes &- Self(repeating: 0x20).bytes) | ((bytes ^ quote.bytes) &- Self.ones)
            | ((bytes ^ backslash.bytes) &- Self.ones)
        return (differences | (bytes &+ Self.ones) | bytes) & Self.highestBits
    }

    @inlinable
    static func lowest(_ marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }
}

extension Span<UInt8> {
    /// Whether all bytes are digits of crypt(5)'s base 64.
    @inlinable package var hasOnlyCryptDigits: Bool {
        var next = 0
        while next <= count - ByteWord.size {
            guard unsafe ByteWord(bytes, at: next).hasOnlyCryptDigits else { return false }
            next += ByteWord.size
        }
        while next < count {
            guard ByteWord(repeating: self[next]).hasOnlyCryptDigits else { return false }
            next += 1
        }
        return true
    }

    /// Whether the bytes begin with those of an ASCII text.
    @inlinable
    package func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where unsafe self[index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// The offset of the first byte, from `start` on, that is no printable ASCII, a quote or a backslash; the number of
    /// bytes if there is none.
    @inlinable
    package func endOfPlainText(from start: Int = 0) -> Int {
        var end = start
        while end <= count - ByteWord.size {
            let marks = unsafe ByteWord(bytes, at: end).marksOfOthers
            guard marks == 0 else { return end + ByteWord.lowest(marks) }
            end += ByteWord.size
        }
        if end < count, end > start {
            // The last word overlaps the one before, which has no mark.
            end = count - ByteWord.size
            let marks = unsafe ByteWord(bytes, at: end).marksOfOthers
            return marks == 0 ? count : end + ByteWord.lowest(marks)
        }
        while end < count, ByteWord(repeating: self[end]).marksOfOthers == 0 { end += 1 }
        return end
    }

    /// The offset of the first such byte from `start` on; nil if there is none.
    @inlinable
    package func offset(of byte: UInt8, from start: Int = 0) -> Int? {
        var next = start
        while next <= count - ByteWord.size {
            let marks = unsafe ByteWord(bytes, at: next).marks(of: byte)
            guard marks == 0 else { return next + ByteWord.lowest(marks) }
            next += ByteWord.size
        }
        while next < count {
            if self[next] == byte { return next }
            next += 1
        }
        return nil
    }
}

extension String {
    /// Whether all its characters are printable ASCII, without quotes and backslashes.
    @inlinable package var isPlainText: Bool { utf8.span.endOfPlainText() == utf8.count }

    /// Text in UTF-8; nil for other bytes. Plain text, nearly all there is, needs no validation, which takes several
    /// times as long.
    package init?(utf8 bytes: ArraySlice<UInt8>) {
        if bytes.span.endOfPlainText() == bytes.count {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init(validating: bytes, as: UTF8.self)
        }
    }
}

/// A set of ASCII characters; whether it has a byte takes a few instructions.
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
