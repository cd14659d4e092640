extension [UInt8] {
    /// Also strips the no-break space of spreadsheets.
    var withoutOuterSpaces: ArraySlice<UInt8> {
        let noBreakSpace = "\u{A0}".utf8
        var rest = self[...]
        while let first = rest.first, first.isBlank || rest.starts(with: noBreakSpace) {
            rest = rest.dropFirst(first.isBlank ? 1 : 2)
        }
        while let last = rest.last, last.isBlank || rest.suffix(2).elementsEqual(noBreakSpace) {
            rest = rest.dropLast(last.isBlank ? 1 : 2)
        }
        return rest
    }
}

/// Reads accounts from CSV (RFC 4180) in pieces of any size: the first record names the fields.
///
/// The separator is a comma, semicolon or tab, whichever makes a cell of the first record the email. Records end at LF
/// or CR LF, or at CR if the first does; empty records, which spreadsheets leave behind, are skipped. A cell that is
/// empty or missing at the end is an absent field. Spaces around a value are stripped; those inside its quotes stay.
struct CSVAccountReader: AccountReader {
    private enum State { case start, cell, quoted, quoteInQuoted, spaceAfterQuoted, carriageReturn }

    /// Several times as many as address books export.
    private static let maximumColumns = 1_000

    private var map: ColumnMap
    private let keepsEmpty: Bool
    private(set) var hasStopped = false
    private(set) var remarks = ReadingRemarks()
    private var separator: UInt8?
    /// The first record, until its separator is known.
    private var start: [UInt8] = []
    private var isStartQuoted = false
    /// Nil before the header.
    private var columns: [[ColumnMap.Target]]?
    private var header: [String] = []
    private var emailIndex: Int?
    /// Whether records end at CR, and whether the last byte ended one.
    private var endsAtReturn = false
    private var isAfterReturn = false
    private var state = State.start
    private var line = 1
    private var recordLine = 1
    private var quoteLine = 1
    private var cell: [UInt8] = []
    private var isQuoted = false
    /// The record's cells that have a column: a record without end may have millions.
    private var cells: [[UInt8]] = []
    private var cellCount = 0
    private var hasValue = false
    /// Whether a cell without a column has a value.
    private var isBeyondHeader = false
    private var recordBytes = 0
    private var problem: ImportProblem?
    /// Accounts read but not yet returned.
    private var accounts: [ImportedAccount] = []

    init(_ map: ColumnMap, keepsEmpty: Bool = false) {
        self.map = map
        self.keepsEmpty = keepsEmpty
    }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        accounts = []
        for byte in piece {
            guard !hasStopped else { break }
            if separator == nil, columns == nil { addToStart(byte) } else { consume(byte) }
        }
        return accounts
    }

    private mutating func addToStart(_ byte: UInt8) {
        start.append(byte)
        if byte == UInt8(ascii: "\"") { isStartQuoted.toggle() }
        let isEnd = !isStartQuoted && "\r\n".utf8.contains(byte)
        if isEnd || start.count > ImportedAccount.maximumBytes { endStart() }
    }

    private mutating func endStart() {
        let record = start
        start = []
        isStartQuoted = false
        separator = separator(in: record)
        for byte in record where !hasStopped { consume(byte) }
    }

    /// The separator that makes a cell of a record the email, or else the first one; nil if there is none.
    private func separator(in record: [UInt8]) -> UInt8? {
        var isQuoted = false
        let bare = record.map { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return isQuoted && byte != UInt8(ascii: "\"") ? UInt8(ascii: "x") : byte
        }
        let signs = Array(",;\t".utf8)
        let hasEmail = signs.first { sign in
            var start = bare.startIndex
            return bare.contains(sign)
                && bare.split(separator: sign, omittingEmptySubsequences: false).contains { cell in
                    defer { start += cell.count + 1 }
                    return map.isEmail(String(decoding: record[start..<start + cell.count], as: UTF8.self))
                }
        }
        return hasEmail ?? bare.first(where: signs.contains)
    }

    mutating func finish() -> [ImportedAccount] {
        accounts = []
        endStart()
        guard !hasStopped else { return accounts }
        if state == .quoted { note(.plain("a quoted cell is not closed"), line: quoteLine) }
        if state == .carriageReturn, columns != nil { note(.strayReturn) }
        endRecord()
        if columns == nil, !hasStopped { stop(.format(.noEmailColumn)) }
        guard !hasStopped else { return accounts }
        remarks.harmless = map.harmless
        let missing = map.missingLocks.map {
            ImportedAccount(line: 1, .plain("no cell has the key \"\(FormatProblem.shortened($0))\""))
        }
        return accounts + missing + map.questions(.column).map { ImportedAccount($0) }
    }

    // MARK: One byte at a time

    private mutating func consume(_ next: UInt8) {
        var byte = next
        if endsAtReturn {
            defer { isAfterReturn = next == UInt8(ascii: "\r") }
            if isAfterReturn, next == UInt8(ascii: "\n") { return }
            if next == UInt8(ascii: "\r") { byte = UInt8(ascii: "\n") }
        }
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
        case .carriageReturn where columns == nil:
            endsAtReturn = true
            line += 1
            endRecord()
            if !hasStopped { consume(byte) }
        case .carriageReturn:
            note(.strayReturn)
            consumeUnquoted(byte)
        case .start, .cell, .quoteInQuoted, .spaceAfterQuoted: consumeUnquoted(byte)
        }
    }

    private mutating func consumeUnquoted(_ byte: UInt8) {
        if byte == separator {
            endCell()
            state = .start
            return
        }
        switch (byte, state) {
        case (UInt8(ascii: "\r"), _): state = .carriageReturn
        // A spreadsheet writes ="007" so that the text stays one.
        case (UInt8(ascii: "\""), .cell) where cell == [UInt8(ascii: "=")] && !isQuoted:
            state = .quoted
            quoteLine = line
            isQuoted = true
            cell = []
        case (UInt8(ascii: "\""), _) where mayOpenQuotes:
            if !cell.isEmpty { noteSpaces() }
            state = .quoted
            quoteLine = line
            isQuoted = true
            cell = []
        case (UInt8(ascii: "\""), .quoteInQuoted):
            state = .quoted
            cell.append(byte)
        case (_, .quoteInQuoted) where byte.isBlank, (_, .spaceAfterQuoted) where byte.isBlank:
            noteSpaces()
            state = .spaceAfterQuoted
        case (UInt8(ascii: "\""), _), (_, .quoteInQuoted), (_, .spaceAfterQuoted):
            note(.plain("a quote is only allowed around a cell, or doubled inside a quoted one"))
            state = .cell
        default:
            state = .cell
            cell.append(byte)
        }
    }

    private var mayOpenQuotes: Bool {
        (state == .start || state == .cell) && !isQuoted && cell.withoutOuterSpaces.isEmpty
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
        if !isQuoted, case let value = cell.withoutOuterSpaces, value.count < cell.count {
            noteSpaces()
            cell = Array(value)
        }
        // The same text quoted once more, but in an export of regapp, whose values are as they were: "=""007""".
        if isQuoted, !map.isOwnExport, cell.count > 2, cell.starts(with: "=\"".utf8),
            cell.last == UInt8(ascii: "\"")
        {
            cell = Array(cell.dropFirst(2).dropLast())
        }
        cellCount += 1
        hasValue = hasValue || !cell.isEmpty
        if let columns, cellCount > columns.count, !cell.isEmpty { isBeyondHeader = true }
        if cells.count < columns?.count ?? Self.maximumColumns { cells.append(cell) }
        cell = []
        isQuoted = false
    }

    /// Notes stripped spaces, but not those around column names.
    private mutating func noteSpaces() {
        if columns != nil { remarks.hasOuterSpaces = true }
    }

    private mutating func endRecord() {
        defer {
            cells = []
            cellCount = 0
            hasValue = false
            isBeyondHeader = false
            state = .start
            recordLine = line
            recordBytes = 0
            problem = nil
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

    /// Reads `sep=;`, a first line in which spreadsheets name the separator.
    private mutating func readSeparatorLine() -> Bool {
        guard columns == nil, recordLine == 1, let first = cells.first,
            String(decoding: first.prefix(4), as: UTF8.self).lowercased() == "sep="
        else { return false }
        // `sep=` and an empty cell: what separates them is already the separator.
        if cells.count == 2 { return first.count == 4 && cells[1].isEmpty }
        guard cells.count == 1, first.count == 5 else { return false }
        separator = first.last
        return true
    }

    private mutating func record(of columns: [[ColumnMap.Target]]) throws(ImportProblem.Reason)
        -> AccountRecord
    {
        try requireAccount()
        var record = AccountRecord()
        for (index, bytes) in cells.enumerated() where !columns[index].isEmpty {
            if bytes.isEmpty, !keepsEmpty { continue }
            let targets = columns[index]
            let text =
                try bytes.isEmpty
                ? nil : FormatProblem.text(of: bytes, isName: targets.contains(where: \.isName))
            if let text, targets.contains(where: \.isList) {
                map.noteList(text, in: header[index], line: recordLine)
            }
            for target in targets {
                if case .nameless = target, text != nil {
                    throw .plain(
                        "cell \(index + 1) has a value, but its column has no name: name it, or empty the cell"
                    )
                }
                try record.set(text, as: target, &remarks)
            }
        }
        let values = map.watched.map { index in
            (
                name: header[index],
                value: index < cells.count ? String(decoding: cells[index], as: UTF8.self) : ""
            )
        }
        return record.settled(
            try map.facts(values, line: recordLine), keepsEmpty: keepsEmpty, map, &remarks)
    }

    /// Throws if a record cannot be an account or does not fit the header. Spreadsheets drop or add empty cells.
    private func requireAccount() throws(ImportProblem.Reason) {
        if isBeyondHeader {
            throw .plain("there is a value beyond the \(header.count.counted("column")) of the header")
        }
        // A missing cell must not clear a field.
        if keepsEmpty, cellCount < header.count {
            throw .format(.cellCount(expected: header.count, found: cellCount))
        }
        guard let emailIndex, !cells.dropFirst(emailIndex).prefix(1).joined().contains(UInt8(ascii: "@"))
        else { return }
        let texts = cells.map { String(decoding: $0, as: UTF8.self).lowercased() }
        if zip(texts, header).allSatisfy({ $0.isEmpty || ColumnMap.folded($0) == ColumnMap.folded($1) }) {
            throw .plain("the line has the names of the columns again: remove it")
        }
        let words = texts.first { !$0.isEmpty }?.split { !$0.isLetter }.prefix(2) ?? []
        if words.contains(where: { Self.totals.contains(String($0)) }) {
            throw .plain("the line holds totals, not an account: remove it")
        }
    }

    /// How the last line of a spreadsheet may begin, in lowercase.
    private static let totals: Set<String> = [
        "total", "totals", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt", "итого", "всего",
    ]

    /// Whether a column is the email in some encoding. If not, this may be an account, which errors must not quote.
    private var isCertainlyHeader: Bool {
        TextEncoding.allCases.contains { encoding in
            cells.contains { encoding.text(of: $0).map(map.isEmail) ?? false }
        }
    }

    private mutating func readHeader() {
        guard cellCount <= Self.maximumColumns else {
            return stop(.plain("the header has more than \(Self.maximumColumns) columns"))
        }
        if separator == nil { separator = UInt8(ascii: ",") }
        var names: [String] = []
        for bytes in cells {
            guard let name = String(validating: bytes, as: UTF8.self) else {
                return stop(.format(isCertainlyHeader ? .foreignName(bytes) : .foreignText([])))
            }
            names.append(name)
        }
        let isExport = AccountRecord.exportedFields.allSatisfy { field in
            names.contains { $0.hasSameScalars(as: field.rawValue) }
        }
        let meanings = map.meanings(of: names, .column, isExport: isExport)
        remarks.guesses = map.guesses
        emailIndex = meanings.firstIndex { $0.targets.contains(where: \.isEmail) }
        guard emailIndex != nil else { return stop(.format(.noEmailColumn)) }
        var problems: [FormatProblem] = []
        for (name, meaning) in zip(names, meanings) {
            switch meaning {
            case .refused(let problem): problems.append(problem)
            case .computed: remarks.noteComputed(name)
            case .unkept: remarks.noteUnkept(name)
            case .targets: break
            }
        }
        problems += (map.missing(from: names) + map.missingLocks(from: names)).map {
            .plain("no column is called \"\(FormatProblem.shortened($0))\"")
        }
        guard problems.isEmpty else {
            return stop(problems.map { ImportProblem(line: recordLine, reason: .format($0)) })
        }
        header = names
        columns = meanings.map(\.targets)
    }
}
