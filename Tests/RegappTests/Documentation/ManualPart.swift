import RegappCommandLine

@testable import RegappWording
@testable import regapp

/// A part of the manual, which stands in a page of the guide between `<!-- manual: NAME -->` and
/// `<!-- end of manual -->`.
///
/// A part is a section, or, as `Services / Apache`, one of the recipes for servers, which have pages of their own.
struct ManualPart {
    let name: String
    let text: String

    static func all() -> [ManualPart] {
        parts(of: Markdown.ofManual, below: "\n## ").flatMap { section in
            guard section.name == "Services" else { return [section] }
            return parts(of: "\n" + section.text, below: "\n### ").map {
                ManualPart(name: "Services / " + $0.name, text: $0.text)
            }
        }
    }

    private static func parts(of text: String, below heading: String) -> [ManualPart] {
        text.split(separator: heading).map { part in
            let title = part.prefix { $0 != "\n" }
            return ManualPart(name: String(title), text: part.dropFirst(title.count).trimming("\n"))
        }
    }
}

extension DocumentationPage {
    /// The names of its parts of the manual.
    var manualParts: [String] { text.matches(of: /<!-- manual: (.+) -->/).map { String($0.output.1) } }

    /// Its text with the parts of the manual as the program has them.
    func recorded(_ parts: [ManualPart]) -> String {
        text.replacing(/<!-- manual: (.+) -->[\s\S]*?<!-- end of manual -->/) { match in
            let text = parts.first { $0.name == match.output.1 }?.text ?? "no such part\n"
            return "<!-- manual: \(match.output.1) -->\n\n\(text)\n\n<!-- end of manual -->"
        }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        let start = drop { $0 == character }
        return String(start.prefix(start.count - start.reversed().prefix { $0 == character }.count))
    }
}
