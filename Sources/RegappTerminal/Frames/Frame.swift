internal import RegappValues

/// A cell of a frame: plain memory that can be filled, copied and compared as such, since a frame has thousands.
struct Cell: Hashable, Sendable {
    /// Marks a glyph that is an index, since its character has several scalars.
    static let cluster: UInt32 = 1 << 31
    static let blank = Cell(glyph: 0x20, columns: 1, style: .text)

    /// The character's scalar; if it has several, ``cluster`` plus an index into the frame's table of those.
    let glyph: UInt32
    /// 1; 2 for the left half of a wide character, and 0 for its right half.
    let columns: Int8
    let style: Style
}

/// The content of a screen: a grid of cells and the position of the terminal's cursor. Whatever is drawn outside the
/// grid is cut off. Text is made printable, so nothing drawn can control the terminal.
package struct Frame: Equatable, Sendable {
    package let size: Size
    /// Nil hides the terminal's cursor.
    package internal(set) var cursor: Position?
    private(set) var cells: [Cell]
    /// Every character of several scalars drawn so far, even if it has been overwritten.
    private var clusters: [Character] = []
    /// What a click does, by place; the last that was added counts. Frames are compared without them.
    private var targets: [(rect: Rect, event: Event?)] = []

    package init(_ size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Outside the grid the cursor is hidden.
    package mutating func setCursor(column: Int, row: Int) {
        cursor = contains(column: column, row: row) ? Position(column: column, row: row) : nil
    }

    /// Makes a click into a rectangle mean an event, or nothing.
    package mutating func add(_ event: Event?, in rect: Rect) { targets.append((rect, event)) }

    /// Makes clicks mean nothing on what has been drawn so far, as under a question.
    package mutating func removeTargets() { targets = [] }

    package func event(at position: Position) -> Event? {
        let target = targets.last { target in
            (target.rect.column..<target.rect.column + target.rect.columns).contains(position.column)
                && (target.rect.row..<target.rect.row + target.rect.rows).contains(position.row)
        }
        guard let target, case .pointed(.text(let id, let first))? = target.event else {
            return target?.event
        }
        return .pointed(.text(id, column: first + position.column - target.rect.column))
    }

    /// `limit` is the most columns to write; nil stops only at the edge. Returns the column after the text.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, row: Int, style: Style = .text, limit: Int? = nil
    ) -> Int {
        let text = text.printable
        let next = put(text, column: column, row: row, style: style, limit: limit)
        markCut(text, column: column, row: row, style: style, limit: limit)
        return next
    }

    /// Ends what did not fit with `…`, unless only spaces were cut.
    private mutating func markCut(_ text: String, column: Int, row: Int, style: Style, limit: Int?) {
        let end = min(size.columns, limit.map { column + $0 } ?? size.columns)
        guard end > max(0, column), text.displayWidth > end - column,
            text.dropFirst(text.prefix(columns: end - column).count).contains(where: { $0 != " " })
        else { return }
        setGlyph(0x2026, style: style, column: end - 1, row: row)
    }

    private mutating func put(_ text: String, column: Int, row: Int, style: Style, limit: Int?) -> Int {
        let end = min(size.columns, limit.map { column + $0 } ?? size.columns)
        var next = column
        if text.isOfSingleScalars {
            for scalar in text.unicodeScalars {
                let width = scalar.singleWidth ?? 0
                guard next + width <= end else { break }
                setGlyph(scalar.value, width: width, style: style, column: next, row: row)
                next += width
            }
            return next
        }
        for character in text {
            let width = character.displayWidth
            guard width > 0 else { continue }
            guard next + width <= end else { break }
            setGlyph(glyph(of: character), width: width, style: style, column: next, row: row)
            next += width
        }
        return next
    }

    private mutating func glyph(of character: Character) -> UInt32 {
        let scalars = character.unicodeScalars
        if let first = scalars.first, scalars.count == 1 { return first.value }
        clusters.append(character)
        return Cell.cluster | UInt32(clusters.count - 1)
    }

    /// Writes a line, and moves the terminal's cursor if the line has it.
    package mutating func write(_ line: StyledLine, column: Int, row: Int, limit: Int? = nil) {
        let end = limit.map { column + $0 } ?? size.columns
        var next = column
        for span in line.spans {
            next = put(span.text, column: next, row: row, style: span.style, limit: end - next)
        }
        if column + line.columns > min(end, size.columns), let style = line.spans.last?.style {
            let text = line.spans.map(\.text).joined()
            markCut(text, column: column, row: row, style: style, limit: limit)
        }
        for target in line.targets {
            let start = column + target.columns.lowerBound
            let count = target.columns.count
            add(target.event, in: Rect(column: start, row: row, columns: min(count, end - start), rows: 1))
        }
        if let cursor = line.cursor, column + cursor < end { setCursor(column: column + cursor, row: row) }
    }

    package mutating func write(_ lines: [StyledLine], column: Int, row: Int, limit: Int? = nil) {
        for index in lines.indices { write(lines[index], column: column, row: row + index, limit: limit) }
    }

    /// - Parameter character: must be one column wide.
    package mutating func fill(_ rect: Rect, with character: Unicode.Scalar = " ", style: Style = .text) {
        let cell = Cell(glyph: character.value, columns: 1, style: style)
        let columns = (rect.column..<rect.column + rect.columns).clamped(to: 0..<size.columns)
        guard let first = columns.first, let last = columns.last else { return }
        for row in (rect.row..<rect.row + rect.rows).clamped(to: 0..<size.rows) {
            let start = row * size.columns
            // Wide characters inside are replaced whole.
            for edge in [first, last] where cells[start + edge].columns != 1 {
                separateParts(ofCharacterAt: start + edge)
            }
            var row = cells.mutableSpan
            for column in columns { row[start + column] = cell }
        }
    }

    /// Dims all that is drawn below the bar at the top, as behind a question.
    mutating func fade() {
        for index in cells.indices.dropFirst(size.columns) {
            let cell = cells[index]
            if cell == .blank { continue }
            if case .pixels = cell.style { continue }
            cells[index] = Cell(glyph: cell.glyph, columns: cell.columns, style: .dimmed)
        }
    }

    package var lines: [String] {
        (0..<size.rows).map { row in
            let text = String(indices(ofRow: row).filter { cells[$0].columns > 0 }.map(character))
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    package func style(column: Int, row: Int) -> Style? {
        contains(column: column, row: row) ? cells[row * size.columns + column].style : nil
    }

    private func indices(ofRow row: Int) -> Range<Int> { row * size.columns..<(row + 1) * size.columns }

    func character(at index: Int) -> Character {
        let glyph = cells[index].glyph
        if glyph >= Cell.cluster { return clusters[Int(glyph - Cell.cluster)] }
        return Character(Unicode.Scalar(glyph) ?? " ")
    }

    package static func == (one: Frame, other: Frame) -> Bool {
        one.size == other.size && one.cursor == other.cursor && one.changes(since: other).isEmpty
    }

    /// Whether this cell shows the same as that cell of a frame of the same size.
    func isSame(as other: Frame, at index: Int) -> Bool {
        let cell = cells[index]
        let old = other.cells[index]
        guard cell.glyph >= Cell.cluster, old.glyph >= Cell.cluster else { return cell == old }
        return cell.columns == old.columns && cell.style == old.style
            && character(at: index) == other.character(at: index)
    }

    /// The cell in which the character at this index begins.
    func start(ofCharacterAt index: Int) -> Int {
        var start = index
        while cells[start].columns == 0, start % size.columns > 0 { start -= 1 }
        return start
    }

    /// The cells that differ from a frame of the same size: few, so memory is compared first, which is far faster.
    func changes(since other: Frame) -> [Int] {
        guard clusters == other.clusters else { return cells.indices.filter { !isSame(as: other, at: $0) } }
        let words = MemoryLayout<Cell>.stride / 4
        return unsafe withWords { mine in
            unsafe other.withWords { theirs in
                func differ(_ cells: Range<Int>) -> Bool {
                    var difference: UInt32 = 0
                    for word in cells.lowerBound * words..<cells.upperBound * words {
                        unsafe difference |= mine[word] ^ theirs[word]
                    }
                    return difference != 0
                }
                return (0..<size.rows).filter { differ(indices(ofRow: $0)) }.flatMap { row in
                    indices(ofRow: row).filter { differ($0..<$0 + 1) && !isSame(as: other, at: $0) }
                }
            }
        }
    }

    /// Whether a row has a character of several scalars.
    func hasCluster(inRow row: Int) -> Bool {
        !clusters.isEmpty && indices(ofRow: row).contains { cells[$0].glyph >= Cell.cluster }
    }

    /// The changed cells and all cells of a row, sorted: also the blank ones, in which a terminal that does not join the
    /// parts of a character shows some of them.
    func cellsToWrite(anew row: Int, among changed: [Int]) -> [Int] {
        let range = indices(ofRow: row)
        return changed.filter { $0 < range.lowerBound } + range + changed.filter { $0 >= range.upperBound }
    }

    /// What an empty screen needs: all cells that are not blank, and all of the rows with a character of several scalars.
    var cellsToWrite: [Int] {
        let rows = clusters.isEmpty ? [] : Set((0..<size.rows).filter(hasCluster))
        return cells.indices.filter { cells[$0] != .blank || rows.contains($0 / size.columns) }
    }

    private func withWords<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        unsafe cells.withUnsafeBytes { unsafe $0.withMemoryRebound(to: UInt32.self, body) }
    }

    private func contains(column: Int, row: Int) -> Bool {
        column >= 0 && column < size.columns && row >= 0 && row < size.rows
    }

    /// Puts a character into as many cells as it is wide; `glyph` is that of ``Cell``.
    mutating func setGlyph(_ glyph: UInt32, width: Int = 1, style: Style, column: Int, row: Int) {
        guard contains(column: column, row: row) else { return }
        let index = row * size.columns + column
        set(Cell(glyph: glyph, columns: Int8(clamping: width), style: style), at: index)
        var half = 1
        while half < width, column + half < size.columns {
            set(Cell(glyph: 0x20, columns: 0, style: style), at: index + half)
            half += 1
        }
    }

    /// Replaces a cell; if it was part of a wide character, the other parts become spaces.
    private mutating func set(_ cell: Cell, at index: Int) {
        if cells[index].columns != 1 { separateParts(ofCharacterAt: index) }
        cells[index] = cell
    }

    private mutating func separateParts(ofCharacterAt index: Int) {
        let start = start(ofCharacterAt: index)
        for part in start..<min(cells.count, start + Int(cells[start].columns)) {
            cells[part] = Cell(glyph: 0x20, columns: 1, style: cells[part].style)
        }
    }

    /// The rows as styled text that does not move the cursor; each ends in the terminal's default style.
    package func printed(_ palette: Palette) -> [String] {
        (0..<size.rows).map { row in
            var line = ""
            var rendition = ""
            // The right half of a wide character has no text of its own.
            for index in indices(ofRow: row) where cells[index].columns > 0 {
                let cell = cells[index]
                let wanted = palette.rendition(of: cell.style)
                if wanted != rendition { line += EscapeCode.rendition(wanted).sequence }
                rendition = wanted
                line += palette.text(of: character(at: index), in: cell)
            }
            return rendition.isEmpty ? line : line + EscapeCode.rendition("").sequence
        }
    }
}

/// A cell of a frame, counted from 0 at the top left.
package struct Position: Hashable, Sendable {
    package let column: Int
    package let row: Int
}

/// A rectangle of cells, counted from 0 at the top left.
package struct Rect: Hashable, Sendable {
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    package func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
        Rect(
            column: column + left, row: row + top, columns: columns - left - right,
            rows: rows - top - bottom)
    }
}
