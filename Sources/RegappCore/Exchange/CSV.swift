/// Writes accounts as CSV (RFC 4180), the keys as columns.
package struct CSVAccountWriter: AccountWriter {
    private static let columns = AccountRecord.exportedFields

    private let isSafeForSpreadsheets: Bool
    private let ownColumns: [OwnColumn]

    /// - Parameters:
    ///   - isSafeForSpreadsheets: whether to quote all cells and put an apostrophe before what a spreadsheet may take
    ///     for a formula. Such a file no longer holds exactly what the accounts hold.
    ///   - records: the accounts whose own keys get columns, after those of the fields.
    package init(isSafeForSpreadsheets: Bool = false, withOwnKeysOf records: [ExportRecord] = []) {
        self.isSafeForSpreadsheets = isSafeForSpreadsheets
        ownColumns = records.lazy.flatMap(\.own).map(OwnColumn.init).withoutDuplicates
    }

    package func start() -> [UInt8] { line(Self.columns.map(\.rawValue) + ownColumns.map(\.name)) }

    package func bytes(for record: ExportRecord) -> [UInt8] {
        line(Self.columns.map { record.values[$0] ?? "" } + ownColumns.map { $0.cell(of: record.own) })
    }

    private func line(_ cells: [String]) -> [UInt8] {
        CSVRecord.bytes(cells, isSafeForSpreadsheets: isSafeForSpreadsheets)
    }
}

package enum CSVRecord {
    /// With its CR LF; cells are quoted if necessary, or all if `isSafeForSpreadsheets`, which also disarms formulas.
    package static func bytes(_ cells: [String], isSafeForSpreadsheets: Bool = false) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            let text = isSafeForSpreadsheets ? withoutFormulas(cell) : cell
            write(text, isQuoted: isSafeForSpreadsheets, to: &output)
        }
        return output + [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    }

    /// The characters that may begin a formula, as OWASP lists them for CSV injection; phones begin with one of them.
    private static let formulaStarts = Set("=+-@\t\r\n\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars)
    /// What ends a cell, quoted or not, in spreadsheets that use a separator other than a comma.
    private static let cellEnds = Set(";\t\r\n".unicodeScalars)

    /// Puts an apostrophe before each formula, at the beginning and wherever a spreadsheet may split the text.
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
        let bytes = Array(cell.utf8)
        let isBare = !bytes.contains { $0 == quote || ",\r\n".utf8.contains($0) }
        // Readers strip outer spaces that are not quoted.
        guard isQuoted || !isBare || bytes.withoutOuterSpaces.count < bytes.count else {
            output += bytes
            return
        }
        output.append(quote)
        for byte in bytes {
            if byte == quote { output.append(quote) }
            output.append(byte)
        }
        output.append(quote)
    }
}
