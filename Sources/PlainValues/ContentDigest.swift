/// A number made of some bytes: FNV-1a of 64 bits, the same in every process and version.
///
/// Equal bytes have equal numbers. Different ones hardly ever have by accident, but an attacker can make some that do:
/// it notices changes, and protects from nobody.
package struct ContentDigest: Hashable, Sendable {
    package let value: UInt64

    /// A number that was computed before.
    package init(value: UInt64) { self.value = value }

    package init(_ bytes: some Sequence<UInt8>) {
        value = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// The number that ``text`` wrote; nil where the text is none.
    package init?(text: String) {
        guard let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    /// Hexadecimal, without leading zeros.
    package var text: String { String(value, radix: 16) }
}
