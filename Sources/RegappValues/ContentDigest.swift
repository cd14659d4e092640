/// A digest of bytes: FNV-1a of 64 bits, the same in every process and version.
///
/// Equal bytes have equal digests. Different ones hardly ever do by accident, but an attacker can construct some: it
/// detects changes, and protects against no attacker.
package struct ContentDigest: ByteDigest {
    package private(set) var value: UInt64

    package init(value: UInt64) { self.value = value }

    // Not of any sequence: other modules would call that a hundred times slower.
    package init(_ bytes: [UInt8]) {
        value = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// Makes it the digest of its bytes with these after them.
    package mutating func append(_ bytes: [UInt8]) {
        value = bytes.reduce(value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// That of a text's UTF-8.
    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Parses ``text``; nil if it is malformed.
    package init?(text: String) {
        guard let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    /// Hexadecimal, without leading zeros.
    package var text: String { String(value, radix: 16) }

    /// Sixteen hexadecimal digits.
    package var paddedText: String { value.zeroPadded(to: 16, radix: 16) }
}
