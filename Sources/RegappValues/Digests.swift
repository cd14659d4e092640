/// SHA-256 (FIPS 180-4): even an attacker cannot construct two messages with the same digest.
package struct SHA256Digest: Hashable, Sendable {
    private let words: [UInt32]

    package init(_ message: [UInt8]) {
        var state = Self.start
        let wholeBlocks = message.count - message.count % 64
        for start in stride(from: 0, to: wholeBlocks, by: 64) {
            Self.combine(message, at: start, into: &state)
        }
        let last = message.lastBlocks(isBigEndian: true)
        for start in stride(from: 0, to: last.count, by: 64) { Self.combine(last, at: start, into: &state) }
        words = state
    }

    /// Parses ``text``; nil if it is malformed.
    package init?(text: String) {
        let digits = text.utf8.span
        guard digits.count == 64 else { return nil }
        var words = [UInt32](repeating: 0, count: 8)
        for index in digits.indices {
            guard let digit = digits[index].hexDigitValue else { return nil }
            words[index / 8] = words[index / 8] << 4 | UInt32(digit)
        }
        self.words = words
    }

    package var bytes: [UInt8] {
        words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
    }

    package var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        for word in words {
            for shift in stride(from: 28, through: 0, by: -4) {
                text.append(Self.digits[Int(word >> UInt32(shift) & 0xF)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func combine(_ bytes: [UInt8], at offset: Int, into state: inout [UInt32]) {
        var schedule = InlineArray<64, UInt32>(repeating: 0)
        for index in 0..<16 {
            schedule[index] = bytes.bigEndianWord(at: offset + 4 * index)
        }
        for index in 16..<64 {
            let old = schedule[index - 15]
            let new = schedule[index - 2]
            let first = old.rotatedRight(7) ^ old.rotatedRight(18) ^ old >> 3
            let second = new.rotatedRight(17) ^ new.rotatedRight(19) ^ new >> 10
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var a = state[0]
        var b = state[1]
        var c = state[2]
        var d = state[3]
        var e = state[4]
        var f = state[5]
        var g = state[6]
        var h = state[7]
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let first =
                h &+ (e.rotatedRight(6) ^ e.rotatedRight(11) ^ e.rotatedRight(25)) &+ choice
                &+ constants[index]
                &+ schedule[index]
            let second =
                (a.rotatedRight(2) ^ a.rotatedRight(13) ^ a.rotatedRight(22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }

    private static let start: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]

    private static let constants: InlineArray<64, UInt32> = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]
}

/// A digest of bytes: FNV-1a of 64 bits, the same in every process and version.
///
/// Equal bytes have equal digests. Different bytes hardly ever do by accident, but an attacker can construct some. So a
/// digest detects changes, but does not protect against attackers.
package struct ContentDigest: Hashable, Sendable {
    private var value: UInt64

    package init(_ bytes: [UInt8]) {
        value = 0xcbf2_9ce4_8422_2325
        append(bytes)
    }

    /// Appends bytes to those that are digested.
    package mutating func append(_ bytes: [UInt8]) {
        value = bytes.reduce(value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Parses ``text``; nil if it is malformed.
    package init?(text: String) {
        guard let value = UInt64(text, radix: 16) else { return nil }
        self.value = value
    }

    /// 16 hexadecimal digits.
    package var text: String { value.zeroPadded(to: 16, radix: 16) }
}

// Shared by the digests of the MD family: messages in blocks of 64 bytes, words of 32 bits.

extension [UInt8] {
    /// The last blocks of a padded message: the bytes after its whole blocks, a one bit, zeros, and its length in bits.
    package func lastBlocks(isBigEndian: Bool) -> [UInt8] {
        var tail = Array(suffix(count % 64)) + [0x80]
        tail += [UInt8](repeating: 0, count: (tail.count <= 56 ? 56 : 120) - tail.count)
        let length = UInt64(count) << 3
        return tail
            + (0..<8).map { UInt8(truncatingIfNeeded: length >> UInt64(8 * (isBigEndian ? 7 - $0 : $0))) }
    }

    /// The four bytes from `start` as a word, the most significant first.
    package func bigEndianWord(at start: Int) -> UInt32 {
        UInt32(self[start]) << 24 | UInt32(self[start + 1]) << 16 | UInt32(self[start + 2]) << 8
            | UInt32(self[start + 3])
    }
}

extension UInt32 {
    package func rotatedLeft(_ count: UInt32) -> UInt32 { self << count | self >> (32 - count) }

    package func rotatedRight(_ count: UInt32) -> UInt32 { self >> count | self << (32 - count) }
}
