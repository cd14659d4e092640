import RegappTestSupport
import Testing

@Suite struct ShowCommandTests {
    private static let full = """
        {"phone": "89161112233", "birthday": "1971-04-30", "lastName": "O\\u0027Hara", "firstName": "",
         "password": "gone with it", "email": "kate@tara.example", "colour": "green", "passwordHash": "$y$"}
        """

    @Test func `there is nothing to show before a login, and nothing is created`() throws {
        let session = try Session()
        for command in [["show"], [], ["show", "--json"], ["show", "--field", "email"], ["--no-input"]] {
            let answer = try session.run(command)
            // Plain regapp names more ways to begin.
            let expected = Answer.notLoggedInYet.err.split(separator: "\n").prefix(1)
            #expect(
                answer.status == 77 && answer.out == ""
                    && answer.err.split(separator: "\n").starts(with: expected))
            if command.first == "show" { #expect(answer == .notLoggedInYet) }
        }
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `each field of the policy or of the file has a line, the values aligned`() throws {
        let session = try Session(profile: Self.full)
        let lines = """
            Email:      kate@tara.example
            Password:   ********
            First name:
            Last name:  O'Hara
            Birthday:   1971-04-30
            Phone:      +7 (916) 111-22-33

            """
        let (shown, plain, revealed) = (try session("show"), try session(), try session("show --reveal"))
        #expect(shown == Answer(0, out: lines))
        #expect(plain == shown)
        #expect(revealed == Answer(0, out: lines.replacing("********", with: "gone with it")))
        #expect(session.profile == Self.full && session.home.paths() == ["profile.json"])
    }

    @Test func `own keys come after the known ones, in the order of the file, and no secret`() throws {
        let session = try Session(
            profile:
                #"{"note":"a\u001bb","email":"abc@def.gh","pasword":"sesame1","tags":["x",2],"password":"54321","#
                + #""PASSWORD_HASH":"sesame2","old":"$2y$05$sesame3","passport":"4711"}"#)
        let shown = try session("show --json")
        let expected =
            #"{"email":"abc@def.gh","note":"a\u001bb","tags":["x",2],"old":"********","passport":"4711"}"#
        #expect(shown.out.filter { !$0.isWhitespace } == expected)
        #expect(try !session("show --json --reveal").out.contains("sesame"))
        #expect(try session("show --field note") == Answer(0, out: "a\u{1B}b\n"))
        #expect(try session("show --field tags") == Answer(0, out: "x,2\n"))
        #expect(try session("show --field pasword").status == 64)
    }

    @Test func `json holds exactly the keys that the file has`() throws {
        let session = try Session(profile: Self.full)
        let rest = """
              "firstName": "",
              "lastName": "O'Hara",
              "birthday": "1971-04-30",
              "phone": "89161112233",
              "colour": "green"
            }

            """
        #expect(
            try session("show --json") == Answer(0, out: "{\n  \"email\": \"kate@tara.example\",\n" + rest)
        )
        #expect(
            try session("show --json --reveal")
                == Answer(
                    0,
                    out: "{\n  \"email\": \"kate@tara.example\",\n  \"password\": \"gone with it\",\n" + rest)
        )
        let minimal = try Session(profile: #"{"password":"54321","email":"abc@def.gh"}"#)
        #expect(try minimal("show", "--json") == Answer(0, out: "{\n  \"email\": \"abc@def.gh\"\n}\n"))
    }

    @Test(arguments: [
        ("email", "kate@tara.example"), ("password", "gone with it"), ("firstName", ""),
        ("lastName", "O'Hara"), ("birthday", "1971-04-30"), ("phone", "89161112233"),
    ])
    func `a field is printed exactly as it is stored`(name: String, value: String) throws {
        let session = try Session(profile: Self.full)
        #expect(try session("show --field", name) == Answer(0, out: value + "\n"))
        #expect(try session("show --field=\(name)") == Answer(0, out: value + "\n"))
    }

    @Test func `a known field that the file lacks is distinguished from an unknown name`() throws {
        let session = try Session(profile: #"{"email":"abc@def.gh","password":"54321"}"#)
        for name in ["firstName", "lastName", "birthday", "phone"] {
            #expect(
                try session("show --field", name) == .error(65, "\(name) is not in ~/documents/profile.json"))
        }
        for name in ["pets", "Email", "passwordHash", "registered", "", "first-name", "e\u{301}"] {
            let answer = try session("show --field", name)
            #expect(answer.status == 64 && answer.out.isEmpty, "\(name): \(answer)")
            #expect(answer.err.hasPrefix("regapp: error: ") && answer.err.contains("\nregapp: hint: "))
        }
        #expect(
            try session("show --field emial").err.hasSuffix("regapp: hint: \(Answer.didYouMean("email"))\n"))
    }
}
