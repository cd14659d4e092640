/// A cell of a frame; columns and rows count from 0 at the top left.
package struct Position: Hashable, Sendable {
    package let column: Int
    package let row: Int
}

/// A rectangle in a frame, in cells; columns and rows count from 0 at the top left.
package struct Rect: Hashable, Sendable {
    package let column: Int
    package let row: Int
    /// The width, never negative.
    package let columns: Int
    /// The height, never negative.
    package let rows: Int

    /// A rectangle; negative sizes become zero.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// The whole of a frame of this size.
    package init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// The rectangle without some rows and columns at its edges.
    package func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
        Rect(
            column: column + left, row: row + top, columns: columns - left - right,
            rows: rows - top - bottom)
    }
}
