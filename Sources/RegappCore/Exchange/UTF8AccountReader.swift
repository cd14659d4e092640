internal import RegappJSON

/// Passes a text on to a format's reader as UTF-8 without a byte order mark. A mark identifies UTF-8 or UTF-16; other
/// encodings are read only if named, and never where the text is UTF-8.
struct UTF8AccountReader: AccountReader {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// How many bytes it takes to recognize an encoding.
    private static let lookahead = 8

    private var reader: any AccountReader
    private var encoding: TextEncoding?
    private var mixed: MixedEncodings
    private var utf16: UTF16Text?
    private var isForeign = false
    /// The first bytes, while they are too few to recognize an encoding; nil afterwards.
    private var start: [UInt8]? = []

    init(_ reader: any AccountReader, encoding: TextEncoding?) {
        self.reader = reader
        self.encoding = encoding
        mixed = MixedEncodings(encoding)
    }

    var hasStopped: Bool { isForeign || reader.hasStopped }
    var remarks: ReadingRemarks { reader.remarks }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        guard !isForeign else { return [] }
        guard let start else { return named(reader.read(utf8(piece))) }
        self.start = start + piece
        return start.count + piece.count < Self.lookahead ? [] : begin()
    }

    mutating func finish() -> [ImportedAccount] {
        let first = begin()
        guard !isForeign else { return first }
        let rest = utf16?.end() ?? []
        mixed.end()
        if let encoding, mixed.isUTF8 {
            return [ImportedAccount(line: 1, .format(.alreadyUTF8(encoding)))]
        }
        return first + named((rest.isEmpty ? [] : reader.read(rest)) + reader.finish())
            + [mixed.problem].compactMap(\.self)
    }

    /// If the named encoding lacks a byte, the problem names that encoding instead of UTF-8.
    private func named(_ accounts: [ImportedAccount]) -> [ImportedAccount] {
        guard let encoding else { return accounts }
        return accounts.map { account in
            guard case .failure(let problem) = account.result, case .format(.foreignText) = problem.reason
            else { return account }
            return ImportedAccount(line: problem.line, .format(.noCharacter(encoding)))
        }
    }

    private mutating func begin() -> [ImportedAccount] {
        guard let start else { return [] }
        self.start = nil
        let isMarked = start.starts(with: Self.mark)
        utf16 = UTF16Text(mark: start.prefix(2))
        if isMarked || utf16 != nil { encoding = nil }
        guard encoding == nil, let found = JSONError.Encoding(of: start) else {
            return named(reader.read(utf8(isMarked ? Array(start.dropFirst(Self.mark.count)) : start)))
        }
        guard found == .utf16, utf16 != nil else {
            isForeign = true
            let problem = FormatProblem.text(.otherEncoding(found))
            return [ImportedAccount(line: 1, .format(problem))]
        }
        return reader.read(utf8(Array(start.dropFirst(2))))
    }

    private mutating func utf8(_ piece: [UInt8]) -> [UInt8] {
        if utf16 != nil { return utf16?.utf8(piece) ?? [] }
        mixed.read(piece)
        guard let encoding else { return piece }
        var text: [UInt8] = []
        for byte in piece {
            if let scalar = encoding.scalar(of: byte) {
                text += String(scalar).utf8
            } else {
                text += TextEncoding.noUTF8
            }
        }
        return text
    }
}

extension TextEncoding {
    /// Invalid in UTF-8, so the format's reader reports it with its line.
    static let noUTF8: [UInt8] = [0xFF]
}

private struct UTF16Text: Sendable {
    private let isBigEndian: Bool
    /// The last piece's incomplete character.
    private var rest: [UInt8] = []

    /// Nil for anything but a byte order mark.
    init?(mark: some Collection<UInt8>) {
        isBigEndian = mark.first == 0xFE
        guard mark.elementsEqual(isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]) else { return nil }
    }

    mutating func utf8(_ piece: [UInt8]) -> [UInt8] {
        let bytes = rest + piece
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
            return isBigEndian ? unit : unit.byteSwapped
        }
        // The other half of a surrogate pair comes with the next piece.
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest = Array(bytes[(2 * units.count)...])
        var codec = UTF16()
        var iterator = units.makeIterator()
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        while true {
            switch codec.decode(&iterator) {
            case .scalarValue(let scalar): text += String(scalar).utf8
            case .error: text += TextEncoding.noUTF8
            case .emptyInput: return text
            }
        }
    }

    /// Reports an incomplete character at the end of the file.
    mutating func end() -> [UInt8] { rest.isEmpty ? [] : TextEncoding.noUTF8 }
}
