import RegappTestSupport
import Testing

/// `accounts edit EMAIL --editor` and `policy edit`.
@Suite struct EditorRegistryTests {
    @Test func `an administrator's edit renames the file, hashes the password and ends cancel`() throws {
        let registry = try RegistrySession()
        let session = EditedSession(registry)
        try registry.put("ann@host.example", password: "password1")
        #expect(try registry.login("--first-name", "Ann", "password1").status == 0)
        let script =
            "sed -i -e s/ann@host/zoe@host/ -e 's/\"passwordHash\": \".*\"/\"password\": \"password2\"/'"
        let answer = try session.edit(script, ["accounts", "edit", "ann@host.example", "--editor"])
        let saved = Answer.saved(
            "Email: ann@host.example → zoe@host.example", "Password: ******** → ********")
        #expect(answer.status == 0 && answer.err.hasSuffix(saved), "\(answer)")
        #expect(registry.accounts.keys.sorted() == ["accounts/zoe@host.example.json"])
        #expect(try registry("show --field email").out == "zoe@host.example\n")
        #expect(try registry.login("--first-name", "Ann", "password2").status == 0)
        #expect(registry.home.text("accounts/zoe@host.example.json")?.contains("password2") == false)
        #expect(try registry("cancel").out.hasPrefix("Email: zoe@host.example → ann@host.example\n"))
        #expect(registry.accounts.keys.sorted() == ["accounts/ann@host.example.json"])
        #expect(try session.edit("true", ["accounts", "edit", "bob@host.example", "--editor"]).status == 67)
    }

    @Test func `the rules are edited, and what they mean is said before they are saved`() throws {
        let registry = try RegistrySession()
        let session = EditedSession(registry)
        try registry.put("ann@host.example", hash: RegistrySession.hash)
        let edited = try session.edit("sed -i 's/\"required\":\\[/&\"phone\",/'", ["policy", "edit"])
        #expect(edited.status == 0 && edited.out.contains(Answer.inRegistry(1)), "\(edited)")
        #expect(edited.err.contains(Answer.lacking(1)))
        #expect(edited.err.hasSuffix("\(Answer.wasSaved); \(Answer.seeIt("policy"))\n"))
        #expect(registry.home.text("policy.json")?.contains("phone") == true)
        #expect(
            try session.edit("sed -i s/phone/fone/", ["policy", "edit"]).says(
                65, "continue with 'regapp policy edit'"))
    }

    @Test func `rules in the editor that keep fewer changes say how many go`() throws {
        let registry = try RegistrySession()
        let session = EditedSession(registry)
        for name in ["a", "b", "c"] {
            try registry.put("\(name)@host.example", hash: RegistrySession.hash)
            #expect(try registry("accounts lock \(name)@host.example").status == 0)
        }
        let edited = try session.edit("sed -i 's/\"history\": *[0-9]*/\"history\":2/'", ["policy", "edit"])
        let excess = "the next change deletes 2 older changes from the history"
        #expect(edited.status == 0 && edited.err.contains(excess), "\(edited)")
        let again = try session.edit("sed -i 's/\"history\":2/\"history\": 2/'", ["policy", "edit"])
        #expect(again.status == 0 && !again.err.contains("older change"), "\(again)")
    }

    @Test func `rules that another program made the same meanwhile are not said to be saved`() throws {
        let session = try EditedSession(RegistrySession())
        let change = "sed -i s/4}/5}/ \"$1\"; "
        let answer = try session.edit(
            EditedSession.script(change + "sed -i s/4}/5}/ \"$REGAPP_DOCUMENTS/policy.json\""),
            ["policy", "edit"])
        #expect(answer.status == 0 && answer.err.hasSuffix(Answer.unchanged), "\(answer)")
    }

    @Test func `without a file the rules that hold are offered`() throws {
        let session = try EditedSession()
        #expect(try session.edit("true", ["policy", "edit"]).err.hasSuffix(Answer.unchanged))
        #expect(session.home.text("policy.json") == nil)
        let longer = "sed -i 's/\"passwordLength\": 5/\"passwordLength\": 9/'"
        #expect(try session.edit(longer, ["policy", "edit"]).status == 0)
        #expect(session.home.text("policy.json")?.contains("\"passwordLength\": 9") == true)
        #expect(try session("show").status == 65)
    }
}
