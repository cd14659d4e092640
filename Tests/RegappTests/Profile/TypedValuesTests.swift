import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// What is typed into a form is lost by no key, no alert and no change of the files.
@Suite struct `Typed values` {
    @Test func `q never ends where a form is filled in`() throws {
        let driver = try ScreenDriver()
        driver.type("q")
        #expect(driver.shows("Email     q") && !driver.isOver)
        driver.type(.key(.shiftTab), "q")
        #expect(driver.shows(Shown.leaveThisForm) && !driver.isOver)
        let edit = try ScreenDriver(["profile.json": ScreenFiles.profile])
        edit.type("e", "x", .to("Save"), "q", .key(.right), "q")
        #expect(edit.shows("ann@example.orgx") && !edit.isOver)
    }

    @Test func `whoever leaves the own edit goes back to the account`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", "x")
        #expect(driver.asksBeforeLeaving() && driver.shows(Shown.leaveThisForm))
        driver.type(.to("Leave"), .key(.enter))
        #expect(driver.shows("[ Edit ]") && !driver.shows("orgx") && !driver.isOver)
    }

    @Test(arguments: [[:], ScreenFiles.albums])
    func `Escape on the first page ends nothing and loses nothing`(files: [String: String]) throws {
        let driver = try ScreenDriver(files)
        driver.type("ann@", .key(.escape, times: 2))
        #expect(driver.shows("ann@") && !driver.shows(Shown.leaveThisForm) && !driver.isOver)
        driver.type("x")
        #expect(driver.shows("ann@x") && driver.text("profile.json") == nil)
    }

    @Test func `Escape asks before what is typed is lost, and Enter goes back`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter), "Ann")
        let before = driver.frame()
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.leaveThisForm) && driver.style(of: "Back") == .buttonFocused)
        for answer in [KeyPress.enter, .escape] {
            driver.type(.key(answer))
            #expect(driver.frame() == before && !driver.isOver)
            driver.type(.key(.escape))
        }
        driver.type(.to("Leave"), .key(.enter))
        #expect(driver.shows("[ Log in ]") && !driver.isOver)
    }

    @Test func `the registration is left for the log in, each as it was`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bob@", .to("Register"), .key(.enter))
        #expect(driver.shows("Registration") && !driver.shows("bob@"))
        driver.type(.key(.escape))
        #expect(driver.shows("[ Log in ]") && driver.shows("bob@") && !driver.isOver)
        driver.type(.key(.enter), .to("firstName"), "Ann", .key(.escape))
        #expect(driver.shows(Shown.leaveThisForm))
        driver.type(.key(.enter))
        #expect(driver.shows("First name  Ann"))
        driver.type(.key(.escape), .to("Leave"), .key(.enter))
        #expect(driver.shows("[ Log in ]") && driver.shows("bob@") && !driver.isOver)
    }

    @Test func `the password typed again is not lost by a key either`() throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(1))
        driver.type("Alex", .to("password"), "password1", .key(.enter), "pass")
        for way in [[Stroke.key(.escape)], [.to("Cancel"), .key(.enter)]] {
            driver.type(way)
            #expect(driver.shows(Shown.leaveThisForm))
            driver.type(.key(.enter))
            #expect(driver.shows("\(Shown.repeatPassword)  ••••"))
        }
    }

    @Test func `Escape typed twice closes the calendar and nothing else`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("birthday"), " ", .key(.escape, times: 2))
        #expect(driver.shows(Shown.editAccount) && !driver.shows("May 1990"))
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.account) && !driver.shows("Save"))
    }

    @Test func `after a calendar is left by Tab, Escape leaves the page, and the help says so`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("birthday"), " ", .key(.tab))
        #expect(driver.shows("Esc cancel"))
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.account) && !driver.shows("Save"))
    }

    @Test func `pasted lines that are left out are spoken of`() throws {
        let driver = try ScreenDriver()
        driver.type(.paste("ann@example.org\n12345\nAnn\n"))
        #expect(driver.shows("! A pasted line was left out: no field is left"))
        #expect(driver.shows("ann@example.org") && driver.text("profile.json") == nil)
    }

    @Test func `a key that changes no verdict writes few bytes`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        var writer = FrameWriter(palette: Palette(.trueColour))
        let typed = [
            ("firstName", "An"), ("lastName", "Le"), ("birthday", "199"), ("phone", "9161234"),
            ("email", "anne"), ("password", "ecr"),
        ]
        for (field, text) in typed {
            driver.type(.to(field))
            _ = writer.bytes(for: driver.frame())
            for (number, character) in text.enumerated() {
                driver.type(.text(String(character)))
                let bytes = writer.bytes(for: driver.frame())
                // The first character of a field clears what stands in it faintly, or ticks a rule.
                #expect(number == 0 || bytes.count <= 60, "\(character) of \(text): \(bytes.count)")
            }
        }
    }

    @Test func `rules that change under a form delete nothing in it`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter), .to("firstName"), "Ann", .to("birthday"), "1990-05-17")
        for policy in [ScreenFiles.authorisationPolicy, "{\"policy\": \"profile\"}", "{"] {
            driver.put("policy.json", policy, then: .focusGained)
            #expect(driver.shows("First name  Ann") && driver.shows("1990-05-17"))
        }
    }

    @Test func `a login under rules that have changed meanwhile keeps what is typed`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .to("password"), "12345")
        driver.put("policy.json", ScreenFiles.albumsPolicy)
        driver.type(.key(.enter))
        #expect(driver.shows(Shown.rulesChanged))
        #expect(driver.shows("[ Back ]  [ Show it ]  [ Leave ]"))
        driver.type(.key(.escape))
        #expect(driver.shows("ann@example.org"))
    }
}
