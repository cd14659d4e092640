internal import RegappValues

extension Diagnosis {
    private enum Meaning {
        case value
        /// A value as another language writes it, such as `None`.
        case foreign(JSONError.Reason)
        case text
    }

    /// Reads a value that does not begin with a quote or a bracket.
    mutating func readWord(isInObject: Bool) {
        let start = offset
        offset = wordEnd(from: start, isInObject: isInObject)
        if let foreign = foreignByte(in: start..<offset) {
            reportForeignByte(at: foreign)
            if foreign == start { return stop() }
        }
        switch meaning(of: start..<offset) {
        case .value:
            if isInObject, current == UInt8(ascii: ","), byte(at: offset + 1)?.isDigit == true {
                report(.decimalComma, at: offset)
                offset = bytes[(offset + 1)...].firstIndex { !$0.isDigit } ?? bytes.count
            }
        case .foreign(let reason): report(reason, at: start)
        case .text:
            report(.valueWithoutQuotes, at: start)
            goOnAfterText(isInObject: isInObject)
        }
    }

    func isValueWord(at start: Int) -> Bool {
        guard isWordCharacter(at: start) else { return false }
        if case .text = meaning(of: start..<wordEnd(from: start, isInObject: false)) { return false }
        return true
    }

    /// Where a text without quotes ends: before a separator, quote or comment, or with its line; in an array, also
    /// after a number or word that something else follows.
    private func wordEnd(from start: Int, isInObject: Bool) -> Int {
        var end = start
        var isFirstWord = true
        while isWordCharacter(at: end) {
            guard bytes[end].isBlank else {
                // Skip the `//` of a web address.
                if end > start, bytes[end] == UInt8(ascii: "/"), bytes[end - 1] != UInt8(ascii: ":"),
                    isComment(at: end)
                {
                    break
                }
                end += 1
                continue
            }
            if isComment(at: afterBlanks(end)) { break }
            if isFirstWord, !isInObject, case .value = meaning(of: start..<end) { break }
            isFirstWord = false
            end = afterBlanks(end)
        }
        // The text ends before the spaces at its end.
        var last = start
        var offset = start
        while offset < end {
            let length = UTF8.sequenceLength(in: bytes, at: offset) ?? 1
            if !bytes[offset].isBlank, strangeScalar(at: offset) == nil { last = offset + length }
            offset += length
        }
        return last
    }

    private func isWordCharacter(at offset: Int) -> Bool {
        guard let byte = byte(at: offset) else { return false }
        return !isLineEnd(byte) && !isBracket(byte) && !#",";"#.utf8.contains(byte)
            && !isFullWidth(",", at: offset)
    }

    /// Continues after a text without quotes if its end is certain.
    private mutating func goOnAfterText(isInObject: Bool) {
        let next = afterBlanks(offset)
        switch byte(at: next) {
        case UInt8(ascii: "\""):
            // The text lacks only its opening quote, or its end is unclear.
            guard isEnd(next + 1, isKey: false) else { return stop() }
            offset = next + 1
        case UInt8(ascii: "{"), UInt8(ascii: "["): stop()
        case UInt8(ascii: ",") where isInObject:
            // The comma may be part of the text.
            let member = afterBlanks(next + 1)
            let isSure = isAtLineEnd(member) || isClosing(bytes[member]) || isComment(at: member)
            if !isSure, !looksLikeMember(at: member) { stop() }
        default: break
        }
    }

    private func meaning(of range: Range<Int>) -> Meaning {
        let text = bytes[range]
        var scanner = JSONScanner(Array(text))
        if (try? scanner.skipValue()) != nil, (try? scanner.scanEnd()) != nil { return .value }
        switch String(decoding: text, as: UTF8.self).lowercased() {
        case "true", "false", "null": return .foreign(.wordInCapitals)
        case "none", "nil", "undefined": return .foreign(.foreignNull)
        case "nan", "infinity", "-infinity", "+infinity", "inf", "-inf", "+inf":
            return .foreign(.foreignNumber)
        default: return flaw(ofNumber: text).map(Meaning.foreign) ?? .text
        }
    }

    /// Nil if the text does not look like a number.
    private func flaw(ofNumber text: ArraySlice<UInt8>) -> JSONError.Reason? {
        let unsigned = text.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        guard text.count - unsigned.count < 2, unsigned.first != UInt8(ascii: "_") else { return nil }
        if unsigned.starts(with: "0x".utf8) || unsigned.starts(with: "0X".utf8) {
            return unsigned.dropFirst(2).allSatisfy { "0123456789abcdefABCDEF_".utf8.contains($0) }
                ? .notANumber : nil
        }
        let mantissa = unsigned.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") }
        let points = mantissa.count { $0 == UInt8(ascii: ".") }
        let exponent = unsigned[mantissa.endIndex...]
        guard mantissa.contains(where: \.isDigit), points < 2,
            exponent.isEmpty || "eE".utf8.contains(exponent[exponent.startIndex]),
            exponent.dropFirst().drop(while: { "+-".utf8.contains($0) }).allSatisfy(\.isDigit)
        else { return nil }
        if text.first == UInt8(ascii: "+") { return .plusSign }
        let whole = mantissa.prefix(while: \.isDigit)
        if whole.count > 1, whole.first == UInt8(ascii: "0") { return .leadingZero }
        let isOpen = whole.isEmpty || mantissa.last == UInt8(ascii: ".")
        return points == 1 && isOpen ? .decimalPoint : .notANumber
    }

    /// Reads a key without quotes, or with a closing quote only.
    mutating func readBareKey() {
        guard let end = bareKeyEnd(from: offset) else {
            guard scalar(at: offset) == nil else { return giveUp(.missingKey) }
            reportForeignByte(at: offset)
            return stop()
        }
        report(.keyWithoutQuotes, at: offset)
        offset = end
    }

    /// Where a key without an opening quote ends, before a colon; nil if there is none.
    private func bareKeyEnd(from start: Int) -> Int? {
        func isOfKey(_ byte: UInt8) -> Bool {
            byte >= 0x80 || byte.isLetterOrDigit || "_-$. ".utf8.contains(byte)
        }
        guard let byte = byte(at: start), isOfKey(byte) else { return nil }
        let end = bytes[start...].firstIndex { !isOfKey($0) } ?? bytes.count
        let next = afterBreaks(end)
        if self.byte(at: next) == UInt8(ascii: "\""), isColon(at: afterBreaks(next + 1)) { return next + 1 }
        return isColon(at: next) ? end : nil
    }

    /// Whether a colon is here, or a sign mistaken for one; not the colon of a web address.
    func isColon(at offset: Int) -> Bool {
        switch byte(at: offset) {
        case UInt8(ascii: "="): true
        case UInt8(ascii: ":"): byte(at: offset + 1) != UInt8(ascii: "/")
        default: isFullWidth(":", at: offset)
        }
    }

    /// Whether a key, in any notation, and its colon are here.
    func looksLikeMember(at start: Int) -> Bool {
        guard let byte = byte(at: start) else { return false }
        let end: Int?
        if byte == UInt8(ascii: "\"") {
            let text = stringText(from: start)
            end = text.isClosed ? text.end : nil
        } else if let quote = otherQuote(at: start) {
            end = closingQuote(of: quote, from: start + quote.length, isKey: true)?.upperBound
        } else {
            return !byte.isDigit && bareKeyEnd(from: start) != nil
        }
        return end.map { isColon(at: afterBreaks($0)) } ?? false
    }
}
