import RegappTestSupport
import Testing

/// `accounts change-password`, by which people change their own passwords.
@Suite struct AccountsChangePasswordCommandTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(of: "ann@x.example")
        try session.put("leo@x.example", "Leo", hash: "!" + RegistrySession.hash)
        try session.put("new@x.example", "New")
        try session.put("old@x.example", "Old", hash: RegistrySession.hash, more: #""expires": "2020-01-01""#)
    }

    private func passwd(_ email: String, _ lines: String) throws -> Answer {
        try session("accounts change-password --", email, input: .text(lines))
    }

    @Test func `three lines change the password, and only with the old one`() throws {
        let set = Answer.done(Answer.passwordIsSet)
        #expect(try passwd("ANN@x.example", "password1\nlogMeInn123\nlogMeInn123\n") == set)
        #expect(try session.verify("logMeInn123").status == 0 && session.verify("password1").status == 77)
        #expect(try passwd("ann@x.example", "logMeInn123\npassword1\npassword1") == set)
        #expect(try session.verify("password1").status == 0)
    }

    @Test(arguments: [
        ("ann@x.example", "password2"), ("ann@x.example", ""), ("leo@x.example", "password1"),
        ("old@x.example", "password1"), ("new@x.example", ""), ("bob@x.example", "password1"),
        ("", "password1"), ("--help", "password1"),
    ])
    func `every refusal is the same, and changes nothing`(email: String, old: String) throws {
        let before = session.home.tree()
        let refused = Answer.refused()
        #expect(try passwd(email, "\(old)\nlogMeInn123\nlogMeInn123\n") == refused)
        // Nothing of the new password is judged before the old one.
        #expect(try passwd(email, "\(old)\nx\ny\n") == refused)
        #expect(session.home.tree() == before)
    }

    @Test(arguments: [
        ("accounts/ann@x.example.json", "{"),
        ("accounts/ann@x.example.json", #"{"email":"ann@x.example","passwordHash":"$argon2id$x"}"#),
        ("accounts/ann@x.example.json", #"{"email":"ann@x.example","Expires":"2020-01-01"}"#),
        ("policy.json", "{"),
    ])
    func `a file that cannot be accepted is no stranger's business`(file: String, text: String) throws {
        try session.home.write(file, text)
        #expect(try passwd("ann@x.example", "password1\nlogMeInn123\nlogMeInn123\n") == .refused())
    }

    @Test(arguments: [
        ("", "standard input must hold three lines"),
        ("password1\nlogMeInn123\n", "standard input must hold three lines"),
        ("password1\nlogMeInn123\nlogMeInn124\n", Answer.passwordsDiffer),
        ("password1\npassword1\npassword1\n", "\(Answer.passwordIsOld); choose another one"),
        ("password1\nlogMe1\nlogMe1\n", Answer.mustHave("8 letters")),
    ])
    func `a new password is typed twice, is new, and passes the rules`(lines: String, error: String) throws {
        let before = session.home.tree()
        let answer = try passwd("ann@x.example", lines)
        #expect(answer.status == 65 && answer.err.contains("regapp: error: " + error), "\(answer)")
        #expect(session.tree == before)
    }

    @Test func `on a terminal the old one is judged before the new one is asked for`() throws {
        let words = ["accounts", "passwd", "ann@x.example"]
        let terminal = try PseudoTerminal(.regapp, words, in: session.home)
        try terminal.send("password1\n", after: "type the old password first\r\nPassword: ")
        try terminal.expect("and now the new one\r\nPassword (")
        try terminal.send("logMeInn123\n", after: "): ")
        try terminal.send("logMeInn123\n", after: "\(Shown.repeatPassword): ")
        #expect(try terminal.waitForExit(after: Answer.passwordIsSet) == .exited(0))
        #expect(try session.verify("logMeInn123").status == 0)
        let wrong = try PseudoTerminal(.regapp, words, in: session.home)
        try wrong.send("password1\n", after: "Password: ")
        #expect(try wrong.waitForExit(after: "wrong email or password") == .exited(77))
    }
}
