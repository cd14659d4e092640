/// A table of rows, one of which is selected; it scrolls and keeps its place.
public struct ListView: Hashable, Sendable {
    /// How one column of the table is drawn.
    public struct Column: Hashable, Sendable {
        let title: String
        let width: Width
        let isRightAligned: Bool

        /// How wide a column is.
        public enum Width: Hashable, Sendable {
            /// So many columns of the terminal.
            case fixed(Int)
            /// A share of what the fixed ones leave, by weight.
            case flexible(Int)
        }

        /// A column.
        public init(_ title: String, _ width: Width, isRightAligned: Bool = false) {
            self.title = title
            self.width = width
            self.isRightAligned = isRightAligned
        }
    }

    /// One row of the table.
    public struct Row: Hashable, Sendable {
        /// A text for each column.
        public var texts: [String]
        /// What stands right after the first text, also where that is cut.
        public var mark: String
        /// The picture at the left, if the list shows pictures and it is there.
        public var picture: CellPicture?

        /// A row.
        public init(_ texts: [String], mark: String = "", picture: CellPicture? = nil) {
            self.texts = texts
            self.mark = mark
            self.picture = picture
        }
    }

    /// What a key did.
    public enum Effect: Hashable, Sendable {
        /// Another row is selected, or the list is scrolled.
        case moved
        /// Enter on the row of this index.
        case chosen(Int)
    }

    /// The columns from left to right.
    public let columns: [Column]
    /// The size of the pictures at the left in cells; nil shows none.
    ///
    /// Rows are as high as pictures.
    public let pictureSize: Size?
    /// The rows from top to bottom.
    public private(set) var rows: [Row]
    /// The index of the selected row; 0 for an empty list.
    public private(set) var selected = 0
    /// The index of the row at the top, as far as the last known height allows.
    private var top = 0
    private var visibleRows = 1

    /// A list with the selection on its first row.
    public init(columns: [Column], rows: [Row] = [], pictureSize: Size? = nil) {
        self.columns = columns
        self.rows = rows
        self.pictureSize = pictureSize
    }

    /// Chooses the selected row.
    public static let choose = KeyBinding([.enter], "open")
    /// Selects the row above or below, for a help line.
    public static let move = KeyBinding([.up, .down], "move", name: "↑↓")
    /// Scrolls by as many rows as show, for a help line.
    public static let page = KeyBinding([.pageUp, .pageDown], "page", name: "PgUp/PgDn")

    /// Shows other rows from the first one on.
    public mutating func setRows(_ rows: [Row]) {
        self.rows = rows
        selected = 0
        top = 0
    }

    /// Puts a picture into a row, wherever the list stands; an index that is gone is ignored.
    public mutating func setPicture(_ picture: CellPicture?, row: Int) {
        if rows.indices.contains(row) { rows[row].picture = picture }
    }

    /// Selects a row and scrolls to it.
    public mutating func select(_ index: Int) {
        selected = min(max(0, index), max(0, rows.count - 1))
        scrollToSelection()
    }

    /// Tells the height it is drawn in, so that pages and scrolling fit; call it on every resize.
    public mutating func setHeight(_ height: Int) {
        visibleRows = rowsVisible(in: height)
        scrollToSelection()
    }

    /// The indices of the rows that show, such as those whose pictures are worth fetching.
    public var visibleIndices: Range<Int> { top..<min(rows.count, top + visibleRows) }

    /// Answers a key; nil when the key means nothing to a list.
    public mutating func update(_ event: Event) -> Effect? {
        if Self.choose.matches(event) { return rows.isEmpty ? nil : .chosen(selected) }
        guard case .key(let key) = event, key.modifiers.isEmpty else { return nil }
        switch key.code {
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .pageUp: select(selected - visibleRows)
        case .pageDown: select(selected + visibleRows)
        case .home: select(0)
        case .end: select(rows.count - 1)
        default: return nil
        }
        return .moved
    }

    var rowHeight: Int { max(1, pictureSize?.rows ?? 1) }

    func rowsVisible(in height: Int) -> Int { max(1, (height - 1) / rowHeight) }

    private mutating func scrollToSelection() { top = firstVisible(of: visibleRows) }

    func firstVisible(of count: Int) -> Int {
        let lowest = max(0, selected - count + 1)
        return min(max(top, lowest), selected, max(0, rows.count - count))
    }
}
