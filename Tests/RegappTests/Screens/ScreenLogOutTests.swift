import RegappTerminal
import RegappWording
import RegappTestSupport
import RegappCore
import Testing

@testable import RegappScreens
@testable import regapp

/// Logging out and back in, and passwords in forms.
@Suite struct ScreenLogOutTests {
    // MARK: Logging out

    @Test(arguments: [KeyPress.enter, .escape])
    func `logging out asks, and Enter and Escape stay`(key: KeyPress) throws {
        for files in [["profile.json": ScreenFiles.profile], ScreenFiles.bobLoggedIn] {
            let driver = try ScreenDriver(files)
            driver.type(.to("Log out"), .key(.enter))
            #expect(driver.shows(Shown.logOut) && driver.shows("[ Back ]"))
            let before = driver.disk.contents(ScreenDriver.documents + "/session.json")
            driver.type(.key(key))
            #expect(driver.shows(Shown.account) && !driver.shows(Shown.logOut))
            #expect(driver.disk.contents(ScreenDriver.documents + "/session.json") == before)
            #expect(driver.text("profile.json") == files["profile.json"])
        }
    }

    static func loggedOut() throws -> ScreenDriver {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter))
        #expect(driver.text("profile.json") == nil)
        return driver
    }

    @Test func `no policy is offered where choosing one would end that`() throws {
        let driver = try Self.loggedOut()
        #expect(!driver.shows("or: F2"))
        driver.type(.key(KeyPress(.function(2))))
        #expect(driver.text("policy.json") == nil && driver.shows("Undo log out"))
    }

    @Test func `the button is there for as long as there is something to bring back`() throws {
        let driver = try Self.loggedOut()
        driver.type("zoe@example.org")
        let record = try #require(driver.text("history/00000001.json"))
        driver.put("history/00000001.json", "{}", then: .focusGained)
        #expect(!driver.shows("Undo log out") && driver.shows("zoe@example.org"))
        driver.put("history/00000001.json", record, then: .focusGained)
        #expect(driver.shows("[ Log in ]  [ Undo log out ]") && driver.shows("zoe@example.org"))
        // Gone between the look and the key: nothing happens but that the button goes.
        driver.remove("history/00000001.json")
        driver.type(.to("Undo log out"), .key(.enter), .to("Leave"), .key(.enter), .key(.escape))
        #expect(driver.text("profile.json") == nil && driver.shows("zoe@example.org"))
        #expect(!driver.shows("Undo log out"))
    }

    @Test func `under rules of another kind nothing is brought back, and nothing forgotten`() throws {
        let driver = try Self.loggedOut()
        let record = try #require(driver.text("history/00000001.json"))
        driver.put("policy.json", ScreenFiles.albumsPolicy)
        driver.type(.to("Undo log out"), .key(.enter))
        #expect(driver.shows(Shown.firstAccount))
        #expect(driver.text("history/00000001.json") == record && driver.text("profile.json") == nil)
    }

    @Test func `bringing the profile back asks before what is typed is lost`() throws {
        let driver = try Self.loggedOut()
        driver.type("zoe@example.org", .to("Undo log out"), .key(.enter))
        #expect(driver.shows(Shown.leaveThisForm) && driver.shows("[ Back ]  [ Leave ]"))
        driver.type(.key(.enter))
        #expect(driver.shows("zoe@example.org") && driver.text("profile.json") == nil)
        driver.type(.key(.enter), .to("Leave"), .key(.enter))
        #expect(driver.shows(.undone([])) && driver.text("profile.json") == ScreenFiles.profile)
    }

    @Test func `an edit that could be undone is no log out`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", .to("firstName"), "x", .to("Save"), .key(.enter))
        #expect(driver.text("history/00000001.json") != nil)
        driver.remove("profile.json", then: .focusGained)
        #expect(driver.shows(Shown.registerOrLogIn) && !driver.shows("Undo log out"))
    }

    @Test func `after a logout from a registry people log in again`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter))
        #expect(driver.shows("Logged out") && !driver.shows("Undo"))
        #expect(driver.text("session.json") == nil)
    }

    @Test func `if another process was faster, a log out says so, a choice of rules asks nothing`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type(.to("Log out"), .key(.enter))
        driver.remove("profile.json")
        driver.type(.key(.right), .key(.enter))
        #expect(driver.screens.scene == "Login at email" && driver.shows("logged out elsewhere"))
        let empty = try ScreenDriver()
        empty.put("policy.json", ScreenFiles.albumsPolicy)
        empty.type(.key(KeyPress(.function(3))))
        #expect(empty.screens.scene == "Registration at email")
    }

    // MARK: Passwords

    @Test func `an edit shows no password's length, and one that is not typed stays`() throws {
        var frames: Set<String> = []
        for password in ["12345", String(repeating: "x", count: 30)] {
            let profile = ScreenFiles.profile.replacing("12345", with: password)
            let driver = try ScreenDriver(["profile.json": profile])
            driver.type("e")
            frames.insert(driver.frame().text)
            driver.type(.key(.control("r")))
            #expect(driver.shows("Password    unchanged") && !driver.shows(password))
            driver.type(
                .to("password"), "x", .key(.backspace), .to("firstName"), "a", .to("Save"), .key(.enter))
            #expect(driver.shows(.saved(true)))
            #expect(driver.text("profile.json") == profile.replacing("\"Ann\"", with: "\"Anna\""))
            driver.type("e", .to("password"), "54321", .to("Save"), .key(.enter))
            #expect(driver.text("profile.json")?.contains("\"password\": \"54321\"") == true)
        }
        #expect(frames.count == 1)
    }

    @Test func `a password that changes elsewhere while it is edited is not shown`() throws {
        for isTyped in [false, true] {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            driver.type("e", .to("password"), .text(isTyped ? "mine1" : ""))
            driver.put("profile.json", ScreenFiles.profile.replacing("12345", with: "other9"))
            driver.send(.focusGained)
            driver.type(.key(.control("r")))
            #expect(!driver.shows("other9"))
            driver.type(.to("lastName"), "n", .to("Save"), .key(.enter))
            if isTyped {
                #expect(driver.shows("Changed meanwhile") && !driver.shows("other9"))
                driver.type(.to("Take theirs"), .key(.enter))
            }
            #expect(driver.text("profile.json")?.contains("\"password\": \"other9\"") == true)
            #expect(driver.text("profile.json")?.contains("Leen") == true)
        }
    }

    // MARK: Ambiguous first names

    /// Two of the name Alex, one of them with a password.
    private static var pair: [String: String] {
        ScreenFiles.alexes(2).merging([
            "accounts/alex1@demo.example.json":
                "{\"email\": \"alex1@demo.example\", \"firstName\": \"Alex\", \"password\": \"password1\"}\n"
        ]) { $1 }
    }

    @Test func `an account without a password gets its first by email beside one of its name`() throws {
        let driver = try ScreenDriver(Self.pair)
        driver.type("Alex", .to("password"), "password2", .key(.enter))
        #expect(driver.shows(.ambiguousFirstName(2)))
        #expect(driver.shows("▸ ✉ Email"))
        driver.type("alex2@demo.example")
        #expect(driver.shows(.ambiguousFirstName(2)))
        driver.type(.to("firstName"), "a")
        #expect(!driver.shows(.ambiguousFirstName(2)), "of this name there may be one")
        driver.type(.key(.backspace), .to("password"), .key(.enter))
        #expect(driver.shows(Shown.repeatPassword))
        driver.type("password2", .key(.enter))
        #expect(driver.shows("Email       alex2@demo.example"))
        #expect(driver.text("accounts/alex2@demo.example.json")?.contains("passwordHash") == true)
    }

    @Test(arguments: [
        (#""team": "x""#, "accounts/alex1@demo.example.json", Shown.repeatPassword),
        (#""policy": "authorisation", "passwordLength": 20"#, "policy.json", Shown.rulesChanged),
        (#""account": "alex1@demo.example""#, "session.json", Shown.accountLoggedIn),
    ])
    func `the repeated first password follows the files`(text: String, file: String, words: String) throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(1))
        driver.type("Alex", .to("password"), "password1", .key(.enter))
        let old = driver.text(file)?.dropLast(2)
        driver.put(file, file.hasPrefix("accounts") ? "\(old ?? ""), \(text)}\n" : "{\(text)}\n")
        for _ in 0..<2 { driver.send(.tick) }
        #expect(driver.shows(words), "\(driver.frame().text)")
        if driver.screens.screen is NewPasswordScreen { driver.type(.key(.escape)) }
        #expect(driver.screens.screen.form.text(of: Field.password.id) == "password1")
    }

    @Test func `the notice after registering promises what holds`() throws {
        let driver = try ScreenDriver(Self.pair)
        driver.type(
            .to("Register"), .key(.enter), "alex3@demo.example", .to("firstName"), "Alex", .to("lastName"),
            "Lee", .key(.enter))
        let words = driver.frame().text.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
        #expect(words.contains("anyone who knows the first name can set it by logging in"))
        #expect(words.contains("(with the email as well, where others bear that name)"))
    }
}
