internal import RegappJSON

/// Writes accounts as CSV (RFC 4180), the keys as columns.
struct CSVAccountWriter: AccountWriter {
    private static let columns = AccountRecord.exportedFields

    /// Whether all cells are quoted and what a spreadsheet may take for a formula gets an apostrophe, which makes it
    /// text. Such a file no longer holds exactly what the accounts hold.
    var isSafeForSpreadsheets = false

    /// The columns after those of the fields.
    var ownColumns: [OwnColumn] = []

    func start() -> [UInt8] { line(Self.columns.map(\.rawValue) + ownColumns.map(\.name)) }

    func bytes(for record: ExportRecord) -> [UInt8] {
        line(Self.columns.map { record.values[$0] ?? "" } + ownColumns.map { $0.cell(of: record.own) })
    }

    private func line(_ cells: [String]) -> [UInt8] {
        CSVRecord.bytes(cells, isSafeForSpreadsheets: isSafeForSpreadsheets)
    }
}

/// A record of CSV (RFC 4180).
package enum CSVRecord {
    /// A record of these cells, quoted if necessary, with its CR LF.
    ///
    /// - Parameter isSafeForSpreadsheets: whether all cells are quoted and formulas become texts.
    package static func bytes(_ cells: [String], isSafeForSpreadsheets: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            let text = isSafeForSpreadsheets ? withoutFormulas(cell) : cell
            write(text, isQuoted: isSafeForSpreadsheets, to: &output)
        }
        return output + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
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
    /// A writer of csv with columns for the accounts' keys of their owners' own.
    package static func csvWriter(for records: [ExportRecord]) -> any AccountWriter {
        var seen: Set<OwnColumn> = []
        let columns = records.flatMap { $0.own.map(OwnColumn.init(of:)) }.filter { seen.insert($0).inserted }
        return CSVAccountWriter(ownColumns: columns)
    }
}

extension Registry {
    /// A writer of csv.
    ///
    /// - Parameters:
    ///   - hasOwnKeys: whether the accounts' keys of their owners' own are columns too.
    ///   - emails: the accounts whose keys these are; all if empty.
    package func csvWriter(
        isSafeForSpreadsheets: Bool, hasOwnKeys: Bool, of emails: [String], where filter: AccountFilter
    ) throws(AccountsError) -> any AccountWriter {
        let columns = hasOwnKeys ? try ownColumns(of: emails, where: { filter.selects($0) }) : []
        return CSVAccountWriter(isSafeForSpreadsheets: isSafeForSpreadsheets, ownColumns: columns)
    }
}
