import RegappTestSupport
import Testing

@Suite struct EditCommandTests {
    private static let text =
        "{\r\n\t\"email\" : \"abc@def.gh\",\r\n\t\"pets\": [ \"Rex\" ,\"Tom\"],\r\n\t\"password\":\"54321\"\r\n}"

    /// The arguments of an edit and the bytes that it leaves of `text`.
    @Test(arguments: [
        ("--email ABC@def.gh", text.replacing("abc@def.gh", with: "ABC@def.gh")),
        ("--email=me@my.web.net", text),
        (#"--password='a"b\c/d'"#, text.replacing("54321", with: #"a\"b\\c/d"#)),
        ("--first-name Zoë", text.replacing("\"54321\"", with: "\"54321\",\r\n\t\"firstName\":\"Zoë\"")),
        ("--first-name ''", text),
        (
            "--phone '8 916 111-22-33'",
            text.replacing("\"54321\"", with: "\"54321\",\r\n\t\"phone\":\"+79161112233\"")
        ),
        ("--email abc@def.gh --password 54321", text),
    ])
    func `an edit changes the values concerned and no other byte`(options: String, text: String) throws {
        let session = try Session(profile: Self.text)
        let result = try session("edit " + options)
        #expect(result.status == (options == "--email=me@my.web.net" ? 65 : 0), "\(result)")
        #expect(session.home.read("profile.json") == Array(text.utf8), "\(session.profile ?? "")")
        let isSame = text == Self.text
        #expect(session.home.paths().contains("history") == !isSame)
    }

    @Test func `an edit shows what it made and says how to undo it`() throws {
        let session = try Session(profile: Self.text)
        #expect(
            try session("edit --last-name 'De Vries'")
                == Answer(
                    0, out: Answer.profile("abc@def.gh", lastName: "De Vries"),
                    err: Answer.saved("Last name: not set → De Vries")))
        #expect(
            try session("edit '--last-name=De Vries'")
                == Answer(0, out: Answer.profile("abc@def.gh", lastName: "De Vries"), err: Answer.unchanged))
        #expect(try session("cancel").status == 0)
        #expect(session.profile == Self.text)
    }

    @Test func `an optional field is cleared with an empty value and stays, ready to edit`() throws {
        let session = try Session(profile: #"{"email":"abc@def.gh","firstName":"Eve","password":"54321"}"#)
        #expect(try session("edit --first-name", "").status == 0)
        #expect(session.profile == #"{"email":"abc@def.gh","firstName":"","password":"54321"}"#)
    }

    @Test func `the same name in other normal form is a change`() throws {
        let session = try Session(
            profile: "{\"email\":\"abc@def.gh\",\"password\":\"54321\",\"firstName\":\"Zo\u{EB}\"}")
        #expect(
            try session("edit --first-name", "Zoe\u{308}").err
                == Answer.saved("First name: Zo\u{EB} → Zoe\u{308}"))
        #expect(session.profile?.unicodeScalars.contains("\u{308}") == true)
    }

    @Test func `without values, without an account and without a terminal nothing is edited`() throws {
        let session = try Session()
        #expect(try session("edit --first-name Al") == .notLoggedInYet)
        #expect(try session("edit") == .notLoggedInYet)
        #expect(try everything(below: session.home.path).isEmpty)
        try session.home.write("profile.json", Self.text)
        #expect(try session("edit").says(64, "type 'regapp edit --first-name Ann'"))
        #expect(try session("edit --last-name").says(64, "no last name given"))
        #expect(session.home.paths() == ["profile.json"])
    }

    @Test func `a file that cannot be accepted is never edited`() throws {
        let text = "{\"email\":\"abc@def.gh\",\n\"password\":\"5432\"}"
        let session = try Session(profile: text)
        let answer = try session("edit --password 54321")
        #expect(answer.says(65, "~/documents/profile.json:2:12: \(Answer.mustHave("5 characters"))"))
        #expect(session.profile == text && session.home.paths() == ["profile.json"])
    }

    @Test func `a value as large as a command line can hold is kept whole`() throws {
        let session = try Session(profile: Self.text)
        let password = String(repeating: "Wolfeschlegel ", count: 8_000)
        #expect(try session("edit --password", password).status == 0)
        #expect(try session("show --field password") == Answer(0, out: password + "\n"))
    }
}
