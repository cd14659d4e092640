import TestSupport
import Testing

/// The example profiles in `Fixtures/profiles`, each with what regapp says about it.
@Suite struct FixturesTests {
    /// The broken ones, each with every place that is told, and the hints before the usual one.
    static let broken: [(name: String, problems: [String], hints: [String])] = [
        ("array", ["2:1: expected an object, from '{' to '}'"], []),
        ("bare-number", ["1:65: expected ',' or '}'"], []),
        (
            "broken-rules",
            [
                "2:15: password must have at least 5 characters",
                "3:12: e-mail must have at least 3 characters before the @",
                "3:12: e-mail must have at least 2 characters after the dot",
                "4:15: birthday must be a date of the calendar",
                "5:12: phone must be a phone number like +7 (916) 123-45-67",
            ],
            [
                "write the date as YYYY-MM-DD, such as 1990-12-31",
                "write the phone as +7 (916) 123-45-67 or 9161234567",
            ]
        ),
        ("byte-order-mark", ["1:1: a byte order mark is not allowed"], []),
        ("comment", ["2:3: expected a key in double quotes or '}'"], []),
        ("cut-short", ["3:19: the file ends too soon"], []),
        ("duplicate-key", ["4:22: duplicate key"], []),
        ("empty", ["1:1: the file ends too soon"], []),
        (
            "invisible-characters",
            [
                "1:44: password must have no invisible characters (soft hyphen, U+00AD)",
                "2:16: first name must have no invisible characters (zero width space, U+200B)",
                "2:36: last name must have no invisible characters (byte order mark, U+FEFF; zero width space, "
                    + "U+200B)",
            ], []
        ),
        ("latin-1", ["4:19: not UTF-8"], []),
        ("lone-surrogate", ["1:69: half of a surrogate pair"], []),
        ("missing-brace", ["4:1: the file ends too soon"], []),
        ("missing-comma", ["3:3: expected ',' or '}'"], []),
        ("no-password", ["1:1: password is required"], []),
        ("nothing-in-it", ["1:2: e-mail is required", "1:2: password is required"], []),
        ("nul-byte", ["2:1: expected nothing more after the value"], []),
        ("null-value", ["3:15: password must be a string, not null"], []),
        ("only-spaces", ["3:2: the file ends too soon"], []),
        (
            "raw-control", ["4:18: a control character in a string must be written as an escape such as \\n"],
            []
        ),
        ("short-password", ["1:44: password must have at least 5 characters"], []),
        ("single-quotes", ["2:3: expected a key in double quotes or '}'"], []),
        (
            "steering-characters",
            [
                "2:16: first name must have no control characters",
                "2:44: last name must have no control characters",
            ], []
        ),
        ("text-after-the-end", ["4:1: expected nothing more after the value"], []),
        ("trailing-comma", ["4:1: expected a key in double quotes"], []),
        ("unknown-escape", ["3:20: no such escape in a string"], []),
        ("utf-16", ["1:1: not UTF-8"], []),
        (
            "wrong-types",
            [
                "2:12: e-mail must be a string", "3:15: password must be a string",
                "4:16: first name must be a string", "5:15: last name must be a string",
            ], []
        ),
    ]

    @Test(arguments: broken)
    func `a broken profile is told by its place and left as it is`(
        name: String, problems: [String], hints: [String]
    ) throws {
        let session = try Session()
        let bytes = try Repository.bytes("Fixtures/profiles/broken/\(name).json")
        try session.home.write("profile.json", bytes)
        let lines =
            problems.map { "regapp: error: ~/documents/profile.json:\($0)\n" }
            + hints.map { "regapp: hint: \($0)\n" }
        let expected = Answer(65, err: lines.joined() + Answer.correctIt)
        for command in [["show"], [], ["show", "--field", "email"], ["edit", "--first-name", "Al"]] {
            let result = try BuiltProgram.regapp.run(command, in: session.home)
            #expect(Answer(result, in: session.home) == expected, "\(command)")
        }
        #expect(session.home.tree() == ["profile.json": bytes])
        #expect(try session.login("new@house.example", "54321").status == 0)
        #expect(try session("cancel").status == 0)
        #expect(session.home.read("profile.json") == bytes)
    }

    /// The valid ones, with what `show` prints and what an edit of the last name makes of the bytes.
    static let valid: [(name: String, shown: String, old: String, new: String)] = [
        (
            "valid", Answer.profile("maria.lopez@mail.example", firstName: "María", lastName: "López"),
            "López",
            "Ny"
        ),
        (
            "handwritten",
            Answer.profile("Homer@smyrna.example", firstName: "Ο\u{301}μηρος")
                + "Phone:      +7 (916) 123-45-67\n",
            "\"Email\": null", "\"Email\": null\r\n\t,\"lastName\": \"Ny\""
        ),
        ("minimal", Answer.profile("abc@def.gh"), "gh\"", "gh\",\"lastName\":\"Ny\""),
    ]

    @Test(arguments: valid)
    func `a valid profile is shown, and edited in place`(
        name: String, shown: String, old: String, new: String
    )
        throws
    {
        let session = try Session()
        let text = try Repository.text("Fixtures/profiles/\(name).json")
        try session.home.write("profile.json", text)
        #expect(try session("show") == Answer(0, out: shown))
        #expect(try session("edit", "--last-name", "Ny").status == 0)
        #expect(session.home.read("profile.json") == Array(text.replacing(old, with: new).utf8))
        #expect(try session("cancel").status == 0)
        #expect(session.home.read("profile.json") == Array(text.utf8))
    }

    @Test func `every example profile has its test`() throws {
        let tested = Self.valid.map(\.name) + Self.broken.map { "broken/\($0.name)" }
        #expect(try Repository.files(below: "Fixtures/profiles") == tested.map { $0 + ".json" }.sorted())
    }
}
