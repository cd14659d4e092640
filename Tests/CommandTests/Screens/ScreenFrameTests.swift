import TerminalUI
import TestSupport
import Testing

@testable import RegappScreens
@testable import RegappWording
@testable import regapp

/// What the screens look like: whole frames, compared with `Fixtures/screens`.
@Suite struct ScreenFrameTests {
    // MARK: The local profile

    @Test func `log in, empty: the button is at half intensity`() throws {
        let driver = try ScreenDriver()
        try ScreenGolden.expect(driver.frame(), is: "login-empty")
        #expect(driver.frame().style(ofLast: "LOGIN") == .buttonDisabled)
    }

    @Test func `log in, both values right: the button can be pressed`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .key(.tab), "12345")
        try ScreenGolden.expect(driver.frame(), is: "login-ready")
        #expect(driver.frame().style(ofLast: "LOGIN") == .button)
    }

    @Test func `log in, fields left with wrong values: a message under each`() throws {
        let driver = try ScreenDriver()
        driver.type("ab@de.g", .key(.tab), "1234", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "login-messages")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "login-messages-40x12")
        #expect(driver.frame().style(ofLast: "LOGIN") == .buttonDisabled)
    }

    @Test func `a profile that cannot be accepted: its line and column`() throws {
        let driver = try ScreenDriver(["profile.json": "{\n  \"email\": \"ab@de.g\",\n  \"password\": 5\n}\n"]
        )
        try ScreenGolden.expect(driver.frame(), is: "problem-profile")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "problem-profile-40x12")
        driver.type(.key(.tab), .key(.enter), "ann@")
        try ScreenGolden.expect(driver.frame(), is: "login-replace")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "login-replace-40x12")
    }

    @Test func `an account stays, faint, while its file cannot be accepted`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.put("accounts/bob@example.org.json", ScreenFiles.bob.replacing("1990", with: "199"))
        driver.send(.focusGained)
        try ScreenGolden.expect(driver.frame(), is: "problem-account")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "problem-account-40x12")
        #expect(driver.style(of: "bob@example.org") == .bar)
        #expect(driver.frame().style(ofLast: "bob@example.org") == .faint)
    }

    @Test func `a new profile: user info says where it is`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .key(.tab), "12345", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "user-new")
    }

    @Test func `user info: eight stars, or the password`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        try ScreenGolden.expect(driver.frame(), is: "user")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "user-40x12")
        driver.type(.key(.control("r")))
        try ScreenGolden.expect(driver.frame(), is: "user-revealed")
    }

    @Test func `editing: fields, Save and Cancel`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e")
        try ScreenGolden.expect(driver.frame(), is: "user-edit")
        driver.type(.key(.backspace, times: 4), .key(.tab))
        try ScreenGolden.expect(driver.frame(), is: "user-edit-invalid")
        #expect(driver.style(of: "  Save  ") == .buttonDisabled)
        #expect(driver.style(of: "Cancel") == .button)
    }

    @Test func `saving a value that somebody else changed meanwhile: mine or theirs`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", .key(.end), "x")
        driver.put("profile.json", ScreenFiles.profile.replacing("ann@", with: "anna@"))
        driver.type(.key(.tab, times: 4), .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "user-changed-meanwhile")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "user-changed-meanwhile-40x12")
    }

    @Test func `logging out: asked first, then a page that can undo it`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type(.key(.right), .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "user-log-out")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "user-log-out-40x12")
        driver.type(.key(.right), .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "login-logged-out")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "login-logged-out-40x12")
        #expect(driver.style(of: "  Undo log out") == .button)
    }

    @Test func `rules that cannot be read: what is wrong and where`() throws {
        let driver = try ScreenDriver(["policy.json": "{\"policy\": \"album\", \"colour\": 1}\n"])
        try ScreenGolden.expect(driver.frame(), is: "rules-invalid")
    }

    // MARK: A registry

    @Test func `an empty registry: the form to register, and behind it the one to log in`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        try ScreenGolden.expect(driver.frame(), is: "registration-first")
        driver.type(.key(.escape))
        try ScreenGolden.expect(driver.frame(), is: "registry-login-nobody")
        #expect(driver.frame().style(ofLast: "LOGIN") == .buttonDisabled)
    }

    @Test func `log in to a registry: the alert does not say what was wrong`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bob@example.org", .key(.tab), "Secret2", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registry-login-failed")
        let other = try ScreenDriver(ScreenFiles.albums)
        other.type("bub@example.org", .key(.tab), "Secret1", .key(.enter))
        #expect(other.shows("No account matches these details"))
    }

    @Test func `registration: empty, and with messages`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.key(.tab, times: 3), .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registration-empty")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "registration-empty-40x12")
        #expect(driver.style(of: "Register") == .buttonDisabled)
        driver.type("Анна", .key(.tab), .key(.tab), "2010-01-01", .key(.tab), "916", .key(.tab))
        try ScreenGolden.expect(driver.frame(), is: "registration-messages")
        try ScreenGolden.expect(driver.frame(columns: 120, rows: 40), is: "registration-messages-120x40")
    }

    @Test func `registration: the calendar opens at the latest day and refuses younger ones`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.key(.tab, times: 3), .key(.enter), .key(.tab, times: 2), " ")
        try ScreenGolden.expect(driver.frame(), is: "registration-calendar")
        driver.type(.key(.right), .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registration-calendar-refused")
        driver.type(.key(.pageUp), .key(Key(.pageUp, .shift)), .key(.left))
        try ScreenGolden.expect(driver.frame(), is: "registration-calendar-moved")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "registration-calendar-40x12")
    }

    @Test func `registration: the rules of the password tick off`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.key(.tab, times: 3), .key(.enter), .key(.tab, times: 5), "aB")
        try ScreenGolden.expect(driver.frame(), is: "registration-password")
    }

    @Test func `registration of a taken email: an alert over the form as it was`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        ScreenFrameTests.register(driver, email: "BOB@example.org")
        try ScreenGolden.expect(driver.frame(), is: "registration-taken")
        driver.type(.key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registration-filled")
    }

    @Test func `registered: only the password is still to be typed`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        ScreenFrameTests.register(driver, email: "ann@example.org")
        try ScreenGolden.expect(driver.frame(), is: "registry-login-registered")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "registry-login-registered-40x12")
    }

    @Test func `registered without a password: said who can set it`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        driver.type(
            "Ann", .key(.tab), "Lee", .key(.tab), "ann@example.org", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "user-registered")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "user-registered-40x12")
    }

    @Test func `user info of a registered account: all fields`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        try ScreenGolden.expect(driver.frame(), is: "user-albums")
        driver.type("e")
        try ScreenGolden.expect(driver.frame(), is: "user-albums-edit")
        try ScreenGolden.expect(driver.frame(columns: 40, rows: 12), is: "user-albums-edit-40x12")
    }

    @Test func `registration by first name: three fields and no password`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        try ScreenGolden.expect(driver.frame(), is: "registration-authorisation")
    }

    @Test func `a first login: the password is typed again`() throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(1))
        driver.type("Alex", .key(.tab), "password1", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registry-first-password")
    }

    @Test func `several of one first name: asked for the email`() throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(5))
        driver.type("Alex", .key(.tab), "password1", .key(.enter))
        try ScreenGolden.expect(driver.frame(), is: "registry-ambiguous-first-name")
    }

    // MARK: Any screen

    @Test func `all keys of a page, over it`() throws {
        let user = try ScreenDriver(ScreenFiles.bobLoggedIn)
        user.type("?")
        try ScreenGolden.expect(user.frame(), is: "keys-user")
        let calendar = try ScreenDriver(ScreenFiles.bobLoggedIn)
        calendar.type("e", .key(.tab, times: 4), " ", .key(Key(.function(1))))
        try ScreenGolden.expect(calendar.frame(columns: 120, rows: 40), is: "keys-calendar-120x40")
        try ScreenGolden.expect(calendar.frame(columns: 40, rows: 12), is: "keys-calendar-40x12")
        let alert = try ScreenDriver()
        alert.type("ann@", .key(.escape), "?")
        try ScreenGolden.expect(alert.frame(), is: "keys-alert")
        let albums = AlbumScreenDriver.searched()
        albums.press(.character("?"))
        try ScreenGolden.expect(albums.frame, is: "keys-albums")
    }

    @Test func `work that takes its time shows in the last line`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.holdsTasks = true
        driver.type("bob@example.org", .key(.tab), "Secret1", .key(.enter))
        #expect(driver.shows("Tab next"))
        driver.send(.tick)
        driver.send(.tick)
        try ScreenGolden.expect(driver.frame(), is: "registry-login-busy")
        driver.finish()
        #expect(driver.shows("Albums"))
    }

    /// Opens the form of `albums`, unless it is open, and presses its button with values that pass the rules.
    static func register(
        _ driver: ScreenDriver, email: String, phone: Stroke = .paste("+7 916 123-45-67")
    ) {
        if !driver.shows("Registration") { driver.type(.key(.tab, times: 3), .key(.enter)) }
        driver.type(
            "Ann", .key(.tab), "Lee", .key(.tab), "1990-05-17", .key(.tab), phone, .key(.tab), .text(email),
            .key(.tab), "Secret1", .key(.enter))
    }
}
