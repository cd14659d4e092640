internal import RegappValues

/// Writes roff source with the `man` macros, as groff_man(7) describes them.
struct Roff {
    private(set) var source = ""
    /// Whether the last macro written is a heading, which begins a paragraph by itself.
    private var followsHeading = false

    /// The most bytes of a line of the source, as groff_man_style(7) recommends.
    private static let longestLine = 78

    private mutating func heading(_ macro: String, _ title: String) {
        source += ".\(macro) \"\(Roff.escaped(title))\"\n"
        followsHeading = true
    }

    mutating func block(_ block: HelpBlock) {
        switch block {
        case .section(let title): heading("SH", title.uppercased())
        case .heading(let title): heading("SS", title)
        case .paragraph(let text): paragraph(text)
        case .rows(let rows):
            for row in rows {
                let label = row.isTyped ? Roff.bold(row.label) : "\\fB" + Roff.escaped(row.label) + "\\fR"
                source += ".TP\n" + Roff.line(label) + Roff.filled(Roff.escaped(row.text))
                followsHeading = false
            }
        case .usage(let usages): for shape in usages { usage(shape) }
        case .lines(let lines):
            beginParagraph()
            source += ".RS 4\n.nf\n"
            for text in lines { source += text.isEmpty ? ".sp\n" : Roff.line(Roff.escaped(text)) }
            source += ".fi\n.RE\n"
        case .examples(let examples):
            for example in examples {
                paragraph(example.label + ":")
                let line = Roff.line("\\fB" + Roff.escaped(example.text) + "\\fR")
                source += ".RS 4\n.nf\n" + line + ".fi\n.RE\n"
            }
        }
    }

    /// The line of the section NAME, which whatis(1) reads: the name, a hyphen, one short phrase.
    mutating func name(_ name: String, _ phrase: String) {
        source += Roff.filled("\(Roff.escaped(name)) \\- \(Roff.escaped(phrase))")
    }

    mutating func paragraph(_ text: String) {
        beginParagraph()
        source += Roff.filled(Roff.escaped(text))
    }

    private mutating func beginParagraph() {
        if !followsHeading { source += ".PP\n" }
        followsHeading = false
    }

    /// The widest part of a command line's shape that is kept whole, in bytes.
    private static let widestPart = 64

    /// A command line's shape: parts are kept whole, except wide ones, which may break after a `|`.
    private mutating func usage(_ parts: [String]) {
        source += ".HP 4\n"
        for part in parts {
            // `\ ` is a space that is neither broken nor stretched.
            let words = Roff.escaped(part).split(separator: " ").joined(separator: "\\ ")
            let isWide = part.utf8.count > Roff.widestPart
            source += Roff.line(isWide ? words.replacingEach("|\\ ", with: "| ") : words)
        }
        followsHeading = false
    }

    mutating func titleHeading(_ name: String, date: String, footer: String, header: String) {
        // The date stays unescaped, so that it is read as a date and its hyphens stay.
        source += ".TH \(Roff.escaped(name)) 1 \(date) "
        source += "\"\(Roff.escaped(footer))\" \"\(Roff.escaped(header))\"\n"
        // Left aligned and without hyphenation, so that names are found and copied whole.
        source += ".nh\n.ad l\n"
    }

    /// Text without special meaning to roff; hyphens and quotes stay the ASCII ones, fit for copying.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            escaped +=
                escapes[scalar] ?? (scalar.isASCII ? String(scalar) : "\\[u\(scalar.hexadecimalDigits)]")
        }
        return escaped
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        "\n": " ",
    ]

    private static func bold(_ label: String) -> String {
        label.split(separator: " ").map { word in
            let isPlaceholder = word.allSatisfy { $0.isUppercase || ".[]".contains($0) }
            return (isPlaceholder ? "\\fI" : "\\fB") + escaped(String(word)) + "\\fR"
        }.joined(separator: " ")
    }

    /// Text over as many source lines as necessary; roff fills the lines anew.
    private static func filled(_ text: String) -> String {
        pieces(of: text).map { unbroken(String($0.reversed().drop { $0 == " " }.reversed())) }.joined()
    }

    /// A line of output, continued over several lines of the source by backslashes.
    private static func line(_ text: String) -> String {
        unbroken(pieces(of: text).joined(separator: "\\\n"))
    }

    /// The text in pieces of a line each, broken after spaces.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        for word in text.split(separator: " ", omittingEmptySubsequences: false).map({ $0 + " " }) {
            let length = pieces[pieces.count - 1].utf8.count
            if length > 0, length + word.utf8.count > longestLine { pieces.append("") }
            pieces[pieces.count - 1] += word
        }
        pieces[pieces.count - 1].removeLast()
        return pieces
    }

    /// A line of text; a dot at its beginning would make it a request.
    private static func unbroken(_ text: String) -> String {
        (text.hasPrefix(".") ? "\\&" : "") + text + "\n"
    }
}
