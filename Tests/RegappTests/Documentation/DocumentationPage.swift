import Testing

/// A page in Markdown: README.md, a page of the guide, or one for contributors.
///
/// - In a `console` block each line after `$ ` is typed in the home directory of a user `ann` with documents in
///   `Documents`; the lines below are all that it prints, standard output and standard error as they come. The blocks
///   of a page are one session, in their order, with what `export NAME=VALUE` sets and `unset NAME` ends. `swift run
///   regapp` stands for the built program.
/// - A comment `<!-- $ COMMAND -->` is typed likewise, to prepare what follows; it has to succeed.
/// - In an `sh` block are commands without their output, typed likewise; they have to succeed. A comment
///   `<!-- not run: REASON -->` above a block says why they are not.
/// - A block `text NAME` shows lines of the screen `Fixtures/screens/NAME.txt`.
struct DocumentationPage: CustomTestStringConvertible {
    /// A typed line and what it prints; nil where that does not show.
    struct Example {
        let command: String
        var output: String?
        /// The variables that lines above it export.
        var environment: [String: String] = [:]
    }

    /// From the root of the repository.
    let path: String
    let text: String
    /// The lines of the `console` blocks and the comments.
    private(set) var examples: [Example] = []
    private var exported: [String: String] = [:]
    /// The lines of the `sh` blocks.
    private(set) var builds: [String] = []
    /// The lines of the blocks that show a screen, by its name.
    private(set) var screens: [(name: String, lines: [String])] = []
    /// The places that links lead to, as a forge names them.
    private(set) var anchors: Set<String> = []

    var testDescription: String { path }

    static let guide = "Sources/regapp/Guide.docc"

    static func all() throws -> [DocumentationPage] {
        let guide = try Repository.files(below: guide).map { Self.guide + "/" + $0 }
        let others = try Repository.files(below: ".github").map { ".github/" + $0 }
        return try (["README.md"] + guide + others).filter { $0.hasSuffix(".md") }.map(DocumentationPage.init)
    }

    init(_ path: String) throws {
        self.path = path
        text = try Repository.text(path)
        var language: Substring?
        var isRun = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isRun = isRun || language != nil
                language = language == nil ? line.dropFirst(3) : nil
                if let name = language?.split(separator: " ").dropFirst().first {
                    screens.append((String(name), []))
                }
            } else if let language {
                take(line, language)
                if language == "sh", isRun {
                    examples.append(Example(command: String(line), environment: exported))
                }
            } else if line.hasPrefix("#") {
                anchors.insert(Self.anchor(line.drop { $0 == "#" }.dropFirst()))
            } else if line.hasPrefix("<!-- not run: ") {
                isRun = false
            } else if line.hasPrefix("<!-- $ ") {
                examples.append(
                    Example(command: String(line.dropFirst(7).dropLast(4)), environment: exported))
            }
        }
    }

    private mutating func take(_ line: Substring, _ language: Substring) {
        if language == "sh" {
            builds.append(String(line))
        } else if language.contains(" "), let last = screens.indices.last {
            screens[last].lines.append(String(line))
        } else if language == "console", line.hasPrefix("$ ") {
            if let (_, name, value) = line.wholeMatch(of: /\$ export ([A-Z_]+)=(\S+)/)?.output {
                exported[String(name)] = String(value)
            } else if let name = line.wholeMatch(of: /\$ unset ([A-Z_]+)/)?.output.1 {
                exported[String(name)] = nil
            } else {
                examples.append(
                    Example(command: String(line.dropFirst(2)), output: "", environment: exported))
            }
        } else if language == "console", let last = examples.indices.last {
            examples[last].output? += line + "\n"
        }
    }

    /// What links call a heading.
    private static func anchor(_ heading: Substring) -> String {
        String(
            heading.lowercased().compactMap { character in
                if character == " " { return "-" }
                return character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            })
    }

    /// The paths and anchors of its links and pictures that lead to this repository, without those in code.
    var links: [(path: String, anchor: String?)] {
        let prose = text.replacing(/```[^`]*```/, with: "").replacing(/`[^`\n]*`/, with: "")
        let targets =
            prose.matches(of: /\]\(([^)]+)\)/).map { $0.output.1 }
            + prose.matches(of: /(?:src|srcset)="([^"]+)"/).map { $0.output.1 }
        // A forge has the workflows' pages; no file of the repository is there.
        return targets.filter { !$0.contains("://") && !$0.contains("/actions/workflows/") }.map { target in
            let parts = target.split(separator: "#", omittingEmptySubsequences: false)
            return (resolved(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
        }
    }

    /// A relative path from the root of the repository.
    private func resolved(_ link: Substring) -> String {
        guard !link.isEmpty else { return path }
        var parts = path.split(separator: "/").dropLast()
        for part in link.split(separator: "/") {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
