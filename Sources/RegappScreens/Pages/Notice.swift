internal import Accounts
internal import CommandParser
internal import DocumentStore
internal import RegappWording
internal import TerminalUI

/// A few lines between a screen's title and its fields: what was done, or what is wrong with a file.
package struct Notice: Hashable, Sendable {
    private struct Part: Hashable {
        let text: String
        let style: Style

        init(_ text: String, _ style: Style) { (self.text, self.style) = (text.sentence, style) }

        var marked: String { style == .problem ? "✗ " + text : text }
    }

    private let parts: [Part]

    /// Something that was done, or is good to know.
    static func news(_ news: Hint) -> Notice { Notice(parts: [Part(news.text, .success)]) }

    static func problem(_ text: String) -> Notice { problems([text], hints: []) }

    /// What cannot be read or accepted, and what to do about it.
    ///
    /// - Parameter advice: for files with wrong content; each position is shown.
    static func problem(_ error: AccountsError, advice: Hint) -> Notice {
        guard case .invalidFile(let problems) = error else {
            let report = Report(error)
            return Self.problems(report.errors, hints: report.hints)
        }
        return Self.problems(
            problems.map { "\($0.fileName):\($0.position): \($0.message)" }, hints: [advice])
    }

    private static func problems(_ problems: [String], hints: [Hint]) -> Notice {
        Notice(
            parts: problems.map { Part($0, .problem) }
                + hints.map { Part($0.text, .label) })
    }

    static func news(_ news: Hint, and more: [String]) -> Notice {
        Notice(parts: Self.news(news).parts + more.map { Part($0, .label) })
    }

    static func problem(_ report: Report, then more: [Hint] = []) -> Notice {
        problems(report.errors, hints: more)
    }

    func followed(by other: Notice?) -> Notice { Notice(parts: parts + (other?.parts ?? [])) }

    /// A sentence or two each.
    var texts: [String] { parts.map(\.text) }

    /// As many parts as fit into this many rows.
    func lines(columns: Int, rows: Int) -> [Line] {
        fitting(columns: columns, rows: rows).flatMap { part in
            part.lines.map { Line($0, part.style) }
        }
    }

    /// As many parts as fit; the first says how many more problems there are.
    private func fitting(columns: Int, rows: Int) -> [(lines: [String], style: Style)] {
        var shown = fitting(parts, columns: columns, rows: rows)
        let problems = parts.count { $0.style == .problem }
        // The number takes room itself, so one more part may have to go.
        for _ in 0..<2 {
            let hidden = problems - shown.count { $0.style == .problem }
            guard hidden > 0, let first = parts.first else { break }
            let counted = Part("\(first.text) (+\(hidden) more)", first.style)
            shown = fitting([counted] + parts.dropFirst(), columns: columns, rows: rows)
        }
        return shown
    }

    /// As many parts as fit, chosen in this order: the first; the last, which says what to do; those between.
    private func fitting(
        _ parts: [Part], columns: Int, rows: Int
    ) -> [(lines: [String], style: Style)] {
        let all = parts.map { (lines: $0.marked.printable.wrapped(to: columns), style: $0.style) }
        guard let first = all.first, let last = all.dropFirst().last else {
            return all.map { (Array($0.lines.prefix(rows)), $0.style) }
        }
        var room = rows - first.lines.count
        guard room >= last.lines.count else { return [(Array(first.lines.prefix(rows)), first.style)] }
        room -= last.lines.count
        let between = all.dropFirst().dropLast().prefix { part in
            room -= part.lines.count
            return room >= 0
        }
        return [first] + between + [last]
    }
}

extension FileProblem {
    /// The whole path would push the position off a narrow screen.
    fileprivate var fileName: String { FileAccess.name(of: path) }
}
