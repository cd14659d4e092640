import RegappTestSupport
import Testing

@Suite struct LoginTests {
    private let session: Session

    init() throws { session = try Session() }

    private let new = """
        regapp: logged in; change the profile with 'regapp edit'
        regapp: saved in ~/documents/profile.json as plain text; only you can read it

        """

    @Test func `the first login makes a profile, shows it and says where it is`() throws {
        let answer = try session("login", "--email", "olga@night.example", "--password", "moth wing")
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
        #expect(try session("cancel") == .done("there is nothing to undo"))
    }

    @Test func `every broken rule is reported at once, and no file is made`() throws {
        #expect(
            try session("login", "--email=o@x", "--password=abcd")
                == Answer(
                    65,
                    err: Answer.visiblePassword + """
                        regapp: error: email must have at least 3 characters before the @
                        regapp: error: email must have at least 3 characters between the @ and the dot
                        regapp: error: email must have a dot after the @
                        regapp: error: password must have at least 5 characters

                        """))
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test(arguments: ["     ", "\"\\\"\\\\", "пароль"])
    func `a password is stored and shown exactly as it is`(password: String) throws {
        #expect(try session.login("pat@river.example", password).status == 0)
        let stored = try session("show", "--field", "password").out
        #expect(Array(stored.utf8) == Array((password + "\n").utf8))
    }

    @Test func `the stored email in other letters changes the password at most`() throws {
        try session.home.write(
            "profile.json",
            #"{"mine":1, "email":"Ines@Mar.Example","password":"first one","firstName":"Inés"}"#)
        let answer = try session.login("iNES@mAR.eXAMPLE", "second one")
        let here =
            "regapp: saved in ~/documents/profile.json as plain text; only you can read it\n"
        #expect(
            answer
                == Answer(
                    0, out: Answer.profile("Ines@Mar.Example", firstName: "Inés"),
                    err:
                        "regapp: logged in with a new password; 'regapp undo' brings back the old one\n"
                        + here))
        #expect(
            session.profile
                == #"{"mine":1, "email":"Ines@Mar.Example","password":"second one","firstName":"Inés"}"#)
        #expect(
            try session.login("ines@mar.example", "second one").err
                == "regapp: logged in; nothing was changed\n" + here)
        #expect(try session("cancel").status == 0)
        #expect(
            session.profile
                == #"{"mine":1, "email":"Ines@Mar.Example","password":"first one","firstName":"Inés"}"#)
    }

    @Test func `a login that changes nothing writes nothing`() throws {
        let text = "{\"password\":\"54321\",\r\n\"email\":\"kai@lake.example\"}"
        try session.home.write("profile.json", text)
        #expect(try session.login("kai@lake.example", "54321").status == 0)
        #expect(session.profile == text && session.home.paths() == [".lock", "profile.json"])
    }

    @Test func `another email starts a new profile, and cancel brings the old one back`() throws {
        let old = "{\"email\":\"old@house.example\",\"password\":\"54321\",\"keep\":[1 , 2]}\r\n"
        try session.home.write("profile.json", old)
        let answer = try session.login("new@house.example", "98765")
        #expect(answer.out == Answer.profile("new@house.example"))
        #expect(
            answer.err.hasPrefix(
                "regapp: this is a new profile; 'regapp undo' brings back the old one\n"))
        #expect(session.profile?.contains("keep") == false)
        #expect(
            try session("cancel")
                == .undone(
                    "Email: new@house.example → old@house.example", "Password: ******** → ********",
                    "keep: not set → 1,2"))
        #expect(session.profile == old)
    }

    @Test func `a profile that cannot be accepted is replaced, and its bytes come back`() throws {
        let broken: [UInt8] = Array("{\"email\": \"x\u{FFFF}".utf8) + [0xFF, 0x00, 0x0A]
        try session.home.write("profile.json", broken)
        let answer = try session.login("max@peak.example", "54321")
        #expect(answer.status == 0)
        #expect(answer.err.contains("'regapp undo' brings back the file that could not be accepted"))
        #expect(try session("show").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.home.read("profile.json") == broken)
    }

    @Test func `without a terminal what is missing is named`() throws {
        #expect(
            try session("login")
                == .error(
                    64, "no email given",
                    hint: "type '--email EMAIL', or run it on a terminal to be asked"))
        #expect(
            try session("login", "--email", "--password")
                == .error(
                    64, "no email given",
                    hint: "type '--email EMAIL', or run it on a terminal to be asked"))
        #expect(
            try session("login", "--email", "may@moon.example")
                == .error(
                    64, "no password given",
                    hint: "use --password-stdin or --password-file FILE, or run it on a terminal to be asked")
        )
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `a value that begins with two hyphens is written after an equals sign`() throws {
        #expect(try session("login", "--email=dot@dash.example", "--password=--five").status == 0)
        #expect(try session("show", "--field", "password") == Answer(0, out: "--five\n"))
    }
}
