/// A cell of a frame, counted from 0 at the top left.
package struct Position: Hashable, Sendable {
    package let column: Int
    package let row: Int
}

/// A rectangle of cells, counted from 0 at the top left.
package struct Rect: Hashable, Sendable {
    package let column: Int
    package let row: Int
    package let columns: Int
    package let rows: Int

    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    package init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    package func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
        Rect(
            column: column + left, row: row + top, columns: columns - left - right,
            rows: rows - top - bottom)
    }
}
