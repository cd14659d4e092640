import TerminalUI

extension AlbumScreen {
    /// What is to be seen in exactly this size, which is the one of the last resize.
    func render(_ size: Size, visitor: Visitor) -> Frame {
        var frame = Frame(size)
        HeaderBar("regapp", detail: visitor.words).draw(on: &frame)
        drawCover(on: &frame)
        let rect = textRect
        for (row, line) in lines.dropFirst(top).prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column, row: rect.row + row, limit: rect.columns)
        }
        let edge = rect.column + rect.columns
        if top > 0 { frame.write("▲", column: edge, row: rect.row, style: .faint) }
        if lines.count > top + rect.rows {
            frame.write("▼", column: edge, row: rect.row + rect.rows - 1, style: .faint)
        }
        HelpLine(bindings).draw(on: &frame, row: size.rows - 1)
        return frame
    }

    private func drawCover(on frame: inout Frame) {
        guard showsCover else { return }
        let rect = coverRect
        if let cover { return cover.draw(on: &frame, in: rect) }
        // The place of a cover: where none comes it says so.
        frame.fill(rect, with: "░", style: .faint)
        guard hasNoCover else { return }
        let words = "no cover".truncated(to: rect.columns)
        let column = rect.column + (rect.columns - words.displayWidth) / 2
        frame.write(words, column: column, row: rect.row + rect.rows / 2, style: .faint)
    }
}
