// Texts in other encodings than UTF-8.
extension Diagnosis {
    func foreignByte(in range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let length = UTF8.sequenceLength(in: bytes, at: offset) else { return offset }
            offset += length
        }
        return nil
    }

    /// Reports the first byte that is not UTF-8; more of them are the same mistake.
    mutating func reportForeignByte(at offset: Int) {
        guard !hasForeignByte else { return }
        hasForeignByte = true
        report(.notUTF8(isWindows1251: isMostlyForeign && readsAsWindows1251), at: offset)
    }

    /// Whether the whole text is in another encoding: apart from ASCII, it has more stray bytes than UTF-8 characters.
    private var isMostlyForeign: Bool {
        var surplus = 0
        var offset = 0
        while offset < bytes.count {
            let length = UTF8.sequenceLength(in: bytes, at: offset)
            if length == nil { surplus += 1 } else if bytes[offset] >= 0x80 { surplus -= 1 }
            offset += length ?? 1
        }
        return surplus > 0
    }

    /// Whether the text is plausible in Windows-1251: only Cyrillic letters and their punctuation, at least two letters
    /// in a row, and no capital after a small letter, which reveals KOI8-R.
    private var readsAsWindows1251: Bool {
        var wasSmall = false
        var wasLetter = false
        var hasWord = false
        for byte in bytes {
            let isSmall = Windows1251.small.contains(byte)
            let isCapital = Windows1251.capitals.contains(byte)
            let isLetter = isSmall || isCapital
            if byte >= 0x80, !isLetter, !Windows1251.punctuation.contains(byte) { return false }
            if wasSmall, isCapital { return false }
            if wasLetter, isLetter { hasWord = true }
            wasSmall = isSmall
            wasLetter = isLetter
        }
        return hasWord
    }
}

private enum Windows1251 {
    static let capitals = Set<UInt8>(0xC0...0xDF).union([0xA8, 0xAA, 0xAF, 0xA5, 0xB2, 0xA1])
    static let small = Set<UInt8>(0xE0...0xFF).union([0xB8, 0xBA, 0xBF, 0xB4, 0xB3, 0xA2])
    /// Quotes, dashes, the ellipsis, the no-break space and the numero sign.
    static let punctuation: Set<UInt8> = [
        0x82, 0x84, 0x85, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0xA0, 0xAB, 0xBB, 0xB9,
    ]
}

extension JSONError.Encoding {
    /// Recognizes a byte order mark, or the zeros around the first two characters, which are ASCII in JSON.
    package init?(of bytes: [UInt8]) {
        let marks: [(JSONError.Encoding, [UInt8])] = [
            (.utf32, [0xFF, 0xFE, 0, 0]), (.utf32, [0, 0, 0xFE, 0xFF]), (.utf16, [0xFF, 0xFE]),
            (.utf16, [0xFE, 0xFF]),
        ]
        let zeros: [(JSONError.Encoding, [Bool])] = [
            (.utf32LittleEndian, [false, true, true, true, false, true, true, true]),
            (.utf32BigEndian, [true, true, true, false, true, true, true, false]),
            (.utf16LittleEndian, [false, true, false, true]), (.utf16BigEndian, [true, false, true, false]),
        ]
        let isZero = bytes.prefix(8).map { $0 == 0 }
        let found =
            marks.first { bytes.starts(with: $0.1) }?.0 ?? zeros.first { isZero.starts(with: $0.1) }?.0
        guard let found else { return nil }
        self = found
    }
}
