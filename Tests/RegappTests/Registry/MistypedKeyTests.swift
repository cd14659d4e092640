import RegappTestSupport
import Testing

@testable import RegappCore
@testable import regapp

/// Keys that were written by hand and are nearly known ones.
@Suite struct MistypedKeyTests {
    private static let email = "ann@x.example"
    private static let file = "accounts/\(email).json"

    private let session: RegistrySession

    init() throws { session = try RegistrySession(policy: RegistrySession.lenient) }

    private func put(_ more: String) throws {
        try session.home.write(
            Self.file,
            "{\"email\":\"\(Self.email)\",\"passwordHash\":\"\(RegistrySession.hash)\",\n\(more)}\n")
    }

    private func run(_ words: [String], _ input: String = "password1", _ variables: [String: String?] = [:])
        throws -> Answer
    {
        try session.run(words, input: .text(input), environment: variables)
    }

    private static let verify = ["accounts", "verify", email, "--password-stdin"]
    private static let login = ["login", "--email", email, "--password-stdin"]

    private func refusal(_ meant: String) -> String {
        "regapp: error: ~/documents/\(Self.file):2:1: this key is not read: write it as \"\(meant)\", or give it a "
            + "name of its own\n"
    }

    @Test(arguments: [
        (#""Expires":"2020-01-31""#, "expires"), (#""EXPIRES":"9999-12-31""#, "expires"),
        (#""expire":"31.12.2020""#, "expires"), (#""expiress":"2020-01-31T00:00:00Z""#, "expires"),
        (#""exipres":"31 Dec 2020""#, "expires"), (#""Expirse":"2020/12/31""#, "expires"),
        (#""expires ":"2020-01-31""#, "expires"), (#""expires_at":"2020-01-31""#, "expires"),
        (#""expiry":"31 Dec 2020""#, "expires"), (#""expiration date":"2020-01-31""#, "expires"),
        (#""validUntil":"2020-01-31T00:00:00Z""#, "expires"), (#""expiresOn":"31.12.2020""#, "expires"),
        (#""accountExpires":"2020-01-31""#, "expires"), (#""expired_at":"2020-01-31""#, "expires"),
        (#""Phone":"+79161234567""#, "phone"), (#""passwordhash":5"#, "passwordHash"),
        (#""LastName":null"#, "lastName"),
    ])
    func `a mistyped key is refused at its place everywhere, and services just say no`(
        text: String, meant: String
    ) throws {
        try put(text)
        let before = session.home.tree()
        for words in [Self.verify, Self.login, ["accounts", "show", Self.email], ["accounts", "list"]] {
            let answer = try run(words)
            #expect(answer.status == 65 && answer.err.contains(refusal(meant)), "\(words): \(answer)")
            #expect(answer.out.isEmpty)
        }
        for format in ["json", "htpasswd"] {
            let exported = try run(["accounts", "export", "--format", format])
            #expect(exported.status == 65 && !exported.out.contains(Self.email), "\(exported)")
        }
        let checked = try run(["check"])
        #expect(
            checked.status == 65
                && checked.out.contains(refusal(meant).dropFirst("regapp: error: ".count).dropLast()))
        let external = try run(
            ["accounts", "verify", "--protocol", "external"], "\(Self.email)\npassword1\n")
        #expect(external == Answer(77))
        let pam = ["PAM_USER": Self.email, "PAM_TYPE": "auth"]
        #expect(try run(["accounts", "verify", "--protocol", "pam"], "password1", pam) == Answer(77))
        let people = try session.file("p.csv", "email,lastName\n\(Self.email),Roe\n")
        #expect(try run(["accounts", "import", people, "--update"]).status == 65)
        #expect(session.home.tree() == before)
        // Repairs work all the same, and the file says then what it says.
        #expect(try run(["accounts", "lock", Self.email]).status == 0)
        #expect(try run(["accounts", "remove", Self.email, "--yes"]).status == 0)
    }

    @Test func `an expiry under quite another name is no mistake`() throws {
        for text in [
            #""expires2":"2020-01-31""#, #""expire":"never""#, #""notes":"2020-01-31""#,
            #""exp":"2020-01-31""#,
        ] {
            try put(text)
            #expect(try run(Self.verify).status == 0, "\(text)")
        }
    }

    @Test func `check counts misspelt keys if the right one is missing, and verify warns of them`() throws {
        let place = "~/documents/\(Self.file):2:1: this key is not read: "
        let wrong = place + "write it as \"phone\", or give it a name of its own\n"
        try put(#""phoen":"+79161234567""#)
        let checked = try run(["check"])
        #expect(
            checked == Answer(65, out: wrong, err: "regapp: error: 1 account, 1 thing is wrong\n"),
            "\(checked)")
        #expect(try run(["accounts", "show", Self.email]).err == "regapp: warning: " + wrong)
        #expect(try run(Self.verify) == Answer(0, err: "regapp: warning: " + wrong))
        // A refusal says nothing of the account.
        #expect(try run(Self.verify, "password2") == .refused())
        let external = try run(
            ["accounts", "verify", "--protocol", "external"], "\(Self.email)\npassword1\n")
        #expect(external == Answer(0))

        try put(#""phoen":"+79161234567","phone":"+79161234568""#)
        let noted = try run(["check"])
        #expect(
            noted.status == 0 && noted.out.contains("note: \(place)did you mean \"phone\" of line 2?\n"),
            "\(noted)")
        #expect(try run(Self.verify).err.isEmpty)
        for own in [#""phone2":"1""#, #""expires2":"1""#, #""email2":"b@x.example""#] {
            try put(own)
            #expect(try run(["check"]).status == 0, "\(own)")
        }
    }

    @Test func `a profile is held to it too, and an editor's text`() throws {
        let profile = try Session(
            profile: "{\"email\":\"ann@mail.example\",\"password\":\"12345\",\n\"Phone\":\"1\"}\n")
        #expect(try profile("show").says(65, "~/documents/profile.json:2:1: this key is not read"))
        try put(#""note":"""#)
        let edited = try EditedSession(session).edit(
            #"sed -i 's/"note":""/"Expires":"2020-01-31"/'"#, ["accounts", "edit", Self.email, "--editor"])
        #expect(edited.says(65, ":2:1: this key is not read"))
        #expect(session.home.text(Self.file)?.contains("Expires") == false)
    }

    @Test func `a corrected key is reported once`() throws {
        try put(#""Expires":"2099-01-31""#)
        let edited = try EditedSession(session).edit(
            "sed -i s/Expires/expires/", ["accounts", "edit", Self.email, "--editor"])
        #expect(edited.err == Answer.saved("Expires: not set → 2099-01-31"), "\(edited)")
    }
}
