internal import RegappValues

/// A table of rows, one of which is selected.
package struct ListView: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        let title: String
        let width: Width
        let isRightAligned: Bool
        /// A list with fewer columns of the terminal leaves it out.
        let narrowest: Int

        package enum Width: Hashable, Sendable {
            case fixed(Int)
            /// A share of the columns that the fixed ones leave, proportional to this weight.
            case flexible(Int)
        }

        package init(_ title: String, _ width: Width, isRightAligned: Bool = false, narrowest: Int = 0) {
            self.title = title
            self.width = width
            self.isRightAligned = isRightAligned
            self.narrowest = narrowest
        }
    }

    package struct Row: Hashable, Sendable {
        let texts: [String]
        /// Follows the first text, and is kept if that text is cut.
        let mark: String
        /// Shown below the first text in rows that are two lines high.
        let below: String
        let picture: CellPicture?
        let isMarked: Bool
        /// The styles of the first texts while the row is not selected; the others are plain.
        let styles: [Style]
        /// Whether it is the title of the rows below, and cannot be selected; column titles are above the first row.
        let isHeading: Bool
        /// Words, in lowercase, that stand out where the texts have them.
        let found: [String]

        package init(
            _ texts: [String], mark: String = "", below: String = "", picture: CellPicture? = nil,
            isMarked: Bool = false, styles: [Style] = [], isHeading: Bool = false, found: [String] = []
        ) {
            self.texts = texts
            self.mark = mark
            self.below = below
            self.picture = picture
            self.isMarked = isMarked
            self.styles = styles
            self.isHeading = isHeading
            self.found = found
        }
    }

    package var columns: [Column]
    /// The size of the pictures at the left, in cells; its height is that of a row. Nil shows none.
    package var pictureSize: Size?
    /// Empty if rows are made when they are drawn.
    private let rows: [Row]
    package private(set) var count: Int
    package private(set) var selected = 0
    /// The index of the first visible row, at the last known height.
    private var top = 0
    private var visibleRows = 1

    /// - Parameter rows: none for a list of any size, whose visible rows are made by the `row` of `draw`.
    package init(columns: [Column], rows: [Row] = []) {
        self.columns = columns
        self.rows = rows
        count = rows.count
    }

    package mutating func setCount(_ count: Int, selecting index: Int) {
        self.count = count
        select(index)
    }

    package static let choose = KeyBinding([.enter], "open", meaning: "open the selected row")
    package static let move = KeyBinding(
        [.up, .down, .character("k"), .character("j"), .control("p"), .control("n")], "move",
        meaning: "the row above or below", name: "↑↓")
    package static let page = KeyBinding(
        [.pageUp, .pageDown, .control("b"), .control("f"), .control("u"), .control("d")], "page",
        meaning: "a page of rows up or down; Ctrl-U and Ctrl-D half a page", name: "PgUp/PgDn")
    package static let ends = KeyBinding(
        [.character("g"), .character("G"), KeyPress(.home), KeyPress(.end)], "first/last",
        meaning: "the first or the last row", name: "g/G")

    /// Selects the nearest existing row, and scrolls to it.
    package mutating func select(_ index: Int) {
        // A heading is passed in the direction of the move; there is none at either end.
        let isHeading = rows.indices.contains(index) && rows[index].isHeading
        let step = index < selected ? -1 : 1
        let next = isHeading ? index + step : index
        selected = min(max(0, next), max(0, count - 1))
        top = firstVisible(of: visibleRows)
    }

    /// Sets the height for paging and scrolling; call it on every resize.
    package mutating func setHeight(_ height: Int) {
        visibleRows = rowsVisible(in: height)
        top = firstVisible(of: visibleRows)
    }

    /// The rows that show in a table of this height.
    package func indices(in height: Int) -> Range<Int> {
        let count = rowsVisible(in: height)
        let first = firstVisible(of: count)
        return first..<min(self.count, first + count)
    }

    package var visibleIndices: Range<Int> { top..<min(count, top + visibleRows) }

    /// - Returns: the index of the row that Enter or a second click chose.
    package mutating func update(_ event: Event) -> Int? {
        switch event {
        case .wheel(let rows): select(selected + rows)
        case .pointed(.row(let row)) where row == selected: return row
        case .pointed(.row(let row)): select(row)
        case _ where Self.choose.matches(event): return count == 0 ? nil : selected
        case .key(let key):
            if let row = key.destination(from: selected, page: visibleRows, last: count - 1) { select(row) }
        default: break
        }
        return nil
    }

    private var rowHeight: Int { max(1, pictureSize?.rows ?? 1) }

    /// The columns of a picture and of the space after it.
    private var pictureColumns: Int { pictureSize.map { $0.columns + 1 } ?? 0 }

    private func rowsVisible(in height: Int) -> Int { max(1, (height - 1) / rowHeight) }

    private func firstVisible(of count: Int) -> Int {
        let lowest = max(0, selected - count + 1)
        return min(max(top, lowest), selected, max(0, self.count - count))
    }

    /// `isFocused`: the list gets the keys; if not, only a mark shows the selection. `marksSelection`: that mark is in
    /// this list, not in another. `row` makes a visible row; nil for the rows of the list.
    package func draw(
        on frame: inout Frame, in rect: Rect, isFocused: Bool, marksSelection: Bool = true,
        row: ((Int) -> Row)? = nil
    ) {
        guard rect.rows > 0 else { return }
        let widths = self.widths(in: rect.columns)
        write(
            columns.map(\.title), widths, style: .label, on: &frame, column: rect.column + pictureColumns + 2,
            row: rect.row)
        let shown = indices(in: rect.rows)
        for index in shown {
            let top = rect.row + 1 + (index - shown.lowerBound) * rowHeight
            let height = min(rowHeight, rect.row + rect.rows - top)
            let area = Rect(column: rect.column, row: top, columns: rect.columns, rows: height)
            frame.add(.pointed(.row(index)), in: area)
            draw(
                row?(index) ?? rows[index], isSelected: index == selected && (isFocused || marksSelection),
                widths, isFocused: isFocused, on: &frame, in: area)
        }
    }

    /// Draws a bar at the right of the table, unless all rows show: where they are among all, and how many of them.
    package func drawScrollBar(on frame: inout Frame, in rect: Rect) {
        let shown = indices(in: rect.rows)
        let room = rect.rows - 1
        guard shown.count < count, room > 0 else { return }
        let length = max(1, room * shown.count / count)
        let last = count - shown.count
        // The bar touches an end only where the list does.
        var start = (room - length) * shown.lowerBound / last
        if start == 0, shown.lowerBound > 0, length < room { start = 1 }
        let bar = Rect(
            column: rect.column + rect.columns, row: rect.row + 1 + start, columns: 1, rows: length)
        frame.fill(bar, with: "█", style: .border)
    }

    private func draw(
        _ row: Row, isSelected: Bool, _ widths: [Int], isFocused: Bool, on frame: inout Frame, in rect: Rect
    ) {
        guard rect.rows > 0 else { return }
        let style: Style = isSelected && isFocused ? .selection : .text
        if style == .selection { frame.fill(rect, style: style) }
        row.picture?.draw(
            on: &frame,
            in: Rect(column: rect.column, row: rect.row, columns: pictureColumns - 1, rows: rect.rows))
        let column = rect.column + pictureColumns + 2
        // The mark shows the selection without colour.
        if isSelected { frame.write("▸", column: column - 2, row: rect.row, style: style) }
        if row.isMarked {
            frame.write("✓", column: column - 1, row: rect.row, style: style == .text ? .success : style)
        }
        if style == .selection { frame.setCursor(column: column, row: rect.row) }
        write(
            row.texts, widths, mark: row.mark, style: style, style == .text ? row.styles : [],
            found: row.found, on: &frame, column: column, row: rect.row)
        guard rect.rows > 1 else { return }
        let below = row.below.printable.truncated(to: max(0, rect.columns - pictureColumns - 2))
        frame.write(below, column: column, row: rect.row + 1, style: style == .text ? .label : style)
    }

    /// Writes one text per column; what is between the columns stays.
    private func write(
        _ texts: [String], _ widths: [Int], mark: String = "", style: Style, _ styles: [Style] = [],
        found: [String] = [], on frame: inout Frame, column: Int, row: Int
    ) {
        var column = column
        for (index, width) in widths.enumerated() where width > 0 {
            let end = index == 0 ? mark.truncated(to: width) : ""
            let text =
                (index < texts.count ? texts[index].printable : "")
                .truncated(to: width - end.displayWidth) + end
            let start = columns[index].isRightAligned ? column + width - text.displayWidth : column
            let own = index < styles.count ? styles[index] : style
            frame.write(text, column: start, row: row, style: own)
            for word in found {
                // Where lowercase has other characters, the word's place is unknown.
                let folded = text.withoutAccents
                guard !word.isEmpty, folded.count == text.count,
                    let range = folded.firstPlace(of: word.withoutAccents)
                else { continue }
                let before = folded.distance(from: folded.startIndex, to: range.lowerBound)
                let first = start + String(text.prefix(before)).displayWidth
                let part = String(text.dropFirst(before).prefix(word.count))
                let look: Style = style == .selection ? .selectionFound : .labelFocused
                frame.write(part, column: first, row: row, style: look)
            }
            column += width + 1
        }
    }

    /// Nothing for a column that the list has no room for.
    private func widths(in total: Int) -> [Int] {
        let shown = columns.filter { $0.narrowest <= total }
        var room = total - pictureColumns - 2 - max(0, shown.count - 1)
        var weights = 0
        for column in shown {
            switch column.width {
            case .fixed(let width): room -= width
            case .flexible(let weight): weights += weight
            }
        }
        return columns.map { column in
            guard column.narrowest <= total else { return 0 }
            return switch column.width {
            case .fixed(let width): width
            case .flexible(let weight): max(0, room) * weight / weights
            }
        }
    }
}

extension String {
    /// In lowercase, with the letters that accents are on.
    fileprivate var withoutAccents: String {
        String(lowercased().map { $0.isASCII ? $0 : $0.latinBase ?? $0 })
    }
}

extension KeyPress {
    /// The line to which this key leads in a list or a text; nil for other keys.
    package func destination(from line: Int, page: Int, last: Int) -> Int? {
        switch self {
        case .control("p"): return line - 1
        case .control("n"): return line + 1
        case .control("b"): return line - page
        case .control("f"): return line + page
        case .control("u"): return line - max(1, page / 2)
        case .control("d"): return line + max(1, page / 2)
        default: break
        }
        guard modifiers.isEmpty else { return nil }
        return switch code {
        case .up, .character("k"): line - 1
        case .down, .character("j"): line + 1
        case .pageUp: line - page
        case .pageDown: line + page
        case .home, .character("g"): 0
        case .end, .character("G"): last
        default: nil
        }
    }
}
