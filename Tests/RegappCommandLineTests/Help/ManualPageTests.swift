@testable import RegappCommandLine
import RegappTestSupport
import Testing

struct ManualPageTests {
    /// A text, and the roff source that prints it.
    @Test(arguments: [
        ("plain text", "plain text"),
        ("--email", "\\-\\-email"),
        ("a\\b", "a\\eb"),
        ("'quoted' \"twice\"", "\\(aqquoted\\(aq \\(dqtwice\\(dq"),
        ("~/x ^ `y`", "\\(ti/x \\(ha \\(gay\\(ga"),
        ("é", "\\[u00E9]"),
        ("😀", "\\[u1F600]"),
    ])
    func `text means nothing to roff`(text: String, source: String) {
        #expect(Roff.escaped(text) == source)
    }

    @Test func `a dot that begins a line is no request`() {
        var roff = Roff()
        roff.block(.paragraph(".json files"))
        #expect(roff.source == ".PP\n\\&.json files\n")
    }

    @Test(Tool.require("groff", install: "groff"))
    func `groff formats the page without a warning`() throws {
        let home = try TemporaryHome()
        let groff = BuiltProgram(path: try #require(Tool.path("groff")))
        let result = try groff.run(["-man", "-ww", "-Tutf8"], in: home, input: .text(Toy.program.manual))
        #expect(result.status == 0)
        #expect(result.stderr == "")
        #expect(result.stdout.contains("       toy [COMMAND] [ARGUMENTS] [OPTIONS]\n"))
    }

    @Test(Tool.require("mandoc", install: "mandoc"))
    func `mandoc has nothing to say about the page`() throws {
        let home = try TemporaryHome()
        let mandoc = BuiltProgram(path: try #require(Tool.path("mandoc")))
        let result = try mandoc.run(["-T", "lint"], in: home, input: .text(Toy.program.manual))
        #expect(result.status == 0 && result.stdout + result.stderr == "", "\(result.stdout)")
    }

    @Test func `every command stands in its place, with its arguments and options`() {
        let lines = Toy.program.manual.split(separator: "\n")
        let sections = lines.filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(5).dropLast() }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "GLOBAL OPTIONS", "COMMANDS", "MARKS",
                "EXAMPLES",
            ])
        let commands = lines.filter { $0.hasPrefix(".SS ") }.map { $0.dropFirst(5).dropLast() }
        #expect(
            commands == [
                "toy sign", "toy enter", "toy find", "toy books", "toy books list", "toy books show",
                "toy books read", "toy books sort", "toy books key", "toy shelf", "toy shelf show",
                "toy desk", "toy help", "Colours",
            ])
        #expect(lines.contains("\\fB\\-\\-password\\-file\\fR \\fIFILE\\fR"))
        #expect(lines.contains("toy \\- lend books"))
    }

    @Test func `a long line is carried on in the next line of the source`() {
        let words = (1...40).map { "word\($0)" }
        var roff = Roff()
        roff.block(.paragraph(words.joined(separator: " ")))
        roff.block(.lines([words.joined(separator: " ")]))
        let lines = roff.source.split(separator: "\n")
        #expect(lines.count > 12 && lines.allSatisfy { $0.utf8.count <= 80 })
        let joined = roff.source.replacing("\\\n", with: "")
        #expect(joined.contains(".nf\n" + words.joined(separator: " ") + "\n.fi"))
    }
}
