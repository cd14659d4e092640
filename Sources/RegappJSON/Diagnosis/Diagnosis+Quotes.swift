extension Diagnosis {
    typealias OtherQuote = (name: String, isDouble: Bool, length: Int)

    func otherQuote(at offset: Int) -> OtherQuote? {
        guard let (scalar, length) = scalar(at: offset) else { return nil }
        let (name, isDouble): (String, Bool)
        switch scalar {
        case "'": (name, isDouble) = ("a single quote", false)
        case "`": (name, isDouble) = ("a backtick", false)
        case "\u{B4}": (name, isDouble) = ("an acute accent", false)
        case "\u{2018}"..."\u{201B}", "\u{2032}": (name, isDouble) = ("a curly quote", false)
        case "\u{201C}"..."\u{201F}", "\u{2033}": (name, isDouble) = ("a curly quote", true)
        case "\u{2039}", "\u{203A}": (name, isDouble) = ("an angle quote", false)
        case "«", "»": (name, isDouble) = ("an angle quote", true)
        case "\u{FF02}": (name, isDouble) = ("a full-width quote", true)
        case "\u{FF07}": (name, isDouble) = ("a full-width quote", false)
        default: return nil
        }
        return (name, isDouble, length)
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
            let found = isStraight ? (name: "", isDouble: true, length: 1) : otherQuote(at: offset)
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
