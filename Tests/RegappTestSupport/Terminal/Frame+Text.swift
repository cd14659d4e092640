package import RegappTerminal

extension Frame {
    /// The rows' text, each ended by a newline.
    package var text: String { lines.map { $0 + "\n" }.joined() }

    /// The text without the empty rows at its end.
    package var shortText: String {
        lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }

    /// The style in which a text begins that stands within one row.
    package func style(of text: String) -> Style? {
        places(of: text).first.flatMap { style(column: $0.column, row: $0.row) }
    }

    /// The style of the first character of a text where it shows last.
    package func style(ofLast text: String) -> Style? {
        places(of: text).last.flatMap { style(column: $0.column, row: $0.row) }
    }

    private func places(of text: String) -> [(column: Int, row: Int)] {
        lines.enumerated().flatMap { row, line in
            line.ranges(of: text).map { (String(line[..<$0.lowerBound]).displayWidth, row) }
        }
    }
}

extension StyledLine {
    package var text: String { spans.map(\.text).joined() }
}
