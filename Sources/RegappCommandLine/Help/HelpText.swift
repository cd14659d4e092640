internal import RegappValues

extension [HelpBlock] {
    /// The blocks of a text. How a line begins says what it is:
    /// ```
    /// # HEADING              a heading
    /// ## HEADING             that of a section
    /// - LABEL | TEXT         a row, whose text may go on in lines that begin with two spaces
    ///     LINE               after four spaces: a line to copy
    /// ```
    /// All others are those of paragraphs. A block ends before an empty line and before a line of another kind.
    package static func text(_ text: String) -> [HelpBlock] {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
        return parts.flatMap { part in
            var blocks: [HelpBlock] = []
            var rest = part
            while let kind = rest.first.map(LineKind.init) {
                let lines = rest.prefix { LineKind($0) == kind }
                rest = rest.dropFirst(lines.count)
                blocks.append(HelpBlock(kind, lines))
            }
            return blocks
        }
    }
}

private enum LineKind {
    case heading, section, row, copied, paragraph

    init(_ line: Substring) {
        let prefixes: [(String, LineKind)] = [
            ("# ", .heading), ("## ", .section), ("    ", .copied), ("- ", .row), ("  ", .row),
        ]
        self = prefixes.first { line.hasPrefix($0.0) }?.1 ?? .paragraph
    }
}

extension HelpBlock {
    fileprivate init(_ kind: LineKind, _ lines: ArraySlice<Substring>) {
        let text = lines.joined(separator: " ")
        self =
            switch kind {
            case .heading: .heading(String(text.dropFirst(2)))
            case .section: .section(String(text.dropFirst(3)))
            case .copied: .lines(lines.map { String($0.dropFirst(4)) })
            case .row: .rows(lines.reduce(into: []) { $0.append(line: $1) })
            case .paragraph: .paragraph(text)
            }
    }
}

extension [HelpRow] {
    fileprivate mutating func append(line: Substring) {
        if line.hasPrefix("  "), let row = popLast() {
            return append(HelpRow(row.label, row.text + line.dropFirst()))
        }
        let bar = line.firstIndex(of: "|") ?? line.endIndex
        append(HelpRow(line[..<bar].dropFirst(2).trimmed, line[bar...].dropFirst().trimmed))
    }
}
