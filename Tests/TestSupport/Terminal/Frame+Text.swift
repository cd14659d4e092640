public import TerminalUI

extension Frame {
    /// The rows' text, each ended by a newline.
    public var text: String { lines.map { $0 + "\n" }.joined() }

    /// The text without the empty rows at its end.
    public var shortText: String {
        lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }

    /// The style in which a text begins that stands within one row.
    public func style(of text: String) -> Style? {
        for (row, line) in lines.enumerated() {
            guard let range = line.ranges(of: text).first else { continue }
            return style(column: String(line[..<range.lowerBound]).displayWidth, row: row)
        }
        return nil
    }
}

extension Line {
    /// The text of all pieces.
    public var text: String { spans.map(\.text).joined() }
}
