internal import RegappValues

package struct HelpTopic: Sendable {
    package let name: String
    let summary: String
    /// The heading of its section in the manual, from man-pages(7) if that names such a section.
    let manualTitle: String
    let blocks: @Sendable () -> [HelpBlock]

    package init(
        name: String, summary: String, manualTitle: String,
        blocks: @escaping @autoclosure @Sendable () -> [HelpBlock]
    ) {
        self.name = name
        self.summary = summary
        self.manualTitle = manualTitle
        self.blocks = blocks
    }
}

/// A piece of a help page and of the manual. Headings are in sentence case.
package enum HelpBlock: Sendable {
    /// A section of its own in the manual; elsewhere an ordinary heading.
    case section(String)
    case heading(String)
    case paragraph(String)
    /// Shapes of command lines, each in parts that are not broken over two lines.
    case usage([[String]])
    /// Purposes, each with a command line.
    case examples([HelpRow])
    case rows([HelpRow])
    /// Lines to copy as they are, whatever the width, such as those of a configuration file.
    case lines([String])

    var rows: [HelpRow] { if case .rows(let rows) = self { rows } else { [] } }

    var heading: String? {
        switch self {
        case .section(let title), .heading(let title): title
        case .paragraph, .usage, .examples, .rows, .lines: nil
        }
    }
}

package struct HelpRow: Hashable, Sendable {
    let label: String
    let text: String
    /// Whether the label is typed, with placeholders in uppercase.
    private(set) var isTyped = false

    package init(_ label: String, _ text: String) {
        self.label = label
        self.text = text
    }

    init(_ option: OptionDescription) {
        self.init((option.letter.map { "-\($0), " } ?? "") + option.label, option.summary)
        isTyped = true
    }

    init(_ argument: ArgumentDescription) {
        self.init(argument.label, argument.summary())
        isTyped = true
    }

    /// Reads a row of the text format described at `[HelpBlock].text(_:)`: `- LABEL | TEXT`.
    init(_ line: Substring) {
        let bar = line.firstIndex(of: "|") ?? line.endIndex
        self.init(line[..<bar].dropFirst(2).trimmed, line[bar...].dropFirst().trimmed)
    }

    /// A line of a list; the sentence begins in lowercase, since no summary begins with a name.
    init(_ label: String, sentence: String) {
        self.init(label, sentence.prefix(1).lowercased() + sentence.dropFirst())
    }
}

extension CommandDescription {
    /// The shape of its line, with its arguments and its own options; those that exclude each other share brackets.
    /// `typed` is the program's name and the words; `replacement` the option that stands for the arguments, if any.
    func shape(_ typed: String, by replacement: OptionDescription? = nil) -> [String] {
        let parts = [typed] + (replacement.map { [$0.label] } ?? arguments.map(\.label))
        let excluded = replacement.map { alternatives(to: $0).map(\.name) } ?? []
        let shown = options.filter { !$0.replacesArguments && !excluded.contains($0.name) }
        // Too many for one line: options with headings are listed below, others are in the first shape.
        guard options.allSatisfy({ $0.heading == nil }), replacement == nil || shown.count < 8 else {
            return parts + ["[OPTIONS]"]
        }
        return parts
            + shown.compactMap { option in
                let together = alternatives(to: option).filter { !$0.replacesArguments }
                guard together.first?.name == option.name else { return nil }
                let label = together.map(\.label).joined(separator: " | ")
                let usage = option.isRequired ? label : "[\(label)]"
                return option.repeats ? usage + "..." : usage
            }
    }
}

extension [HelpBlock] {
    /// The blocks of a text. How a line begins says what it is:
    /// ```
    /// # HEADING              a heading
    /// ## HEADING             the heading of a section
    /// - LABEL | TEXT         a row, whose text may go on in lines that begin with two spaces
    ///     LINE               after four spaces: a line to copy
    /// ```
    /// All other lines form paragraphs. A block ends at an empty line, or before a line of another kind.
    package static func text(_ text: String) -> [HelpBlock] {
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
        return parts.flatMap { part in
            part.reduce(into: []) { blocks, line in blocks.add(line) }
        }
    }

    private mutating func add(_ line: Substring) {
        switch last {
        case .lines(let lines)? where line.hasPrefix("    "):
            self[count - 1] = .lines(lines + [String(line.dropFirst(4))])
        case _ where line.hasPrefix("    "): append(.lines([String(line.dropFirst(4))]))
        case .rows(let rows)? where line.hasPrefix("- "): self[count - 1] = .rows(rows + [HelpRow(line)])
        case .rows(let rows)? where line.hasPrefix("  "):
            let longer = rows.suffix(1).map { HelpRow($0.label, "\($0.text)\(line.dropFirst())") }
            self[count - 1] = .rows(rows.dropLast() + longer)
        case _ where line.hasPrefix("# "): append(.heading(String(line.dropFirst(2))))
        case _ where line.hasPrefix("## "): append(.section(String(line.dropFirst(3))))
        case _ where line.hasPrefix("- "): append(.rows([HelpRow(line)]))
        case .paragraph(let text)?: self[count - 1] = .paragraph("\(text) \(line)")
        default: append(.paragraph(String(line)))
        }
    }
}
