import RegappTestSupport
import Testing

/// Who is logged in after a change of the current user's account was undone.
@Suite struct UndoneSessionTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

    @Test func `undoing a registration ends a session that began since`() throws {
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 0)
        #expect(try session("logout").status == 0)
        #expect(try session.login("--first-name", "Ann", "password1").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.home.text("session.json") == nil && session.accounts.isEmpty)
        #expect(try session("check").status == 0)
    }

    @Test func `undoing another email brings the session back to the account`() throws {
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 0)
        #expect(try session("logout").status == 0)
        #expect(try session("accounts", "edit", "ann@x.example", "--email=anna@x.example").status == 0)
        #expect(try session.login("--first-name", "Ann", "password1").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.home.text("session.json")?.contains("ann@x.example") == true)
        #expect(try session("show").out.contains("ann@x.example"))
        #expect(try session("check").status == 0)
    }
}
