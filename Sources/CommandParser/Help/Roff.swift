/// Writes roff source with the `man` macros, as groff_man(7) describes them.
struct Roff {
    private(set) var source = ""

    mutating func section(_ title: String) {
        source += ".SH \"\(Roff.escaped(title))\"\n"
    }

    mutating func subsection(_ title: String) {
        source += ".SS \"\(Roff.escaped(title))\"\n"
    }

    /// The line of the section NAME, which whatis(1) reads: the name, a hyphen, one short phrase.
    mutating func name(_ name: String, _ phrase: String) {
        source += Roff.line("\(Roff.escaped(name)) \\- \(Roff.escaped(phrase))")
    }

    mutating func paragraph(_ text: String) {
        source += ".PP\n" + Roff.line(Roff.escaped(text))
    }

    /// A bold label with an explanation; words of the label after its first are placeholders.
    mutating func item(_ row: HelpRow) {
        source += ".TP\n" + Roff.line(Roff.bold(row.label)) + Roff.line(Roff.escaped(row.text))
    }

    /// A label as it is, with an explanation.
    mutating func row(_ row: HelpRow) {
        source += ".TP\n" + Roff.line("\\fB" + Roff.escaped(row.label) + "\\fR")
        source += Roff.line(Roff.escaped(row.text))
    }

    /// A command line's shape: parts are kept whole, following lines are indented.
    mutating func usage(_ usage: Usage) {
        source += ".HP 4\n"
        for part in usage.parts {
            // `\ ` is a space that is neither broken nor stretched.
            source += Roff.line(Roff.escaped(part).split(separator: " ").joined(separator: "\\ "))
        }
    }

    /// What to type, after a line that says what for.
    mutating func example(_ example: Example) {
        source += ".PP\n" + Roff.line(Roff.escaped(example.purpose + ":"))
        source += ".RS 4\n.nf\n" + Roff.line("\\fB" + Roff.escaped(example.line) + "\\fR") + ".fi\n.RE\n"
    }

    /// Lines as they are.
    mutating func lines(_ lines: [String]) {
        source += ".PP\n.RS 4\n.nf\n"
        for text in lines { source += text.isEmpty ? ".sp\n" : Roff.line(Roff.escaped(text)) }
        source += ".fi\n.RE\n"
    }

    mutating func titleHeading(_ name: String, footer: String, header: String) {
        source += ".TH \(Roff.escaped(name)) 1 \"\" \"\(Roff.escaped(footer))\" \"\(Roff.escaped(header))\"\n"
        // Left aligned and without hyphenation, so that names are found and copied whole.
        source += ".nh\n.ad l\n"
    }

    /// Text that means nothing to roff; hyphens and quotes stay the ASCII ones, fit for copying.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            escaped += escapes[scalar] ?? (scalar.isASCII ? String(scalar) : unicode(scalar))
        }
        return escaped
    }

    private static let escapes: [Unicode.Scalar: String] = [
        "\\": "\\e", "-": "\\-", "'": "\\(aq", "\"": "\\(dq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        "\n": " ",
    ]

    private static func unicode(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }

    private static func bold(_ label: String) -> String {
        label.split(separator: " ").map { word in
            let isPlaceholder = word.allSatisfy { $0.isUppercase || ".[]".contains($0) }
            return (isPlaceholder ? "\\fI" : "\\fB") + escaped(String(word)) + "\\fR"
        }.joined(separator: " ")
    }

    /// A line of text, which a dot at its beginning would make a request.
    private static func line(_ text: String) -> String {
        (text.hasPrefix(".") ? "\\&" : "") + text + "\n"
    }
}
