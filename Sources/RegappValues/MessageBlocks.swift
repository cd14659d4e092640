// What the digests of the MD family have in common: messages in blocks of 64 bytes, and words of 32 bits.

extension [UInt8] {
    /// The last blocks of a message for a digest: what follows its whole blocks, a one bit, zeros, and its length in bits.
    package func lastBlocks(isBigEndian: Bool) -> [UInt8] {
        var tail = Array(suffix(count % 64)) + [0x80]
        tail += [UInt8](repeating: 0, count: (tail.count <= 56 ? 56 : 120) - tail.count)
        let length = UInt64(count) << 3
        return tail
            + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(8 * (isBigEndian ? 7 - $0 : $0))) }
    }

    /// The word of four bytes, the most significant first.
    package func bigEndianWord(at start: Int) -> UInt32 {
        UInt32(self[start]) << 24 | UInt32(self[start + 1]) << 16 | UInt32(self[start + 2]) << 8
            | UInt32(self[start + 3])
    }
}

extension UInt32 {
    package func rotatedLeft(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }

    package func rotatedRight(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
