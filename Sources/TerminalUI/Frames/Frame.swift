struct Cell: Hashable, Sendable {
    var character: Character
    var style: Style
    /// 1, 2 for the left half of a wide character, 0 for the right half.
    var columns: Int8

    static let blank = Cell(character: " ", style: .text, columns: 1)
}

/// The content of a screen: a grid of cells and the position of the real cursor.
///
/// Drawing outside the grid is cut off. Text is made printable, so nothing drawn can steer the terminal.
package struct Frame: Hashable, Sendable {
    package let size: Size
    /// The position of the real cursor; nil hides it.
    package internal(set) var cursor: Position?
    private(set) var cells: [Cell]

    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Moves the real cursor; outside the grid it is hidden.
    package mutating func setCursor(column: Int, row: Int) {
        cursor = contains(column: column, row: row) ? Position(column: column, row: row) : nil
    }

    /// Writes text from a cell to the right.
    ///
    /// - Parameter limit: the most columns it may take; nil is up to the edge.
    /// - Returns: the column after the text.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, row: Int, style: Style = .text, limit: Int? = nil
    ) -> Int {
        let end = min(size.columns, limit.map { column + $0 } ?? size.columns)
        var next = column
        for character in text.printable {
            let width = character.displayWidth
            guard width > 0 else { continue }
            guard next + width <= end else { break }
            place(character, width: width, style: style, column: next, row: row)
            next += width
        }
        return next
    }

    /// Writes a line of pieces, and moves the cursor to where the line has it.
    package mutating func write(_ line: Line, column: Int, row: Int, limit: Int? = nil) {
        let end = limit.map { column + $0 } ?? size.columns
        var next = column
        for span in line.spans {
            next = write(span.text, column: next, row: row, style: span.style, limit: end - next)
        }
        if let place = line.cursor, column + place < end { setCursor(column: column + place, row: row) }
    }

    /// Fills a rectangle with one character, which must be one column wide.
    package mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .text) {
        for row in rect.row..<(rect.row + rect.rows) {
            for column in rect.column..<(rect.column + rect.columns) {
                place(character, width: 1, style: style, column: column, row: row)
            }
        }
    }

    /// Each row's text without the spaces at its end.
    package var lines: [String] {
        (0..<size.rows).map { row in
            let text = String(self.row(row).filter { $0.columns > 0 }.map(\.character))
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The style of a cell, or nil outside the grid.
    package func style(column: Int, row: Int) -> Style? {
        contains(column: column, row: row) ? cells[row * size.columns + column].style : nil
    }

    func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    private func contains(column: Int, row: Int) -> Bool {
        (0..<size.columns).contains(column) && (0..<size.rows).contains(row)
    }

    private mutating func place(
        _ character: Character, width: Int, style: Style, column: Int, row: Int
    ) {
        guard contains(column: column, row: row) else { return }
        let index = row * size.columns + column
        separateHalves(at: index)
        cells[index] = Cell(character: character, style: style, columns: Int8(clamping: width))
        for half in 1..<max(1, width) where column + half < size.columns {
            separateHalves(at: index + half)
            cells[index + half] = Cell(character: " ", style: style, columns: 0)
        }
    }

    /// Replaces the other half of a wide character by a space when one half is overwritten.
    private mutating func separateHalves(at index: Int) {
        if cells[index].columns == 0 {
            var left = index - 1
            while left >= 0, cells[left].columns == 0 { left -= 1 }
            if left >= 0 { blank(left) }
        }
        blank(index)
    }

    private mutating func blank(_ index: Int) {
        let width = Int(cells[index].columns)
        guard width != 1 else { return }
        for half in index..<min(cells.count, index + max(1, width)) {
            cells[half] = Cell(character: " ", style: cells[half].style, columns: 1)
        }
    }

    // MARK: Printing

    /// The rows as styled lines of text that do not move the cursor; each ends in the terminal's default style.
    package func printed(_ palette: Palette) -> [String] {
        (0..<size.rows).map { printedRow(row($0), palette) }
    }

    private func printedRow(_ cells: ArraySlice<Cell>, _ palette: Palette) -> String {
        var line = ""
        var rendition = ""
        var covered = 0
        for cell in cells {
            // The right half of a wide character has no text of its own.
            guard covered == 0 else {
                covered -= 1
                continue
            }
            covered = max(0, Int(cell.columns) - 1)
            let wanted = palette.rendition(of: cell.style)
            if wanted != rendition { line += EscapeCode.rendition(wanted).sequence }
            rendition = wanted
            line += palette.text(of: cell)
        }
        return rendition.isEmpty ? line : line + EscapeCode.rendition("").sequence
    }
}
