import RegappTerminal
import RegappTestSupport
import Testing

/// Invisible characters are refused by their names everywhere.
@Suite struct UnseenCharacterTests {
    private static let space = "\u{200B}"
    private static let words = "must have no invisible characters (zero-width space, U+200B)"

    @Test func `an invisible character is refused in options`() throws {
        let session = try Session()
        let answer = try session(
            "login", "--email", "ann\(Self.space)@def.gh", "--password-stdin",
            input: .text("12345\(Self.space)"))
        #expect(
            answer
                == Answer(
                    65, err: "regapp: error: email \(Self.words)\nregapp: error: password \(Self.words)\n")
        )
        #expect(session.profile == nil)
        try session.login("ann@def.gh", "12345")
        #expect(
            try session("edit", "--first-name", "A\(Self.space)nn") == .error(65, "first name \(Self.words)"))
    }

    @Test func `an invisible character is refused in answers on a terminal`() throws {
        let home = try TemporaryHome()
        let terminal = try PseudoTerminal(.regapp, ["login"], in: home)
        try terminal.expect("Email: ")
        try terminal.send("ann@def\(Self.space).gh\n")
        try terminal.expect("no invisible characters (zero-width space, U+200B)")
        try terminal.expect("Email: ")
        // The refused answer is there to be corrected.
        try terminal.send("\u{15}ann@def.gh\n")
        try terminal.expect("Password (at least 5 characters): ")
        try terminal.send("\u{FEFF}12345\n")
        try terminal.expect("no invisible characters (byte order mark, U+FEFF)")
        // Asked again, so that Ctrl-C meets the question and not the moment between two.
        try terminal.expect("Password (at least 5 characters): ")
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
    }

    @Test func `an invisible character is refused on a screen`() throws {
        let driver = try ScreenDriver()
        driver.type(.paste("ann\u{AD}@def.gh"), .to("password"), "12345", .key(.control("s")))
        #expect(driver.shows("No invisible characters (soft hyphen, U+00AD)"))
        #expect(driver.text("profile.json") == nil)
    }

    @Test func `an invisible character is refused in a file that was edited by hand`() throws {
        let session = try RegistrySession()
        try session.put("ann@x.example", "A\u{2060}nn", password: "password1\(Self.space)")
        let answer = try session("accounts", "show", "ann@x.example")
        #expect(answer.status == 65)
        let errors = answer.err.split(separator: "\n").filter { $0.contains("error: ") }
        let file = "regapp: error: ~/documents/accounts/ann@x.example.json"
        #expect(
            errors == [
                "\(file):3:16: first name must have no invisible characters (word joiner, U+2060)",
                "\(file):5:15: password \(Self.words)",
            ])
    }

    @Test func `an invisible character is refused in an import`() throws {
        let session = try RegistrySession()
        let file = try session.file(
            "p.csv", "email,firstName,lastName\nann@x.example,Ann,D\(Self.space)oe\n")
        let answer = try session("accounts", "import", file)
        #expect(answer.status == 65 && session.accounts.isEmpty)
        #expect(
            answer.err.contains("p.csv:2: last name \(Self.words)"),
            "\(answer)")
    }

    @Test func `emoji and Persian are names and passwords, but no registry's email`() throws {
        let session = try RegistrySession(
            policy: RegistrySession.cheap.replacing("}", with: #","passwordAlphabet":"any"}"#))
        let (name, password) = ("می\u{200C}خواهم 👩\u{200D}💻", "password1❤\u{FE0F}")
        #expect(try session.register("ann@x.example", name, password).status == 0)
        #expect(try session("show", "--field", "firstName").out == name + "\n")
        #expect(try session.login("--first-name", name, password).status == 0)
        #expect(
            try session.register("bob\u{200D}@x.example", "Bob", "password1")
                == .error(65, "email must have no invisible characters (zero-width joiner, U+200D)"))
    }
}
