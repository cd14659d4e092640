internal import RegappJSON

/// Writes accounts as CSV (RFC 4180), the keys as columns.
struct CSVAccountWriter: AccountWriter {
    private static let columns = AccountRecord.exportedFields

    /// Whether all cells are quoted and what a spreadsheet may take for a formula gets an apostrophe, which makes it
    /// text. Such a file no longer holds exactly what the accounts hold.
    var isSafeForSpreadsheets = false

    /// The columns after those of the fields: keys of the owners' own.
    var ownKeys: [String] = []

    func start() -> [UInt8] { line(Self.columns.map(\.rawValue) + ownKeys) }

    func bytes(for record: ExportRecord) -> [UInt8] {
        line(
            Self.columns.map { record.values[$0] ?? "" }
                + ownKeys.map { key in record.own.first { $0.key == key }?.value.cell ?? "" })
    }

    private func line(_ cells: [String]) -> [UInt8] {
        CSVRecord.bytes(
            isSafeForSpreadsheets ? cells.map(Self.withoutFormulas) : cells, quotesAll: isSafeForSpreadsheets)
    }

    /// The characters with which a formula may begin, as OWASP lists them for CSV injection. They include the plus of
    /// phones.
    private static let formulaStarts = Set("=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
    /// What ends a cell in spreadsheets that separate cells by other characters than a comma, quoted or not.
    private static let cellEnds = Set(";\t\r\n".unicodeScalars)

    /// The text with an apostrophe before each formula, at its beginning and wherever a spreadsheet may split it.
    private static func withoutFormulas(_ cell: String) -> String {
        var text = String.UnicodeScalarView()
        // Quotes at the beginning of a cell are not part of its text.
        var quotes = String.UnicodeScalarView()
        var isAtStart = true
        for scalar in cell.unicodeScalars {
            if isAtStart, scalar == "\"" {
                quotes.append(scalar)
                continue
            }
            if isAtStart {
                if formulaStarts.contains(scalar) { text.append("'") }
                text += quotes
                quotes.removeAll()
            }
            text.append(scalar)
            isAtStart = cellEnds.contains(scalar)
        }
        return String(text + quotes)
    }
}

/// A record of CSV (RFC 4180).
package enum CSVRecord {
    /// A record of these cells, quoted if necessary or always, with its CR LF.
    package static func bytes(_ cells: [String], quotesAll: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            write(cell, isQuoted: quotesAll, to: &output)
        }
        return output + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    private static func write(_ cell: String, isQuoted: Bool, to output: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let isBare = !cell.utf8.contains { $0 == quote || ",\r\n".utf8.contains($0) }
        // Readers strip outer spaces that are not quoted.
        guard isQuoted || !isBare || OuterSpaces(of: Array(cell.utf8)).areThere else {
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

extension ExchangeFormat {
    package static func csvWriter(isSafeForSpreadsheets: Bool, ownKeys: [String] = []) -> any AccountWriter {
        CSVAccountWriter(isSafeForSpreadsheets: isSafeForSpreadsheets, ownKeys: ownKeys)
    }
}

/// Strips the spaces around a cell's content, including the no-break space of spreadsheets.
private struct OuterSpaces {
    let rest: ArraySlice<UInt8>
    let areThere: Bool

    init(of cell: [UInt8]) {
        var rest = cell[...]
        while let length = Self.length(rest.first, rest.dropFirst().first) { rest = rest.dropFirst(length) }
        while let length = Self.length(rest.last, rest.dropLast().last, isReversed: true) {
            rest = rest.dropLast(length)
        }
        self.rest = rest
        areThere = rest.count < cell.count
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// The length in bytes of a space at an end of a text with these outermost bytes; nil if there is none.
    private static func length(_ outer: UInt8?, _ inner: UInt8?, isReversed: Bool = false) -> Int? {
        guard let outer else { return nil }
        if isSpace(outer) { return 1 }
        return (isReversed ? inner : outer) == 0xC2 && (isReversed ? outer : inner) == 0xA0 ? 2 : nil
    }
}

/// Reads accounts from CSV (RFC 4180): the first record names the fields. The file comes in pieces of any size.
///
/// Cells are separated by the first comma, semicolon or tab of that record outside quotes. Records end at LF or CR LF;
/// those without a value, which spreadsheets leave behind, are skipped. An empty cell is an absent field. Spaces
/// around a value are stripped; those inside its quotes stay.
struct CSVAccountReader: AccountReader {
    private enum State { case start, cell, quoted, quoteInQuoted, spaceAfterQuoted, carriageReturn }

    /// The most columns of a header: a few times what address books export.
    private static let maximumColumns = 1_000

    private let map: ColumnMap
    private let keepsEmpty: Bool
    private(set) var hasStopped = false
    private(set) var remarks = ReadingRemarks()
    private var separator: UInt8?
    /// What becomes of each column; nil before the header.
    private var columns: [ColumnMap.Target]?
    private var state = State.start
    private var line = 1
    private var recordLine = 1
    private var quoteLine = 1
    private var cell: [UInt8] = []
    private var isQuoted = false
    /// Those of the record that have a column: a record without end may have millions.
    private var cells: [[UInt8]] = []
    private var cellCount = 0
    private var hasValue = false
    private var recordBytes = 0
    private var problem: ImportProblem?
    /// What has been read and not handed out.
    private var accounts: [ImportedAccount] = []

    init(_ map: ColumnMap, keepsEmpty: Bool = false) { (self.map, self.keepsEmpty) = (map, keepsEmpty) }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        accounts = []
        for byte in piece {
            guard !hasStopped else { break }
            consume(byte)
        }
        return accounts
    }

    mutating func finish() -> [ImportedAccount] {
        accounts = []
        guard !hasStopped else { return [] }
        if state == .quoted { note(.openQuote, line: quoteLine) }
        if state == .carriageReturn { note(.strayReturn) }
        endRecord()
        if columns == nil, !hasStopped { stop(.format(.noEmailColumn)) }
        return accounts
    }

    // MARK: One byte at a time

    private mutating func consume(_ byte: UInt8) {
        if byte == UInt8(ascii: "\n") {
            line += 1
            if state != .quoted { return endRecord() }
        }
        recordBytes += 1
        guard recordBytes <= ImportedAccount.maximumBytes else {
            return stop(.tooLong(maximumBytes: ImportedAccount.maximumBytes))
        }
        switch state {
        case .quoted: if byte == UInt8(ascii: "\"") { state = .quoteInQuoted } else { cell.append(byte) }
        case .carriageReturn:
            note(.strayReturn)
            consumeUnquoted(byte)
        case .start, .cell, .quoteInQuoted, .spaceAfterQuoted: consumeUnquoted(byte)
        }
    }

    private mutating func consumeUnquoted(_ byte: UInt8) {
        if isSeparator(byte) {
            endCell()
            state = .start
            return
        }
        switch (byte, state) {
        case (UInt8(ascii: "\r"), _): state = .carriageReturn
        case (UInt8(ascii: "\""), _) where mayOpenQuotes:
            noteSpaces(!cell.isEmpty)
            (state, quoteLine, isQuoted, cell) = (.quoted, line, true, [])
        case (UInt8(ascii: "\""), .quoteInQuoted):
            state = .quoted
            cell.append(byte)
        case (_, .quoteInQuoted) where OuterSpaces.isSpace(byte),
            (_, .spaceAfterQuoted) where OuterSpaces.isSpace(byte):
            noteSpaces(true)
            state = .spaceAfterQuoted
        case (UInt8(ascii: "\""), _), (_, .quoteInQuoted), (_, .spaceAfterQuoted):
            note(.strayQuote)
            state = .cell
        default:
            state = .cell
            cell.append(byte)
        }
    }

    private var mayOpenQuotes: Bool {
        (state == .start || state == .cell) && !isQuoted && OuterSpaces(of: cell).rest.isEmpty
    }

    private mutating func isSeparator(_ byte: UInt8) -> Bool {
        if let separator { return byte == separator }
        guard ",;\t".utf8.contains(byte) else { return false }
        separator = byte
        return true
    }

    private mutating func note(_ found: FormatProblem, line: Int? = nil) {
        if problem == nil { problem = ImportProblem(line: line ?? self.line, reason: .format(found)) }
    }

    private mutating func stop(_ reason: ImportProblem.Reason) {
        stop([ImportProblem(line: recordLine, reason: reason)])
    }

    private mutating func stop(_ problems: [ImportProblem]) {
        hasStopped = true
        accounts += problems.map { ImportedAccount($0) }
        cells = []
        cell = []
    }

    // MARK: Cells and records

    private mutating func endCell() {
        if !isQuoted {
            let spaces = OuterSpaces(of: cell)
            noteSpaces(spaces.areThere)
            if spaces.areThere { cell = Array(spaces.rest) }
        }
        cellCount += 1
        hasValue = hasValue || !cell.isEmpty
        if cells.count < columns?.count ?? Self.maximumColumns { cells.append(cell) }
        (cell, isQuoted) = ([], false)
    }

    /// Those around column names belong to no value.
    private mutating func noteSpaces(_ areThere: Bool) {
        if areThere, columns != nil { remarks.hasOuterSpaces = true }
    }

    private mutating func endRecord() {
        defer {
            cells = []
            (cellCount, hasValue) = (0, false)
            (state, recordLine, recordBytes, problem) = (.start, line, 0, nil)
        }
        endCell()
        if let problem { return columns == nil ? stop([problem]) : accounts.append(ImportedAccount(problem)) }
        guard hasValue, !readSeparatorLine() else { return }
        guard let columns else { return readHeader() }
        do throws(ImportProblem.Reason) {
            accounts.append(ImportedAccount(line: recordLine, try record(of: columns)))
        } catch {
            accounts.append(ImportedAccount(line: recordLine, error))
        }
    }

    /// Reads `sep=;`, with which a spreadsheet names the separator in the first line.
    private mutating func readSeparatorLine() -> Bool {
        guard columns == nil, recordLine == 1, let first = cells.first, cells.count <= 2 else { return false }
        let key = Array("sep=".utf8)
        guard first.starts(with: key), cells.count == 1 || (first == key && cells[1].isEmpty) else {
            return false
        }
        if cells.count == 1 {
            guard first.count == key.count + 1 else { return false }
            separator = first.last
        }
        return true
    }

    private func record(of columns: [ColumnMap.Target]) throws(ImportProblem.Reason) -> AccountRecord {
        guard cellCount == columns.count else {
            throw .format(.cellCount(expected: columns.count, found: cellCount))
        }
        var record = AccountRecord()
        for (target, bytes) in zip(columns, cells) where target != .dropped {
            if bytes.isEmpty {
                if keepsEmpty { record.set(nil, as: target) }
                continue
            }
            record.set(try FormatProblem.text(of: bytes, isName: target.isName), as: target)
        }
        return record
    }

    /// Whether a column is the email in some encoding. Otherwise the record may be an account instead of a header, and
    /// errors must not quote it.
    private var isCertainlyHeader: Bool {
        TextEncoding.allCases.contains { encoding in
            cells.contains { encoding.text(of: $0).flatMap(map.target) == .field(.email) }
        }
    }

    private mutating func readHeader() {
        guard cellCount <= Self.maximumColumns else {
            return stop(.format(.tooManyColumns(maximum: Self.maximumColumns)))
        }
        if separator == nil { separator = UInt8(ascii: ",") }
        var columns: [ColumnMap.Target] = []
        var names: [String] = []
        var problems: [FormatProblem] = []
        for bytes in cells {
            guard let name = String(validating: bytes, as: UTF8.self) else {
                return stop(.format(isCertainlyHeader ? .foreignName(bytes) : .foreignText([])))
            }
            let target = map.target(of: name)
            if target == nil { problems.append(.unknown(.column, name)) }
            let taken = columns.flatMap(\.keys)
            if let key = target?.keys.first(where: taken.contains) { problems.append(.twice(.column, key)) }
            columns.append(target ?? .dropped)
            names.append(name)
        }
        problems += map.missing(from: names).map(FormatProblem.noColumn)
        guard columns.contains(.field(.email)) else { return stop(.format(.noEmailColumn)) }
        guard problems.isEmpty else {
            return stop(problems.map { ImportProblem(line: recordLine, reason: .format($0)) })
        }
        self.columns = columns
    }
}
