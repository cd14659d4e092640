import TestSupport
import Testing

@Suite struct CancelTests {
    private static let text = "{ \"email\":\"abc@def.gh\",\r\n\"password\":\"54321\" , \"x\":\"\\u00e9\" }"
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    /// Commands that change the profile.
    static let changes: [[String]] = [
        ["edit", "--email", "other@def.gh"], ["edit", "--password=hello there", "--phone=9161112233"],
        ["logout"], ["login", "--email=abc@def.gh", "--password=hello"],
        ["login", "--email=else@def.gh", "--password=hello"],
    ]

    @Test(arguments: changes)
    func `cancel takes a change back byte for byte, once`(change: [String]) throws {
        #expect(try BuiltProgram.regapp.run(change, in: session.home).status == 0)
        #expect(session.profile != Self.text && session.home.mode("undo.json") == 0o600)
        #expect(try session("cancel") == .hint("taken back; see it with 'regapp show'"))
        #expect(session.home.tree() == [".lock": [], "profile.json": Array(Self.text.utf8)])
        #expect(session.home.mode("profile.json") == 0o600)
        #expect(try session("cancel") == .hint("there is nothing to take back"))
        #expect(session.profile == Self.text)
    }

    @Test func `only the last of several changes is taken back`() throws {
        #expect(try session("edit", "--first-name", "One").status == 0)
        let first = session.profile
        #expect(try session("edit", "--first-name", "Two").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.profile == first)
        #expect(try session("cancel") == .hint("there is nothing to take back"))
        #expect(session.profile == first)
    }

    @Test func `a file that was changed since is left alone`() throws {
        #expect(try session("edit", "--first-name", "One").status == 0)
        let record = session.home.read("undo.json")
        try session.home.write("profile.json", Self.text + " ")
        #expect(
            try session("cancel")
                == .error(
                    65, "~/documents/profile.json was changed since; nothing was taken back",
                    hint: "edit it by hand, or with 'regapp edit'"))
        #expect(session.profile == Self.text + " " && session.home.read("undo.json") == record)
    }

    @Test func `a profile made after a logout is not overwritten`() throws {
        #expect(try session("logout").status == 0)
        try session.home.write("profile.json", "{}")
        #expect(try session("cancel").status == 65)
        #expect(session.profile == "{}")
    }

    @Test func `a first login ends what could be taken back`() throws {
        #expect(try session("logout").status == 0)
        try session.login("new@def.gh", "12345678")
        #expect(session.home.paths() == [".lock", "profile.json"])
        #expect(try session("cancel") == .hint("there is nothing to take back"))
        #expect(try session("show", "--field", "email") == Answer(0, out: "new@def.gh\n"))
    }

    @Test func `a change that fails keeps what could be taken back`() throws {
        #expect(try session("edit", "--first-name", "One").status == 0)
        let record = session.home.read("undo.json")
        #expect(try session("edit", "--password", "1").status == 65)
        #expect(try session("edit", "--first-name", "One").status == 0)
        #expect(session.home.read("undo.json") == record)
        #expect(try session("cancel").status == 0)
        #expect(session.profile == Self.text)
    }

    @Test func `a record of a change that never took place is dropped`() throws {
        #expect(try session("edit", "--first-name", "One").status == 0)
        try session.home.write("profile.json", Self.text)
        #expect(try session("cancel") == .hint("there is nothing to take back"))
        #expect(session.home.tree() == [".lock": [], "profile.json": Array(Self.text.utf8)])
    }

    static let damages = [
        "", "{}", "[]", "{\"account\":null,\"changes\":[{\"file\":\"../x\",\"before\":null,\"after\":\"\"}]}",
        "{\"account\":null,\"changes\":[{\"file\":\"profile.json\",\"before\":\"!\",\"after\":null}]}",
        "\u{0}",
    ]

    @Test(arguments: damages)
    func `a damaged record changes nothing`(record: String) throws {
        try session.home.write("undo.json", record)
        let answer = try session("cancel")
        #expect(
            answer.status == 65 && answer.err.hasPrefix("regapp: error: ~/documents/undo.json:1:"),
            "\(answer)")
        #expect(answer.err.hasSuffix("regapp: hint: remove the file; what could be taken back is in it\n"))
        #expect(session.profile == Self.text && session.home.text("undo.json") == record)
        #expect(try session("show").status == 0)
    }

    @Test func `nobody's cancel creates nothing`() throws {
        let session = try Session()
        #expect(try session("cancel") == .hint("there is nothing to take back"))
        #expect(try everything(below: session.home.path).isEmpty)
    }
}
