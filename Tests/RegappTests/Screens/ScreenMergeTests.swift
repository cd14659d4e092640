import RegappWording
import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import regapp

/// Changes by other processes while an account is edited: seen at the next look, merged, and no obstacle.
@Suite struct ScreenMergeTests {
    private let driver: ScreenDriver

    /// Ann's profile with an `x` typed after the last name.
    init() throws {
        driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", .to("lastName"), "x")
    }

    private static func profile(_ changes: (String, String)...) -> String {
        changes.reduce(ScreenFiles.profile) { $0.replacing("\"\($1.0)\"", with: "\"\($1.1)\"") }
    }

    // MARK: Marks

    @Test func `a merged value is marked until it is edited or changed back`() throws {
        driver.put("profile.json", Self.profile(("Ann", "Eve"), ("ann@example.org", "eve@example.org")))
        driver.send(.tick)
        driver.type(.to("firstName"), "y")
        #expect(driver.shows("▸ ☺ First name  Evey") && !driver.shows("it was Ann"))
        #expect(driver.shows("merged: email") && !driver.shows("email, first name"))
        driver.put("profile.json", Self.profile(("Ann", "Eve")), then: .tick)
        #expect(!driver.shows("•") && !driver.shows("merged") && driver.shows("First name  Evey"))
    }

    @Test func `if both changed a field, both values show at once`() throws {
        driver.put("profile.json", Self.profile(("Lee", "Lemon")), then: .tick)
        // The same value is no conflict, nor is one that they changed back.
        driver.type(.key(.control("u")), "Lemon")
        #expect(!driver.shows("Theirs: Lemon") && !driver.shows("✗"))
        driver.type(.key(.backspace))
        driver.put("profile.json", ScreenFiles.profile, then: .tick)
        #expect(!driver.shows("!") && !driver.shows("✗") && driver.shows("Lemo"))
        driver.type(.key(.control("s")))
        #expect(driver.shows(.saved(true)) && driver.text("profile.json") == Self.profile(("Lee", "Lemo")))
    }

    @Test func `passwords that both changed show as stars`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", .to("password"), "mine1")
        driver.put("profile.json", Self.profile(("12345", "other9")), then: .tick)
        driver.type(.key(.control("r")))
        #expect(driver.shows("! Theirs: ********") && !driver.shows("other9") && !driver.shows("'regapp "))
        driver.type(.key(.control("s")))
        #expect(driver.shows("Yours: ********") && !driver.shows("other9"))
    }

    @Test func `an answer about values that have changed again does not count`() throws {
        driver.put("profile.json", Self.profile(("Lee", "Lemon")))
        driver.type(.key(.control("s")))
        #expect(driver.shows("Theirs: Lemon"))
        driver.put("profile.json", Self.profile(("Lee", "Lime")), then: .tick)
        driver.type(.to("Keep mine"), .key(.enter))
        #expect(driver.shows("Theirs: Lime") && driver.text("profile.json") == Self.profile(("Lee", "Lime")))
        driver.type(.to("Keep mine"), .key(.enter))
        #expect(driver.text("profile.json") == Self.profile(("Lee", "Leex")))
    }

    @Test func `going back leads to the field that both changed`() throws {
        driver.type(.to("firstName"))
        driver.put("profile.json", Self.profile(("Lee", "Lemon")))
        driver.type(.key(.control("s")), .key(.enter))
        #expect(driver.shows("▸ ☺ Last name   Leex"))
    }

    @Test func `an open calendar follows a merged birthday, which Enter keeps`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("birthday"), " ")
        let file = "accounts/bob@example.org.json"
        let text = try #require(driver.text(file))
        driver.put(
            file, text.replacing("1990-05-17", with: "1991-06-05").replacing("Stone", with: "Stein"),
            then: .tick)
        #expect(
            driver.shows("June 1991") && !driver.shows("was Stone"), "nothing is said around the calendar")
        driver.type(.key(.enter))
        #expect(driver.shows("1991-06-05") && driver.shows("Changed: it was Stone"))
        #expect(driver.shows("• Changed: it was 1990-05-17"))
    }

    @Test(arguments: [Size.usual, .large]) func `what others save does not move the field in focus`(
        size: Size
    ) throws {
        func row() -> Int? {
            driver.frame(columns: size.columns, rows: size.rows).lines.firstIndex {
                $0.contains("▸ ☺ Last name")
            }
        }
        let before = row()
        for (name, email) in [("Eve", "eve"), ("Eva", "eva")] {
            driver.put(
                "profile.json", Self.profile(("Ann", name), ("ann@example.org", "\(email)@example.org")),
                then: .tick)
            #expect(row() == before && before != nil)
        }
    }

    // MARK: Other accounts

    @Test func `an account whose email was changed elsewhere is edited on`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bob@example.org", .to("password"), "Secret1", .key(.enter), .key(.escape))
        driver.type("e", .to("lastName"), "x")
        let text = try #require(driver.text("accounts/bob@example.org.json"))
        driver.remove("accounts/bob@example.org.json")
        driver.put("accounts/bo@example.org.json", text.replacing("bob@", with: "bo@"))
        driver.put("session.json", "{\"account\": \"bo@example.org\"}\n")
        driver.type(.key(.control("s")))
        let saved = try #require(driver.text("accounts/bo@example.org.json"))
        #expect(saved.contains("Stonex") && driver.text("accounts/bob@example.org.json") == nil)
        #expect(driver.shows(Shown.account) && driver.shows("bo@example.org"))
    }

    // MARK: Logged out elsewhere

    @Test func `a lost login is reported, and the account saved when it is logged in again`() throws {
        driver.remove("profile.json", then: .tick)
        #expect(!driver.shows("not logged in"), "one look may be in the midst of a replacement")
        driver.send(.tick)
        #expect(driver.shows(.kept(.loggedOut(other: nil))))
        driver.type(.key(.control("s")))
        #expect(driver.shows("Not saved") && driver.shows("[ Back ]  [ Log in again ]  [ Drop it ]"))
        driver.type(.key(.enter))
        driver.put("profile.json", ScreenFiles.profile, then: .tick)
        #expect(!driver.shows("✗"))
        driver.type(.key(.control("s")))
        #expect(driver.shows(.saved(true)) && driver.text("profile.json") == Self.profile(("Lee", "Leex")))
    }

    @Test func `an edit that is set aside comes back with the login`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("lastName"), "x")
        driver.remove("session.json")
        driver.type(.key(.control("s")), .to("Log in again"), .key(.enter))
        #expect(driver.shows("[ Log in ]"))
        #expect(driver.shows("Log in again as bob@example.org, and what you typed is back"))
        // Quitting asks first.
        #expect(driver.asksBeforeLeaving() && driver.shows(Shown.wouldBeLost))
        driver.type(.key(.enter), .key(.escape), .to("Log in again"), .key(.enter))
        driver.type("bob@example.org", .to("password"), "Secret1", .key(.enter))
        #expect(driver.shows(Shown.editAccount) && driver.shows("Stonex"))
        driver.type(.key(.control("s")))
        #expect(driver.text("accounts/bob@example.org.json")?.contains("Stonex") == true)
    }

    @Test func `Cancel of an edit after a logout asks what becomes of it`() throws {
        driver.remove("profile.json", then: .focusGained)
        driver.type(.key(.escape))
        #expect(driver.shows("Log in again"))
        driver.type(.to("Drop it"), .key(.enter))
        #expect(driver.shows(Shown.registerOrLogIn))
    }

    @Test func `edits of two accounts can wait for them`() throws {
        let ann = ["bob@": "ann@", "Bob": "Ann", "Stone": "Lee"].reduce(ScreenFiles.bob) {
            $0.replacing($1.key, with: $1.value)
        }
        let driver = try ScreenDriver(
            ScreenFiles.bobLoggedIn.merging(["accounts/ann@example.org.json": ann]) { $1 })
        for (name, next) in [("bob", "ann"), ("ann", "bob")] {
            driver.type("e", .to("lastName"), .text(name))
            driver.remove("session.json")
            driver.type(.key(.control("s")), .to("Log in again"), .key(.enter))
            #expect(driver.shows("Log in again as \(name)@example.org"))
            driver.type(.text("\(next)@example.org"), .to("password"), "Secret1", .key(.enter))
            if next == "ann" { driver.type(.key(.escape)) }
        }
        #expect(driver.shows(Shown.editAccount) && driver.shows("Stonebob"))
        driver.type(.key(.control("s")))
        driver.remove("session.json", then: .focusGained)
        driver.type("ann@example.org", .to("password"), "Secret1", .key(.enter))
        #expect(driver.shows(Shown.editAccount) && driver.shows("Leeann"))
    }

    @Test func `another profile in its place is shown with its email`() throws {
        let other = Self.profile(("ann@example.org", "eve@example.org"), ("12345", "54321"), ("Ann", "Zoe"))
        driver.put("profile.json", other, then: .focusGained)
        #expect(driver.shows("eve@example.org \(Answer.loggedInNow), not this account"))
        #expect(driver.shows("Leex") && !driver.shows("Ann") && !driver.shows("Zoe"))
        driver.type(.key(.control("s")))
        #expect(driver.shows("eve@example.org \(Answer.loggedInNow), not this account"))
        driver.type(.to("Log in again"), .key(.enter))
        #expect(driver.shows(Shown.account) && driver.shows("Log in again as ann@example.org"))
        #expect(driver.text("profile.json") == other)
    }

    @Test func `what is typed while the file is wrong is saved once it is right, before a reading`() throws {
        driver.put("profile.json", "{", then: .focusGained)
        driver.type("y")
        driver.put("profile.json", ScreenFiles.profile)
        driver.type(.key(.control("s")))
        #expect(driver.shows(.saved(true)) && driver.text("profile.json") == Self.profile(("Lee", "Leexy")))
    }

    @Test(arguments: ["{", nil])
    func `fields that both changed are asked about once the file is right again`(broken: String?) throws {
        let theirs = Self.profile(("Lee", "Low"))
        driver.put("profile.json", theirs, then: .tick)
        if let broken { driver.put("profile.json", broken) } else { driver.remove("profile.json") }
        driver.send(.tick)
        driver.send(.tick)
        driver.type(.key(.control("s")))
        #expect(driver.shows("Not saved"))
        driver.type(.key(.enter))
        driver.put("profile.json", theirs, then: .tick)
        driver.type(.key(.control("s")))
        #expect(driver.shows("Low") && driver.shows("Leex"))
        #expect(driver.text("profile.json") == theirs)
    }

    @Test func `what is typed after a refused Save is saved by the next`() throws {
        driver.put("profile.json", "{")
        driver.type(.key(.control("s")), .key(.enter), "y", .to("firstName"), "z")
        #expect(driver.text("profile.json") == "{")
        driver.put("profile.json", ScreenFiles.profile)
        driver.type(.key(.control("s")))
        #expect(driver.text("profile.json") == Self.profile(("Lee", "Leexy"), ("Ann", "Annz")))
    }

    @Test(arguments: [("profile.json", ScreenFiles.profile), ("policy.json", "{\"policy\": \"profile\"}\n")])
    func `a file that cannot be accepted is reported`(file: String, right: String) throws {
        driver.put(file, "{")
        driver.type(.key(.control("s")))
        #expect(driver.shows("Not saved") && driver.shows("[ OK ]"))
        driver.type(.key(.enter))
        driver.put(file, "{ \"email\": 1 }")
        driver.type(.key(.control("s")))
        #expect(driver.shows("[ OK ]"))
        driver.type(.key(.enter))
        driver.put(file, right)
        driver.type(.key(.control("s")))
        #expect(driver.text("profile.json") == Self.profile(("Lee", "Leex")))
    }

    // MARK: Rules

    @Test func `rules that change hold for what is typed in an edit`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", .to("password"), "54321", .to("firstName"))
        driver.put("policy.json", "{\"policy\": \"profile\", \"passwordLength\": 10}\n")
        driver.put("profile.json", Self.profile(("12345", "1234567890")), then: .tick)
        #expect(
            driver.shows("▸ ☺ First name") && driver.shows("✗ ✱ Password")
                && driver.shows("Needs at least 10"))
        #expect(driver.shows(Shown.rulesChanged) && driver.style(of: "[ Save ]") == .buttonDisabled)
        driver.type(.key(.control("s")))
        #expect(driver.shows("▸ ✱ Password"))
        driver.type("67890")
        #expect(!driver.shows(Shown.rulesChanged))
        driver.type(.key(.control("s")), .to("Keep mine"), .key(.enter))
        #expect(driver.text("profile.json") == Self.profile(("12345", "5432167890")))
    }

    @Test func `a form that was refused by new rules gets them`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .to("password"), "12345")
        driver.put("policy.json", "{\"policy\": \"profile\", \"passwordLength\": 10}\n")
        driver.type(.to("Log in"), .key(.enter))
        #expect(driver.shows("Not saved"))
        driver.type(.key(.enter))
        #expect(driver.shows("▸ ✱ Password") && driver.shows("✗ Needs at least 10"))
        #expect(
            driver.frame().style(ofLast: "[ Log in ]") == .buttonDisabled && driver.shows("ann@example.org"))
    }

    @Test func `a registration that was refused by new rules gets them`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(
            .to("Register"), .key(.enter), .to("firstName"), "Ann", .to("lastName"), "Lee", .to("birthday"),
            "1990-05-17",
            .to("phone"),
            .paste("+7 916 123-45-67"), .to("email"), "ann@example.org", .to("password"), "Secret1")
        let policy = ScreenFiles.albumsPolicy.replacing("}", with: ", \"passwordLength\": 20}")
        driver.put("policy.json", policy)
        driver.type(.key(.control("s")), .key(.enter))
        #expect(driver.shows("✗ Needs at least 20") && driver.shows("1990-05-17"))
        #expect(driver.text("accounts/ann@example.org.json") == nil)
    }

    @Test func `an email that was given is not typed, whatever becomes of the rules`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        driver.register(email: "ann@example.org")
        #expect(driver.shows("Email     ann@example.org"))
        driver.put("policy.json", ScreenFiles.albumsPolicy.replacing("}", with: ", \"passwordLength\": 7}"))
        driver.send(.tick)
        #expect(!driver.asksBeforeLeaving())
    }

    // MARK: At random

    @Test func `no typed letter is lost, whatever other processes do`() throws {
        var choices = SeededGenerator(seed: 17_004)
        for _ in 0..<25 {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            driver.type("e", .to("firstName"), .key(.control("u")))
            var typed = ""
            for _ in 0..<40 {
                switch choices.number(0...7) {
                case 0: driver.put("profile.json", Self.profile(("Lee", choices.pick(["Lemon", "Li", ""]))))
                case 1: driver.put("profile.json", Self.profile(("Ann", choices.pick(["Eve", "Zoe", ""]))))
                case 2: driver.put("profile.json", choices.pick(["", "{", "{}", "[]"]))
                case 3: driver.remove("profile.json")
                case 4: driver.put("policy.json", "{\"policy\": \"\(choices.pick(["profile", "albums"]))\"}")
                case 5: driver.put("profile.json", ScreenFiles.profile)
                default: driver.send(choices.pick([.tick, .focusGained, .focusLost, .resumed]))
                }
                let letter = choices.pick(["a", "b", "c", " "])
                driver.type(.text(letter))
                typed += letter
                let page = try #require((driver.screens.screen as? UserEditScreen)?.page)
                #expect(page.form.text(of: Field.firstName.id) == typed, "\(driver.frame().text)")
            }
            // Once its account is back, it can be saved.
            driver.put("policy.json", "{\"policy\": \"profile\"}")
            driver.put("profile.json", Self.profile(("Ann", "Eve")), then: .focusGained)
            driver.type(.key(.control("s")), .to("Keep mine"), .key(.enter))
            let saved = try #require(driver.text("profile.json"))
            #expect(saved.contains("\"firstName\": \"\(typed)\""), "\(driver.frame().text)")
        }
    }
}
