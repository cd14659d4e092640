internal import RegappValues

// Strings in double quotes, and what makes them end in the wrong place.
extension Diagnosis {
    /// The text from a double quote to the next one, or to the end of the line.
    struct StringText {
        /// Just past the closing quote, or the end of the line if there is none.
        var end: Int
        var isClosed = false
        var flaws: [JSONError.Problem] = []
    }

    /// - Returns: the string's text, if nothing is wrong with it.
    mutating func readString(isKey: Bool) -> String? {
        let start = offset
        let text = stringText(from: start)
        if text.end == start + 2, byte(at: text.end) == UInt8(ascii: "\"") {
            readTripleQuoted(isKey: isKey)
            return nil
        }
        if text.isClosed, isFollowedWell(text.end, isKey: isKey) || !repair(text, from: start, isKey: isKey) {
            report(text.flaws)
            offset = text.end
            guard text.flaws.isEmpty else { return nil }
            let isEscaped = bytes[start..<text.end].contains(UInt8(ascii: "\\"))
            return JSONScanner(bytes).text(of: JSONToken(range: start..<text.end, isEscaped: isEscaped))
        }
        if !text.isClosed { readUnclosed(text, from: start, isKey: isKey) }
        return nil
    }

    func stringText(from start: Int) -> StringText {
        var text = StringText(end: start + 1)
        func note(_ reason: JSONError.Reason) {
            // One mistake of a kind is enough for one string: a pasted path or table has many.
            if !text.flaws.contains(where: { $0.reason.kind == reason.kind }) {
                text.flaws.append(.init(offset: text.end, reason: reason))
            }
        }
        while let byte = byte(at: text.end), !isLineEnd(byte) {
            switch byte {
            case UInt8(ascii: "\""):
                text.end += 1
                text.isClosed = true
                return text
            case UInt8(ascii: "\\"):
                let escape = escape(at: text.end)
                escape.flaw.map(note)
                text.end = min(text.end + escape.length, bytes.count)
            case 0..<0x20:
                note(.controlCharacter(byte))
                text.end += 1
            default:
                let length = UTF8.sequenceLength(in: bytes, at: text.end)
                if length == nil { note(.notUTF8(isWindows1251: false)) }
                text.end += length ?? 1
            }
        }
        return text
    }

    private struct Escape {
        /// What is wrong with it, if anything.
        let flaw: JSONError.Reason?
        /// How many bytes to skip.
        let length: Int
    }

    private func escape(at start: Int) -> Escape {
        var scanner = JSONScanner(bytes)
        scanner.offset = start
        if (try? scanner.scanEscape()) != nil { return Escape(flaw: nil, length: scanner.offset - start) }
        switch byte(at: start + 1) {
        case nil: return Escape(flaw: nil, length: 1)
        case let byte? where isLineEnd(byte): return Escape(flaw: nil, length: 1)
        case UInt8(ascii: "'"): return Escape(flaw: .escapedApostrophe, length: 2)
        case UInt8(ascii: "u"):
            return scanner.hexUnit(at: start) == nil
                ? Escape(flaw: .shortUnicodeEscape, length: 2) : Escape(flaw: .loneSurrogate, length: 6)
        // The caller checks the byte after the backslash: it may be a control character, or not be UTF-8.
        default: return Escape(flaw: .unknownEscape, length: 1)
        }
    }

    private mutating func report(_ flaws: [JSONError.Problem]) {
        for flaw in flaws {
            if case .notUTF8 = flaw.reason.kind {
                reportForeignByte(at: flaw.offset)
            } else {
                report(flaw.reason, at: flaw.offset)
            }
        }
    }

    /// Whether something that ends here may be a key or value, as a separator or the end of the line follows.
    func isEnd(_ offset: Int, isKey: Bool) -> Bool {
        let next = afterBlanks(offset)
        guard let byte = byte(at: next), !isLineEnd(byte) else { return true }
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return true
        case UInt8(ascii: ":"), UInt8(ascii: "="): return isKey
        case UInt8(ascii: ";"): return !isKey
        default: return isComment(at: next) || isFullWidth(isKey ? ":" : ",", at: next)
        }
    }

    /// Whether the string's second quote may close it, judging by what follows.
    private func isFollowedWell(_ end: Int, isKey: Bool) -> Bool {
        if isKey { return isColon(at: afterBreaks(end)) }
        let next = afterBlanks(end)
        guard !isAtLineEnd(next) else { return true }
        switch bytes[next] {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ";"): return true
        case UInt8(ascii: "\""):
            return next > end || looksLikeMember(at: next) || !isInObject && looksLikeString(at: next)
        case 0x80...: return scalar(at: next).map { !$0.scalar.properties.isAlphabetic } ?? false
        case let byte:
            return isBracket(byte) || isComment(at: next) || next > end && looksLikeMember(at: next)
        }
    }

    /// Reports why the second quote is in the wrong place and continues after it; false if no cause is found.
    private mutating func repair(_ text: StringText, from start: Int, isKey: Bool) -> Bool {
        let content = start + 1..<text.end - 1
        if readOtherClosingQuote(in: content, isKey: isKey) { return true }
        if let separator = swallowedSeparator(in: content, isKey: isKey) {
            reportUnclosed(text, endingAt: separator, from: start)
            offset = separator
            isCommaUnknown = true
            // A bracket in the swallowed text may have been meant as one.
            if bytes[content.lowerBound..<separator].contains(where: isBracket) { stop() }
        } else if afterBlanks(text.end) == text.end,
            let end = endBeyondQuotes(from: text.end, isKey: isKey)
        {
            let isFollowedByQuote = end == text.end + 1
            report(
                content.isEmpty || isFollowedByQuote ? .extraQuote : .quoteInString,
                at: isFollowedByQuote ? text.end : text.end - 1)
            offset = end
        } else {
            return false
        }
        return true
    }

    /// Where a string that lacks its closing quote should have ended: it extends to the next string's opening quote.
    /// Nil if no such place is found.
    private func swallowedSeparator(in content: Range<Int>, isKey: Bool) -> Int? {
        if isKey { return swallowedColon(in: content) }
        let next = content.upperBound
        guard let last = bytes[content].lastIndex(where: { !$0.isBlank }) else { return nil }
        guard looksLikeMember(at: next) || !isInObject && looksLikeString(at: next) else { return nil }
        if bytes[last] == UInt8(ascii: ",") { return last }
        return isInObject ? next : nil
    }

    /// The colon in a string that was read as a key, if a value follows it.
    private func swallowedColon(in content: Range<Int>) -> Int? {
        guard let colon = bytes[content].firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let value = afterBlanks(colon + 1)
        guard let byte = byte(at: value) else { return nil }
        let isValue =
            byte == UInt8(ascii: "\"") || isOpening(byte) || otherQuote(at: value) != nil
            || isValueWord(at: value)
        return isValue ? colon : nil
    }

    func looksLikeValueString(at start: Int) -> Bool {
        start < bytes.count && looksLikeString(at: start) && !looksLikeMember(at: start)
    }

    /// Whether a closed string is here, followed by a separator or the end of the line.
    private func looksLikeString(at start: Int) -> Bool {
        guard bytes[start] == UInt8(ascii: "\"") else { return false }
        let text = stringText(from: start)
        return text.isClosed && isEnd(text.end, isKey: false)
    }

    /// The end of a string that contains quotes: the next quote of the line after which a string may end.
    private func endBeyondQuotes(from start: Int, isKey: Bool) -> Int? {
        var offset = start
        while let byte = byte(at: offset), !isLineEnd(byte) {
            if byte == UInt8(ascii: "\"") {
                if !isKey, looksLikeMember(at: offset) { return nil }
                if mayClose(offset + 1, isKey: isKey) { return offset + 1 }
            }
            if isKey, isBracket(byte) || ",:".utf8.contains(byte) { return nil }
            offset += byte == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    private mutating func readUnclosed(_ text: StringText, from start: Int, isKey: Bool) {
        let content = start + 1..<text.end
        if readOtherClosingQuote(in: content, isKey: isKey) { return }
        if isKey, let colon = swallowedColon(in: content) {
            reportUnclosed(text, endingAt: colon, from: start)
            return offset = colon
        }
        let next = continuation(after: content, isKey: isKey)
        let tail = bytes[content].lastIndex { !$0.isBlank && !isClosing($0) && $0 != UInt8(ascii: ",") }
        reportUnclosed(
            text, endingAt: tail.map { $0 + 1 } ?? start, from: start, goesOn: next?.isLineBreak ?? false)
        goOn(at: next, isKey: isKey)
    }

    private mutating func reportUnclosed(
        _ text: StringText, endingAt end: Int, from start: Int, goesOn: Bool = false
    ) {
        let last = bytes[start..<end].lastIndex { !$0.isBlank } ?? start
        let isEscaped = last > start && bytes[last] == UInt8(ascii: "\"")
        // A path that ends in a backslash: doubling its backslashes closes it too.
        let isPath = isEscaped && text.flaws.contains { $0.reason.kind == .invalidEscape }
        if !isPath {
            let unclosed: JSONError.Reason = goesOn ? .lineBreakInString : .unclosedString
            report(isEscaped ? .escapedLastQuote : unclosed, at: start)
        }
        report(text.flaws.filter { $0.offset < end })
    }

    /// Where to continue after a string that its line does not close.
    struct Continuation {
        let offset: Int
        /// Whether the string extends until there.
        let isLineBreak: Bool
    }

    /// Where to continue after an unclosed string with this content; nil if that is unclear.
    func continuation(after content: Range<Int>, isKey: Bool) -> Continuation? {
        let next = afterBreaks(content.upperBound)
        guard next < bytes.count, !bytes[content].contains(where: isBracket) else { return nil }
        let isLoneQuote = bytes[next] == UInt8(ascii: "\"") && isEnd(next + 1, isKey: isKey)
        if !isLoneQuote, beginsAnew(at: next) { return Continuation(offset: next, isLineBreak: false) }
        guard let quote = bytes[next...].firstIndex(of: UInt8(ascii: "\"")), isEnd(quote + 1, isKey: isKey)
        else { return nil }
        return Continuation(offset: quote + 1, isLineBreak: true)
    }

    /// Whether a line begins with something that cannot continue a string: a member, an element, a bracket or a comma.
    private func beginsAnew(at start: Int) -> Bool {
        if isClosing(bytes[start]) || bytes[start] == UInt8(ascii: ",") { return true }
        if isComment(at: start) { return true }
        guard isInObject else { return looksLikeString(at: start) }
        let isQuoted = bytes[start] == UInt8(ascii: "\"") || otherQuote(at: start) != nil
        return isQuoted && looksLikeMember(at: start)
    }

    mutating func goOn(at next: Continuation?, isKey: Bool) {
        guard let next else { return stop() }
        offset = next.offset
        guard !next.isLineBreak else { return }
        // An unclosed key is taken to include its value.
        isCommaUnknown = true
        due = dueAfterValue
    }
}
