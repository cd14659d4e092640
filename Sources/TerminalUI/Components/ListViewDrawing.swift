extension ListView {
    /// Draws the titles and below them the rows that fit.
    ///
    /// - Parameter isFocused: whether keys go to the list; where they do not, only the mark tells the selection.
    public func draw(on frame: inout Frame, in rect: Rect, isFocused: Bool = true) {
        guard rect.rows > 0 else { return }
        let left = pictureSize.map { $0.columns + 1 } ?? 0
        let widths = self.widths(in: rect.columns - left - 2)
        frame.write(
            line(columns.map(\.title), widths, style: .label), column: rect.column + left + 2, row: rect.row,
            limit: rect.columns - left - 2)
        let count = rowsVisible(in: rect.rows)
        let first = firstVisible(of: count)
        for index in first..<min(rows.count, first + count) {
            let top = rect.row + 1 + (index - first) * rowHeight
            let height = min(rowHeight, rect.row + rect.rows - top)
            draw(
                index, widths, isFocused: isFocused, on: &frame,
                in: Rect(column: rect.column, row: top, columns: rect.columns, rows: height))
        }
    }

    private func draw(
        _ index: Int, _ widths: [Int], isFocused: Bool, on frame: inout Frame, in rect: Rect
    ) {
        guard rect.rows > 0 else { return }
        let isSelected = index == selected
        let left = pictureSize.map { $0.columns + 1 } ?? 0
        rows[index].picture?.draw(
            on: &frame,
            in: Rect(column: rect.column, row: rect.row, columns: max(0, left - 1), rows: rect.rows))
        // The text stands in the middle of a tall row; the mark tells the selection without colour.
        let row = rect.row + (rect.rows - 1) / 2
        let style: Style = isSelected && isFocused ? .selection : .text
        var line = Line(isSelected ? "▸ " : "  ", style)
        line.append(self.line(rows[index].texts, widths, mark: rows[index].mark, style: style))
        line.pad(to: rect.columns - left, style)
        frame.write(line, column: rect.column + left, row: row, limit: rect.columns - left)
    }

    private func line(_ texts: [String], _ widths: [Int], mark: String = "", style: Style) -> Line {
        var line = Line()
        for (index, width) in widths.enumerated() where width > 0 {
            let end = index == 0 ? mark.truncated(to: width) : ""
            let text =
                (index < texts.count ? texts[index].printable : "")
                .truncated(to: width - end.displayWidth) + end
            let space = String(repeating: " ", count: max(0, width - text.displayWidth))
            line.append(columns[index].isRightAligned ? space + text : text + space, style)
            if index < widths.count - 1 { line.append(" ", style) }
        }
        return line
    }

    /// The columns of each column; flexible ones share what the fixed ones and the gaps leave.
    private func widths(in total: Int) -> [Int] {
        var room = total - max(0, columns.count - 1)
        var weights = 0
        for column in columns {
            switch column.width {
            case .fixed(let width): room -= width
            case .flexible(let weight): weights += weight
            }
        }
        return columns.map { column in
            switch column.width {
            case .fixed(let width): width
            case .flexible(let weight): weights > 0 ? max(0, room) * weight / weights : 0
            }
        }
    }
}
