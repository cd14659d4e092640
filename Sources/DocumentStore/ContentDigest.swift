/// A number that tells contents apart: FNV-1a of 64 bits, the same in every process and version.
struct ContentDigest: Hashable {
    let value: UInt64

    init(value: UInt64) { self.value = value }

    init(_ bytes: some Sequence<UInt8>) {
        value = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// Hexadecimal.
    var text: String { String(value, radix: 16) }
}
