extension UInt8 {
    /// Whether this is the ASCII code of a digit, `0` to `9`.
    @inlinable package var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether this is the ASCII code of a letter, `A` to `Z` or `a` to `z`.
    @inlinable package var isLetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

    @inlinable package var isLetterOrDigit: Bool { isLetter || isDigit }

    @inlinable package var lowercasedASCII: UInt8 { isLetter ? self | 0x20 : self }
}

extension Unicode.Scalar {
    /// Whether this is an ASCII digit, `0` to `9`; the digits of other scripts are not.
    package var isDigit: Bool { value >= 0x30 && value <= 0x39 }
}

extension Int {
    /// Reads a number from the ASCII codes of its digits; nil for any other byte, for no bytes at all and for a number
    /// that an `Int` cannot hold.
    // Inlined, so that it is made for the collection at hand: an export asks it a million times.
    @inlinable package init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var number = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            let (product, hasOverflowed) = number.multipliedReportingOverflow(by: 10)
            let (sum, hasSumOverflowed) = product.addingReportingOverflow(Int(digit & 0x0F))
            if hasOverflowed || hasSumOverflowed { return nil }
            number = sum
        }
        self = number
    }
}

extension Int {
    /// Reads a number of at most 18 digits at these offsets; nil for any other byte.
    @inlinable package init?(digits: Span<UInt8>, _ range: Range<Int>) {
        var number = 0
        for index in range {
            guard digits[index].isDigit else { return nil }
            number = number &* 10 &+ Int(digits[index] & 0x0F)
        }
        self = number
    }
}

extension BinaryInteger {
    package func zeroPadded(to width: Int, radix: Int = 10) -> String {
        let digits = String(self, radix: radix)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
