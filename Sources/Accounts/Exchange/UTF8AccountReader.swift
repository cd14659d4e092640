internal import StrictJSON

/// Passes a text on to its format's reader without a byte order mark, and not at all if its first bytes show another
/// encoding than UTF-8.
struct UTF8AccountReader: AccountReader {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// How many bytes show an encoding.
    private static let lookahead = 8

    private var reader: any AccountReader
    private var isForeign = false
    /// The first bytes until there are enough; nil from then on.
    private var start: [UInt8]? = []

    init(_ reader: any AccountReader) { self.reader = reader }

    var hasStopped: Bool { isForeign || reader.hasStopped }
    var remarks: ReadingRemarks { reader.remarks }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        guard !isForeign else { return [] }
        guard let start else { return reader.read(piece) }
        self.start = start + piece
        return start.count + piece.count < Self.lookahead ? [] : begin()
    }

    mutating func finish() -> [ImportedAccount] {
        let first = begin()
        return isForeign ? first : first + reader.finish()
    }

    private mutating func begin() -> [ImportedAccount] {
        guard let start else { return [] }
        self.start = nil
        if let encoding = JSONError.Encoding(of: start) {
            isForeign = true
            let problem = FormatProblem.text(.otherEncoding(encoding))
            return [ImportedAccount(ImportProblem(line: 1, reason: .format(problem)))]
        }
        return reader.read(start.starts(with: Self.mark) ? Array(start.dropFirst(Self.mark.count)) : start)
    }
}
