/// What a terminal of a given size shows after some output.
///
/// It knows the sequences that full-screen programs use: cursor moves, erasing, inserting and deleting, scroll
/// regions, SGR, the alternate screen, the saved cursor, and widths of wide and combining characters. Window
/// titles, links, graphics and queries are read and ignored.
package struct ScreenModel: Hashable, Sendable {
    package private(set) var columns: Int
    package private(set) var rows: Int
    /// The cells, line by line.
    package internal(set) var cells: [[ScreenCell]]
    /// The cursor's column, from 0 on; equal to `columns` when the next character wraps.
    package internal(set) var column = 0
    /// The cursor's line, from 0 on.
    package internal(set) var row = 0
    package internal(set) var isCursorVisible = true
    package internal(set) var isAlternate = false
    /// The private modes that are set (`CSI ? N h`), bracketed paste being 2004.
    package internal(set) var modes: Set<Int> = []
    /// How often a synchronised update (`CSI ? 2026 h … l`) was completed.
    package internal(set) var synchronizedUpdates = 0

    var style = CellStyle()
    var saved = SavedCursor()
    var main: [[ScreenCell]] = []
    var mainCursor = SavedCursor()
    var scrollTop = 0
    var scrollBottom: Int
    var parser = SequenceParser()

    struct SavedCursor: Hashable, Sendable {
        var column = 0
        var row = 0
        var style = CellStyle()
    }

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        scrollBottom = rows - 1
        cells = Self.blank(columns, rows)
    }

    /// Shows what output does; sequences and characters may be cut anywhere between two calls.
    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if let action = parser.take(byte) { perform(action) }
            if let action = parser.takeUnread() { perform(action) }
        }
    }

    package mutating func feed(_ text: String) { feed(Array(text.utf8)) }

    /// The lines without their trailing spaces.
    package var lines: [String] {
        cells.map { line in
            let text = line.map(\.text).joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// The lines up to the last that is not empty, joined by newlines.
    package var text: String {
        let lines = lines
        let last = lines.lastIndex { !$0.isEmpty } ?? -1
        return lines[...last].joined(separator: "\n")
    }

    /// Whether a text stands within one line.
    package func contains(_ text: String) -> Bool { find(text) != nil }

    /// Where a text first stands within one line: its line and column, from 0 on.
    package func find(_ text: String) -> (row: Int, column: Int)? {
        for (row, line) in cells.enumerated() {
            for column in line.indices where !line[column].text.isEmpty {
                if line[column...].map(\.text).joined().hasPrefix(text) { return (row, column) }
            }
        }
        return nil
    }

    /// The style of the first character of a text that stands within one line.
    package func style(of text: String) -> CellStyle? {
        find(text).map { cells[$0.row][$0.column].style }
    }

    /// Changes the size as a terminal does that neither wraps again nor scrolls: cut or filled with blanks.
    mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Self.fitted(cells, columns, rows)
        if !main.isEmpty { main = Self.fitted(main, columns, rows) }
        (scrollTop, scrollBottom) = (0, rows - 1)
        column = min(column, columns - 1)
        row = min(row, rows - 1)
    }

    static func blank(_ columns: Int, _ rows: Int) -> [[ScreenCell]] {
        [[ScreenCell]](repeating: [ScreenCell](repeating: .blank, count: columns), count: rows)
    }

    private static func fitted(_ cells: [[ScreenCell]], _ columns: Int, _ rows: Int) -> [[ScreenCell]] {
        let lines = cells.prefix(rows).map { line in
            line.prefix(columns) + [ScreenCell](repeating: .blank, count: max(0, columns - line.count))
        }
        return lines.map(Array.init) + blank(columns, max(0, rows - lines.count))
    }
}
