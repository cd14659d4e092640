/// Writes accounts as CSV (RFC 4180), the keys as columns.
struct CSVAccountWriter: AccountWriter {
    private static let columns = AccountRecord.exportedFields

    func start() -> [UInt8] { Self.row(Self.columns.map(\.rawValue)) }

    func bytes(for record: AccountRecord) -> [UInt8] { Self.row(Self.columns.map { record[$0] ?? "" }) }

    /// A record of these cells, quoted where they must be, with its CR LF.
    private static func row(_ cells: [String]) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            write(cell, to: &output)
        }
        return output + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private static func write(_ cell: String, to output: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        guard cell.utf8.contains(where: { $0 == quote || ",\r\n".utf8.contains($0) }) else {
            output += cell.utf8
            return
        }
        output.append(quote)
        for byte in cell.utf8 {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}

/// Reads accounts out of CSV (RFC 4180) whose first record names the keys, in pieces of any size.
///
/// Records end at LF or CR LF; empty lines between them and a byte order mark before the first are left out. An
/// empty cell is an absent field.
struct CSVAccountReader: AccountReader {
    private enum Place { case start, cell, quoted, quoteInQuoted, carriageReturn }

    private(set) var hasStopped = false
    private var columns: [Field]?
    private var place = Place.start
    private var line = 1
    private var recordLine = 1
    private var quoteLine = 1
    private var cell: [UInt8] = []
    private var cells: [[UInt8]] = []
    private var recordBytes = 0
    private var problem: ImportProblem?
    /// How many bytes of a byte order mark have been seen; nil once it is clear what the file starts with.
    private var markBytes: Int? = 0

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        var accounts: [ImportedAccount] = []
        for byte in piece {
            guard !hasStopped else { break }
            if isOfMark(byte) { continue }
            if let account = take(byte) { accounts.append(account) }
        }
        return accounts
    }

    /// Whether a byte belongs to the mark at the start; what only looked like one is taken as text.
    private mutating func isOfMark(_ byte: UInt8) -> Bool {
        guard let seen = markBytes else { return false }
        if byte == Self.mark[seen] {
            markBytes = seen + 1 < Self.mark.count ? seen + 1 : nil
            return true
        }
        markBytes = nil
        // No byte of the mark ends a record, so nothing comes of them yet.
        for other in Self.mark.prefix(seen) { _ = take(other) }
        return false
    }

    mutating func finish() -> [ImportedAccount] {
        guard !hasStopped else { return [] }
        for other in Self.mark.prefix(markBytes ?? 0) { _ = take(other) }
        if place == .quoted { note(.openQuote, line: quoteLine) }
        if place == .carriageReturn { note(.strayReturn) }
        let last = endRecord().map { [$0] } ?? []
        guard columns == nil, !hasStopped else { return last }
        return last + [stop(.noEmailColumn, line: recordLine)]
    }

    // MARK: One byte at a time

    private mutating func take(_ byte: UInt8) -> ImportedAccount? {
        if byte == UInt8(ascii: "\n") {
            line += 1
            if place != .quoted { return endRecord() }
        }
        recordBytes += 1
        guard recordBytes <= ImportedAccount.maximumBytes else {
            let reason = ImportProblem.Reason.tooLong(maximumBytes: ImportedAccount.maximumBytes)
            return stop(ImportProblem(line: recordLine, reason: reason))
        }
        switch place {
        case .quoted: takeQuoted(byte)
        case .carriageReturn:
            note(.strayReturn)
            takeUnquoted(byte)
        case .start, .cell, .quoteInQuoted: takeUnquoted(byte)
        }
        return nil
    }

    private mutating func takeQuoted(_ byte: UInt8) {
        if byte == UInt8(ascii: "\"") { place = .quoteInQuoted } else { cell.append(byte) }
    }

    private mutating func takeUnquoted(_ byte: UInt8) {
        switch (byte, place) {
        case (UInt8(ascii: ","), _):
            endCell()
            place = .start
        case (UInt8(ascii: "\r"), _): place = .carriageReturn
        case (UInt8(ascii: "\""), .start):
            place = .quoted
            quoteLine = line
        case (UInt8(ascii: "\""), .quoteInQuoted):
            place = .quoted
            cell.append(byte)
        case (UInt8(ascii: "\""), _), (_, .quoteInQuoted):
            note(.strayQuote)
            place = .cell
        default:
            place = .cell
            cell.append(byte)
        }
    }

    private mutating func note(_ found: FormatProblem, line: Int? = nil) {
        if problem == nil { problem = ImportProblem(line: line ?? self.line, reason: .format(found)) }
    }

    private mutating func stop(_ found: FormatProblem, line: Int) -> ImportedAccount {
        stop(ImportProblem(line: line, reason: .format(found)))
    }

    private mutating func stop(_ problem: ImportProblem) -> ImportedAccount {
        hasStopped = true
        cells = []
        cell = []
        return ImportedAccount(problem)
    }

    // MARK: Cells and records

    private mutating func endCell() {
        cells.append(cell)
        cell = []
    }

    private mutating func endRecord() -> ImportedAccount? {
        let start = recordLine
        defer {
            cells = []
            (place, recordLine, recordBytes, problem) = (.start, line, 0, nil)
        }
        if recordBytes == 0 || (recordBytes == 1 && place == .carriageReturn && problem == nil) { return nil }
        endCell()
        if let problem { return columns == nil ? stop(problem) : ImportedAccount(problem) }
        guard let columns else { return readHeader(line: start) }
        do throws(ImportProblem.Reason) {
            return ImportedAccount(line: start, try record(of: columns))
        } catch {
            return ImportedAccount(ImportProblem(line: start, reason: error))
        }
    }

    private func record(of columns: [Field]) throws(ImportProblem.Reason) -> AccountRecord {
        guard cells.count == columns.count else {
            throw .format(.cellCount(expected: columns.count, found: cells.count))
        }
        var record = AccountRecord()
        for (field, bytes) in zip(columns, cells) where !bytes.isEmpty {
            guard let value = String(validating: bytes, as: UTF8.self) else { throw .format(.notUTF8) }
            record[field] = value
        }
        return record
    }

    private mutating func readHeader(line: Int) -> ImportedAccount? {
        var columns: [Field] = []
        for bytes in cells {
            let name = String(validating: bytes, as: UTF8.self)
            guard let field = name.flatMap(Field.init) else {
                return stop(.unknownColumn, line: line)
            }
            guard !columns.contains(field) else {
                return stop(.duplicateColumn(field), line: line)
            }
            columns.append(field)
        }
        guard columns.contains(.email) else { return stop(.noEmailColumn, line: line) }
        self.columns = columns
        return nil
    }
}
