internal import RegappValues

/// Rereads a text that the scanner refused, to find a person's mistakes.
///
/// The scanner knows where the text leaves the grammar; a person wants to know which character to correct. After a
/// mistake, reading continues only if the rest means the same whatever was intended: better too few problems than a
/// false one. Brackets have a stack of their own, so no text can exhaust the thread's. Each lookahead ends with its
/// line and leads to one of the few problems reported, so a hostile text takes no longer than a large one.
///
/// This file has the state, the beginning and the end; `+Structure` what may come where; `+Strings` and `+Quotes` what
/// is in quotes; `+Words` what is not; `+Space` what is in between.
struct Diagnosis {
    enum Due { case value, key, colon, separator, end }

    struct Container {
        let bracket: JSONError.Bracket
        let offset: Int
        /// False if the opening bracket is missing.
        var isOpened = true
        /// The offsets of its keys by their UTF-8, since `String` treats different scalars as equal.
        var keys: [[UInt8]: Int] = [:]
    }

    let bytes: [UInt8]
    private let firstLine: Int
    var offset = 0
    var due = Due.value
    var containers: [Container] = []
    /// Where the last value begins, if it is a string; nil after anything else.
    var lastString: Int?
    /// Whether an unclosed string may contain the comma that is due.
    var isCommaUnknown = false
    /// Whether an unclosed comment may contain the brackets that are due.
    var isEndUnknown = false
    /// Whether a byte that is not UTF-8 was reported: only the first is, since there are usually more.
    var hasForeignByte = false
    private(set) var isOver = false
    private var found: [JSONError.Problem] = []
    private var duplicates: [JSONError.Problem] = []

    /// In the order of the text, at most `JSONError.mostProblems`; at least one if the scanner refuses the text.
    var problems: [JSONError.Problem] {
        let all = (found + duplicates).enumerated().sorted {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }
        return all.prefix(JSONError.mostProblems).map(\.element)
    }

    /// - Parameter firstLine: the number of the text's first line in its file.
    init(of bytes: [UInt8], firstLine: Int) {
        self.bytes = bytes
        self.firstLine = firstLine
        read()
    }

    private mutating func read() {
        guard !bytes.isEmpty else { return report(.empty, at: 0) }
        if let encoding = JSONError.Encoding(of: bytes) { return report(.otherEncoding(encoding), at: 0) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            report(.byteOrderMark, at: 0)
            offset = 3
        } else if bytes.allSatisfy({ isSpace($0) }) {
            return report(.blank, at: 0)
        }
        while !isOver {
            skipSpace()
            guard !isOver else { return }
            guard let byte = current else { return end() }
            switch due {
            case .value where containers.isEmpty: readRoot(byte)
            case .value: readValue(byte)
            case .key: readKey(byte)
            case .colon: readColon(byte)
            case .separator: readSeparator(byte)
            case .end: return readRest(byte)
            }
        }
    }

    private mutating func end() {
        guard let open = containers.last else { return }
        if open.isOpened, !isEndUnknown {
            report(.unexpectedEnd(open: open.bracket, line: line(of: open.offset)), at: bytes.count)
        }
        stop()
    }

    mutating func report(_ reason: JSONError.Reason, at offset: Int) {
        found.append(JSONError.Problem(offset: offset, reason: reason))
        if found.count == JSONError.mostProblems { stop() }
    }

    /// After a stop it is uncertain which keys belong to one object, so no duplicates are reported.
    mutating func stop() {
        isOver = true
        duplicates = []
    }

    mutating func note(_ key: String, at offset: Int) {
        guard let innermost = containers.indices.last else { return }
        guard let first = containers[innermost].keys[Array(key.utf8)] else {
            containers[innermost].keys[Array(key.utf8)] = offset
            return
        }
        guard duplicates.count < JSONError.mostProblems else { return }
        duplicates.append(.init(offset: offset, reason: .duplicateKey(firstLine: line(of: first))))
    }

    func line(of offset: Int) -> Int {
        firstLine - 1 + SourcePosition(of: offset, in: bytes).line
    }

    var current: UInt8? { byte(at: offset) }

    func byte(at offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

    /// Nil at the end, and if the bytes are not UTF-8.
    func scalar(at offset: Int) -> WrittenScalar? {
        guard offset < bytes.count, let length = UTF8.sequenceLength(in: bytes, at: offset) else {
            return nil
        }
        let text = String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        return text.unicodeScalars.first.map { WrittenScalar(scalar: $0, length: length) }
    }

    func lineEnd(from offset: Int) -> Int {
        bytes[offset...].firstIndex(where: isLineEnd) ?? bytes.count
    }

    /// The offset of the next visible character of the line, or of its end.
    func afterBlanks(_ start: Int) -> Int { after(start, \.isBlank) }

    /// The offset of the next visible character, on this line or a later one.
    func afterBreaks(_ start: Int) -> Int { after(start, isSpace) }

    private func after(_ start: Int, _ isPassed: (UInt8) -> Bool) -> Int {
        var offset = start
        while let byte = byte(at: offset), isPassed(byte) || strangeScalar(at: offset) != nil {
            offset += UTF8.sequenceLength(in: bytes, at: offset) ?? 1
        }
        return offset
    }

    func isAtLineEnd(_ offset: Int) -> Bool { byte(at: offset).map(isLineEnd) ?? true }

    /// Includes a lone carriage return, since old texts have no other line ends.
    func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || isLineEnd(byte) }

    func isClosing(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") }

    func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    func isBracket(_ byte: UInt8) -> Bool { isOpening(byte) || isClosing(byte) }
}
