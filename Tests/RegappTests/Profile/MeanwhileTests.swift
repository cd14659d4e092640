import RegappTestSupport
import Testing

/// What another process changes while a command waits for an answer.
@Suite struct MeanwhileTests {
    private static let ann = #"{"email":"ann@mail.example","password":"54321","firstName":"Ann"}"#
    private static let bob = #"{"email":"bob@mail.example","password":"54321","firstName":"Bob"}"#

    @Test func `an edit is of the account that was logged in before the password came`() throws {
        let session = try RegistrySession.ann()
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        let before = session.accounts
        // The pipe opens for writing once regapp waits at its other end.
        let answer = try session.shell(
            """
            mkfifo pipe
            "$REGAPP" edit --password-file pipe & exec 3>pipe
            printf '{"account":"bob@x.example"}' >"$REGAPP_DOCUMENTS/session.json"
            echo password9 >&3; exec 3>&-
            wait $!
            """)
        #expect(answer.status == 75 && answer.err.contains("session.json was changed meanwhile"), "\(answer)")
        #expect(answer.err.hasSuffix("hint: see who \(Answer.loggedInNow) with 'regapp show'\n"), "\(answer)")
        #expect(session.accounts == before)
    }

    @Test func `an edit is not made to another person's profile`() throws {
        let home = try TemporaryHome(["profile.json": Self.ann])
        let terminal = try PseudoTerminal(.regapp, ["edit", "--first-name"], in: home)
        try terminal.expect("First name [Ann]: ")
        try home.write("profile.json", Self.bob)
        #expect(try terminal.waitForExit(typing: "Anna\n") == .exited(75))
        #expect(home.text("profile.json") == Self.bob)
    }

    @Test func `changes of another process are reported; fields that both changed are asked for`() throws {
        let home = try TemporaryHome(["profile.json": Self.ann])
        let terminal = try PseudoTerminal(.regapp, ["edit", "--first-name"], in: home)
        try terminal.expect("First name [Ann]: ")
        let theirs = Self.ann.replacing("54321", with: "98765").replacing("Ann", with: "Eve")
        try home.write("profile.json", theirs)
        try terminal.send("Anna\n")
        try terminal.expect("\(Answer.changed("first name").onScreen)\r\n")
        try terminal.send("\n", after: "1. Keep mine: Anna\r\n2. Take theirs: Eve\r\n\(Shown.choose(2, 1))")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output.contains("\(Answer.merged)password: ******** → ********"))
        #expect(home.text("profile.json") == theirs.replacing("Eve", with: "Anna"))
    }

    @Test func `an account that was given another email meanwhile is said to have been changed`() throws {
        let session = try RegistrySession.ann()
        let terminal = try PseudoTerminal(.regapp, ["edit", "--last-name"], in: session.home)
        try terminal.expect("Last name [Doe]: ")
        #expect(try session("accounts edit ann@x.example --email eve@x.example").status == 0)
        #expect(try terminal.waitForExit(typing: "Roe\n") == .exited(75), "\(terminal.output)")
        #expect(terminal.output.contains("was changed meanwhile") && session.accounts.count == 1)
    }

    /// A command, its first question, the answer, and the rules that it began under.
    @Test(arguments: [
        (
            ["login", "--email=ann@mail.example"], "\(Shown.newPassword): ", "54321\n",
            #"{"policy":"profile"}"#
        ),
        (
            ["edit", "--phone"], "Phone (optional, +7 916 123-45-67): ", "9161112233\n",
            #"{"policy":"profile"}"#
        ),
        (
            ["register", "--last-name=Doe", "--email=c@x.example", "--password=password1", "--first-name"],
            "First name: ", "Cy\n", RegistrySession.cheap
        ),
        (["login", "--email=ann@x.example"], "Password: ", "password1\n", RegistrySession.cheap),
        (["edit", "--last-name"], "Last name [Doe]: ", "Roe\n", RegistrySession.cheap),
    ])
    func `nothing is written under outdated rules`(
        arguments: [String], question: String, answer: String, policy: String
    ) throws {
        let session = try RegistrySession(policy: policy, of: "ann@x.example")
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        try session.home.write("session.json", #"{"account":"bob@x.example"}"#)
        try session.home.write("profile.json", Self.ann)
        let terminal = try PseudoTerminal(.regapp, arguments, in: session.home)
        try terminal.expect(question)
        try session.home.write("policy.json", policy.replacing("}", with: #","passwordLength":30}"#))
        let before = session.home.tree()
        #expect(try terminal.waitForExit(typing: answer) == .exited(75), "\(terminal.output)")
        #expect(terminal.output.contains("policy.json was changed meanwhile, so other rules apply now"))
        #expect(session.tree == before)
    }
}
