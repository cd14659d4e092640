import RegappTestSupport
import Testing

@Suite struct LoginCommandTests {
    private let session: Session

    init() throws { session = try Session() }

    private let new = """
        regapp: logged in; change the profile with 'regapp edit'
        regapp: saved in ~/documents/profile.json as plain text; only you can read it

        """

    @Test func `the first login makes a profile, shows it and says where it is`() throws {
        let answer = try session("login --email olga@night.example --password 'moth wing'")
        #expect(
            answer
                == Answer(0, out: Answer.profile("olga@night.example"), err: Answer.visiblePassword + new))
        #expect(
            session.profile == """
                {
                  "email": "olga@night.example",
                  "password": "moth wing",
                  "firstName": "",
                  "lastName": ""
                }

                """)
        #expect(session.home.paths() == [".lock", "profile.json"])
        #expect(session.home.mode("") == 0o700 && session.home.mode("profile.json") == 0o600)
        #expect(session.home.mode(".lock") == 0o600 && session.home.read(".lock") == [])
        #expect(try session("cancel") == .done(Answer.nothingToUndo))
    }

    @Test(arguments: ["     ", "\"\\\"\\\\", "пароль"])
    func `a password is stored and shown exactly as it is`(password: String) throws {
        #expect(try session.login("pat@river.example", password).status == 0)
        #expect(try Array(session("show --field password").out.utf8) == Array((password + "\n").utf8))
    }

    @Test func `the stored email in other letters changes the password at most`() throws {
        let text = #"{"mine":1, "email":"Ines@Mar.Example","password":"first one","firstName":"Inés"}"#
        try session.home.write("profile.json", text)
        let changed = try session.login("iNES@mAR.eXAMPLE", "second one")
        let start = "regapp: logged in with a new password; \(Answer.undoBrings) back the old one\n"
        #expect(changed.status == 0 && changed.err.hasPrefix(start), "\(changed)")
        #expect(session.profile == text.replacing("first one", with: "second one"))
        let same = try session.login("ines@mar.example", "second one")
        #expect(same.err.hasPrefix("regapp: logged in; \(Answer.nothingChanged)\n"), "\(same)")
    }

    @Test func `without a terminal what is missing is named`() throws {
        for line in ["login", "login --email --password"] {
            #expect(try session(line).says(64, "no email given", "type '--email EMAIL'"))
        }
        #expect(try session("login --email may@moon.example").says(64, "no password given"))
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `a value that begins with two hyphens is written after an equals sign`() throws {
        #expect(try session("login --email=dot@dash.example --password=--five").status == 0)
        #expect(try session("show --field password") == Answer(0, out: "--five\n"))
    }
}
