import RegappValues
import RegappAlbums
import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import RegappWording
@testable import regapp

/// What the screens do with keys, and what becomes of the files.
@Suite struct ScreenBehaviourTests {
    private let driver: ScreenDriver

    init() throws { driver = try ScreenDriver(["profile.json": ScreenFiles.profile]) }

    // MARK: The local profile

    @Test func `logging in writes the file and shows what it holds`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .key(.enter), "p w 5", .key(.enter))
        #expect(driver.text("profile.json")?.contains("\"password\": \"p w 5\",\n") == true)
        #expect(driver.shows("Email       ann@example.org"))
    }

    @Test func `Cancel and Escape bring screen and file back as they were, after a question`() throws {
        for way in [[Stroke.key(.escape)], [.to("Cancel"), .key(.enter)], [.to("Cancel"), " "]] {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            let before = driver.frame()
            driver.type("e", .key(.control("u")), "x", .to("password"), "y")
            driver.type(way)
            #expect(driver.shows(Shown.wouldBeLost))
            driver.type(.to("Leave"), .key(.enter))
            #expect(driver.frame() == before)
            #expect(driver.text("profile.json") == ScreenFiles.profile)
        }
    }

    @Test func `saving changes only what was changed`() throws {
        let driver = try ScreenDriver([
            "profile.json": "{\"email\":\"ann@example.org\",  \"password\":\"12345\", \"x\": [1]}"
        ])
        driver.type("e", .to("firstName"), "Ann", .to("lastName"), .key(.control("s")))
        #expect(driver.shows(.saved(true)))
        #expect(
            driver.text("profile.json")
                == "{\"email\":\"ann@example.org\",  \"password\":\"12345\", \"x\": [1], \"firstName\": \"Ann\"}"
        )
        driver.type("e", .to("Save"), .key(.enter))
        #expect(driver.shows(.saved(false)))
    }

    @Test func `Save is at half intensity while anything is invalid, and cannot be pressed`() throws {
        driver.type("e", .key(.control("u")), .to("Save"))
        #expect(driver.style(of: "[ Save ]") == .buttonDisabledFocused)
        driver.type(.key(.enter))
        #expect(driver.text("profile.json") == ScreenFiles.profile)
        #expect(driver.shows("✗ \(Answer.isRequired("Email"))"))
    }

    @Test func `a change made elsewhere shows in the form as soon as it is seen`() throws {
        driver.type("e", .to("lastName"), "x")
        driver.put("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"), then: .resumed)
        #expect(driver.shows("First name  Anna") && driver.shows("Last name   Leex"))
        #expect(driver.shows(Message.mergedMeanwhile("first name")))
        driver.type(.key(.control("s")))
        let saved = ScreenFiles.profile.replacing("Ann", with: "Anna").replacing("Lee", with: "Leex")
        #expect(driver.text("profile.json") == saved)
    }

    @Test(arguments: [(choice: "Keep mine", lastName: "Leex"), (choice: "Take theirs", lastName: "Lemon")])
    func `if both changed a field, the user chooses a value`(choice: String, lastName: String) throws {
        driver.type("e", .to("lastName"), "x")
        let theirs = ScreenFiles.profile.replacing("Lee", with: "Lemon")
        driver.put("profile.json", theirs)
        driver.type(.key(.control("s")))
        #expect(driver.shows("Changed meanwhile") && driver.shows("Keep mine"))
        // Edit again keeps what is typed, and pressing Save asks again.
        driver.type(.key(.escape))
        #expect(driver.shows("Last name   Leex") && driver.text("profile.json") == theirs)
        driver.type(.key(.control("s")), .to(choice), .key(.enter))
        #expect(driver.shows(Shown.account) && driver.shows("Last name   \(lastName)"))
        #expect(driver.text("profile.json") == theirs.replacing("Lemon", with: lastName))
    }

    @Test func `the albums open over the screen, and leaving them reads the files again`() throws {
        driver.type("a")
        #expect(driver.albumsNumber == 1 && driver.shows(Shown.typeWords))
        driver.put("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        driver.type(.key(.escape))
        #expect(driver.shows("First name  Anna") && !driver.isOver)
        guard case .stop? = driver.albumWork.last else {
            Issue.record("work goes on after the albums are left")
            return
        }
    }

    @Test func `albums that do not open say why over the screen`() throws {
        driver.albumsReason = Message(of: AccountsError.nobodyLoggedIn)
        driver.type("a")
        #expect(driver.shows(Answer.nobody.onScreen) && driver.shows(Shown.account))
        driver.type(.key(.enter))
        #expect(!driver.shows(Answer.nobody.onScreen))
    }

    @Test func `results for albums that were left are not shown in those that are open`() throws {
        driver.type("anight", .key(.enter), .key(.escape), .key(.escape))
        let old = driver.lastQuestion
        driver.type("anight", .key(.enter))
        #expect(driver.shows("Searching"))
        driver.receive(.albums(.failed(.connectionLost, number: old)))
        #expect(driver.shows("Searching"))
        driver.receive(.albums(.failed(.connectionLost, number: driver.lastQuestion)))
        #expect(driver.shows("The connection broke"))
    }

    // MARK: Files that change

    @Test(arguments: [Event.resumed, .focusGained])
    func `coming back reads the files again`(event: Event) throws {
        driver.put("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        driver.send(event)
        #expect(driver.shows("First name  Anna"))
        driver.put("profile.json", "{\n  \"email\": }")
        driver.send(event)
        #expect(driver.shows("✗ profile.json:2:12: ") && driver.shows("First name  Anna"))
        driver.put("profile.json", ScreenFiles.profile)
        driver.send(event)
        #expect(driver.shows("First name  Ann"))
        driver.remove("profile.json")
        driver.send(event)
        #expect(driver.shows("[ Log in ]") && !driver.shows("✗"))
        driver.put("policy.json", "{}")
        driver.send(event)
        #expect(driver.shows("✗ policy.json:1:1: \(Answer.isRequired("policy"))"))
        driver.put("policy.json", ScreenFiles.albumsPolicy)
        driver.send(event)
        #expect(driver.shows(Shown.firstAccount))
    }

    @Test func `what is typed into a form is kept while another account logs in`() throws {
        let driver = try ScreenDriver()
        driver.type("bob@")
        driver.put("profile.json", ScreenFiles.profile, then: .focusGained)
        #expect(driver.shows(Shown.accountLoggedIn))
        driver.type("example.org")
        driver.send(.focusGained)
        #expect(driver.shows("bob@example.org") && driver.shows(Shown.accountLoggedIn))
        #expect(driver.shows("Esc can show it") && driver.shows("Esc show it"))
        driver.type(.key(.escape))
        #expect(driver.shows("[ Back ]  [ Show it ]") && !driver.shows("[ Leave ]"))
        driver.type(.to("Show it"), .key(.enter))
        #expect(driver.shows(Shown.account))
        let other = try ScreenDriver()
        other.type("b")
        other.put("profile.json", ScreenFiles.profile, then: .focusGained)
        other.remove("profile.json", then: .focusGained)
        #expect(!other.shows(Shown.accountLoggedIn))
        #expect(other.asksBeforeLeaving() && other.shows("[ Back ]  [ Leave ]"))
    }

    // MARK: A registry

    @Test func `registering under albums leads to the log in, that to albums, Escape to user info`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        driver.register(email: "ann@example.org")
        #expect(driver.shows("✓ Registered. Log in to search albums"))
        #expect(driver.shows("✉ Email     ann@example.org") && driver.shows("▸ ✱ Password"))
        let file = try #require(driver.text("accounts/ann@example.org.json"))
        #expect(file.contains("\"phone\": \"+79161234567\"") && !file.contains("Secret1"))
        driver.remove("accounts/ann@example.org.json", then: .tick)
        #expect(driver.shows("! ann@example.org was removed elsewhere") && !driver.shows("Log in to search"))
        driver.put("accounts/ann@example.org.json", file)
        driver.type("Secret1", .key(.enter))
        #expect(driver.albumsNumber == 1 && driver.shows("\(Shown.typeWords) and press Enter."))
        #expect(driver.shows("Ann Lee · ann@example.org"))
        driver.type(.key(.escape))
        #expect(driver.shows("Phone       +7 (916) 123-45-67") && driver.shows("Password    ••••••••"))
        #expect(driver.text("session.json") == "{\n  \"account\": \"ann@example.org\"\n}\n")
    }

    @Test func `a hash cannot be revealed, and an edit keeps it`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bob@example.org", .to("password"), "Secret1", .key(.enter), .key(.escape), .key(.up))
        let frame = driver.frame()
        driver.type(.key(.control("r")))
        #expect(driver.frame() == frame)
        let before = try #require(driver.text("accounts/bob@example.org.json"))
        driver.type("e", .to("firstName"), "by", .to("Save"), .key(.enter))
        let after = try #require(driver.text("accounts/bob@example.org.json"))
        #expect(after == before.replacing("\"Bob\"", with: "\"Bobby\""))
        driver.type("e", .to("password"), "New1pass", .to("Save"), .key(.enter))
        #expect(driver.shows(.saved(true)))
        #expect(driver.text("accounts/bob@example.org.json") != after)
        driver.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter))
        driver.type("bob@example.org", .to("password"), "New1pass", .key(.enter))
        #expect(driver.shows("Albums"))
    }

    @Test func `an edit cannot change to an email in use`() throws {
        var files = ScreenFiles.bobLoggedIn
        files["accounts/ann@example.org.json"] = ScreenFiles.bob.replacing("bob@", with: "ann@")
        let driver = try ScreenDriver(files)
        driver.type("e", .key(.control("u")), "ann@example.org", .to("Save"), .key(.enter))
        #expect(driver.shows(Answer.emailIsTaken.onScreen))
        driver.type(.key(.enter))
        #expect(driver.shows("▸ ✉ Email       ann@example.org") && driver.shows("Save"))
    }

    @Test func `registering under authorisation logs in, and the password is set at the next login`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        driver.type("ann@example.org", .to("firstName"), "Анна", .to("lastName"), "Lee", .key(.enter))
        #expect(driver.shows("First name  Анна") && driver.shows("Password    not set"))
        driver.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter))
        driver.type("анна", .to("password"), "password1", .key(.enter))
        #expect(driver.shows(Shown.repeatPassword))
        driver.type("password2", .key(.enter))
        #expect(driver.shows("✗ " + Form.passwordsDiffer.sentenceCased))
        driver.type(.key(.backspace), "1", .key(.enter))
        #expect(driver.shows(Shown.account) && driver.shows("Password    ••••••••"))
        driver.type(
            .to("Log out"), .key(.enter), .to("Log out"), .key(.enter), "Анна", .to("password"), "password9",
            .key(.enter))
        #expect(driver.shows("Wrong first name or password"))
    }

    @Test func `a first password that breaks the rules is not set`() throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(1))
        driver.type("Alex", .to("password"), "short", .key(.enter))
        #expect(driver.shows("t least 8 letters"))
        driver.type(.key(.enter), .key(.control("u")), "password1", .key(.enter), .key(.escape))
        #expect(driver.shows("[ Log in ]"))
        #expect(driver.text("session.json") == nil)
    }

    @Test func `an account that changes between check and login is checked again`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.holdsTasks = true
        driver.type("bob@example.org", .to("password"), "Secret1", .key(.enter))
        driver.finishOne()
        let file = "accounts/bob@example.org.json"
        driver.put(file, try #require(driver.text(file)).replacing("{", with: "{ \"note\": 1,"))
        driver.finish()
        #expect(driver.shows("Albums"))
        #expect(driver.text(file)?.contains("note") == true)
    }

    @Test func `an alert does not say what was wrong with a login`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bub@example.org", .to("password"), "Secret1", .key(.enter))
        let frame = driver.frame().text
        let other = try ScreenDriver(ScreenFiles.albums)
        other.type("bob@example.org", .to("password"), "Secret2", .key(.enter))
        #expect(frame.replacing("bub@", with: "bob@") == other.frame().text)
    }

    // MARK: Leaving

    @Test func `q leaves the first screens`() throws {
        let user = try ScreenDriver(["profile.json": ScreenFiles.profile])
        user.type("q")
        #expect(user.isOver)
    }

    @Test func `back from the albums Escape says how to quit`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        let before = driver.frame().lines.last
        driver.type("a", .key(.escape))
        driver.send(.tick)
        #expect(driver.shows(Shown.account) && driver.frame().lines.last == before)
        driver.type(.key(.escape))
        #expect(driver.shows("q quits") && !driver.isOver)
    }

    @Test func `keys wait while work is done, and are answered afterwards`() throws {
        let driver = try ScreenDriver()
        driver.holdsTasks = true
        driver.type("ann@example.org", .key(.enter), "12345", .key(.enter), "ex")
        #expect(driver.shows("[ Log in ]"))
        driver.finish()
        #expect(driver.shows("ann@example.orgx") && driver.shows("Save"))
    }

    @Test func `every screen says how to quit and what its letters do even in the smallest window`() throws {
        for files in [
            [:], ["profile.json": ScreenFiles.profile], ScreenFiles.albums, ScreenFiles.bobLoggedIn,
        ] {
            let keys = try ScreenDriver(files).frame(columns: 40, rows: 12).lines.last ?? ""
            let isUser = files["profile.json"] != nil || files["session.json"] != nil
            #expect(keys.contains(isUser ? " q quit" : "Ctrl-C quit"))
            #expect(!isUser || keys.contains("e edit") && keys.contains("u undo"), "\(keys)")
        }
    }
}
