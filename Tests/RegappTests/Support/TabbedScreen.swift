import RegappTestSupport

/// Screens of the built program, on which Tab goes from field to field and from button to button.
protocol TabbedScreen {
    func pressTab() throws
    /// Waits until the screen meets a condition.
    @discardableResult
    func expectModel(_ wanted: String, _ condition: (ScreenModel) -> Bool) throws -> ScreenModel
}

/// The field or button that has the focus.
private struct Focus: Equatable {
    let row: Int
    /// A field's label, or a button's title.
    let name: Substring
    /// With the field's value.
    let text: Substring

    /// What was typed into a field may appear later, which does not make it another one.
    static func == (left: Self, right: Self) -> Bool { left.row == right.row && left.name == right.name }
}

extension ScreenModel {
    fileprivate var focus: Focus? {
        // A question hides the cursor, and its button is filled or reversed.
        guard isCursorVisible else {
            for row in cells.indices {
                let filled = buttons(in: row).first { $0.style.isReversed || $0.style.background != nil }
                if let title = filled?.title { return Focus(row: row, name: title, text: title) }
            }
            return nil
        }
        if let row = lines.firstIndex(where: { $0.contains(Self.marked) }) {
            let text = lines[row].replacing(Self.marked, with: "")
            // Two spaces at least stand between a label and its value.
            return Focus(row: row, name: text.split(separator: "  ").first ?? "", text: text[...])
        }
        let button = buttons(in: row).first { $0.columns.contains(column) }
        return button.map { Focus(row: row, name: $0.title, text: $0.title) }
    }

    private static var marked: Regex<Substring> { /^(?: *[│|])?[▸>]/ }

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
            if focus?.text.contains(name) == true { return }
            try pressTab()
            try expectModel("another focus than \(focus?.text ?? ""), on the way to \(name)") {
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
