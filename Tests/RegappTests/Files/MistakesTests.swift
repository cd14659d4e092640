import RegappCommandLine
import RegappValues
import RegappCore
import RegappTestSupport
import Testing

/// Mistakes that people make in files by hand: `Fixtures/mistakes`, a folder for each kind of document, and
/// `table.tsv` with all that is reported of each file, a line a row; `FIELDS` are the keys of the fields that people type.
@Suite struct MistakesTests {
    /// A file and what is reported of it.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let file: String
        let status: Int32
        /// The lines on standard error, each with what kind of line it is and, where it has one, the place.
        var lines: [(kind: String, place: String, message: String)] = []

        var testDescription: String { file }
    }

    /// Where a document stands (an import has the ending of its format instead of `*`), the command that reads it (`FILE` is its path), and the hint for any mistake in it.
    struct Document: Sendable {
        let path: String
        let command: [String]
        var hint: String?
    }

    static let documents = [
        "profile": Document(
            path: "profile.json", command: ["show"],
            hint: "\(Answer.correctFile), or replace it with 'regapp login'"),
        "account": Document(
            path: "accounts/sam@post.example.json", command: ["accounts", "show", "sam@post.example"],
            hint: Answer.correctPolicy),
        "policy": Document(path: "policy.json", command: ["policy", "show"], hint: Answer.correctPolicy),
        "session": Document(
            path: "session.json", command: ["show"],
            hint: "\(Answer.correctFile), or log out with 'regapp logout'"),
        "import": Document(path: "import.*", command: ["accounts", "import", "FILE", "--allow-missing"]),
    ]

    static let table: [Mistake] = {
        let text = (try? Repository.text("Fixtures/mistakes/table.tsv")) ?? ""
        var mistakes: [Mistake] = []
        for row in text.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 5, let status = Int32(cells[1]) else { return [] }
            if mistakes.last?.file != cells[0] { mistakes.append(Mistake(file: cells[0], status: status)) }
            // A file without a mistake has a row all the same.
            guard !cells[2].isEmpty else { continue }
            mistakes[mistakes.count - 1].lines.append((cells[2], cells[3], cells[4]))
        }
        return mistakes
    }()

    @Test(arguments: table)
    func `a mistake is reported with its place, and the file left as it is`(mistake: Mistake) throws {
        let document = try #require(Self.documents[String(mistake.file.prefix { $0 != "/" })])
        let session = try Session()
        if ["account", "session", "import"].contains(where: mistake.file.hasPrefix) {
            try session.home.write("policy.json", RegistrySession.albums)
        }
        let bytes = try Repository.bytes("Fixtures/mistakes/\(mistake.file)")
        let file = document.path.replacing("*", with: mistake.file.split(separator: ".").last ?? "")
        try session.home.write(file, bytes)
        let path = session.home.document(file)
        let fields = Field.typedByPeople.map { "\"\($0.rawValue)\"" }.listed(last: "or")
        let told = mistake.lines.map { line in
            "regapp: " + (line.kind == "done" ? "" : "\(line.kind): ")
                + (line.place.isEmpty ? "" : "\(path):\(line.place): ")
                + line.message.replacing("FILE", with: path).replacing("FIELDS", with: fields) + "\n"
        }
        let last = mistake.status == 65 ? document.hint.map { "regapp: hint: \($0)\n" } ?? "" : ""
        let command = document.command.map { $0 == "FILE" ? path : $0 }
        let result = try BuiltProgram.regapp.run(command, in: session.home)
        #expect(result.status == mistake.status)
        #expect(result.stderr == told.joined() + last)
        #expect(session.home.read(file) == bytes)
        for secret in ["gardens", "Garden5"] { #expect(!result.stderr.contains(secret)) }
    }

    @Test(
        Tool.require("iconv", install: "libc-bin"), Tool.require("bash", install: "bash"),
        arguments: [
            "windows-1251.json", "utf-16.json", "utf-16-without-mark.json",
            "utf-16-big-endian-without-mark.json", "utf-32.json",
        ])
    func `the command that is proposed for a file in another encoding converts it`(file: String) throws {
        let session = try Session()
        try session.home.write("profile.json", try Repository.bytes("Fixtures/mistakes/profile/\(file)"))
        let told = try BuiltProgram.regapp.run(["show"], in: session.home)
        let line = try #require(told.stderr.split(separator: "\n").first { $0.contains("iconv ") })
        let command = "iconv " + line.split(separator: "iconv ").dropFirst().joined(separator: "iconv ")
        let bash = BuiltProgram(path: try #require(Tool.path("bash")))
        #expect(try bash.run(["-c", command], in: session.home).status == 0)
        let mended = try BuiltProgram.regapp.run(["show"], in: session.home)
        #expect(mended.status == 0 && mended.stderr == "")
        #expect(session.home.mode("profile.json") == 0o600)
    }

    @Test func `every file has its rows`() throws {
        #expect(Self.table.count > 100)
        #expect(
            try Repository.files(below: "Fixtures/mistakes").filter { $0 != "table.tsv" }
                == Self.table.map(\.file).sorted())
    }
}
