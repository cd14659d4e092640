internal import RegappValues

// What may come where: values, keys, colons, commas, brackets.
extension Diagnosis {
    var isInObject: Bool { containers.last?.bracket == .brace }

    var dueAfterValue: Due { containers.isEmpty ? .end : .separator }

    private var dueAfterComma: Due { isInObject ? .key : .value }

    mutating func readRoot(_ byte: UInt8) {
        if isSectionHeader(at: offset) { return giveUp(.linesWithoutBraces) }
        if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { return readValue(byte) }
        if byte == UInt8(ascii: "<") { return giveUp(.markup) }
        if bytes[offset...].starts(with: "```".utf8) { return giveUp(.backtickLines) }
        let isQuoted = byte == UInt8(ascii: "\"") || otherQuote(at: offset) != nil
        if looksLikeMember(at: offset) {
            guard isQuoted else { return giveUp(.linesWithoutBraces) }
            report(.missingBrace, at: offset)
            containers.append(Container(bracket: .brace, offset: offset, isOpened: false))
            due = .key
        } else if isQuoted || isValueWord(at: offset) {
            readValue(byte)
        } else if bytes[offset...].starts(with: "---".utf8) {
            giveUp(.linesWithoutBraces)
        } else if scalar(at: offset) == nil {
            reportForeignByte(at: offset)
            stop()
        } else {
            giveUp(.notJSON)
        }
    }

    /// Whether a line such as `[profile]` is here, with keys and values in the lines below.
    private func isSectionHeader(at start: Int) -> Bool {
        guard byte(at: start) == UInt8(ascii: "["),
            let end = bytes[start..<lineEnd(from: start)].firstIndex(of: UInt8(ascii: "]")),
            !bytes[start..<end].contains(UInt8(ascii: "\"")), isAtLineEnd(afterBlanks(end + 1))
        else { return false }
        let next = afterBreaks(end + 1)
        return byte(at: next) != UInt8(ascii: "\"") && looksLikeMember(at: next)
    }

    mutating func readValue(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "{"): open(.brace)
        case UInt8(ascii: "["): open(.square)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if isInObject, byte == UInt8(ascii: "}") { report(.missingValue, at: offset) }
            close(byte)
        case UInt8(ascii: ","):
            guard isInObject else { return skip(.leadingComma) }
            report(.missingValue, at: offset)
            due = .separator
        case UInt8(ascii: ":") where isInObject: skip(.extraColon)
        case UInt8(ascii: "=") where isInObject: skip(.equalsSign)
        case UInt8(ascii: ":"), UInt8(ascii: "="): giveUp(.extraText)
        case UInt8(ascii: "\""):
            let start = offset
            due = dueAfterValue
            _ = readString(isKey: false)
            lastString = start
            return
        case _ where otherQuote(at: offset) != nil:
            due = dueAfterValue
            readOtherQuoted(isKey: false)
        default:
            due = dueAfterValue
            readWord(isInObject: isInObject)
        }
        lastString = nil
    }

    private mutating func open(_ bracket: JSONError.Bracket) {
        guard containers.count < JSONScanner.maximumDepth else { return giveUp(.tooDeep) }
        containers.append(Container(bracket: bracket, offset: offset))
        offset += 1
        due = bracket == .brace ? .key : .value
    }

    private mutating func close(_ byte: UInt8) {
        guard let open = containers.last else { return giveUp(.notJSON) }
        guard Self.bracket(byte) == open.bracket else { return readWrongBracket(byte, open) }
        containers.removeLast()
        offset += 1
        due = dueAfterValue
        lastString = nil
    }

    private static func bracket(_ byte: UInt8) -> JSONError.Bracket {
        byte == UInt8(ascii: "}") ? .brace : .square
    }

    private mutating func readWrongBracket(_ byte: UInt8, _ open: Container) {
        // A wrong bracket before the end of the text was hardly meant to close the outermost one: it is one too many.
        guard containers.count == 1, afterBreaks(offset + 1) < bytes.count else {
            let opening = open.bracket.rawValue
            let closing = open.bracket.closing
            return giveUp(
                .init(
                    "the wrong closing bracket: the '\(opening)' of line \(line(of: open.offset)) needs a '\(closing)'"
                ))
        }
        skip(.extraBracket(Self.bracket(byte)))
        if due != .separator { stop() }
    }

    mutating func readKey(_ byte: UInt8) {
        let start = offset
        switch byte {
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
        case UInt8(ascii: ","): skip(.leadingComma)
        case UInt8(ascii: ":"), UInt8(ascii: "="):
            report(.missingKey, at: offset)
            due = .colon
        case UInt8(ascii: "{"):
            let line = containers.last.map { self.line(of: $0.offset) } ?? 1
            giveUp(
                .init(
                    "a key in double quotes is expected here, or is the '}' for the '{' of line \(line) missing before this?"
                ))
        case UInt8(ascii: "["): giveUp(.missingKey)
        case UInt8(ascii: "\""):
            due = .colon
            if let key = readString(isKey: true) { note(key, at: start) }
        case _ where otherQuote(at: offset) != nil:
            due = .colon
            readOtherQuoted(isKey: true)
        default:
            due = .colon
            readBareKey()
        }
    }

    mutating func readColon(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ":"):
            offset += 1
            due = .value
        case UInt8(ascii: "="):
            skip(.equalsSign)
            // `==` and `=>` count as one sign: their author meant one.
            if current == UInt8(ascii: "=") || current == UInt8(ascii: ">") { offset += 1 }
            due = .value
        case UInt8(ascii: ",") where looksLikeValueString(at: afterBreaks(offset + 1)):
            skip(.commaForColon)
            due = .value
        case UInt8(ascii: ","), UInt8(ascii: "}"):
            report(.missingValue, at: offset)
            due = .separator
        case UInt8(ascii: "]"): close(byte)
        case UInt8(ascii: ";"):
            skip(.missingColon)
            due = .value
        case _ where isFullWidth(":", at: offset):
            skipFullWidth(":")
            due = .value
        case _ where looksLikeMember(at: offset):
            report(.missingValue, at: offset)
            due = .key
        default:
            report(.missingColon, at: offset)
            due = .value
        }
    }

    mutating func readSeparator(_ byte: UInt8) {
        let isCommaUnknown = isCommaUnknown
        self.isCommaUnknown = false
        switch byte {
        case UInt8(ascii: ","): readComma()
        case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
        case UInt8(ascii: ";"):
            skip(.semicolon)
            due = dueAfterComma
        case _ where isFullWidth(",", at: offset):
            skipFullWidth(",")
            due = dueAfterComma
        case UInt8(ascii: ":") where lastString != nil: readColon(afterString: lastString ?? offset)
        case _ where isInObject ? looksLikeMember(at: offset) : looksLikeElement(at: offset):
            if !isCommaUnknown { report(.missingComma, at: offset) }
            due = dueAfterComma
        case _ where isCommaUnknown: stop()
        default: giveUp(.extraText)
        }
    }

    /// A colon follows a string that was taken for a value: the string is a key.
    private mutating func readColon(afterString start: Int) {
        guard isInObject else { return giveUpArray(withKeyAt: start) }
        // If the key is on the line of the one before it, a brace may be missing instead of a value.
        let previous = bytes[..<start].last { !$0.isBlank }
        guard previous.map(isLineEnd) ?? true else { return giveUp(.missingValue, at: start) }
        report(.missingValue, at: start)
        due = .colon
    }

    /// For an array with keys: if it begins with one, it should be an object.
    private mutating func giveUpArray(withKeyAt start: Int) {
        let bracket = containers.last?.offset ?? start
        guard afterBreaks(bracket + 1) == start else {
            let reason = "a key in the array of line \(line(of: bracket)): is its ']' missing before this?"
            return giveUp(.init(reason), at: start)
        }
        giveUp(.squareForBrace, at: bracket)
    }

    private mutating func readComma() {
        let comma = offset
        offset += 1
        skipSpace()
        while !isOver, current == UInt8(ascii: ",") {
            skip(.doubledComma)
            skipSpace()
        }
        if let byte = current, isClosing(byte) { report(.trailingComma, at: comma) }
        due = dueAfterComma
    }

    func isFullWidth(_ ascii: Unicode.Scalar, at offset: Int) -> Bool {
        bytes[offset...].starts(with: String(Unicode.Scalar(ascii.value + 0xFEE0) ?? ascii).utf8)
    }

    private mutating func skipFullWidth(_ ascii: Unicode.Scalar) {
        report(.fullWidth(ascii: ascii), at: offset)
        offset += 3
    }

    mutating func readRest(_ byte: UInt8) {
        if byte == UInt8(ascii: ","), afterBreaks(offset + 1) == bytes.count {
            return giveUp(.trailingComma)
        }
        if isClosing(byte) { return giveUp(.extraBracket(Self.bracket(byte))) }
        if byte == UInt8(ascii: "{") { return giveUp(.secondObject) }
        let start = byte == UInt8(ascii: ",") ? afterBreaks(offset + 1) : offset
        giveUp(looksLikeMember(at: start) ? .memberAfterEnd : .textAfterEnd)
    }

    mutating func giveUp(_ reason: JSONError.Reason, at place: Int? = nil) {
        report(reason, at: place ?? offset)
        stop()
    }

    private mutating func skip(_ reason: JSONError.Reason) {
        report(reason, at: offset)
        offset += 1
    }

    private func looksLikeElement(at offset: Int) -> Bool {
        guard let byte = byte(at: offset) else { return false }
        return isOpening(byte) || byte == UInt8(ascii: "\"") || otherQuote(at: offset) != nil
            || isValueWord(at: offset)
    }
}
