import RegappTestSupport
import Testing

/// The example profiles in `Fixtures/profiles`, and how commands meet a broken one.
@Suite struct FixturesTests {
    @Test(arguments: [
        "comma-after-last", "duplicate-key", "empty", "utf-16", "nul-byte", "wrong-types", "broken-rules",
    ])
    func `a broken profile is reported by every command, and login replaces it`(name: String) throws {
        let session = try Session()
        let bytes = try Repository.bytes("Fixtures/mistakes/profile/\(name).json")
        try session.home.write("profile.json", bytes)
        let expected = try session("show")
        #expect(expected.status == 65 && expected.out.isEmpty && expected.err.hasSuffix(Answer.correctIt))
        for command in [[], ["show", "--field", "email"], ["edit", "--first-name", "Al"]] {
            #expect(try session.run(command) == expected, "\(command)")
        }
        #expect(session.home.tree() == ["profile.json": bytes])
        let login = try session.login("new@house.example", "54321")
        #expect(login.status == 0)
        #expect(login.err.contains("\(Answer.undoBrings) back the invalid file"))
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
            "\"Extra\": null", "\"Extra\": null\r\n\t,\"lastName\": \"Ny\""
        ),
        ("minimal", Answer.profile("abc@def.gh"), "gh\"", "gh\",\"lastName\":\"Ny\""),
    ]

    @Test(arguments: valid)
    func `a valid profile is shown, and edited in place`(
        name: String, shown: String, old: String, new: String
    ) throws {
        let session = try Session()
        let text = try Repository.text("Fixtures/profiles/\(name).json")
        try session.home.write("profile.json", text)
        #expect(try session("show") == Answer(0, out: shown))
        #expect(try session("edit --last-name Ny").status == 0)
        #expect(session.home.read("profile.json") == Array(text.replacing(old, with: new).utf8))
        #expect(try session("cancel").status == 0)
        #expect(session.home.read("profile.json") == Array(text.utf8))
    }

    @Test func `every example profile has its test`() throws {
        #expect(
            try Repository.files(below: "Fixtures/profiles") == Self.valid.map { $0.name + ".json" }.sorted())
    }
}
