extension Diagnosis {
    /// A quote that JSON does not know, in place of `"`.
    struct OtherQuote {
        let name: String
        /// Whether it looks like `"` and not like an apostrophe.
        let isDouble: Bool
        /// In bytes.
        let length: Int
    }

    func otherQuote(at offset: Int) -> OtherQuote? {
        guard let quote = scalar(at: offset) else { return nil }
        func named(_ name: String, isDouble: Bool) -> OtherQuote {
            OtherQuote(name: name, isDouble: isDouble, length: quote.length)
        }
        return switch quote.scalar {
        case "'": named("a single quote", isDouble: false)
        case "`": named("a backtick", isDouble: false)
        case "\u{B4}": named("an acute accent", isDouble: false)
        case "\u{2018}"..."\u{201B}", "\u{2032}": named("a curly quote", isDouble: false)
        case "\u{201C}"..."\u{201F}", "\u{2033}": named("a curly quote", isDouble: true)
        case "\u{2039}", "\u{203A}": named("an angle quote", isDouble: false)
        case "«", "»": named("an angle quote", isDouble: true)
        case "\u{FF02}": named("a full-width quote", isDouble: true)
        case "\u{FF07}": named("a full-width quote", isDouble: false)
        default: nil
        }
    }

    mutating func readOtherQuoted(isKey: Bool) {
        guard let quote = otherQuote(at: offset) else { return }
        let start = offset + quote.length
        let isTriple = bytes[offset...].starts(with: "'''".utf8)
        report(.wrongQuote(isTriple ? "three quotes" : quote.name), at: offset)
        if let foreign = foreignByte(in: start..<lineEnd(from: start)) { reportForeignByte(at: foreign) }
        guard let closing = closingQuote(of: quote, from: start, isKey: isKey) else {
            return goOn(at: continuation(after: start..<lineEnd(from: start), isKey: isKey), isKey: isKey)
        }
        offset = closing.upperBound
    }

    /// The quote in the rest of the line that closes a quote other than `"`: a matching one if possible.
    func closingQuote(of quote: OtherQuote, from start: Int, isKey: Bool) -> Range<Int>? {
        var other: Range<Int>?
        var offset = start
        while let byte = byte(at: offset), !isLineEnd(byte) {
            let isStraight = byte == UInt8(ascii: "\"")
            let found = isStraight ? OtherQuote(name: "", isDouble: true, length: 1) : otherQuote(at: offset)
            if let found, isEnd(offset + found.length, isKey: isKey) {
                let range = offset..<offset + found.length
                if found.isDouble == quote.isDouble { return range }
                other = other ?? range
            }
            offset += byte == UInt8(ascii: "\\") ? 2 : found?.length ?? 1
        }
        return other
    }

    /// If another kind of quote closes a string that `"` opens, reports it and continues after it; otherwise false.
    mutating func readOtherClosingQuote(in content: Range<Int>, isKey: Bool) -> Bool {
        for start in content {
            guard let quote = otherQuote(at: start), mayClose(start + quote.length, isKey: isKey) else {
                continue
            }
            report(.wrongQuote(quote.name), at: start)
            offset = start + quote.length
            return true
        }
        return false
    }

    /// Whether a quote that ends at `end` may close a string, judging by what follows.
    func mayClose(_ end: Int, isKey: Bool) -> Bool {
        isKey ? isColon(at: afterBreaks(end)) : isEnd(end, isKey: false)
    }

    /// Reads a string in three double quotes, which may span several lines.
    mutating func readTripleQuoted(isKey: Bool) {
        report(.wrongQuote("three quotes"), at: offset)
        guard let closing = firstIndex(of: "\"\"\"", from: offset + 3), isEnd(closing + 3, isKey: isKey)
        else { return stop() }
        offset = closing + 3
    }
}
