/// Writes accounts as CSV (RFC 4180), the keys as columns.
package struct CSVAccountWriter: AccountWriter {
    private static let columns = AccountRecord.exportedFields

    private let form: CSVForm
    private let ownColumns: [OwnColumn]

    /// - Parameter records: the accounts whose custom keys get columns, after those of the fields.
    package init(_ form: CSVForm = CSVForm(), withOwnKeysOf records: [ExportRecord] = []) {
        self.form = form
        ownColumns = records.lazy.flatMap(\.own).map(OwnColumn.init).withoutDuplicates
    }

    package func start() -> [UInt8] {
        form.mark + form.bytes(Self.columns.map(\.rawValue) + ownColumns.map(\.name))
    }

    package func bytes(for record: ExportRecord) -> [UInt8] {
        form.bytes(Self.columns.map { record.values[$0] ?? "" } + ownColumns.map { $0.cell(of: record.own) })
    }
}

/// How a table is written: its separator, and what spreadsheets need.
package struct CSVForm: Sendable {
    /// The signs that `CSVAccountReader` recognizes by itself.
    package enum Separator: String, CaseIterable, Sendable {
        case comma = ","
        case semicolon = ";"
        case tab

        var byte: UInt8 {
            switch self {
            case .comma: UInt8(ascii: ",")
            case .semicolon: UInt8(ascii: ";")
            case .tab: UInt8(ascii: "\t")
            }
        }
    }

    package var separator = Separator.comma
    /// Whether the table begins with a byte order mark, by which Excel knows UTF-8.
    package var hasMark = false
    /// Whether to quote all cells and put an apostrophe before what a spreadsheet may take for a formula. Such a file no
    /// longer holds exactly what the accounts hold.
    package var isSafeForSpreadsheets = false

    package init() {}

    package var mark: [UInt8] { hasMark ? [0xEF, 0xBB, 0xBF] : [] }

    /// A record with its CR LF; cells are quoted if necessary, or all if `isSafeForSpreadsheets`.
    package func bytes(_ cells: [String]) -> [UInt8] {
        var output: [UInt8] = []
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(separator.byte) }
            let text = isSafeForSpreadsheets ? Self.withoutFormulas(cell) : cell
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

    private func write(_ cell: String, isQuoted: Bool, to output: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let bytes = Array(cell.utf8)
        let isBare = !bytes.contains { $0 == quote || $0 == separator.byte || ",\r\n".utf8.contains($0) }
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
