/// Turns each frame into the bytes that change the terminal from the previous frame. Only cells that differ are
/// written, inside a synchronised update (mode 2026), so nothing flickers. An equal frame needs no bytes.
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
        if let shown, shown.size == frame.size {
            var changed =
                palette == shownPalette
                ? frame.changes(since: shown)
                : frame.cells.indices.filter { index in
                    let style = frame.cells[index].style
                    return !frame.isSame(as: shown, at: index)
                        || shownPalette.rendition(of: style) != palette.rendition(of: style)
                }
            guard !changed.isEmpty || shown.cursor != frame.cursor else { return [] }
            // A terminal that does not join the parts of a character may have moved whatever follows it.
            for row in Set(changed.map { $0 / frame.size.columns }).sorted()
            where frame.hasCluster(inRow: row) || shown.hasCluster(inRow: row) {
                pen.clear(row: row)
                changed = frame.cellsToWrite(anew: row, among: changed)
            }
            pen.put(changed, of: frame)
        } else {
            pen.clear()
            pen.put(frame.cellsToWrite, of: frame)
        }
        return pen.finish(cursor: frame.cursor)
    }
}

/// The position and style of the terminal's cursor, and the bytes written so far.
private struct Pen {
    let palette: Palette
    var output: [UInt8] = []
    var column = -1
    var row = -1
    /// An update begins and ends with the terminal's defaults.
    var rendition = ""
    var lastStyle: Style?

    mutating func clear() {
        send(.rendition(""))
        send(.clearScreen)
    }

    mutating func clear(row: Int) {
        send(.moveTo(column: 0, row: row))
        send(.eraseLine)
        self.row = row
        column = 0
    }

    mutating func put(_ indices: some Sequence<Int>, of frame: Frame) {
        var next = 0
        for index in indices where index >= next {
            let start = frame.start(ofCharacterAt: index)
            put(start, of: frame)
            next = start + max(1, Int(frame.cells[start].columns))
        }
    }

    /// - Parameter index: that of a character's first cell.
    private mutating func put(_ index: Int, of frame: Frame) {
        let (row, column) = index.quotientAndRemainder(dividingBy: frame.size.columns)
        if (column, row) != (self.column, self.row) { send(.moveTo(column: column, row: row)) }
        let cell = frame.cells[index]
        select(cell.style)
        // Terminals disagree on the width of emoji and joined characters: after one, the next cell is addressed.
        var isCertain = cell.columns == 1
        if let scalar = palette.scalar(of: cell) {
            for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { output.append(unit) }
        } else {
            let text = palette.text(of: frame.character(at: index), in: cell)
            write(text)
            isCertain = isCertain && (cell.glyph < Cell.cluster || text.utf8.count == 1)
        }
        self.row = row
        self.column = isCertain ? column + 1 : -1
    }

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
    private mutating func write(_ text: String) {
        let bytes = text.utf8.span
        for index in bytes.indices { output.append(bytes[index]) }
    }
}
