import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// What there is to begin with where no policy was chosen.
@Suite struct FirstRunTests {
    private let driver: ScreenDriver

    init() throws { driver = try ScreenDriver() }

    private static let offers =
        [
            "or: F2 search albums", "F3 try a demo", "F4 keep accounts for a server",
        ]
    private static let albums = Stroke.key(KeyPress(.function(2)))
    private static let service = Stroke.key(KeyPress(.function(4)))
    private static let demo = Stroke.key(KeyPress(.function(3)))

    @Test func `the form opens at once, and a faint line offers the other policies by keys`() throws {
        #expect(driver.shows(Shown.registerOrLogIn) && Self.offers.allSatisfy(driver.shows))
        #expect(driver.style(of: "or: ") == .faint && driver.style(of: "F2") == .key)
        driver.type("ann", .to("Log in"), .to("email"))
        #expect(driver.shows("▸ ✉ Email     ann") && Self.offers.allSatisfy(driver.shows))
        // A low window has their keys, and the words in the overlay.
        #expect(driver.frame(columns: 40, rows: 12).text.contains("or: F2 F3 F4 (F1 says more)"))
        driver.type(.key(KeyPress(.function(1))))
        #expect(driver.shows("F2") && driver.shows("register and search albums"))
    }

    @Test func `once a policy is chosen, no other is offered`() throws {
        let driver = try ScreenDriver(["policy.json": "{\"policy\": \"profile\"}\n"])
        #expect(driver.shows(Shown.registerOrLogIn) && !driver.shows("or: F2"))
        driver.type(Self.albums)
        #expect(driver.shows(Shown.registerOrLogIn))
    }

    @Test(arguments: [albums, demo], [true, false])
    func `F2 and F3 can be undone while nothing else has happened`(chosen: Stroke, isTyped: Bool) throws {
        driver.type(chosen)
        #expect(driver.shows("F2 go back to a profile"))
        if isTyped { driver.type("A") }
        driver.type(Self.albums)
        if isTyped { driver.type(.to("Leave"), .key(.enter)) }
        #expect(driver.shows(Shown.registerOrLogIn) && driver.text("policy.json") == nil)
        #expect(driver.text("accounts/alex@demo.example.json") == nil)
        #expect(driver.shows("or: F2 search albums"))
        // An account that has registered or logged in since stays.
        driver.type(Self.demo, "Alex", .to("password"), "password1", .key(.enter), "password1", .key(.enter))
        driver.type(.to("Log out"), .key(.enter), .to("Log out"), .key(.enter))
        #expect(driver.shows("[ Log in ]") && !driver.shows("F2 go back"))
    }

    @Test func `F3 registers Alex, Anton and Jane, to log in as one of them`() throws {
        driver.type(Self.demo)
        #expect(driver.shows("[ Log in ]") && driver.shows("Log in as \(Shown.demoPeople)"))
        #expect(driver.text("policy.json")?.contains("authorisation") == true)
        #expect(driver.text("accounts/alex@demo.example.json") != nil)
    }

    @Test func `F4 chooses service, which begins with a registration and shows no way to albums`() throws {
        #expect(driver.shows("F4 keep accounts for a server"))
        driver.type(Self.service)
        #expect(driver.shows("Registration") && driver.text("policy.json")?.contains("service") == true)
        driver.type(
            .to("email"), "ann@x.example", .to("password"), "sunny day", .to("Register"), .key(.enter))
        #expect(driver.text("accounts/ann@x.example.json") != nil)
        // What was just typed is not asked for again.
        #expect(driver.shows(Shown.account) && driver.shows("Log out") && !driver.shows("Albums"))
        driver.type("a")
        #expect(driver.shows(Shown.account))
    }

    @Test func `what is typed is not lost without a question`() throws {
        driver.type("ann", Self.albums)
        #expect(driver.shows(Shown.leaveThisForm) && driver.text("policy.json") == nil)
        driver.type(.key(.enter))
        #expect(driver.shows("▸ ✉ Email     ann"))
        driver.type(Self.albums, .to("Leave"), .key(.enter))
        #expect(driver.shows("Registration") && driver.text("policy.json")?.contains("albums") == true)
    }

    @Test func `a policy that was chosen elsewhere meanwhile stays`() throws {
        driver.put("policy.json", ScreenFiles.authorisationPolicy)
        driver.type(Self.albums)
        #expect(driver.text("policy.json") == ScreenFiles.authorisationPolicy)
    }

    @Test func `without a terminal the same is said in three lines`() throws {
        let home = try TemporaryHome()
        let answer = Answer(try BuiltProgram.regapp.run([], in: home), in: home)
        #expect(answer.status == 77)
        let proposed = HintCheck.commands(in: answer.err.replacing("regapp: hint: ", with: ""))
        #expect(
            proposed == [
                "regapp policy use service", "regapp login", "regapp policy use albums",
                "regapp policy use authorisation --demo",
            ])
        try home.write("policy.json", "{\"policy\": \"profile\"}\n")
        #expect(try Answer(BuiltProgram.regapp.run([], in: home), in: home).err == Answer.notLoggedIn.err)
    }
}
