extension Frame {
    /// The rows as lines of text to print in the flow of other text: styled, without moving the cursor, each
    /// ending in the terminal's defaults.
    public func printed(_ palette: Palette) -> [String] {
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
            line.append(palette.character(of: cell))
        }
        return rendition.isEmpty ? line : line + EscapeCode.rendition("").sequence
    }
}
