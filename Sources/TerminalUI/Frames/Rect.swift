/// A cell of a frame; columns and rows count from 0 at the top left.
public struct Position: Hashable, Sendable {
    public let column: Int
    public let row: Int
}

/// A rectangle in a frame, in cells; columns and rows count from 0 at the top left.
public struct Rect: Hashable, Sendable {
    /// The leftmost column.
    public let column: Int
    /// The topmost row.
    public let row: Int
    /// The width, never negative.
    public let columns: Int
    /// The height, never negative.
    public let rows: Int

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
