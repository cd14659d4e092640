import AlbumCatalog
import TerminalUI

extension SearchScreen {
    /// Windows with fewer rows are drawn without the empty rows.
    private static let roomyRows = 18
    /// The greatest width of the field: wider ones are hard to read.
    private static let widestField = 60
    private static let label = "⌕ Search"

    private func gap(in size: Size) -> Int { size.rows < Self.roomyRows ? 0 : 1 }

    private func fieldRow(in size: Size) -> Int { 2 + 2 * gap(in: size) }

    private func questionLines(in size: Size) -> [Line] {
        question.lines(columns: size.columns - 3, hasFocus: focus == .retry)
    }

    /// The place of the list: between the lines about the question and the selected album's page in the store.
    func listRect(in size: Size) -> Rect {
        let top = fieldRow(in: size) + 1 + gap(in: size) + questionLines(in: size).count
        return Rect(size).inset(top: min(top, size.rows - 2), bottom: 2, left: 1, right: 1)
    }

    /// The frame to show in exactly this size.
    func render(_ size: Size, visitor: Visitor) -> Frame {
        var frame = Frame(size)
        let gap = gap(in: size)
        frame.drawHeader("regapp", detail: visitor.words)
        frame.write("Albums", column: 2, row: 1 + gap, style: .title)
        drawField(on: &frame, row: fieldRow(in: size))
        for (index, line) in questionLines(in: size).enumerated() {
            frame.write(
                line, column: 2, row: fieldRow(in: size) + 1 + gap + index, limit: size.columns - 3)
        }
        if !albums.isEmpty { list.draw(on: &frame, in: listRect(in: size), isFocused: focus == .list) }
        drawLink(on: &frame, row: size.rows - 2)
        frame.drawHelp(bindings)
        return frame
    }

    /// Draws the selected album's page in the store: a cover is never shown without it.
    private func drawLink(on frame: inout Frame, row: Int) {
        guard albums.indices.contains(list.selected), let link = albums[list.selected].storeLink else {
            return
        }
        var line = Line("shop: ", .label)
        line.append(link.printable.truncated(to: max(0, frame.size.columns - 3 - line.columns)), .text)
        frame.write(line, column: 2, row: row)
    }

    private func drawField(on frame: inout Frame, row: Int) {
        let isFocused = focus == .field
        var line = Line(isFocused ? "▸ " : "  ", .labelFocused)
        line.append(Self.label.prefix(2).description, .icon)
        line.append(Self.label.dropFirst(2).description + " ", isFocused ? .labelFocused : .label)
        let room = frame.size.columns - line.columns - 2
        line.append(field.line(columns: min(Self.widestField, room), isFocused: isFocused))
        frame.write(line, column: 0, row: row)
    }
}
