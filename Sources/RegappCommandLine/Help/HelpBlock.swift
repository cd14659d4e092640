internal import RegappValues

package struct HelpTopic: Sendable {
    let name: String
    let summary: String
    /// The heading of its section in the manual, following man-pages(7) if it has one for it.
    let manualTitle: String
    private let makeBlocks: @Sendable () -> [HelpBlock]

    package init(
        name: String, summary: String, manualTitle: String,
        blocks: @escaping @autoclosure @Sendable () -> [HelpBlock]
    ) {
        self.name = name
        self.summary = summary
        self.manualTitle = manualTitle
        makeBlocks = blocks
    }

    var blocks: [HelpBlock] { makeBlocks() }
}

/// A piece of a help page, of the manual page and of the manual in Markdown. Headings are in sentence case.
package enum HelpBlock: Sendable {
    /// A section of its own in the manual; elsewhere an ordinary heading.
    case section(String)
    case heading(String)
    case paragraph(String)
    case usage([Usage])
    case examples([Example])
    case rows([HelpRow])
    /// Lines to copy as they are, whatever the width, such as those of a configuration file.
    case lines([String])

    var heading: String? {
        switch self {
        case .section(let title), .heading(let title): title
        case .paragraph, .usage, .examples, .rows, .lines: nil
        }
    }
}

package struct HelpRow: Equatable, Sendable {
    let label: String
    let text: String
    /// Whether the label is typed, with placeholders in uppercase.
    private(set) var isTyped = false

    package init(_ label: String, _ text: String) {
        self.label = label
        self.text = text
    }

    /// The option with its one-letter form first.
    init(_ option: OptionDescription) {
        self.init((option.letter.map { "-\($0), " } ?? "") + option.label, option.summary)
        isTyped = true
    }

    init(_ argument: ArgumentDescription) {
        self.init(argument.label, argument.summary)
        isTyped = true
    }

    /// A line of a list; the sentence begins in lowercase, since no summary begins with a name.
    init(_ label: String, sentence: String) {
        self.init(label, sentence.prefix(1).lowercased() + sentence.dropFirst())
    }
}

/// The shape of a command line, in parts that are not broken over two lines.
package struct Usage: Equatable, Sendable {
    let parts: [String]

    init(_ parts: [String]) { self.parts = parts }

    /// A command with its arguments and its own options; those that exclude each other share two brackets.
    ///
    /// - Parameters:
    ///   - typed: the program's name and the words.
    ///   - replacement: the option that stands for the arguments, if one does.
    init(_ typed: String, _ command: CommandDescription, by replacement: OptionDescription? = nil) {
        var parts = [typed] + (replacement.map { [$0.label] } ?? command.arguments.map(\.label))
        let excluded = replacement.map { command.alternatives(to: $0).map(\.name) } ?? []
        let options = command.options.filter { !$0.replacesArguments && !excluded.contains($0.name) }
        // Grouped options are too many for one line, and stand below; and so are those of the first shape.
        guard command.options.allSatisfy({ $0.heading == nil }), replacement == nil || options.count < 8
        else {
            self.parts = parts + ["[OPTIONS]"]
            return
        }
        for option in options {
            let together = command.alternatives(to: option).filter { !$0.replacesArguments }
            guard together.first?.name == option.name else { continue }
            let label = together.map(\.label).joined(separator: " | ")
            parts.append((option.isRequired ? label : "[\(label)]") + (option.repeats ? "..." : ""))
        }
        self.parts = parts
    }
}

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
            case .row:
                .rows(
                    lines.reduce(into: []) { rows, line in
                        if line.hasPrefix("  "), let row = rows.popLast() {
                            return rows.append(HelpRow(row.label, row.text + line.dropFirst()))
                        }
                        let bar = line.firstIndex(of: "|") ?? line.endIndex
                        let label = line[..<bar].dropFirst(2).trimmed
                        rows.append(HelpRow(label, line[bar...].dropFirst().trimmed))
                    })
            case .paragraph: .paragraph(text)
            }
    }
}
