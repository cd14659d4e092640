/// A cell of a frame; columns and rows count from 0 at the top left.
public struct Position: Hashable, Sendable {
    /// The column, from 0.
    public var column: Int
    /// The row, from 0.
    public var row: Int

    /// The cell at a column and row.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A rectangle in a frame, in cells; columns and rows count from 0 at the top left.
public struct Rect: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// The width, never negative.
    public var columns: Int
    /// The height, never negative.
    public var rows: Int

    /// A rectangle; negative sizes become zero.
    public init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// The whole of a frame of this size.
    public init(_ size: Size) { self.init(column: 0, row: 0, columns: size.columns, rows: size.rows) }

    /// The rectangle without some rows and columns at its edges.
    public func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
        Rect(
            column: column + left, row: row + top, columns: columns - left - right,
            rows: rows - top - bottom)
    }
}
