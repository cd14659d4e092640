internal import RegappWording
internal import RegappTerminal

/// How a page shows a message between its title and its fields: a fact is a paragraph, marked by its kind.
extension Message {
    private typealias Part = (text: String, kind: Kind)

    private var parts: [Part] {
        facts.compactMap { fact in fact.screenText.map { ($0.sentence, fact.kind) } }
    }

    var texts: [String] { parts.map(\.text) }

    /// As many parts as fit into this many rows; the first says how many more problems there are.
    func lines(columns: Int, rows: Int, home: String?) -> [StyledLine] {
        let parts = parts.map { (text: HomePath.shortened($0.text, home: home), kind: $0.kind) }
        var fitted = fitting(parts, columns: columns, rows: rows)
        let problems = parts.count { $0.kind == .error }
        // The number takes room itself, so one more part may have to go.
        for _ in 0..<2 {
            let hidden = problems - fitted.count { $0.kind == .error }
            guard hidden > 0, let first = parts.first else { break }
            let counted = (text: "\(first.text) (+\(hidden) more)", kind: first.kind)
            fitted = fitting([counted] + parts.dropFirst(), columns: columns, rows: rows)
        }
        return fitted.flatMap(\.lines)
    }

    /// As many parts as fit, chosen in this order: the first; the last, which says what to do; those between.
    private func fitting(
        _ parts: [Part], columns: Int, rows: Int
    ) -> [(lines: [StyledLine], kind: Kind)] {
        let all = parts.map { (lines: $0.kind.lines($0.text, columns: columns), kind: $0.kind) }
        guard let first = all.first, let last = all.dropFirst().last else {
            return all.map { (Array($0.lines.prefix(rows)), $0.kind) }
        }
        var room = rows - first.lines.count
        guard room >= last.lines.count else { return [(Array(first.lines.prefix(rows)), first.kind)] }
        room -= last.lines.count
        let between = all.dropFirst().dropLast().prefix { part in
            room -= part.lines.count
            return room >= 0
        }
        return [first] + between + [last]
    }
}

extension Message.Kind {
    fileprivate func lines(_ text: String, columns: Int) -> [StyledLine] {
        let (mark, style): (String, Style) =
            switch self {
            case .error: ("✗ ", .problem)
            case .warning: ("! ", .attention)
            case .done: ("✓ ", .success)
            case .question: ("? ", .label)
            case .hint: ("", .label)
            }
        return text.printable.wrapped(to: columns - mark.count).enumerated().map { row, words in
            StyledLine((row == 0 ? mark : String(repeating: " ", count: mark.count)) + words, style)
        }
    }
}
