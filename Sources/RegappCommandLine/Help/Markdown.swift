struct Markdown {
    private(set) var source = ""

    mutating func title(_ title: String, note: String) {
        source += "# \(title)\n\n\(Markdown.escaped(note))\n"
    }

    mutating func block(_ block: HelpBlock) {
        switch block {
        case .section(let title): paragraph("## " + Markdown.escaped(title))
        case .heading(let title): paragraph("### " + Markdown.escaped(title))
        case .paragraph(let text): paragraph(Markdown.escaped(text))
        case .rows(let rows): list(rows)
        case .usage(let usages): fenced("text", usages.flatMap(lines))
        case .lines(let lines): fenced("text", lines)
        case .examples(let examples): for example in examples { self.example(example) }
        }
    }

    private mutating func paragraph(_ text: String) { source += "\n\(text)\n" }

    private mutating func list(_ rows: [HelpRow]) {
        guard !rows.isEmpty else { return }
        paragraph(
            rows.map { "- \(Markdown.code($0.label)): \(Markdown.escaped($0.text))" }.joined(separator: "\n"))
    }

    private mutating func example(_ example: Example) {
        paragraph(Markdown.escaped(example.purpose + ":"))
        fenced("text", [example.line])
    }

    private mutating func fenced(_ language: String, _ lines: [String]) {
        paragraph("```\(language)\n" + lines.map { $0 + "\n" }.joined() + "```")
    }

    /// A command's shape in lines that need no scrolling.
    private func lines(_ usage: Usage) -> [String] {
        HelpLayout(width: 100).text([.usage([usage])]).split(separator: "\n").map { String($0.dropFirst(2)) }
    }

    /// Text without special meaning to Markdown; text to be typed, between apostrophes, becomes code.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        var rest = text[...]
        while let first = rest.first {
            if let end = quotationEnd(rest, in: text) {
                escaped += code(rest[..<end].dropFirst())
                rest = rest[end...].dropFirst()
            } else {
                escaped += plain(first)
                rest = rest.dropFirst()
            }
        }
        return escaped
    }

    /// The end of a quotation that begins the rest of a text; nil if there is none. The apostrophe of a word does not
    /// count.
    private static func quotationEnd(_ rest: Substring, in text: String) -> Substring.Index? {
        let before = text[..<rest.startIndex].last
        guard rest.first == "'", before.map(isOfWord) != true else { return nil }
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "'"), end > inner.startIndex else { return nil }
        return inner[end...].dropFirst().first.map(isOfWord) == true ? nil : end
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func plain(_ character: Character) -> String {
        "\\`*<[~|".contains(character) ? "\\\(character)" : String(character)
    }

    private static func code(_ text: some StringProtocol) -> String {
        text.contains("`") ? "`` \(text) ``" : "`\(text)`"
    }
}
