import Glibc
import RegappStore
import RegappTestSupport
import Testing

@Suite struct UndoCommandTests {
    private static let text = "{ \"email\":\"abc@def.gh\",\r\n\"password\":\"54321\" , \"x\":\"\\u00e9\" }"
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    /// Commands that change the profile, and what undoing that prints.
    @Test(arguments: [
        ("edit --email other@def.gh", ["Email: other@def.gh → abc@def.gh"]),
        (
            "edit --password='hello there' --phone=9161112233",
            ["Password: ******** → ********", "Phone: +7 (916) 111-22-33 → not set"]
        ),
        ("logout", ["the profile abc@def.gh is back"]),
        ("login --email=abc@def.gh --password=hello", ["Password: ******** → ********"]),
        (
            "login --email=else@def.gh --password=54321",
            ["Email: else@def.gh → abc@def.gh", "x: not set → é"]
        ),
    ])
    func `cancel undoes a change byte for byte, and says so`(change: String, lines: [String]) throws {
        #expect(try session(change).status == 0)
        #expect(session.profile != Self.text && session.home.mode("history/00000001.json") == 0o600)
        let printed = lines.map { $0 + "\n" }.joined()
        let dryRun = try session("cancel --show")
        #expect(dryRun.out.replacing(" would be ", with: " is ") == printed && dryRun.status == 0)
        #expect(session.profile != Self.text)
        #expect(try session("cancel").out == printed)
        #expect(session.profile == Self.text && session.home.mode("profile.json") == 0o600)
        #expect(try session("cancel") == .done(Answer.nothingToUndo))
        #expect(session.profile == Self.text)
    }

    @Test func `which text comes back is said of a file that could not be accepted`() throws {
        try session.home.write("profile.json", "{")
        #expect(try session("login --email=abc@def.gh --password=54321").status == 0)
        let good = session.profile
        #expect(try session("cancel").out == "the invalid file is back\n")
        #expect(
            try session("redo").out
                == "the last valid version is back\n")
        #expect(session.profile == good)
    }

    @Test func `a file that was later changed is left alone`() throws {
        #expect(try session("edit --first-name One").status == 0)
        let record = session.home.read("history/00000001.json")
        let text = try #require(session.profile).replacing("One", with: "Two")
        try session.home.write("profile.json", text)
        #expect(
            try session("cancel")
                == .error(
                    65, "~/documents/profile.json: firstName was later changed by hand; nothing was undone",
                    hint: "edit it by hand, or with 'regapp edit'"))
        #expect(try session("cancel --show") == (try session("cancel")))
        #expect(session.profile == text && session.home.read("history/00000001.json") == record)
    }

    @Test func `a file that was removed since by hand is said to be gone, not changed`() throws {
        #expect(try session("edit --first-name One").status == 0)
        #expect(unsafe unlink(session.home.document("profile.json")) == 0)
        #expect(
            try session("cancel")
                == .error(
                    65, "~/documents/profile.json was later removed by hand; nothing was undone",
                    hint: "put the file back, or undo another change by its number: see 'regapp history'"))
    }

    @Test func `a text without another field is said to be one, and a text that is none too`() throws {
        let session = try Session(profile: "{\"email\":\"abc@def.gh\",")
        #expect(try session.login("abc@def.gh", "hello").status == 0)
        #expect(try session("cancel --show").out == "the invalid file would be back\n")
        #expect(try session("cancel").out == "the invalid file is back\n")
    }

    @Test func `a preview takes no lock, and changes nothing`() throws {
        #expect(try session("edit --first-name One").status == 0)
        try session.home.write("profile.json", Self.text)
        let before = session.home.tree()
        #expect(
            try session("cancel --show")
                == .error(
                    65,
                    "nothing is left of change 1, the newest: it was reversed by hand; nothing was undone",
                    hint: "see 'regapp history'"))
        #expect(session.home.tree() == before)
    }

    @Test func `a profile made after a logout is not overwritten`() throws {
        #expect(try session("logout").status == 0)
        try session.home.write("profile.json", "{}")
        #expect(try session("cancel") == .done(Answer.nothingToUndo))
        #expect(session.profile == "{}")
    }

    @Test func `a login brings back the profile that was logged out, or cancel does`() throws {
        #expect(try session("logout").status == 0)
        let back = try session.login("abc@def.gh", "54321")
        #expect(
            back.err.hasPrefix("regapp: logged in; the profile is back as it was before the logout\n"),
            "\(back)")
        #expect(session.profile == Self.text)
        #expect(try session("cancel") == .done(Answer.nothingToUndo))
        #expect(try session("logout").status == 0)
        let new = "regapp: this is a new profile; \(Answer.undoBrings) back the old one\n"
        #expect(try session.login("abc@def.gh", "12345678").err.hasPrefix(new))
        #expect(session.profile != Self.text)
        #expect(try session("cancel").out == "Password: ******** → ********\nx: not set → é\n")
        #expect(session.profile == Self.text)
    }

    @Test func `a change that fails keeps what could be undone`() throws {
        #expect(try session("edit --first-name One").status == 0)
        let tree = session.home.tree()
        #expect(try session("edit --password 1").status == 65)
        #expect(try session("edit --first-name One").status == 0)
        #expect(session.home.tree() == tree)
        #expect(try session("cancel").status == 0)
        #expect(session.profile == Self.text)
    }
}
