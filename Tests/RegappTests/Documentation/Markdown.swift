import RegappWording

@testable import RegappCommandLine
@testable import regapp

/// The manual as the pages of the guide have it: its sections, below titles of the pages' own.
struct Markdown {
    private(set) var source = ""

    static let ofManual: String = {
        var manual = Markdown()
        for block in Regapp.program.manualBlocks { manual.block(block) }
        return manual.source
    }()

    private mutating func block(_ block: HelpBlock) {
        switch block {
        case .section(let title): paragraph("## " + Markdown.escaped(title))
        case .heading(let title): paragraph("### " + Markdown.escaped(title))
        case .paragraph(let text): paragraph(Markdown.escaped(text))
        case .rows(let rows) where rows.isEmpty: break
        case .rows(let rows):
            let lines = rows.map { "- \(Markdown.code($0.label)): \(Markdown.escaped($0.text))" }
            paragraph(lines.joined(separator: "\n"))
        case .usage(let usages):
            // Narrow enough to need no scrolling.
            let layout = HelpLayout(width: 100)
            let shapes = usages.flatMap { layout.text([.usage([$0])]).split(separator: "\n") }
            fenced(shapes.map { String($0.dropFirst(2)) })
        case .lines(let lines): fenced(lines)
        case .examples(let examples):
            // Another mark than that of rows, so that these are a list of their own.
            let lines = examples.map { "* \(Markdown.escaped($0.label)): \(Markdown.code($0.text))" }
            if !lines.isEmpty { paragraph(lines.joined(separator: "\n")) }
        }
    }

    private mutating func paragraph(_ text: String) { source += "\n\(text)\n" }

    private mutating func fenced(_ lines: [String]) {
        paragraph("```text\n" + lines.map { $0 + "\n" }.joined() + "```")
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
                escaped += "\\`*<[~|".contains(first) ? "\\\(first)" : String(first)
                rest = rest.dropFirst()
            }
        }
        return escaped
    }

    /// The end of the quotation at the start of `rest`; nil if there is none, as at a word's apostrophe.
    private static func quotationEnd(_ rest: Substring, in text: String) -> Substring.Index? {
        let before = text[..<rest.startIndex].last
        guard rest.first == "'", before.map(isOfWord) != true else { return nil }
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "'"), end > inner.startIndex else { return nil }
        return inner[end...].dropFirst().first.map(isOfWord) == true ? nil : end
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

    private static func code(_ text: some StringProtocol) -> String {
        text.contains("`") ? "`` \(text) ``" : "`\(text)`"
    }
}
