import RegappTestSupport
import Testing

/// What commands say and leave if other programs changed the files before.
@Suite struct AftermathTests {
    private static let profile = #"{"email":"abc@def.gh","password":"54321"}"#

    /// A directory in which the session names an account, and `b@x.example` was registered after that.
    private func registeringBob(in account: String) throws -> RegistrySession {
        let session = try RegistrySession(policy: RegistrySession.albums)
        try session.home.write("session.json", "{\"account\":\"\(account)\"}")
        let answer = try session(
            "register --email=b@x.example --first-name=Bob --last-name=Roe --birthday=1990-01-01 --phone=9161112233 --password-stdin",
            input: .text("Password1"))
        #expect(answer.status == 0, "\(answer)")
        return session
    }

    @Test func `a session left by an account that is gone does not log the next one in`() throws {
        let session = try registeringBob(in: "B@x.example")
        #expect(session.home.text("session.json") == nil)
        #expect(try session("show") == .notLoggedIn)
    }

    @Test func `another account's session outlives a registration`() throws {
        let session = try registeringBob(in: "ann@x.example")
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
    }

    @Test func `cancel undoes an edit however the session spells the email`() throws {
        let session = try RegistrySession.ann()
        let before = session.accounts
        #expect(try session("edit --last-name=Roe").status == 0)
        try session.home.write("session.json", #"{"account":"ANN@x.example"}"#)
        #expect(
            try session("cancel")
                == Answer(0, out: "ann@x.example: Last name: Roe → Doe\n", err: "regapp: undone\n"))
        #expect(session.accounts == before)
    }

    @Test func `login does not call a file private that other users may read`() throws {
        let session = try Session()
        try session.home.write("target.json", Self.profile, mode: 0o644)
        #expect(try session.shell(#"ln -s target.json "$REGAPP_DOCUMENTS/profile.json""#).status == 0)
        let answer = try session.login("abc@def.gh", "98765")
        #expect(answer.err.contains("regapp: saved in ~/documents/profile.json as plain text\n"), "\(answer)")
        #expect(answer.err.contains("chmod 600 ~/documents/target.json"), "\(answer)")
    }

    @Test(arguments: [
        ("{}", #"1:1: \#(Answer.isRequired("account")): add "account": "…""#),
        (#"{"account":""}"#, "1:12: account is empty"),
        (#"{"account":null}"#, "1:12: account must be a string, not null"),
        (#"{"account":7}"#, "1:12: account must be a string: put it in quotes"),
    ])
    func `a session that names no account says why, and the way out`(text: String, problem: String) throws {
        let session = try RegistrySession()
        try session.home.write("session.json", text)
        #expect(
            try session("show")
                == .error(
                    65, "~/documents/session.json:\(problem)",
                    hint: "\(Answer.correctFile), or log out with 'regapp logout'"))
        #expect(try session("logout").status == 0)
    }

    @Test func `an email in use is answered by what helps`() throws {
        let session = try RegistrySession.ann()
        try session.home.write("accounts/bob@x.example.json", "{")
        let taken = Answer.emailIsTaken
        #expect(
            try session.register("ann@x.example", "Ann", "password1")
                == .error(
                    73, taken,
                    hint: "see it with 'regapp accounts show ann@x.example', or choose another email"))
        #expect(
            try session.register("bob@x.example", "Bob", "password1")
                == .error(73, taken, hint: "its file cannot be used; see why with 'regapp check'"))
        #expect(try session("edit --email=bob@x.example") == .error(73, taken, hint: "choose another email"))
    }

    @Test func `clearing the password draws a warning`() throws {
        let session = try RegistrySession.ann()
        let answer = try session("edit --password-stdin", input: .text(""))
        #expect(answer.status == 0 && answer.err.contains("warning: \(Answer.noPassword)"), "\(answer)")
        #expect(answer.err.contains("with the email as well, where others bear that name"), "\(answer)")
    }

    @Test(arguments: [(#""lastName":"Doe""#, "it"), (#""pet":"Rex""#, "them")])
    func `the hint fits the number of missing fields`(member: String, pronoun: String) throws {
        let session = try RegistrySession()
        try session.home.write("accounts/ann@x.example.json", #"{"email":"ann@x.example",\#(member)}"#)
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        #expect(try session("show").err.contains("hint: add \(pronoun) with 'regapp edit'"))
    }

    @Test func `undoing a registration ends a session that began since`() throws {
        let session = try RegistrySession()
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 0)
        #expect(try session("logout").status == 0)
        #expect(try session.login("--first-name", "Ann", "password1").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.home.text("session.json") == nil && session.accounts.isEmpty)
        #expect(try session("check").status == 0)
    }
}
