/// MD5 (RFC 1321) and SHA-1 (FIPS 180-4) for other programs' hashes (``ForeignHash``). Attackers can make two messages
/// with the same digest, so nothing else may rely on these.
enum WeakDigests {
    static func md5(_ message: [UInt8]) -> [UInt8] {
        digest(message, from: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476], isBigEndian: false) {
            words, state in
            var a = state[0]
            var b = state[1]
            var c = state[2]
            var d = state[3]
            for index in 0..<64 {
                let mixed: UInt32
                let word: Int
                switch index / 16 {
                case 0:
                    mixed = b & c | ~b & d
                    word = index
                case 1:
                    mixed = d & b | ~d & c
                    word = (5 * index + 1) % 16
                case 2:
                    mixed = b ^ c ^ d
                    word = (3 * index + 5) % 16
                default:
                    mixed = c ^ (b | ~d)
                    word = 7 * index % 16
                }
                let sum = a &+ mixed &+ md5Constants[index] &+ words[word]
                (a, d, c, b) = (d, c, b, b &+ sum.rotatedLeft(md5Shifts[index / 16][index % 4]))
            }
            return [a, b, c, d]
        }
    }

    static func sha1(_ message: [UInt8]) -> [UInt8] {
        let start: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        let constants: [UInt32] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6]
        return digest(message, from: start, isBigEndian: true) { block, state in
            var words = block
            for index in 16..<80 {
                let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
                words.append(mixed.rotatedLeft(1))
            }
            var a = state[0]
            var b = state[1]
            var c = state[2]
            var d = state[3]
            var e = state[4]
            for index in 0..<80 {
                let mixed: UInt32 =
                    switch index / 20 {
                    case 0: b & c | ~b & d
                    case 2: b & c | b & d | c & d
                    default: b ^ c ^ d
                    }
                let sum = a.rotatedLeft(5) &+ mixed &+ e &+ constants[index / 20] &+ words[index]
                (e, d, c, b, a) = (d, c, b.rotatedLeft(30), a, sum)
            }
            return [a, b, c, d, e]
        }
    }

    /// - Parameter rounds: what to add to the state for a block of 16 words.
    private static func digest(
        _ message: [UInt8], from start: [UInt32], isBigEndian: Bool,
        _ rounds: (_ block: [UInt32], _ state: [UInt32]) -> [UInt32]
    ) -> [UInt8] {
        var state = start
        let padded = message.dropLast(message.count % 64) + message.lastBlocks(isBigEndian: isBigEndian)
        for start in stride(from: 0, to: padded.count, by: 64) {
            let words = (0..<16).map { padded.bigEndianWord(at: start + 4 * $0) }
            let block = isBigEndian ? words : words.map(\.byteSwapped)
            for (index, value) in rounds(block, state).enumerated() { state[index] &+= value }
        }
        return (isBigEndian ? state : state.map(\.byteSwapped)).flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    private static let md5Shifts: [[UInt32]] = [
        [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
    ]

    private static let md5Constants: [UInt32] = [
        0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
        0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
        0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
        0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
        0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
        0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
        0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
        0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
        0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
        0xeb86_d391,
    ]
}
