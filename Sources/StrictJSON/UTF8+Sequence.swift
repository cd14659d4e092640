extension UTF8 {
    /// How many bytes the well-formed character at `offset` has; nil where the bytes are no UTF-8.
    ///
    /// The ranges are those of the Unicode Standard, table 3-7: no overlong forms, no surrogates, nothing above
    /// U+10FFFF.
    static func sequenceLength(in bytes: [UInt8], at offset: Int) -> Int? {
        func has(_ index: Int, _ range: ClosedRange<UInt8>) -> Bool {
            offset + index < bytes.count && range.contains(bytes[offset + index])
        }
        let tail: ClosedRange<UInt8> = 0x80...0xBF
        switch bytes[offset] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return has(1, tail) ? 2 : nil
        case 0xE0: return has(1, 0xA0...0xBF) && has(2, tail) ? 3 : nil
        case 0xED: return has(1, 0x80...0x9F) && has(2, tail) ? 3 : nil
        case 0xE1...0xEF: return has(1, tail) && has(2, tail) ? 3 : nil
        case 0xF0: return has(1, 0x90...0xBF) && has(2, tail) && has(3, tail) ? 4 : nil
        case 0xF1...0xF3: return has(1, tail) && has(2, tail) && has(3, tail) ? 4 : nil
        case 0xF4: return has(1, 0x80...0x8F) && has(2, tail) && has(3, tail) ? 4 : nil
        default: return nil
        }
    }
}
