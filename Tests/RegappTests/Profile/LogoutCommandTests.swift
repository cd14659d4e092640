import RegappTestSupport
import Testing

@Suite struct LogoutCommandTests {
    private static let text = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    @Test func `logout removes the profile and says how to get it back`() throws {
        #expect(try session("logout") == .done("logged out; \(Answer.undoBrings) the profile back"))
        #expect(session.home.paths() == [".lock", "history"])
        #expect(try session("show") == .notLoggedIn)
        #expect(try session("logout") == .notLoggedIn)
        #expect(session.home.paths() == [".lock", "history"])
    }

    @Test func `forgetting leaves nothing behind`() throws {
        let gone = Answer.done("logged out, and the history is deleted")
        #expect(try session("edit --password 'other one'").status == 0)
        #expect(try session("logout --forget") == gone)
        #expect(session.home.tree() == [".lock": []])
        #expect(try session("logout --forget") == .notLoggedIn)
        try session.home.write("profile.json", Self.text)
        #expect(try session("logout").status == 0)
        #expect(try session("logout --forget") == gone)
        #expect(session.home.tree() == [".lock": []])
    }

    @Test func `forgetting needs no file to be acceptable`() throws {
        for name in ["profile.json", "history/00000007.json", "session.json", "policy.json"] {
            try session.home.write(name, "{ broken")
        }
        #expect(try session("logout --forget").status == 0)
        #expect(session.home.paths() == [".lock", "policy.json"])
    }
}
