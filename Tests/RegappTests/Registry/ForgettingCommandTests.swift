import RegappTestSupport
import Testing

/// `remove --forget` and `history --forget`, cut short and repeated.
@Suite struct ForgettingCommandTests {
    private static let ann = "ann@x.example"

    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(policy: #"{"policy":"service"}"# + "\n")
        try session.put(Self.ann, hash: RegistrySession.hash)
    }

    private func run(_ lines: String...) throws {
        for line in lines {
            let answer = try session(line)
            #expect(answer.status == 0, "\(line): \(answer)")
        }
    }

    /// - Parameter change: the number of the last change before the text was kept.
    private func keepText(_ number: Int, of email: String, after change: Int) throws {
        try session.home.write(".regapp-edits/\(number)/lock", "")
        try session.home.write(
            ".regapp-edits/\(number)/origin",
            #"{"file":"accounts/\#(email).json","document":null,"values":{},"change":\#(change)}"#)
        try session.home.write(".regapp-edits/\(number)/\(email).json", "{ secret-\(number)")
    }

    private func finds(_ text: String) throws -> Bool {
        try session.shell("grep -rl \(text) documents").status == 0
    }

    @Test func `an account that was removed to be forgotten is named until that is done`() throws {
        try run("accounts edit \(Self.ann) --last-name Lee", "accounts remove \(Self.ann) --yes")
        let file = "history/00000002.json"
        let record = try #require(session.home.text(file))
        // What a crash leaves after the account has gone.
        try session.home.write(
            file, record.replacing(#""accounts remove""#, with: #""accounts remove --forget""#))
        let check = try session("check")
        #expect(check.status == 65 && check.out.contains(file))
        #expect(check.out.contains("regapp history --forget ann@x.example"))
        try run("accounts remove \(Self.ann) --forget --yes", "check")
        #expect(try !finds("Lee"))
    }

    @Test func `who was to be forgotten is, and whoever has the email since is not`() throws {
        try run("accounts edit \(Self.ann) --last-name Lee", "accounts remove \(Self.ann) --yes")
        let file = "history/00000002.json"
        let record = try #require(session.home.text(file))
        try session.home.write(
            file, record.replacing(#""accounts remove""#, with: #""accounts remove --forget""#))
        try session.put(Self.ann, "Other", hash: RegistrySession.hash)
        try run("accounts edit \(Self.ann) --last-name Roe")
        #expect(try session("check").says(65, "") && session("check").out.contains(file))
        try run("history --forget \(Self.ann) --yes", "check")
        #expect(try !finds("Lee") && finds("Roe"))
        #expect(try session("history \(Self.ann)").out.contains("Roe"))
    }

    @Test func `a removal says in its record that it is to be forgotten`() throws {
        try run("accounts edit \(Self.ann) --last-name Lee", "accounts remove \(Self.ann) --forget --yes")
        #expect(session.home.text("history/00000002.json")?.contains("accounts remove --forget") == true)
        let rows = try session("history").out
        #expect(rows.contains("2\t") && rows.contains("accounts remove --forget\tforgotten"), "\(rows)")
    }

    @Test func `kept texts go even if nothing else is left of the person`() throws {
        try keepText(1, of: Self.ann, after: 0)
        #expect(try session("history --forget bob@x.example --yes").err.contains("nothing to delete"))
        try run("history --forget \(Self.ann) --yes")
        #expect(try !finds("secret-1"))
        try keepText(1, of: Self.ann, after: 0)
        try run("accounts remove \(Self.ann) --yes", "history --forget \(Self.ann) --yes")
        #expect(try !finds("secret-1"))
        try keepText(1, of: Self.ann, after: 0)
        try run("accounts remove \(Self.ann) --forget --yes")
        #expect(try !finds("secret-1"))
    }

    @Test func `a kept text is that of whoever had the email then`() throws {
        try run(
            "accounts edit \(Self.ann) --last-name Lee", "accounts edit \(Self.ann) --email anna@x.example")
        try session.put(Self.ann, "Other", hash: RegistrySession.hash)
        try run("accounts edit \(Self.ann) --last-name Roe")
        try keepText(1, of: Self.ann, after: 1)
        try keepText(2, of: Self.ann, after: 3)
        try run("history --forget anna@x.example --yes")
        #expect(try !finds("secret-1") && finds("secret-2"))
        try run("accounts remove \(Self.ann) --forget --yes")
        #expect(try !finds("secret-2"))
    }
}
