import Glibc
import RegappTestSupport
import RegappValues
import Testing

/// The screens' pages line by line, of the built program on a terminal.
@Suite struct ScreenConversationTests {
    // MARK: The profile

    @Test func `a profile: log in, edit, reveal, log out and leave`() throws {
        let talk = try Talk()
        try talk.answer(
            (
                "\(Shown.registerOrLogIn)\r\nKeeps your email and password in a file on this computer:\r\n~/documents/profile.json\r\nl. Log in\r\n"
                    + "r. Register and search albums\r\nt. Try logging in as \(Shown.demoPeople)\r\n"
                    + "k. Keep accounts for a web or mail server\r\nq. Quit\r\n\(Shown.choose)",
                "7"
            ),
            ("Type a letter from the list\r\n\(Shown.choose)", "log in"),
            ("Ctrl-D goes to the menu.\r\nEmail: ", "ab@c"),
            ("a dot after the @\r\nEmail: ", "ann@example.org"))
        #expect(talk.terminal.output.contains("at least 3 characters"))
        #expect(talk.home.paths().isEmpty)
        try talk.answer(
            ("\(Shown.newPassword): ", "1234"),
            ("at least 5 characters\r\n\(Shown.newPassword): ", "12345"),
            ("\(Shown.repeatPassword): ", "54321"),
            ("\(Shown.answersDiffer)\r\n\(Shown.newPassword): ", "12345"),
            ("\(Shown.repeatPassword): ", "12345"), (Shown.choose, "edit"))
        let page = "mail: ann@example.org\r\nPassword: ••••••••\r\nFirst name: \r\nLast name: \r\n"
        #expect(talk.terminal.output.contains(page))
        #expect(talk.home.text("profile.json")?.contains("\"password\": \"12345\"") == true)
        try talk.answer(
            ("Enter keeps what is in brackets, a single space clears it.\r\nEmail [ann@example.org]: ", ""),
            ("[unchanged]: ", ""), ("First name (optional): ", "  Ann "),
            ("Last name (optional): ", "Lee"),
            ("s. Save\r\nc. Change the answers\r\na. Cancel\r\nq. Quit\r\n\(Shown.choose)", "c"),
            ("mail [ann@example.org]: ", ""), ("[unchanged]: ", ""), ("First name [Ann]: ", ""),
            ("Last name [Lee]: ", " "), (Shown.choose, "s"))
        try talk.answer(("First name: Ann\r\nLast name: \r\n", "show"), ("Password: 12345\r\n", "quit"))
        let text = try #require(talk.home.text("profile.json"))
        #expect(text.contains("\"firstName\": \"Ann\"") && text.contains("\"lastName\": \"\""))
        try talk.expectEnd()
        #expect(!talk.terminal.output.contains("54321"))
    }

    // MARK: Registries

    @Test func `a registry: register with wrong answers, an email in use, and log in by email`() throws {
        let talk = try Talk(ScreenFiles.albums)
        try talk.answer(
            ("l. Log in\r\nr. Register\r\na. Accounts\r\nq. Quit\r\n\(Shown.choose)", "r"),
            ("mail: ", "BOB@example.org"), ("Password (at least 6 characters, a digit, ", "secret"))
        // All that is wrong is reported.
        try talk.terminal.expect("a digit")
        try talk.terminal.expect("uppercase letter")
        try talk.answer(
            ("Password", "Secret1"), (Shown.repeatPassword, "Secret1"), ("First name: ", "Анна"),
            ("use English letters", "Ann"), ("Last name: ", "Lee"),
            ("Birthday (\(CalendarDate.typedFormats), 18 or older: ", "2030-01-01"),
            ("you must be 18: ", "1990-05-31"), ("Phone (+7 ", "+1 212 555 0100"),
            ("needs +7 and 10 digits", "8 (916) 123-45-67"), ("r. Register", "r"),
            ("Not registered", ""), (Shown.choose, "c"))
        #expect(talk.home.paths().count(where: { $0.hasPrefix("accounts/") }) == 1)
        try talk.answer(
            ("mail [BOB@example.org]: ", "ann@example.org"), ("[unchanged]: ", ""),
            ("First name [Ann]: ", ""), ("Last name [Lee]: ", ""), ("[1990-05-31]: ", ""),
            ("[8 (916) 123-45-67]: ", ""), (Shown.choose, "register"), ("Registered", "l"))
        try talk.terminal.send("ann@example.org\n", after: "Email")
        try talk.answer(("Password: ", "wrong1A"), ("Not logged in", "l"))
        try talk.answer(
            ("mail [ann@example.org]: ", ""), ("Password [unchanged]: ", "Secret1"),
            ("s. Search\r\nb. Back\r\nq. Quit\r\n\(Shown.choose)", "back"))
        try talk.terminal.expect("Phone: +7 (916) 123-45-67\r\n")
        try talk.answer(("e. Edit", "quit"))
        try talk.expectEnd()
        #expect(talk.home.text("session.json")?.contains("ann@example.org") == true)
    }

    @Test func `a form that was opened by a letter is left by one`() throws {
        let talk = try Talk()
        try talk.answer((Shown.choose, "k"))
        try talk.endInput(at: "mail: ")
        try talk.answer(
            (
                "r. Register\r\nc. Change the answers\r\ng. Go back to a profile for one person\r\n"
                    + "b. Back\r\nq. Quit\r\n\(Shown.choose)",
                "b"
            ),
            ("l. Log in\r\n", "q"))
        try talk.expectEnd()
    }

    @Test func `a link or a generated password is asked for nothing that it does not need`() throws {
        let talk = try Talk(ScreenFiles.albums)
        try talk.answer(
            (Shown.choose, "accounts"), (Shown.chooseRow, "1"), (Shown.choose, "password"),
            (
                "s. Set password\r\ng. Generate\r\nm. Make a link\r\nc. Cancel\r\nq. Quit\r\n\(Shown.choose)",
                "m"
            ),
            ("Page (optional): ", ""), ("Change by (optional): ", ""),
            ("Type the address of the page", "m"), ("Page (optional): ", "https://pw.example.org/"),
            ("Change by (optional): ", ""),
            ("https://pw.example.org/?email=bob@example.org&token=", "set none"),
            ("Set none of them?", "set none"),
            (Shown.choose, "q"))
        try talk.expectEnd()
    }

    @Test func `a first login sets the password, typed twice`() throws {
        let talk = try Talk(ScreenFiles.alexes(1))
        try talk.answer(
            (Shown.choose, "l"), ("First name: ", "alex"), ("Password: ", "password1"),
            ("\(Shown.repeatPassword): ", "password2"),
            ("\(Answer.passwordsDiffer)\r\n\(Shown.repeatPassword): ", "password1"),
            ("s. Set password", "s"), (Shown.account, "quit"))
        try talk.expectEnd()
        #expect(talk.home.text("accounts/alex1@demo.example.json")?.contains("passwordHash") == true)
    }

    @Test func `an ambiguous first name is asked for the email, and for nothing else again`() throws {
        let talk = try Talk(ScreenFiles.alexes(6))
        try talk.answer(
            (Shown.choose, "l"), ("First name: ", "alex"), ("Password: ", "password1"),
            (Answer.sameName(6), "alex4@demo.example"),
            ("\(Shown.repeatPassword): ", "password1"),
            (Shown.choose, "s"), ("mail: alex4@demo.example", "quit"))
        try talk.expectEnd()
        #expect(talk.home.text("session.json")?.contains("alex4@demo.example") == true)
    }

    // MARK: Changes of others

    @Test func `a field that both changed is asked for, and what only one changed is merged`() throws {
        let talk = try Talk(["profile.json": ScreenFiles.profile])
        try talk.answer(
            (Shown.choose, "e"), ("mail", ""), ("[unchanged]: ", ""), ("[Ann]: ", "Bo"), ("[Lee]: ", ""))
        try talk.expect(Shown.choose)
        try talk.home.write(
            "profile.json",
            ScreenFiles.profile.replacing("\"Ann\"", with: "\"Eve\"").replacing("\"Lee\"", with: "\"Ray\""))
        try talk.terminal.send("s\n")
        try talk.answer(
            (Answer.changed("first name").onScreen, "s"),
            ("Changed meanwhile", "take theirs"),
            (Shown.account, "quit"))
        try talk.expectEnd()
        let text = try #require(talk.home.text("profile.json"))
        #expect(text.contains("\"Eve\"") && text.contains("\"Ray\"") && !text.contains("\"Bo\""))
    }

    @Test func `a choice on an outdated page does nothing`() throws {
        let talk = try Talk(ScreenFiles.bobLoggedIn)
        // Under `albums` the program opens on the albums.
        try talk.answer(("Back", "back"))
        try talk.terminal.expect("e. Edit\r\nl. Log out")
        try talk.terminal.expect(Shown.choose)
        try talk.home.write("policy.json", "{\"policy\": \"profile\"}\n")
        try talk.home.write("profile.json", ScreenFiles.profile)
        try talk.terminal.send("l\n")
        try talk.answer(("mail: ann@example.org", "quit"))
        try talk.expectEnd()
        #expect(talk.home.text("session.json") != nil && talk.home.text("profile.json") != nil)
    }

    @Test func `files that cannot be accepted are reported, and read again`() throws {
        let talk = try Talk(["policy.json": "{\"policy\": 1}\n"])
        try talk.terminal.expect(
            "\(Shown.unusableFiles)\r\nCorrect this file to log in: ~/documents/policy.json\r\npolicy.json:1:"
        )
        try talk.answer((Answer.correctFile.onScreen, "r"), (Shown.unusableFiles, ""))
        try talk.home.write("policy.json", "{\"policy\": \"profile\"}\n")
        try talk.answer((Shown.choose, "r"), (Shown.registerOrLogIn, "quit"))
        try talk.expectEnd()
    }

    @Test func `a save that fails is reported, and nothing is lost`() throws {
        let talk = try Talk(["profile.json": ScreenFiles.profile])
        let lock = talk.home.document(".lock")
        try #require(unsafe mkdir(lock, 0o700) == 0)
        try talk.answer(
            (Shown.choose, "e"), ("mail", ""), ("[unchanged]: ", ""), ("[Ann]: ", "Bo"), ("[Lee]: ", ""),
            (Shown.choose, "save"))
        try talk.terminal.expect("Not saved\r\n")
        #expect(talk.home.text("profile.json") == ScreenFiles.profile)
        try #require(unsafe rmdir(lock) == 0)
        try talk.answer((Shown.choose, "save"), ("First name: Bo", "quit"))
        try talk.expectEnd()
    }

    // MARK: Ends

    static let registration = [
        "mail: ", "Password (", "\(Shown.repeatPassword): ", "First name: ", "Last name: ", "Birthday (",
        "Phone (",
    ]
    private static let answers = [
        "ann@example.org", "Secret1", "Secret1", "Ann", "Lee", "1990-05-31", "9161234567",
    ]

    @Test func `the end of the input at a menu asks before what is typed is lost`() throws {
        let talk = try Talk(ScreenFiles.albums)
        try talk.answer((Shown.choose, "r"), ("mail: ", "ann@example.org"))
        try talk.endInput(at: "Password (")
        try talk.endInput(at: "r. Register")
        try talk.answer((Shown.leaveThisForm, "back"))
        try talk.endInput(at: "r. Register")
        try talk.endInput(at: Shown.leaveThisForm)
        try talk.expectEnd()
    }

    @Test func `the end of the input asks before an edit is lost that was set aside`() throws {
        let talk = try Talk(ScreenFiles.bobLoggedIn)
        try talk.answer(
            ("Back", "back"), ("e. Edit", "edit"), ("Email [", ""), ("[unchanged]: ", ""), ("[Bob]: ", "Bo"),
            ("[Stone]: ", ""),
            ("Birthday", ""), ("Phone", ""))
        try talk.expect(Shown.choose)
        #expect(unsafe unlink(talk.home.document("session.json")) == 0)
        try talk.terminal.send("save\n")
        try talk.answer(("not logged in any more", "cancel"), ("Log in again", "log in again"))
        try talk.endInput(at: "Log in again as bob@example.org")
        try talk.answer((Shown.wouldBeLost, "back"))
        try talk.endInput(at: "Email [bob@example.org]: ")
        try talk.endInput(at: "s. Save")
        try talk.endInput(at: "Not saved")
        try talk.expectEnd()
    }

    @Test(arguments: registration.indices)
    func `the end of the input leads from a question to the menu, which ends there`(index: Int) throws {
        let talk = try Talk(ScreenFiles.albums)
        try talk.answer((Shown.choose, "r"))
        for (question, answer) in zip(Self.registration, Self.answers).prefix(index) {
            try talk.answer((question, answer))
        }
        try talk.endInput(at: Self.registration[index])
        // What was answered is kept, and the rest is asked for.
        try talk.answer((Shown.choose, "r"))
        let rest = index == 2 ? 1 : index
        for (question, answer) in zip(Self.registration, Self.answers).dropFirst(rest) {
            try talk.answer((question, answer))
        }
        try talk.endInput(at: "Registered")
        try talk.expectEnd()
        #expect(talk.home.text("accounts/ann@example.org.json")?.contains("1990-05-31") == true)
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": nil]] as [[String: String?]])
    func `a terminal that knows only lines gets the conversation too`(environment: [String: String?]) throws {
        let talk = try Talk(["profile.json": ScreenFiles.profile], environment: environment)
        try talk.endInput(at: "e. Edit")
        try talk.expectEnd()
    }

    static let silences: [(arguments: [String], input: ProgramInput?, output: ProgramOutput?)] = [
        (["--no-input"], nil, nil), ([], .nothing, nil), ([], nil, .captured),
    ]

    @Test(arguments: silences.indices, [[:], ["ACCESSIBLE": "1"]])
    func `without a terminal, or input, it prints what show prints`(
        index: Int, environment: [String: String]
    ) throws {
        let home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        let (arguments, input, output) = Self.silences[index]
        let terminal = try PseudoTerminal(
            .regapp, arguments, in: home, input: input, output: output,
            environment: environment.merging(["NO_COLOR": "1"]) { $1 }.mapValues { $0 })
        #expect(try terminal.waitForExit() == .exited(0))
        let printed = terminal.output + String(decoding: terminal.stdout, as: UTF8.self)
        #expect(printed.contains("First name: Ann") && !printed.contains("\u{1B}"))
        #expect(!printed.contains("Choose"))
    }

    @Test func `lines are broken between words in a narrow window`() throws {
        let talk = try Talk(["policy.json": ScreenFiles.authorisationPolicy], columns: 20)
        try talk.terminal.expect(
            "Creates the first\r\naccount in this\r\nregistry:\r\n~/documents/\r\naccounts/EMAIL.json\r\n")
        try talk.endInput(at: "Email: ")
        try talk.answer((Shown.choose, "back"))
        try talk.terminal.expect("yet. Begin with\r\n'Register'")
        try talk.endInput(at: Shown.choose)
        try talk.expectEnd()
    }

    @Test func `the conversation of the guide is the one that takes place`() throws {
        let page = try DocumentationPage(DocumentationPage.guide + "/Screens.md")
        let shown = try #require(page.screens.first { $0.name == "conversation" }).lines
        let talk = try Talk(columns: 200)
        try talk.answer(
            (Shown.choose, "l"), ("mail: ", "ann@example"), ("mail: ", "ann@example.com"),
            ("Password", "12345"), (Shown.repeatPassword, "12345"), (Shown.choose, "q"))
        try talk.expectEnd()
        let output = talk.terminal.output.replacing("\r\n", with: "\n").replacing(": \n", with: ":\n")
            .replacing(talk.home.documents, with: "/home/ann/Documents/regapp")
            .replacing("~/documents", with: "~/Documents/regapp")
        #expect(output == "\n" + shown.joined(separator: "\n") + "\n")
    }

    @Test func `control characters of files and answers reach no terminal`() throws {
        let text = ScreenFiles.profile.replacing("\"Ann\"", with: "\"A\\u001b[31m\"")
        let talk = try Talk(["profile.json": text])
        // The terminal shows what is typed by itself, as ^[.
        try talk.answer(("no control characters", "\u{1B}[31m"), ("Type a letter from", "quit"))
        try talk.expectEnd()
    }
}
