import RegappTestSupport
import Testing

/// The rules of a directory, written by hand, and a profile under them.
@Suite struct PolicyFileTests {
    private static let text = "{\n  \"email\": \"abc@def.gh\", \"password\": \"five5\"\n}\n"

    /// What `policy.json` holds, and what is wrong with it.
    static let broken: [(text: String, problem: String)] = [
        ("", "1:1: the file is empty"),
        ("[]", "1:1: expected an object, from '{' to '}'"),
        ("{\n}", #"1:1: policy is required: add "policy": "…""#),
        (
            "{\"policy\": \"profil\"}",
            #"1:12: policy must be "profile", "service", "albums" or "authorisation"; did you mean "profile"?"#
        ),
        ("{\"policy\": \"profile\",\n \"pets\": 1}", "2:2: unknown key"),
        (
            "{\"policy\": \"profile\",\n \"policy\": \"profile\"}",
            "2:2: duplicate key: it is already in line 1"
        ),
    ]

    @Test(arguments: broken)
    func `rules that cannot be read stop every command`(text: String, problem: String) throws {
        let session = try Session(profile: Self.text)
        try session.home.write("policy.json", text)
        let keys = """
            regapp: hint: its keys are policy, passwordLength, passwordLetters, passwordDigits, passwordRequires, \
            passwordAlphabet, passwordNotEmail, required, nameAlphabet, minimumAge, phoneMask, loginKey, log, \
            history, hash, hashCost

            """
        let expected = Answer(
            65,
            err: "regapp: error: ~/documents/policy.json:\(problem)\n"
                + (problem.hasSuffix("unknown key") ? keys : "")
                + "regapp: hint: correct the file in an editor\n")
        for command in ["show", "logout", "cancel"] { #expect(try session(command) == expected) }
        #expect(try session("edit", "--first-name", "Al") == expected)
        #expect(try session.login("xyz@def.gh", "54321") == expected)
        #expect(session.profile == Self.text && session.home.paths() == ["policy.json", "profile.json"])
    }

    @Test func `stricter rules hold for the file, for edits and for logins`() throws {
        let session = try Session(profile: Self.text)
        try session.home.write(
            "policy.json", #"{"policy":"profile","passwordLength":7,"required":["lastName"]}"#)
        #expect(
            try session("show")
                == Answer(
                    65,
                    err: """
                        regapp: error: ~/documents/profile.json:1:1: last name is required: add "lastName": "…"
                        regapp: error: ~/documents/profile.json:2:38: password must have at least 7 characters

                        """ + Answer.correctIt))
        #expect(
            try session.login("abc@def.gh", "sixsix")
                == .error(65, "password must have at least 7 characters"))
        #expect(session.profile == Self.text)
    }

    @Test func `the policy of the profile by name is what holds without a file`() throws {
        let session = try Session(profile: Self.text)
        let shown = try session("show")
        try session.home.write("policy.json", "{ \"policy\" : \"profile\" }")
        #expect(try session("show") == shown)
        #expect(shown == Answer(0, out: Answer.profile("abc@def.gh")))
    }
}
