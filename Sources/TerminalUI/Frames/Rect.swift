/// A cell of a frame; columns and rows count from 0 at the top left.
public struct Position: Hashable, Sendable {
    /// Cells to the left of it.
    public var column: Int
    /// Rows above it.
    public var row: Int

    /// The cell at a column and row.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A part of a frame, in cells; columns and rows count from 0 at the top left.
public struct Rect: Hashable, Sendable {
    /// The leftmost column.
    public var column: Int
    /// The topmost row.
    public var row: Int
    /// Columns, never negative.
    public var columns: Int
    /// Rows, never negative.
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

    /// This without some rows and columns at its edges.
    public func inset(top: Int = 0, bottom: Int = 0, left: Int = 0, right: Int = 0) -> Rect {
        Rect(
            column: column + left, row: row + top, columns: columns - left - right,
            rows: rows - top - bottom)
    }
}
