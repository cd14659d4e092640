import TestSupport
import Testing

/// Mistakes that people make in files by hand: `Fixtures/mistakes`, a folder for each kind of document, and
/// `table.tsv` with all that is told of each file, a line a row.
@Suite struct MistakesTests {
    /// A file and what is told of it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let file: String
        let status: Int32
        /// The lines on standard error, each with what kind of line it is and, of a hint, no place.
        var lines: [(kind: String, place: String, message: String)] = []

        var testDescription: String { file }
    }

    /// Where a document stands, what shows it, and the hint of whatever is wrong in it.
    struct Document: Sendable {
        let path: String
        let command: [String]
        let hint: String
    }

    static let documents = [
        "profile": Document(
            path: "profile.json", command: ["show"],
            hint: "correct the file in an editor, or replace it with 'regapp login'"),
        "account": Document(
            path: "accounts/sam@post.example.json", command: ["accounts", "show", "sam@post.example"],
            hint: "correct the file in an editor"),
        "policy": Document(
            path: "policy.json", command: ["policy", "show"], hint: "correct the file in an editor"),
        "session": Document(
            path: "session.json", command: ["show"],
            hint: "correct the file in an editor, or log out with 'regapp logout'"),
    ]

    static let table: [Mistake] = {
        let text = (try? Repository.text("Fixtures/mistakes/table.tsv")) ?? ""
        var mistakes: [Mistake] = []
        for row in text.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 5, let status = Int32(cells[1]) else { return [] }
            if mistakes.last?.file != cells[0] { mistakes.append(Mistake(file: cells[0], status: status)) }
            mistakes[mistakes.count - 1].lines.append((cells[2], cells[3], cells[4]))
        }
        return mistakes
    }()

    @Test(arguments: table)
    func `a mistake is told with the place to correct, and the file left as it is`(mistake: Mistake) throws {
        let document = try #require(Self.documents[String(mistake.file.prefix { $0 != "/" })])
        let session = try Session()
        if ["account", "session"].contains(where: mistake.file.hasPrefix) {
            try session.home.write("policy.json", RegistrySession.albums)
        }
        let bytes = try Repository.bytes("Fixtures/mistakes/\(mistake.file)")
        try session.home.write(document.path, bytes)
        let path = session.home.document(document.path)
        let told = mistake.lines.map { line in
            "regapp: \(line.kind): " + (line.kind == "hint" ? "" : "\(path):\(line.place): ")
                + line.message.replacing("FILE", with: path) + "\n"
        }
        let last = mistake.status == 65 ? "regapp: hint: \(document.hint)\n" : ""
        let result = try BuiltProgram.regapp.run(document.command, in: session.home)
        #expect(result.status == mistake.status)
        #expect(result.stderr == told.joined() + last)
        #expect(session.home.read(document.path) == bytes)
    }

    @Test func `every file has its rows`() throws {
        #expect(Self.table.count > 100)
        #expect(
            try Repository.files(below: "Fixtures/mistakes").filter { $0 != "table.tsv" }
                == Self.table.map(\.file).sorted())
    }
}
