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
