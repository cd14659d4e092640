import RegappWording
import RegappCore
import RegappStore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// `u` on Your account: what undoing the last change would do is shown, and done once that is confirmed.
@Suite struct ScreenUndoTests {
    private let driver: ScreenDriver

    init() throws { driver = try Self.edited() }

    private static let undo: [Stroke] = [.to("Undo"), .key(.enter)]

    /// Ann's profile after an edit of every kind of field.
    private static func edited() throws -> ScreenDriver {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type(
            "e", .key(.end), "x", .to("password"), "54321", .to("firstName"), "a", .to("lastName"),
            .key(.control("u")),
            .key(.control("s")))
        #expect(driver.shows(.saved(true)))
        return driver
    }

    @Test func `each field is shown with both values, secrets as stars, and nothing is written yet`() throws {
        let before = driver.disk.tree()
        driver.type("u")
        for line in [
            "Undo change 1?", "Email: ann@example.orgx → ann@example.org", "12:00, 31 Jan; accounts",
            "First name: Anna → Ann", "Last name: not set → Lee", "The password from before 12:00, 31 Jan",
            "[ Back ]  [ Undo ]",
        ] {
            #expect(driver.shows(line), "\(line): \(driver.frame().text)")
        }
        #expect(!driver.shows("54321") && !driver.shows("12345") && driver.disk.tree() == before)
    }

    @Test(arguments: [KeyPress.enter, .escape])
    func `Enter and Escape undo nothing`(key: KeyPress) throws {
        let before = driver.disk.tree()
        driver.type("u", .key(key))
        #expect(!driver.shows("Undo change") && driver.shows(Shown.account))
        #expect(driver.disk.tree() == before)
    }

    @Test func `confirmed, the file is as it was and the page says so`() throws {
        #expect(driver.shows("u undo") && driver.shows("Undo"))
        driver.type("u", .to("Undo"), .key(.enter))
        #expect(driver.shows(.undone([])) && driver.shows("Last name   Lee"))
        #expect(driver.text("profile.json") == ScreenFiles.profile)
        // It is one step.
        #expect(!driver.shows("[ Undo ]"))
        driver.type("u")
        #expect(driver.shows(.nothingToUndo))
    }

    @Test func `a change that differs in no field is shown as such`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        try driver.store.writing { writer in
            let text = Array(ScreenFiles.profile.utf8)
            try writer.commit([DocumentChange("profile.json", before: text, after: text + [0x20])])
        }
        driver.send(.focusGained)
        driver.type("u")
        #expect(driver.shows("The text of the file would be as it was; no field is"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows(.undone([])) && driver.text("profile.json") == ScreenFiles.profile)
    }

    @Test func `a change by hand since then is reported, and nothing is done`() throws {
        let byHand = try #require(driver.text("profile.json")).replacing("Anna", with: "Hanna")
        driver.put("profile.json", byHand, then: .tick)
        #expect(driver.shows("Hanna") && !driver.shows("[ Undo ]"))
        driver.type("u")
        #expect(driver.shows("Not undone") && driver.shows("hand"))
        #expect(driver.text("profile.json") == byHand)
    }

    @Test func `a change between showing and confirming is shown again`() throws {
        driver.type("u")
        #expect(driver.shows("First name: Anna → Ann"))
        // Another regapp undoes it and makes another edit.
        let other = try Self.edited()
        other.type("u", .to("Undo"), .key(.enter), "e", .to("firstName"), "chen", .key(.control("s")))
        for file in ["profile.json"] + (2...3).map({ "history/0000000\($0).json" }) {
            driver.put(file, try #require(other.text(file)))
        }
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows("First name: Annchen → Ann") && !driver.shows("Last name: not set"))
        #expect(driver.text("profile.json") == other.text("profile.json"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows(.undone([])) && driver.text("profile.json") == ScreenFiles.profile)
    }

    @Test func `a change that was reversed by hand meanwhile is not undone again`() throws {
        driver.type("u")
        driver.put("profile.json", ScreenFiles.profile)
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows("Not undone") && driver.shows("hand"))
        #expect(driver.text("profile.json") == ScreenFiles.profile)
    }

    @Test func `a look at the files leaves the question open`() throws {
        driver.type("u")
        driver.put("profile.json", try #require(driver.text("profile.json")).replacing("Anna", with: "Zoe"))
        driver.send(.tick)
        #expect(driver.shows("Undo"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows("Not undone") && driver.shows("later"))
    }

    @Test func `the email of a registered account comes back with its file and its session`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .key(.control("u")), "bo@example.org", .key(.control("s")))
        #expect(driver.text("accounts/bob@example.org.json") == nil)
        driver.type("u")
        #expect(driver.shows("Email: bo@example.org → bob@example.org"))
        #expect(driver.shows("Its file and the login use that email again"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows(.undone([])) && driver.shows("Email       bob@example.org"))
        #expect(driver.text("accounts/bob@example.org.json")?.contains("bob@example.org") == true)
        #expect(driver.text("accounts/bo@example.org.json") == nil)
    }

    @Test func `the change of another account is not offered to a member, nor undone`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("firstName"), "x", .key(.control("s")))
        driver.put("accounts/eve@example.org.json", ScreenFiles.bob.replacing("bob@", with: "eve@"))
        driver.put("session.json", "{\"account\": \"eve@example.org\"}\n", then: .tick)
        #expect(driver.shows("eve@example.org") && !driver.shows("Undo"))
        driver.type("u")
        #expect(driver.shows(.nothingToUndo))
        #expect(driver.text("accounts/bob@example.org.json") != ScreenFiles.bob)
        driver.put("session.json", "{\"account\": \"Bob@example.org\"}\n", then: .tick)
        driver.type("u")
        #expect(driver.shows("bob@example.org: First name:"))
    }

    @Test(arguments: [1, 60])
    func `a member goes back change by change, past newer ones of others`(others: Int) throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("firstName"), "by", .key(.control("s")))
        driver.type("e", .to("lastName"), "s", .key(.control("s")))
        let eve = ScreenFiles.bob.replacing("bob@", with: "eve@")
        for number in 1...others {
            try driver.commit("accounts/eve@example.org.json", eve + String(repeating: " ", count: number))
        }
        driver.send(.tick)
        for (line, number) in [("Last name: Stones → Stone", 2), ("First name: Bobby → Bob", 1)] {
            #expect(driver.shows("[ Undo ]") == (others < 50), "which the key does not need")
            driver.type("u")
            #expect(driver.shows("Undo change \(number)?") && driver.shows(line))
            driver.type(.to("Undo"), .key(.enter))
        }
        driver.type("u")
        #expect(driver.shows(.nothingToUndo) && driver.text("accounts/eve@example.org.json") != nil)
        #expect(driver.text("accounts/bob@example.org.json")?.contains("\"Stone\"") == true)
    }

    @Test func `a file that could not be accepted comes back, and its mistake is shown`() throws {
        let driver = try ScreenDriver(["profile.json": "{"])
        driver.type(
            .to("Replace it"), .key(.enter), "zoe@example.org", .to("password"), "12345", .key(.enter), "u")
        #expect(driver.shows("The invalid file would be back"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows("[ Fix in editor ]") && driver.shows("✗ profile.json:1:2"))
        #expect(driver.text("profile.json") == "{")
    }

    @Test func `in a conversation it is an entry of the menu`() throws {
        let talk = try Talk(["profile.json": ScreenFiles.profile])
        try talk.answer(
            (Shown.choose, "e"), ("mail", ""), ("[unchanged]: ", ""), ("[Ann]: ", "Bo"), ("[Lee]: ", ""),
            (Shown.choose, "save"), ("u. Undo the last change", "undo"),
            ("First name: Bo → Ann\r\nb. Back\r\nu. Undo", "u"),
            ("Undone", "quit"))
        try talk.expectEnd()
        #expect(talk.home.text("profile.json") == ScreenFiles.profile)
    }
}
