/// Turns each frame into the bytes that change the terminal from the previous frame.
///
/// Only cells that differ are written, inside a synchronised update (mode 2026), so nothing flickers. A frame equal
/// to the previous one needs no bytes at all.
package struct FrameWriter: Sendable {
    /// After a change, the next frame rewrites the cells that look different with it.
    package var palette: Palette
    private var shown: Frame?
    private var shownPalette: Palette

    package init(palette: Palette) {
        self.palette = palette
        shownPalette = palette
    }

    package mutating func invalidate() { shown = nil }

    package mutating func bytes(for frame: Frame) -> [UInt8] {
        defer { (shown, shownPalette) = (frame, palette) }
        var pen = Pen(palette: palette)
        let isWhole = shown?.size != frame.size
        if isWhole { pen.clear() }
        let old = isWhole ? Frame(frame.size) : shown ?? Frame(frame.size)
        let former = isWhole || palette == shownPalette ? nil : shownPalette
        var next = 0
        for index in former == nil ? frame.cellsToCompare(with: old) : Array(frame.cells.indices) {
            guard index >= next, !frame.isSame(as: old, at: index) || isRecoloured(frame.cells[index], former)
            else { continue }
            let start = frame.start(ofCharacterAt: index)
            let cell = frame.cells[start]
            pen.put(
                frame.character(at: start), of: cell, column: start % frame.size.columns,
                row: start / frame.size.columns)
            next = start + max(1, Int(cell.columns))
        }
        guard !pen.isUnused || old.cursor != frame.cursor else { return [] }
        return pen.finish(cursor: frame.cursor)
    }

    /// Whether the palette has changed and with it the look of this cell.
    private func isRecoloured(_ cell: Cell, _ former: Palette?) -> Bool {
        former.map { $0.rendition(of: cell.style) != palette.rendition(of: cell.style) } ?? false
    }
}

/// The position and style of the terminal's cursor, and the bytes written so far.
private struct Pen {
    private let palette: Palette
    private var output: [UInt8] = []
    private var column = -1
    private var row = -1
    /// An update begins and ends with the terminal's defaults.
    private var rendition = ""
    private var lastStyle: Style?

    init(palette: Palette) { self.palette = palette }

    var isUnused: Bool { output.isEmpty }

    mutating func clear() {
        send(.rendition(""))
        send(.clearScreen)
    }

    mutating func put(_ character: Character, of cell: Cell, column: Int, row: Int) {
        if (column, row) != (self.column, self.row) { send(.moveTo(column: column, row: row)) }
        select(cell.style)
        let text = palette.text(of: character, in: cell)
        output += text.utf8
        self.row = row
        // Terminals disagree on the width of emoji and joined characters, so the next cell is addressed explicitly.
        let isCertain = cell.columns == 1 && (cell.glyph < Cell.cluster || text.utf8.count == 1)
        self.column = isCertain ? column + Int(cell.columns) : -1
    }

    /// All bytes as one update, which ends with the cursor in its place.
    mutating func finish(cursor: Position?) -> [UInt8] {
        if !rendition.isEmpty { send(.rendition("")) }
        if let cursor {
            send(.moveTo(column: cursor.column, row: cursor.row))
            send(.set(.cursorVisible))
        }
        send(.reset(.synchronisedOutput))
        let start: [EscapeCode] = [.set(.synchronisedOutput), .reset(.cursorVisible)]
        return start.bytes + output
    }

    private mutating func select(_ style: Style) {
        guard style != lastStyle else { return }
        lastStyle = style
        let wanted = palette.rendition(of: style)
        guard wanted != rendition else { return }
        rendition = wanted
        send(.rendition(wanted))
    }

    private mutating func send(_ code: EscapeCode) { output += code.sequence.utf8 }
}
