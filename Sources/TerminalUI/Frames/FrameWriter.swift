/// Turns frames into the bytes that change the terminal from the last frame to the next.
///
/// Only cells that differ are written, inside a synchronised update (mode 2026), so nothing flickers;
/// equal frames give no bytes at all.
package struct FrameWriter: Sendable {
    /// The palette of the next frame; after a change, cells that look different are written again.
    package var palette: Palette
    private var shown: Frame?
    private var shownPalette: Palette

    /// Makes a writer for a terminal whose content is unknown.
    package init(palette: Palette) {
        self.palette = palette
        shownPalette = palette
    }

    /// Makes the next frame be written whole.
    package mutating func invalidate() { shown = nil }

    package mutating func bytes(for frame: Frame) -> [UInt8] {
        defer { (shown, shownPalette) = (frame, palette) }
        let isWhole = shown?.size != frame.size
        let old = isWhole ? Frame(frame.size) : shown ?? Frame(frame.size)
        var pen = Pen(palette: palette)
        if isWhole { pen.clear() }
        let former = isWhole || palette == shownPalette ? nil : shownPalette
        for row in 0..<frame.size.rows {
            draw(frame.row(row), over: old.row(row), in: former, row: row, with: &pen)
        }
        let cursorMoved = isWhole || old.cursor != frame.cursor
        guard !pen.isUnused || cursorMoved else { return [] }
        return pen.finish(cursor: frame.cursor)
    }

    /// Writes the cells of a row that differ, or that looked different in a former palette.
    private func draw(
        _ new: ArraySlice<Cell>, over old: ArraySlice<Cell>, in former: Palette?, row: Int,
        with pen: inout Pen
    ) {
        guard new != old || former != nil else { return }
        let cells = Array(new)
        let before = Array(old)
        var column = 0
        while column < cells.count {
            let width = max(1, Int(cells[column].columns))
            let range = column..<min(cells.count, column + width)
            let style = cells[column].style
            let isRecoloured = former.map { $0.rendition(of: style) != palette.rendition(of: style) } ?? false
            if cells[range] != before[range] || isRecoloured {
                pen.put(cells[column], column: column, row: row)
            }
            column += width
        }
    }
}

/// The position and style of the terminal's cursor, and the bytes written so far.
private struct Pen {
    private let palette: Palette
    private var output = ""
    private var column = -1
    private var row = -1
    /// Every update begins and ends with the defaults.
    private var rendition = ""
    private var lastStyle: Style?

    init(palette: Palette) { self.palette = palette }

    var isUnused: Bool { output.isEmpty }

    mutating func clear() {
        send(.rendition(""))
        send(.clearScreen)
    }

    mutating func put(_ cell: Cell, column: Int, row: Int) {
        if (column, row) != (self.column, self.row) { send(.moveTo(column: column, row: row)) }
        select(cell.style)
        let text = palette.text(of: cell)
        output += text
        self.row = row
        // Terminals disagree on the width of emoji and joined characters: the next cell is found by its
        // address.
        let isCertain = cell.columns == 1 && text.unicodeScalars.count == 1
        self.column = isCertain ? column + Int(cell.columns) : -1
    }

    /// All bytes, as one update that ends with the cursor in its place.
    func finish(cursor: Position?) -> [UInt8] {
        var whole = EscapeCode.set(.synchronisedOutput).sequence + EscapeCode.reset(.cursorVisible).sequence
        whole += output
        if !rendition.isEmpty { whole += EscapeCode.rendition("").sequence }
        if let cursor {
            whole += EscapeCode.moveTo(column: cursor.column, row: cursor.row).sequence
            whole += EscapeCode.set(.cursorVisible).sequence
        }
        return Array((whole + EscapeCode.reset(.synchronisedOutput).sequence).utf8)
    }

    private mutating func select(_ style: Style) {
        guard style != lastStyle else { return }
        lastStyle = style
        let wanted = palette.rendition(of: style)
        guard wanted != rendition else { return }
        rendition = wanted
        send(.rendition(wanted))
    }

    private mutating func send(_ code: EscapeCode) { output += code.sequence }
}
