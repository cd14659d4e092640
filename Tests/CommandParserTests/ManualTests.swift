@testable import CommandParser
import Testing

/// A text, and how roff has to be told to print it.
struct EscapeRow: CustomTestStringConvertible, Sendable {
    let text: String
    let source: String

    var testDescription: String { text }

    static let rows = [
        EscapeRow(text: "plain text", source: "plain text"),
        EscapeRow(text: "--email", source: "\\-\\-email"),
        EscapeRow(text: "a\\b", source: "a\\eb"),
        EscapeRow(text: "'quoted' \"twice\"", source: "\\(aqquoted\\(aq \\(dqtwice\\(dq"),
        EscapeRow(text: "~/x ^ `y`", source: "\\(ti/x \\(ha \\(gay\\(ga"),
        EscapeRow(text: "é", source: "\\[u00E9]"),
        EscapeRow(text: "😀", source: "\\[u1F600]"),
    ]
}

struct ManualTests {
    @Test(arguments: EscapeRow.rows)
    func `text means nothing to roff`(_ row: EscapeRow) {
        #expect(Roff.escaped(row.text) == row.source)
    }

    @Test func `a dot that begins a line is no request`() {
        var roff = Roff()
        roff.paragraph(".json files")
        #expect(roff.source == ".PP\n\\&.json files\n")
    }

    @Test(InstalledTool.groff.required)
    func `groff takes the page without a warning`() throws {
        let directory = try ScratchDirectory()
        try directory.file("regapp.1", Regapp.manual())
        let result = try InstalledTool.groff.run(["-man", "-ww", "-Tutf8", "regapp.1"], in: directory)
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test(InstalledTool.man.required)
    func `man shows the page, each section in its place`() throws {
        let directory = try ScratchDirectory()
        try directory.file("regapp.1", Regapp.manual())
        let result = try InstalledTool.man.run(["--warnings", "-l", "regapp.1"], in: directory)
        #expect(result.status == 0)
        #expect(result.errors == "")
        let headings = result.output.split(separator: "\n").filter { $0.first?.isUppercase == true }
        #expect(
            headings.dropFirst() == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS OF EVERY COMMAND", "COMMANDS", "EXIT STATUS",
                "FILES",
                "EDITING BY HAND", "KEYS OF POLICY.JSON", "ENVIRONMENT", "EXAMPLES",
            ])
        #expect(result.output.contains("regapp login --email ann@example.com --password-file secret.txt"))
    }
}
