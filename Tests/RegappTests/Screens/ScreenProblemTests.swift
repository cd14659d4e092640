import RegappTerminal
import RegappCore
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import RegappWording
@testable import regapp

/// Files that are broken, made unreadable or removed while the screens are open.
@Suite struct ScreenProblemTests {
    private let driver: ScreenDriver

    init() throws { driver = try ScreenDriver(["profile.json": ScreenFiles.profile]) }

    private static let broken = ScreenFiles.profile.replacing("12345", with: "1")

    /// Bob, logged in, without a plain password in his file.
    private static func account() throws -> ScreenDriver { try ScreenDriver(ScreenFiles.bobLoggedIn) }

    // MARK: What stays

    @Test func `the profile stays, faint and masked, and the first button mends it`() throws {
        driver.type(.key(.control("r")))
        #expect(driver.shows("12345"))
        driver.put("profile.json", Self.broken, then: .tick)
        driver.send(.tick)
        #expect(driver.shows("✗ profile.json:3:15: \(Answer.mustHave("5"))"))
        #expect(driver.shows("First name  Ann") && driver.style(of: "Ann") == .faint)
        driver.type(.key(.control("r")))
        #expect(driver.shows("Password    ••••••••") && !driver.shows("12345"))
        #expect(driver.shows("[ Fix in editor ]") && !driver.shows("[ Log in ]"))
        driver.type(.key(.enter))
        #expect(driver.edited == [.currentUser])
        driver.put("profile.json", ScreenFiles.profile, then: .tick)
        #expect(driver.shows(Shown.account) && driver.style(of: "Ann") == .text)
    }

    @Test func `reading the same files again keeps the focus, and shows other mistakes`() throws {
        driver.put("profile.json", Self.broken, then: .focusGained)
        driver.type(.to("Replace it"))
        driver.send(.tick)
        #expect(driver.shows("[ Replace it ]"))
        driver.put("profile.json", "{", then: .tick)
        #expect(driver.shows("✗ profile.json:1:2: ") && driver.shows("First name  Ann"))
    }

    /// How the files become ones that cannot be used, and the buttons there are then.
    static let troubles: [(name: String, spoil: @Sendable (ScreenDriver) -> Void, buttons: String)] = [
        ("rules", { $0.put("policy.json", "{") }, "[ Fix in editor ]  [ Read again ]"),
        (
            "account", { $0.put("accounts/bob@example.org.json", "{") },
            "[ Fix in editor ]  [ Log out ]  [ Read again ]"
        ),
        ("session", { $0.put("session.json", "{") }, "[ Log out ]  [ Read again ]"),
        (
            "directory",
            { driver in
                driver.remove("accounts/bob@example.org.json")
                driver.disk.putDirectory(ScreenDriver.documents + "/accounts/bob@example.org.json")
            }, "[ Log out ]  [ Read again ]"
        ),
    ]

    @Test(arguments: troubles.indices)
    func `an account stays whatever is wrong`(index: Int) throws {
        let driver = try Self.account()
        Self.troubles[index].spoil(driver)
        driver.send(.focusGained)
        #expect(driver.shows("✗ ") && driver.shows("First name  Bob"), "\(driver.frame().text)")
        #expect(driver.style(of: "Bob") == .faint && driver.shows(Self.troubles[index].buttons))
    }

    @Test func `another account whose file is wrong is not shown as the one before`() throws {
        let driver = try Self.account()
        driver.put("accounts/eve@example.org.json", "{")
        driver.put("session.json", "{\"account\": \"eve@example.org\"}\n", then: .focusGained)
        #expect(driver.shows("✗ eve@example.org.json:1:2: ") && !driver.shows("Bob"))
    }

    @Test func `a session that is wrong ends with a button`() throws {
        let driver = try Self.account()
        driver.put("session.json", "{", then: .focusGained)
        driver.type(.key(.enter))
        #expect(driver.shows(Shown.logOut))
        driver.type(.to("Log out"), .key(.enter))
        #expect(driver.shows("[ Log in ]") && driver.text("session.json") == nil && !driver.shows("bob@"))
    }

    // MARK: What goes

    @Test func `nothing of a deleted file stays on the screen`() throws {
        for isEdited in [false, true] {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            if isEdited { driver.type("e", .to("firstName")) }
            driver.remove("profile.json", then: .tick)
            driver.send(.tick)
            #expect(driver.shows("[ Log in ]") && !driver.shows("Ann") && !driver.shows("ann@example.org"))
            driver.put("profile.json", "{", then: .focusGained)
            #expect(driver.shows("✗ profile.json:1:2: ") && !driver.shows("Ann"))
        }
    }

    @Test func `an edit keeps only typed values, and gets the others with the file`() throws {
        driver.type("e", .to("lastName"), "x")
        driver.remove("profile.json", then: .focusGained)
        #expect(driver.shows("Last name   Leex") && !driver.shows("Ann") && !driver.shows("ann@example.org"))
        driver.type(.to("firstName"), "a")
        #expect(driver.shows("Anna"))
        driver.put("profile.json", ScreenFiles.profile, then: .tick)
        #expect(driver.shows("Leex") && driver.shows("Email       ann@example.org"))
    }

    @Test func `albums say no longer who was logged in`() throws {
        driver.type("a")
        #expect(driver.shows("Ann Lee"))
        driver.remove("profile.json", then: .focusGained)
        #expect(driver.shows(Answer.nobody.onScreen) && !driver.shows("Ann Lee"))
    }

    // MARK: What is typed

    @Test func `an edit has the editor first among its buttons until its file is right`() throws {
        driver.type("e", .to("lastName"), "x")
        driver.put("profile.json", Self.broken, then: .focusGained)
        driver.type(.to("Fix in editor"))
        #expect(driver.shows("[ Fix in editor ]  [ Save ]  [ Cancel ]") && driver.shows("Leex"))
        driver.type(.key(.enter))
        #expect(driver.edited == [.currentUser])
        driver.put("profile.json", ScreenFiles.profile.replacing("Ann", with: "Eve"), then: .resumed)
        #expect(driver.shows("[ Save ]  [ Cancel ]") && driver.shows("First name  Eve"))
        driver.type(.key(.enter))
        #expect(driver.text("profile.json")?.contains("Leex") == true)
    }

    @Test func `a registration keeps what is typed while rules are wrong, the editor mends them`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        driver.type(.to("firstName"), "Ann", .to("lastName"))
        driver.put("policy.json", "{", then: .focusGained)
        #expect(driver.frame(columns: 80, rows: 40).text.contains("[ Fix in editor ]  [ Register ]"))
        driver.type(.to("Fix in editor"), .key(.enter))
        #expect(driver.edited == [.policy])
        driver.put("policy.json", ScreenFiles.albumsPolicy, then: .resumed)
        #expect(!driver.frame(columns: 80, rows: 40).text.contains("Fix in editor"))
        #expect(driver.screens.screen.form.text(of: Field.firstName.id) == "Ann")
    }

    @Test func `an edit in which nothing is typed gives way to what is wrong`() throws {
        driver.type("e")
        driver.put("profile.json", Self.broken, then: .focusGained)
        #expect(driver.shows("[ Fix in editor ]") && driver.style(of: "Ann") == .faint)
    }

    // MARK: Replacing

    @Test func `only a button that says so replaces a profile that cannot be accepted`() throws {
        let driver = try ScreenDriver(["profile.json": Self.broken])
        driver.type(.to("Replace it"), .key(.enter))
        #expect(driver.shows("A new profile") && driver.shows("[ Replace ]") && !driver.shows("[ Log in ]"))
        driver.type("bob@example.org", .key(.escape), .to("Leave"), .key(.enter))
        #expect(driver.shows("[ Fix in editor ]") && driver.text("profile.json") == Self.broken)
        driver.type(
            .to("Replace it"), .key(.enter), "bob@example.org", .to("password"), "12345", .key(.control("s")))
        #expect(driver.shows(Shown.account) && driver.shows("bob@example.org"))
        driver.type("u", .to("Undo"), .key(.enter))
        #expect(driver.text("profile.json") == Self.broken)
    }

    @Test func `a form that was to create a profile does not replace one that was not shown`() throws {
        let driver = try ScreenDriver()
        driver.type("bob@example.org", .to("password"), "12345")
        driver.put("profile.json", Self.broken)
        driver.type(.key(.enter))
        #expect(driver.shows("Not saved") && driver.text("profile.json") == Self.broken)
        driver.type(.key(.enter))
        #expect(
            driver.shows("Fix in editor") && driver.shows("[ Replace ]") && driver.shows("bob@example.org"))
        driver.type(.key(.control("s")))
        #expect(driver.shows(Shown.account) && driver.text("profile.json") != Self.broken)
    }

    // MARK: The text of an editor

    @Test func `what is wrong with a text is shown with its lines, the answer goes to the editor`() throws {
        let answers: [(keys: [Stroke], answer: EditorDecision.Answer)] = [
            ([.key(.enter)], .edit), ([.key(.escape)], .keep),
            ([.to("Keep for later"), .key(.enter)], .keep),
            ([.to("Discard"), .key(.enter)], .discard),
        ]
        for (keys, answer) in answers {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            driver.receive(.editorNeeds(try Self.mistakes()))
            #expect(driver.shows("[ Edit again ]  [ Keep for later ]  [ Discard ]"))
            #expect(driver.shows("3    \"password\": ********,") && !driver.shows("1234"))
            driver.type(keys)
            #expect(driver.editorAnswers == [answer] && !driver.shows("Edit again"))
        }
    }

    /// A text whose email and password break rules.
    static func mistakes() throws -> EditorDecision {
        let text = ScreenFiles.profile.replacing("ann@example.org", with: "ann@ex.org")
            .replacing("12345", with: "1234")
        let bytes = Array(text.utf8)
        do throws(AccountsError) {
            _ = try AccountFile(
                parsing: bytes, path: "/d/profile.json", policy: .profile, now: ScreenDriver.now)
        } catch {
            guard case .invalidFile(let problems) = error else { throw error }
            return .wrong(.problems(problems), MaskedText(bytes, hidesSecrets: true))
        }
        throw AccountsError.noMatch([])
    }
}
