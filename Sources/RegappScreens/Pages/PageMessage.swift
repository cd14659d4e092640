import RegappValues
import RegappCore
import RegappTerminal
import RegappWording

/// What a page is for: the faint line below its title, and the file that it reads or writes, in small print.
struct Guidance: Hashable, Sendable {
    /// A sentence without a period, such as what pressing the button does; empty for none.
    let purpose: String
    let path: String?

    init(_ purpose: String, path: String? = nil) {
        self.purpose = purpose.sentenceCased
        self.path = path
    }

    static func of(_ targets: AccountTargets) -> Guidance {
        Guidance("for \(targets.one?[.email] ?? targets.count.counted("account"))")
    }

    /// The path with `~` for the home directory, shortened as far as necessary; nil if even that does not fit.
    func smallPrint(home: String?, columns: Int) -> String? {
        guard let path else { return nil }
        let whole = HomePath.text(of: path, home: home)
        if whole.printable.displayWidth <= columns { return whole.printable }
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
        let shorter = parts.indices.dropFirst(2).lazy.map { first in
            (parts[..<1] + ["..."] + parts[first...]).joined(separator: "/")
        }
        return shorter.map(\.printable).first { $0.displayWidth <= columns }
    }

    func text(home: String?) -> String {
        let parts = [purpose, path.map { HomePath.text(of: $0, home: home) } ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: ": ").printable
    }
}

/// How a page shows a message between its title and its fields: a fact is a paragraph, marked by its kind.
extension Message {
    private typealias Part = (text: String, kind: Kind)

    private var parts: [Part] {
        facts.compactMap { fact in fact.screenText.map { ($0, fact.kind) } }
    }

    var texts: [String] { parts.map(\.text) }

    /// In one row.
    func line(columns: Int, home: String?) -> StyledLine {
        guard let first = parts.first else { return StyledLine() }
        var line = first.kind.mark
        let text = HomePath.shortened(texts.joined(separator: ". "), home: home).printable
        line.append(text.cutInside(to: columns - line.columns), first.kind.style)
        return line
    }

    /// Whether it explains the page, so that it does not take the place of the page's purpose.
    var stays: Bool { facts.contains { $0.kind == .error || $0.kind == .question } }

    /// In the rows that the page has for news, if it does not stay; then the overlay with the keys has all of it.
    func lines(columns: Int, rows: Int, room: Int, home: String?) -> [StyledLine] {
        if stays { return lines(columns: columns, rows: rows, home: home) }
        let parts = parts.map { (text: HomePath.shortened($0.text, home: home), kind: $0.kind) }
        let all = parts.flatMap {
            StyledLine.wrapped($0.text, $0.kind.style, after: $0.kind.mark, to: columns)
        }
        if all.count <= room { return all }
        return room == 1 ? [line(columns: columns, home: home)] : all.cut(to: room)
    }

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
        let all = parts.map { text, kind in
            (lines: StyledLine.wrapped(text, kind.style, after: kind.mark, to: columns), kind: kind)
        }
        guard let first = all.first, let last = all.dropFirst().last else {
            return all.map { ($0.lines.cut(to: rows), $0.kind) }
        }
        var room = rows - first.lines.count
        guard room >= last.lines.count else { return [(first.lines.cut(to: rows), first.kind)] }
        room -= last.lines.count
        let between = all.dropFirst().dropLast().prefix { part in
            room -= part.lines.count
            return room >= 0
        }
        return [first] + between + [last]
    }
}

extension String {
    /// A sentence in one row: a long path or email is cut in its middle, and the end if it still does not fit.
    func cutInside(to columns: Int) -> String {
        let words = split(separator: " ").map(String.init)
        let longest = words.map(\.displayWidth).max() ?? 0
        let width = max(columns / 2, longest - max(0, displayWidth - columns))
        return words.map { $0.truncatedInside(to: width) }.joined(separator: " ").truncated(to: columns)
    }
}

extension Message.Kind {
    fileprivate var style: Style {
        switch self {
        case .error: .problem
        case .warning: .attention
        case .done: .success
        case .question, .hint, .note: .label
        }
    }

    fileprivate var mark: StyledLine {
        let marks: [Self: String] = [.error: "✗ ", .warning: "! ", .done: "✓ ", .question: "? "]
        return StyledLine(marks[self] ?? "", style)
    }
}
