import RegappTestSupport
import RegappValues
import Testing

/// What is asked for on a terminal.
@Suite struct PromptTests {
    private static let text = "{\"email\":\"abc@def.gh\",\"password\":\"54321\",\"firstName\":\"Al\"}"
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func terminal(
        _ arguments: String..., input: ProgramInput? = nil, output: ProgramOutput? = nil
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            .regapp, arguments, in: home, input: input, output: output, environment: ["NO_COLOR": "1"])
    }

    // MARK: Logging in

    static let logins = [["login", "--email", "--password"], ["login"], ["login", "--password", "--email"]]

    @Test(arguments: logins)
    func `login asks for the email and, without showing it, for the password`(arguments: [String]) throws {
        let terminal = try PseudoTerminal(.regapp, arguments, in: home, environment: ["NO_COLOR": "1"])
        #expect(try terminal.expect("Email: ") == "Email: ")
        #expect(try !terminal.attributes.isCanonical)
        try terminal.send("lea@garden.example\n")
        try terminal.expect("\(Shown.newPassword): ")
        #expect(try !terminal.attributes.echo && !terminal.attributes.isCanonical)
        try terminal.send("invisible ink\n")
        try terminal.expect("\(Shown.repeatPassword): ")
        #expect(try !terminal.attributes.echo)
        #expect(try terminal.waitForExit(typing: "invisible ink\n") == .exited(0))
        #expect(terminal.output.contains("\r\nEmail:      lea@garden.example\r\nPassword:   ********\r\n"))
        #expect(!terminal.output.contains("invisible"))
        #expect(try terminal.attributes == freshAttributes())
        #expect(home.text("profile.json")?.contains("\"password\": \"invisible ink\"") == true)
    }

    @Test func `a password that is stored already is asked for once`() throws {
        try home.write("profile.json", Self.text)
        let terminal = try terminal("login", "--email", "ABC@def.gh")
        #expect(try terminal.expect(": ") == "\(Shown.newPassword): ")
        #expect(try terminal.waitForExit(typing: "54321\n") == .exited(0))
        #expect(home.text("profile.json") == Self.text)
    }

    @Test func `each question is asked until the answer is right`() throws {
        let terminal = try terminal("login")
        try terminal.send("le@gar.d\n", after: "Email: ")
        #expect(
            try terminal.expect("Email: ") == """
                le@gar.d\r
                needs at least 3 characters before the @\r
                needs at least 2 characters after the dot\r
                Email:\u{20}
                """)
        try terminal.send("\u{15}\n", after: "le@gar.d")
        try terminal.send("lea@garden.example\n", after: "\(Answer.isRequired("email"))\r\nEmail: ")
        try terminal.send("four\n", after: "\(Shown.newPassword): ")
        #expect(
            try terminal.expect("\(Shown.newPassword): ")
                == "\r\nneeds at least 5 characters\r\n\(Shown.newPassword): ")
        try terminal.send("fives\n")
        try terminal.send("fived\n", after: "\(Shown.repeatPassword): ")
        try terminal.send("fives\n", after: "\(Shown.answersDiffer)\r\n\(Shown.newPassword): ")
        // The terminal shows what is typed between two questions.
        #expect(try terminal.waitForExit(typing: "fives\n", after: "\(Shown.repeatPassword): ") == .exited(0))
        #expect(!terminal.output.contains("four") && !terminal.output.contains("fives"))
    }

    @Test func `a line is edited as in a shell, a wrong one is corrected, what follows is kept`() throws {
        let terminal = try terminal("login", "--password", "54321")
        try terminal.send("garden.d\u{1B}[Hlea@\u{5}\u{1B}[Dx\u{8}\u{1B}[C y\u{17}\u{8}\n", after: "Email: ")
        try terminal.expect("at least 2 characters after the dot\r\nEmail: ")
        try terminal.expectScreen("the former answer") { $0.lines[$0.row] == "Email: lea@garden.d" }
        #expect(terminal.screen.column == 19)
        #expect(try terminal.waitForExit(typing: "e\n") == .exited(0))
        #expect(home.text("profile.json")?.contains("\"lea@garden.de\"") == true)
        #expect(try terminal.attributes == freshAttributes())
    }

    @Test func `a terminal on standard input is asked, even if it is not the controlling one`() throws {
        let terminal = try PseudoTerminal(
            BuiltProgram(path: "/bin/sh"),
            ["-c", "setsid -w \(BuiltProgram.regapp.path) login --password 54321"], in: home)
        #expect(try terminal.waitForExit(typing: "lea@garden.example\n", after: "Email: ") == .exited(0))
        #expect(home.text("profile.json")?.contains("\"lea@garden.example\"") == true)
        #expect(try terminal.attributes == freshAttributes())
    }

    @Test func `wrong values on the command line are reported before any question`() throws {
        let terminal = try terminal("login", "--email", "nonsense", "--password")
        #expect(try terminal.waitForExit() == .exited(65))
        #expect(terminal.output.hasPrefix("regapp: error: email must have exactly one @\r\n"))
    }

    @Test func `questions go to the terminal and results to standard output`() throws {
        let terminal = try terminal("login", output: .captured)
        try terminal.send("lea@garden.example\n", after: "Email: ")
        try terminal.send("54321\n", after: "\(Shown.newPassword): ")
        #expect(try terminal.waitForExit(typing: "54321\n", after: "\(Shown.repeatPassword): ") == .exited(0))
        #expect(String(decoding: terminal.stdout, as: UTF8.self) == Answer.profile("lea@garden.example"))
    }

    @Test func `without a terminal on standard input, or with --no-input, nothing is asked`() throws {
        let message = "regapp: error: no email given\r\n"
        let piped = try terminal("login", input: .nothing)
        #expect(try piped.waitForExit() == .exited(64))
        #expect(piped.output.hasPrefix(message))
        let silent = try terminal("login", "--no-input")
        #expect(try silent.waitForExit() == .exited(64))
        #expect(silent.output.hasPrefix(message) && home.paths().isEmpty)
    }

    // MARK: Editing

    @Test func `edit goes through the fields with their values, and saves`() throws {
        try home.write("profile.json", Self.text)
        let terminal = try terminal("edit")
        let talk = Talk(terminal, in: home)
        #expect(
            try terminal.expect("]: ")
                == "Enter keeps what is in brackets, a single space clears it, Ctrl-C saves nothing.\r\nEmail [abc@def.gh]: "
        )
        try terminal.send("xyz@def.gh\n")
        try terminal.expect("\(Shown.newPassword) [unchanged]: ")
        #expect(try !terminal.attributes.echo)
        try terminal.send("\n")
        #expect(try terminal.expect("]: ") == "\r\nFirst name [Al]: ")
        try terminal.send(" \n")
        try talk.answer(
            ("Last name (optional): ", "Ny"),
            ("Birthday (optional, \(CalendarDate.typedFormats)): ", "24.12.1990"),
            ("Phone (optional, +7 916 123-45-67): ", ""))
        try talk.expect("\r\nSave the changes?\r\n1. Save\r\n2. Cancel\r\n\(Shown.choose(2, 1))")
        #expect(home.text("profile.json") == Self.text)
        #expect(try terminal.waitForExit(typing: "save\n") == .exited(0))
        #expect(!terminal.output.contains("54321"))
        #expect(
            home.text("profile.json")
                == "{\"email\":\"xyz@def.gh\",\"password\":\"54321\",\"firstName\":\"\",\"lastName\":\"Ny\","
                + "\"birthday\":\"1990-12-24\"}")
    }

    static let refusals = ["2", "cancel", "c", "C", "n", "N", "no", "q\nx\nNO", "\u{04}"]

    @Test(arguments: refusals)
    func `an edit that is not saved leaves the file as it is`(answer: String) throws {
        let terminal = try edit(answering: answer == "\u{04}" ? answer : answer + "\n")
        #expect(try terminal.waitForExit() == .exited(answer == "\u{04}" ? 130 : 0))
        #expect(terminal.output.contains(Answer.nothingChanged))
        #expect(home.tree() == ["profile.json": Array(Self.text.utf8)])
    }

    static let consents = ["", "s", "S", "y", "YES", "1", "Save", "no way\n s "]

    @Test(arguments: consents)
    func `only an answer that says so saves, or Enter alone, as the question states`(answer: String) throws {
        #expect(try edit(answering: answer + "\n").waitForExit() == .exited(0))
        #expect(home.text("profile.json")?.contains("\"email\":\"xyz@def.gh\"") == true)
    }

    /// Begins an edit, and answers every question up to the last.
    private func edit(answering answer: String) throws -> PseudoTerminal {
        try home.write("profile.json", Self.text)
        let terminal = try terminal("edit")
        try terminal.send("xyz@def.gh\n", after: "]: ")
        try terminal.send("another\n", after: "\(Shown.newPassword) [unchanged]: ")
        try terminal.send("another\n", after: "\(Shown.repeatPassword): ")
        try terminal.send("\n", after: "First name [Al]: ")
        let talk = Talk(terminal, in: home)
        for question in [
            "Last name (optional): ", "Birthday (optional, \(CalendarDate.typedFormats)): ",
            "Phone (optional, +7 916 123-45-67): ",
        ] {
            try talk.answer((question, ""))
        }
        try talk.expect("1. Save\r\n2. Cancel\r\n\(Shown.choose(2, 1))")
        try terminal.send(answer)
        return terminal
    }

    @Test func `another email than one in use is asked for, and no other answer is lost`() throws {
        let session = try RegistrySession.ann()
        let home = session.home
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        let terminal = try PseudoTerminal(.regapp, ["edit", "--email", "--last-name"], in: home)
        for (question, answer) in [
            ("Email [ann@x.example]: ", "bob@x.example"), ("already exists", "ANN@x.example"),
            ("Last name [Doe]: ", "Roe"),
        ] {
            try terminal.expect(question)
            if question.contains("already") { try terminal.expect("Email [ann@x.example]: ") }
            try terminal.send(answer + "\n")
        }
        #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
        let saved = try #require(home.text("accounts/ann@x.example.json"))
        #expect(saved.contains("ANN@x.example") && saved.contains("Roe"))
        let late = try PseudoTerminal(.regapp, ["edit", "--email", "--last-name"], in: home)
        try late.send("cy@x.example\n", after: "Email [ANN@x.example]: ")
        try late.expect("Last name [Roe]: ")
        // Another process takes it before it is saved.
        try session.put("cy@x.example", "Cy", hash: RegistrySession.hash)
        try late.send("Poe\n")
        try late.expect("already exists")
        try late.send("\n", after: "Email [ANN@x.example]: ")
        #expect(try late.waitForExit() == .exited(0), "\(late.output)")
        #expect(home.text("accounts/ann@x.example.json")?.contains("Poe") == true)
    }

    @Test func `an option of edit without its value asks for just that, and Enter keeps it`() throws {
        try home.write("profile.json", Self.text)
        let keeping = try terminal("edit", "--first-name", "--password")
        try keeping.send("\n", after: "\(Shown.newPassword) [unchanged]: ")
        #expect(try keeping.waitForExit(typing: "\n", after: "First name [Al]: ") == .exited(0))
        #expect(home.text("profile.json") == Self.text)
        let changing = try terminal("edit", "--first-name")
        #expect(try changing.waitForExit(typing: "Bo\n", after: "First name [Al]: ") == .exited(0))
        #expect(home.text("profile.json") == Self.text.replacing("Al", with: "Bo"))
    }

    @Test func `what is typed must be UTF-8 and of sensible length`() throws {
        let long = try terminal("login", "--password=54321")
        try long.expect("Email: ")
        // The line fills the window many times over, and each key is judged.
        try long.send(String(repeating: "x", count: 1_000) + "\n")
        try long.expect("exactly one @\r\nEmail: ")
        long.signal(2)
        #expect(try long.waitForExit() == .exited(130))
    }
}
