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
        var changed: [Int]
        if let shown, shown.size == frame.size {
            changed = palette == shownPalette ? frame.changes(since: shown) : recoloured(frame, shown)
            guard !changed.isEmpty || shown.cursor != frame.cursor else { return [] }
            // A terminal that does not join the parts of a character may have moved whatever follows it.
            for row in Set(changed.map { $0 / frame.size.columns }).sorted()
            where frame.hasCluster(inRow: row) || shown.hasCluster(inRow: row) {
                pen.clear(row: row)
                changed = frame.cellsToWrite(anew: row, among: changed)
            }
        } else {
            pen.clear()
            changed = frame.cells.indices.filter { frame.cells[$0] != .blank }
        }
        var next = 0
        for index in changed where index >= next {
            let start = frame.start(ofCharacterAt: index)
            pen.put(start, of: frame)
            next = start + max(1, Int(frame.cells[start].columns))
        }
        return pen.finish(cursor: frame.cursor)
    }

    /// The cells that changed, or whose look did with the palette.
    private func recoloured(_ frame: Frame, _ old: Frame) -> [Int] {
        frame.cells.indices.filter { index in
            let style = frame.cells[index].style
            return !frame.isSame(as: old, at: index)
                || shownPalette.rendition(of: style) != palette.rendition(of: style)
        }
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

    mutating func clear() {
        send(.rendition(""))
        send(.clearScreen)
    }

    mutating func clear(row: Int) {
        send(.moveTo(column: 0, row: row))
        send(.eraseLine)
        (self.row, column) = (row, 0)
    }

    /// - Parameter index: that of a character's first cell.
    mutating func put(_ index: Int, of frame: Frame) {
        let (row, column) = index.quotientAndRemainder(dividingBy: frame.size.columns)
        if (column, row) != (self.column, self.row) { send(.moveTo(column: column, row: row)) }
        let cell = frame.cells[index]
        select(cell.style)
        // Terminals disagree on the width of emoji and joined characters, so the next cell is addressed explicitly.
        var isCertain = cell.columns == 1
        if let byte = palette.byte(of: cell) {
            output.append(byte)
        } else {
            let text = palette.text(of: frame.character(at: index), in: cell)
            write(text)
            isCertain = isCertain && (cell.glyph < Cell.cluster || text.utf8.count == 1)
        }
        (self.row, self.column) = (row, isCertain ? column + 1 : -1)
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

    private mutating func send(_ code: EscapeCode) { write(code.sequence) }

    /// Byte by byte: for texts as short as these, appending them whole takes many times as long.
    private mutating func write(_ text: String) { for byte in text.utf8 { output.append(byte) } }
}
