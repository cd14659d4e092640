import RegappTestSupport

/// Screens of the built program, on which Tab goes from field to field and from button to button.
protocol TabbedScreen {
    func pressTab() throws
    /// Waits until the screen meets a condition.
    @discardableResult
    func expectModel(_ wanted: String, _ condition: (ScreenModel) -> Bool) throws -> ScreenModel
}

extension ScreenModel {
    /// The row of the field, or the text of the button, that has the focus.
    fileprivate var focus: Substring? {
        // A question hides the cursor, and its button is filled or reversed.
        guard isCursorVisible else {
            return cells.indices.lazy.flatMap(buttons).first { _, style, _ in
                style.isReversed || style.background != nil
            }?.title
        }
        if let field = lines.first(where: { $0.contains(/^(?: *[│|])?[▸>]/) }) { return field[...] }
        return buttons(in: row).first { $0.columns.contains(column) }?.title
    }

    private func buttons(in row: Int) -> [(title: Substring, style: CellStyle, columns: Range<Int>)] {
        let line = String(cells[row].map { $0.text.first ?? " " })
        return line.matches(of: /\[ .+? \]/).map { match in
            let start = line.distance(from: line.startIndex, to: match.range.lowerBound)
            return (match.output, cells[row][start].style, start..<start + match.output.count)
        }
    }
}

extension TabbedScreen {
    /// Presses Tab until the field with this label or button with this title, which must show, has the focus.
    func go(to name: String) throws {
        for _ in 0..<Stroke.mostElements {
            let focus = try expectModel("a focus") { $0.focus != nil }.focus
            if focus?.contains(name) == true { return }
            try pressTab()
            try expectModel("another focus than \(focus ?? ""), on the way to \(name)") {
                $0.focus != nil && $0.focus != focus
            }
        }
        try expectModel("a field or button \(name)") { _ in false }
    }
}

extension PseudoTerminal: TabbedScreen {
    func pressTab() throws { try send("\t") }

    /// Types text into the field, or at the button.
    func send(_ text: String, at name: String, until shown: String? = nil) throws {
        try go(to: name)
        try send(text)
        if let shown { try expectOnScreen(shown) }
    }

    func expectModel(_ wanted: String, _ condition: (ScreenModel) -> Bool) throws -> ScreenModel {
        try expectScreen(wanted, condition)
    }
}
