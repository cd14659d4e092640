import Glibc
import RegappTestSupport

/// Screens of the built program, on which Tab goes from field to field and from button to button.
protocol TabbedScreen {
    func pressTab() throws
    /// Waits until the screen meets a condition.
    @discardableResult
    func expectText(_ wanted: String, _ condition: (ScreenText) -> Bool) throws -> ScreenText
}

/// The lines of a screen, and where its cursor is.
struct ScreenText {
    let lines: [String]
    let cursor: (column: Int, row: Int)

    /// The row of the field or the button that has the focus.
    fileprivate var focus: Substring? {
        if let field = lines.first(where: { $0.contains(/^(?: *[│|])?[▸>]/) }) { return field[...] }
        guard lines.indices.contains(cursor.row) else { return nil }
        let line = lines[cursor.row]
        return line.matches(of: /\[ .+? \]/).first { match in
            let start = line.distance(from: line.startIndex, to: match.range.lowerBound)
            return (start..<start + match.output.count).contains(cursor.column)
        }?.output
    }
}

extension TabbedScreen {
    /// More elements than any page has.
    private var mostElements: Int { 40 }

    /// Presses Tab until the field with this label or the button with this title has the focus. The page must show
    /// already.
    func go(to name: String) throws {
        for _ in 0..<mostElements {
            let focus = try expectText("a focus") { $0.focus != nil }.focus
            if focus?.contains(name) == true { return }
            try pressTab()
            try expectText("another focus than \(focus ?? ""), on the way to \(name)") {
                $0.focus != nil && $0.focus != focus
            }
        }
        try expectText("a field or button \(name)") { _ in false }
    }
}

extension PseudoTerminal: TabbedScreen {
    func pressTab() throws { try send("\t") }

    func expectText(_ wanted: String, _ condition: (ScreenText) -> Bool) throws -> ScreenText {
        try expectScreen(wanted) { condition($0.text) }.text
    }
}

extension ScreenModel {
    fileprivate var text: ScreenText { ScreenText(lines: lines, cursor: (column, row)) }
}
