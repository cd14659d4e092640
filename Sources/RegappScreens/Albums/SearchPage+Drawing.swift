import RegappAlbums
import RegappWording
import RegappTerminal

extension SearchPage {
    /// In columns; wider fields are hard to read.
    private static let widestField = 60
    private static let label = "⌕ Search"

    private func gap(in size: Size) -> Int { size.isRoomy ? 1 : 0 }

    private func titleRow(in size: Size) -> Int { header.rows.count + gap(in: size) }

    private func fieldRow(in size: Size) -> Int { titleRow(in: size) + 1 + gap(in: size) }

    private func questionLines(in size: Size, focus: Focus? = nil) -> [Line] {
        let columns = size.columns - 3
        let lines = question.lines(columns: columns, hasFocus: focus == .retry)
        guard let filter = results.filter else { return lines }
        let line = filter.line(columns: columns, isFocused: focus == .filter, left: results.albums.count)
        // The filter's line also shows how many albums were found.
        if case .answered = question.state { return [line] }
        return lines + [line]
    }

    /// The list is between the lines about the question and the selected album's page in the store.
    func listRect(in size: Size) -> Rect { listRect(in: size, below: questionLines(in: size)) }

    private func listRect(in size: Size, below lines: [Line]) -> Rect {
        let top = fieldRow(in: size) + 1 + gap(in: size) + lines.count
        return Rect(size).inset(
            top: min(top, size.rows - 2), bottom: 2, left: 1, right: 1 + results.previewColumns)
    }

    func render(_ size: Size, hasFocus: Bool) -> Frame {
        let focus = hasFocus ? self.focus : nil
        var frame = Frame(size)
        let gap = gap(in: size)
        let titleRow = titleRow(in: size)
        frame.drawHeader(header)
        frame.write("Albums", column: 2, row: titleRow, style: .title)
        drawLegend(on: &frame, row: titleRow)
        if gap > 0 {
            frame.write(Self.guidance, column: 2, row: titleRow + 1, style: .faint, limit: size.columns - 3)
        }
        drawField(on: &frame, row: fieldRow(in: size), isFocused: focus == .field)
        let lines = questionLines(in: size, focus: focus)
        for (index, line) in lines.enumerated() {
            frame.write(
                line, column: 2, row: fieldRow(in: size) + 1 + gap + index, limit: size.columns - 3)
        }
        let list = listRect(in: size, below: lines)
        drawList(on: &frame, in: list, isFocused: focus == .list)
        drawPreview(on: &frame, beside: list)
        drawFoot(on: &frame, row: size.rows - 2)
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: isTyping))
        return frame
    }

    /// Draws the albums, the offered terms, or what to do if nothing is found.
    private func drawList(on frame: inout Frame, in rect: Rect, isFocused: Bool) {
        if isOffering { return offers.list.draw(on: &frame, in: rect, isFocused: isFocused) }
        guard results.albums.isEmpty else {
            return results.list.draw(on: &frame, in: rect, isFocused: isFocused)
        }
        guard let advice else { return }
        for (row, line) in Line.wrapped(advice, .hint, to: rect.columns - 2).prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column + 1, row: rect.row + row)
        }
    }

    /// What to do if no album is listed.
    private var advice: String? {
        if let filter = results.filter { return filter.advice }
        guard case .answered = question.state else { return nil }
        return Self.tryAnotherTerm
    }

    /// At the right: what the marks of the visible titles mean.
    private func drawLegend(on frame: inout Frame, row: Int) {
        let marks = results.list.visibleIndices.map { results.albums[$0].collectionExplicitness }
        let words = Explicitness.legend(of: marks).joined(separator: "  ")
        frame.write(words, column: frame.size.columns - 1 - words.displayWidth, row: row, style: .label)
    }

    private func drawPreview(on frame: inout Frame, beside list: Rect) {
        guard let selected = results.selected, let cells = results.previewSize else { return }
        let rect = Rect(
            column: list.column + list.columns + 2, row: list.row + 1, columns: cells.columns,
            rows: min(cells.rows, list.rows - 1))
        results.covers.drawPreview(of: selected, on: &frame, in: rect)
    }

    /// Draws the selected album's page in the store, which must accompany a cover, and its position in the list.
    private func drawFoot(on frame: inout Frame, row: Int) {
        guard let selected = results.selected else { return }
        let place = "\(results.list.selected + 1) of \(results.albums.count)"
        let end = frame.size.columns - 1 - place.displayWidth
        frame.write(place, column: end, row: row, style: .label)
        guard let link = selected.storeLink else { return }
        var line = Line("shop: ", .label)
        line.append(link.printable.truncated(to: max(0, end - 4 - line.columns)), .text)
        frame.write(line, column: 2, row: row)
    }

    private func drawField(on frame: inout Frame, row: Int, isFocused: Bool) {
        var line = Line(isFocused ? "▸ " : "  ", .labelFocused)
        line.append(Self.label.prefix(2).description, .icon)
        line.append(Self.label.dropFirst(2).description + " ", isFocused ? .labelFocused : .label)
        let room = frame.size.columns - line.columns - 2
        line.append(field.line(columns: min(Self.widestField, room), isFocused: isFocused))
        line.add(.pointed(.field(Self.label)))
        frame.write(line, column: 0, row: row)
    }
}

// MARK: Sizes

extension SearchPage {
    mutating func take(_ header: Header) {
        guard header != self.header else { return }
        self.header = header
        fit()
    }

    mutating func resize(to size: Size) {
        self.size = size
        let selected = results.list.selected
        results.resize(to: size)
        fit()
        results.select(selected)
    }

    mutating func fit() {
        let rows = listRect(in: size).rows
        results.setHeight(rows)
        offers.setHeight(rows)
    }
}
