/// Lays out the blocks of a help page as plain text. Lines break only between words, so that commands can be copied: a
/// row is a paragraph that hangs from its label, not one of the terminal's tables, which cut their texts.
struct HelpLayout {
    /// In columns; every character of the help is one column wide.
    let width: Int

    /// In columns. If a narrower page is asked for, lines are longer rather than one word each.
    static let leastWidth = 40
    /// In columns; longer labels get a line of their own.
    private static let longestLabel = 24

    init(width: Int) {
        self.width = max(width, HelpLayout.leastWidth)
    }

    /// The page, with a newline at its end.
    func text(_ blocks: [HelpBlock]) -> String {
        let labels = blocks.flatMap(\.rows).map(\.label.count).filter { $0 <= HelpLayout.longestLabel }
        let column = 2 + (labels.max() ?? 0) + 2
        var lines: [String] = []
        var followsHeading = true
        var isInSection = false
        for block in blocks {
            if !followsHeading { lines.append("") }
            lines += self.lines(of: block, column: column, margin: isInSection ? 2 : 0)
            followsHeading = block.heading != nil
            isInSection = isInSection || followsHeading
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func lines(of block: HelpBlock, column: Int, margin: Int) -> [String] {
        switch block {
        case .section(let title), .heading(let title): filled(words(title.uppercased()), indent: 0, hang: 2)
        case .paragraph(let text): filled(words(text), indent: margin, hang: margin)
        case .usage(let usages): usages.flatMap { filled($0, indent: 2, hang: 6) }
        case .examples(let examples):
            examples.flatMap {
                filled(words($0.label + ":"), indent: 2, hang: 2) + continued(words($0.text))
            }
        case .rows(let rows): rows.flatMap { lines(of: $0, column: column) }
        case .lines(let lines): lines.map { $0.isEmpty ? "" : "    " + $0 }
        }
    }

    /// A command line that can be copied: broken by a backslash if it is too long.
    private func continued(_ words: [String]) -> [String] {
        let lines = filled(words, indent: 4, hang: 8, spare: 2)
        return lines.dropLast().map { $0 + " \\" } + lines.suffix(1)
    }

    private func lines(of row: HelpRow, column: Int) -> [String] {
        let label = "  " + row.label
        let text = words(row.text)
        let room = column - label.count
        // A word that is longer than the line stands alone on it.
        guard room >= 2, column + (text.first?.count ?? 0) <= width else {
            return filled(words(row.label), indent: 2, hang: 4) + filled(text, indent: column, hang: column)
        }
        return filled(text, after: label + spaces(room), hang: column)
    }

    private func words(_ text: String) -> [String] {
        text.split(separator: " ").map(String.init)
    }

    private func filled(_ parts: [String], indent: Int, hang: Int, spare: Int = 0) -> [String] {
        filled(parts, after: spaces(indent), hang: hang, spare: spare)
    }

    /// Fills each line with as many parts as fit: the first line after `start`, the others after `hang` spaces.
    private func filled(_ parts: [String], after start: String, hang: Int, spare: Int = 0) -> [String] {
        var lines: [String] = []
        var line = start
        var isEmpty = true
        for part in parts.flatMap({ $0.count + hang > width ? words($0) : [$0] }) {
            if !isEmpty, line.count + 1 + part.count + spare > width {
                lines.append(line)
                line = spaces(hang)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + part
            isEmpty = false
        }
        return lines + [line]
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
