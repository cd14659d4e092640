import RegappTestSupport
import Testing

@Suite(.waiting) struct PolicyCommandTests {
    @Test func `a policy file that cannot be accepted stops every command, with its places`() throws {
        let text = "{\"policy\":\"albums\",\n \"passwordLength\":\"6\",\"loginKey\":\"phone\"}"
        let session = try RegistrySession(policy: text)
        let commands = [
            ["policy"], ["policy", "use", "albums"], ["show"], ["accounts", "list"], ["logout"],
            ["login", "--email", "a@b.example", "--password-stdin"], ["edit", "--first-name", "Al"],
        ]
        let file = "regapp: error: ~/documents/policy.json"
        for command in commands {
            let answer = try session.run(command)
            #expect(answer.status == 65, "\(command): \(answer)")
            #expect(
                answer.err.hasPrefix(
                    "\(file):2:19: passwordLength must be a whole number: remove its quotes\n"
                        + "\(file):2:34: loginKey must be \"email\", \"firstName\", a custom key such as \"login\", or \"email,login\"\n"
                ), "\(answer)")
        }
        // Undoing works all the same, so that it can bring the last good text back.
        #expect(
            try session("cancel")
                == Answer(
                    0,
                    err: """
                        regapp: warning: ~/documents/policy.json:2:19: passwordLength must be a whole number: \
                        remove its quotes
                        regapp: warning: ~/documents/policy.json:2:34: loginKey must be "email", "firstName", a custom key such as "login", or "email,login"
                        regapp: hint: \(Answer.correctPolicy)
                        regapp: \(Answer.nothingToUndo)

                        """))
        #expect(session.home.text("policy.json") == text)
        #expect(session.home.paths() == ["policy.json"])
    }

    @Test func `stricter rules hold for the file, for edits and for logins`() throws {
        let text = "{\n  \"email\": \"abc@def.gh\", \"password\": \"five5\"\n}\n"
        let session = try Session(profile: text)
        try session.home.write(
            "policy.json", #"{"policy":"profile","passwordLength":7,"required":["lastName"]}"#)
        #expect(
            try session("show")
                == Answer(
                    65,
                    err: """
                        regapp: error: ~/documents/profile.json:1:1: \(Answer.isRequired("last name")): \
                        add "lastName": "…"
                        regapp: error: ~/documents/profile.json:2:38: \(Answer.mustHave("7 characters"))

                        """ + Answer.correctIt))
        #expect(try session.login("abc@def.gh", "sixsix") == .error(65, Answer.mustHave("7 characters")))
        #expect(session.profile == text)
    }

    @Test func `show lists each rule and marks those that the file changes`() throws {
        let session = try RegistrySession(policy: #"{"policy":"albums","minimumAge":21}"#)
        let out = try session("policy").out
        #expect(out.hasPrefix("Policy: albums"))
        #expect(out.contains("\nminimumAge        at least 21 years old (changed in policy.json)\n"))
        #expect(out.contains("\npasswordLength    at least 6 characters\n"))
        #expect(try session("policy show").out == out)
        let json = try session("policy show --json").out
        #expect(json.contains("\"minimumAge\": 21,") && json.contains("\"changed\": true"))
    }

    @Test(arguments: [
        (#"{"policy":"authorisation"}"#, true), (#"{"policy":"albums"}"#, false),
        (#"{"policy":"albums","required":["firstName"]}"#, true),
        (#"{"policy":"authorisation","required":["password"]}"#, false),
    ])
    func `rules that let a first login set a password say so`(text: String, isSaid: Bool) throws {
        let session = try RegistrySession(policy: text)
        let rule = "; an account without a password gets one at the first login"
        #expect(try session("policy show").out.contains(rule) == isSaid)
        #expect(try session("policy show --json").out.contains(rule) == isSaid)
    }

    @Test func `list names the policies and marks the one in force`() throws {
        let session = try Session()
        let lines = try session("policy list").out.split(separator: "\n")
        #expect(lines.map { $0.prefix(9) } == ["* profile", "  service", "  albums ", "  authori"])
        #expect(try session("policy list --json").out.contains("\"name\": \"authorisation\""))
        #expect(session.home.paths().isEmpty)
    }

    @Test func `set and unset change one key in place, and both can be undone`() throws {
        let session = try Session()
        func set(_ words: String...) throws -> Answer { try session.run(["policy", "set"] + words) }
        #expect(try session("policy unset hash").err == Answer.unchanged)
        #expect(session.home.text("policy.json") == nil)
        #expect(try session("policy set passwordLength 12").status == 0)
        #expect(
            session.home.text("policy.json") == "{\n  \"policy\": \"profile\",\n  \"passwordLength\": 12\n}\n"
        )
        let text = "{ \"minimumAge\" :21,\r\n\"policy\":\t\"albums\" }"
        try session.home.write("policy.json", text)
        let changed = try session("policy set minimumAge 16")
        #expect(changed.out.contains("minimumAge  at least 16 years old (changed in policy.json)"))
        #expect(changed.err.contains(Answer.wasSaved))
        #expect(session.home.text("policy.json") == text.replacing("21", with: "16"))
        #expect(try set("minimumAge", " 16 ").err == Answer.unchanged)
        #expect(try set("hash", "bcrypt").status == 0 && set("hashCost", "4").status == 0)
        #expect(try set("required", #"["firstName", "phone"]"#).status == 0)
        #expect(session.home.text("policy.json")?.contains(#"["firstName", "phone"]"#) == true)
        #expect(try set("required", "lastName, phone").status == 0)
        #expect(session.home.text("policy.json")?.contains("lastName") == true)
        #expect(try session("policy unset required").status == 0)
        #expect(session.home.text("policy.json")?.contains("required") == false)
        #expect(try session("cancel").status == 0)
        #expect(session.home.text("policy.json")?.contains("required") == true)
    }

    @Test func `another hash leaves the present ones, which logins replace, and says so`() throws {
        let session = try RegistrySession(
            policy: #"{"policy":"service","hash":"sha512-crypt"}"#, of: "ann@x.example")
        let said = "existing hashes stay; 'regapp login' replaces one that is weaker than new ones"
        let before = session.text(of: "ann")
        #expect(try session("policy set hash bcrypt").err.contains(said))
        #expect(session.text(of: "ann") == before)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        #expect(session.text(of: "ann")?.contains(#""passwordHash": "$2b$"#) == true)
        #expect(try session("policy set hashCost 6").err.contains(said))
        #expect(try session("policy unset hash").err.contains(said))
        #expect(try !session("policy set passwordLength 5").err.contains(said))
    }

    @Test(arguments: [
        (["passwordLength", "long"], 65, "passwordLength must be a whole number"),
        (["passwordLength", "\"12\""], 65, "remove its quotes"),
        (["passwordLength", "0"], 65, "from 1 to 128"),
        (["required", "\"phone\""], 65, "put it in square brackets"),
        (["required", "email,phoen"], 65, "phone"),
        (["hash", "md5"], 65, "hash must be"),
        (["hash", "null"], 65, "not null"),
        (["policy", "albums"], 64, "regapp policy use albums"),
        (["passwordLenght", "12"], 64, "passwordLength"),
        (["policy", "x"], 64, "for example, type 'regapp policy use service'"),
    ])
    func `a value that no rule accepts is refused, and changes nothing`(
        words: [String], status: Int32, told: String
    ) throws {
        let session = try RegistrySession()
        let before = session.home.tree()
        let answer = try session.run(["policy", "set"] + words)
        #expect(answer.status == status && answer.err.contains(told), "\(answer)")
        #expect(!answer.err.contains("policy.json:"), "the value is in no file")
        #expect(session.tree == before)
        #expect(try session("policy unset policy").status == 64)
    }

    @Test func `a rule that locks people out is not set without confirmation`() throws {
        let session = try RegistrySession(policy: RegistrySession.albums)
        try session.put(
            "ann@x.example", hash: RegistrySession.hash,
            more: #""birthday": "1990-01-01", "phone": "+79161234567""#)
        let before = session.home.text("policy.json")
        let refused = try session("policy set minimumAge 99")
        #expect(refused.says(65, "1 account \(Answer.shutOut): ann@x.example"))
        #expect(refused.out.isEmpty, "rules that are not in force are not printed")
        #expect(session.home.text("policy.json") == before)
        #expect(try session("policy set minimumAge 99 --yes").status == 0)
        #expect(try session("policy unset minimumAge --yes").status == 0)
        #expect(session.home.text("policy.json") == before)
    }

    @Test func `use makes the file, and changes one value of it later`() throws {
        let session = try Session()
        #expect(try session("policy use albums").status == 0)
        #expect(session.home.text("policy.json") == "{\n  \"policy\": \"albums\"\n}\n")
        try session.home.write("policy.json", "{ \"minimumAge\" :21,\r\n\"policy\":\t\"albums\" }")
        let answer = try session("policy use authorisation")
        #expect(answer.out.contains("at least 21 years old (changed in policy.json)"))
        let wanted = "{ \"minimumAge\" :21,\r\n\"policy\":\t\"authorisation\" }"
        #expect(session.home.text("policy.json") == wanted)
    }

    @Test func `use refuses what the file's other values do not go with, and writes nothing`() throws {
        let text = #"{"policy":"profile","hash":"bcrypt","passwordLength":80}"#
        let session = try RegistrySession(policy: text)
        let answer = try session("policy use albums")
        #expect(answer.says(65, "policy.json:1:54: passwordLength"))
        #expect(session.home.text("policy.json") == text)
        #expect(session.home.paths() == ["policy.json"])
    }

    @Test func `a registry in the place of a profile removes its plain password, if that is confirmed`()
        throws
    {
        let profile = "{\n  \"email\": \"abc@def.gh\", \"password\": \"five5\"\n}\n"
        let session = try Session(profile: profile)
        let before = session.home.tree()
        let refused = try session("policy use service")
        #expect(refused.says(65, "nothing was saved: profile.json would move into the history"), "\(refused)")
        #expect(refused.err.contains("hint: 'regapp undo' would bring profile.json back"), "\(refused)")
        #expect(session.home.tree() == before)
        let done = try session("policy use service --yes")
        #expect(done.status == 0 && done.err.contains("'regapp undo' brings profile.json back"), "\(done)")
        let note = try session("check")
        #expect(note.status == 0 && note.out.contains("00000001.json: has the plain password of"), "\(note)")
        #expect(session.profile == nil)
        #expect(try session("undo").status == 0)
        #expect(session.profile == profile)
        #expect(session.home.read("policy.json") == nil)
        // By hand, nobody is asked; a check says it.
        try session.home.write("policy.json", #"{"policy":"service"}"#)
        let check = try session("check")
        #expect(check.status == 65, "\(check)")
        #expect(check.out.contains("/profile.json: may hold a plain password, and no registry"), "\(check)")
        #expect(try session("policy use service").status == 65)
        #expect(try session("policy use service --yes").status == 0)
        #expect(session.profile == nil)
        #expect(try session("check").status == 0)
        #expect(try session("logout --forget").status == 0)
        #expect(try !session("check").out.contains("plain password"))
    }

    @Test
    func `rules from an editor and rules corrected by a command remove a profile like a choice of them`()
        throws
    {
        let profile = "{\n  \"email\": \"abc@def.gh\", \"password\": \"five5\"\n}\n"
        let registry = #"{"policy":"service"}"#
        let session = try Session(profile: profile)
        let editor = EditedSession.script("\necho '\(registry)' > \"$1\"\n")
        let refused = try EditedSession(session).edit(editor, ["policy", "edit"])
        #expect(refused.says(65, "nothing was saved: profile.json would move into the history"), "\(refused)")
        #expect(session.profile == profile && session.home.read("policy.json") == nil)
        #expect(try EditedSession(session).edit(editor, ["policy", "edit", "--yes"]).status == 0)
        #expect(session.profile == nil && session.home.text("policy.json") == registry + "\n")
        #expect(try session("undo").status == 0)
        #expect(session.profile == profile)
        try session.home.write("policy.json", #"{"policy":"service","passwordLength":-1}"#)
        let set = try session("policy set passwordLength 12")
        #expect(set.says(65, "nothing was saved: profile.json would move into the history"), "\(set)")
        #expect(try session("policy set passwordLength 12 --yes").status == 0)
        #expect(session.profile == nil)
    }

    @Test(arguments: [
        (["policy use service", "policy use profile"], "undo"), (["policy use service", "undo"], "redo"),
    ])
    func `an undo that brings a registry back over a profile keeps the profile and says so`(
        _ before: [String], _ command: String
    ) throws {
        let session = try Session()
        for line in before { #expect(try session(line).status == 0) }
        #expect(try session("login --email abc@def.gh --password five5").status == 0)
        let answer = try session(command)
        #expect(answer.status == 0, "\(answer)")
        #expect(
            answer.err.contains(
                "warning: ~/documents/profile.json may hold a plain password, and no registry"),
            "\(answer)")
        #expect(answer.err.contains("hint: 'regapp policy use service' removes it"), "\(answer)")
        #expect(session.profile != nil)
        #expect(try session("policy use service --yes").status == 0)
        #expect(session.profile == nil)
    }

    @Test func `use leaves accounts and session alone and says how many accounts it found`() throws {
        let session = try RegistrySession.ann()
        try session.home.write("accounts/bob@x.example.json", "{}")
        let before = session.home.tree()
        let answer = try session("policy use albums --yes")
        #expect(answer.out.contains(Answer.inRegistry(2)))
        #expect(answer.err.contains("warning: accounts that break a rule and cannot be used: 1"))
        #expect(answer.err.contains("warning: \(Answer.lacking(1))"))
        let after = session.tree.filter { !$0.key.hasPrefix("history") && $0.key != "policy.json" }
        #expect(after == before.filter { $0.key != "policy.json" })
        let rekeyed = "1 account would have to log in by first name, not by email"
        let tree = session.home.tree()
        #expect(try session("cancel").says(65, "error: \(rekeyed); nothing was undone\n"))
        #expect(session.home.tree() == tree)
        #expect(
            try session("cancel --yes")
                == Answer(
                    0, out: "Policy: albums → authorisation\n",
                    err: "regapp: warning: \(rekeyed)\nregapp: undone; \(Answer.seeIt("policy"))\n"))
        #expect(session.tree == before)
        #expect(try session("policy use profile --yes").out.contains("which this policy does not use: 2\n"))
    }

    @Test func `the demo accounts accept their first password and no other`() throws {
        let session = try RegistrySession()
        #expect(try session("policy use authorisation --demo").status == 0)
        #expect(session.home.read("session.json") == nil)
        #expect(try session.login("--first-name", "Alex", "password1").status == 0)
        #expect(try session.login("--first-name", "Alex", "password2").status == 77)
        #expect(try session.login("--first-name", "alex", "password1").status == 0)
        #expect(try session("policy use authorisation --demo").status == 0)
        #expect(try session.login("--first-name", "Alex", "password2").status == 0)
        #expect(session.accounts.count == 3)
    }

    @Test func `under profile every accounts command names the directory and how to name another`() throws {
        let session = try Session(profile: #"{"email":"abc@def.gh","password":"five5"}"#)
        let commands = [
            ["list"], ["export"], ["lock", "a@b.cd"], ["unlock", "a@b.cd"],
            ["edit", "a@b.cd", "--last-name=X"], ["show", "a@b.cd"], ["remove", "a@b.cd", "--yes"],
            ["verify", "a@b.cd", "--password-stdin"], ["import", "x.json"], ["password", "a@b.cd"],
        ]
        let hint = "name the registry with '--documents DIR', or in REGAPP_DOCUMENTS"
        for command in commands {
            #expect(
                try session.run(["accounts"] + command)
                    == .error(64, "~/documents keeps one profile and no registry", hint: hint),
                "\(command)")
        }
        // Only a caller who names a directory, or registers an account, may want a registry there.
        for command in [
            ["accounts", "list", "--documents", session.home.path], ["register", "--email", "a@b.cd"],
        ] {
            let answer = try session.run(command)
            #expect(answer.says(64, "hint: type 'regapp policy use service"), "\(answer)")
            #expect(answer.err.hasSuffix("regapp: hint: \(hint)\n"), "\(answer)")
        }
        #expect(session.home.paths() == ["profile.json"])
        let empty = try Session()
        let answer = try empty("accounts list")
        #expect(answer.says(64, "~/documents has no registry yet"), "\(answer)")
        #expect(answer.says(64, "hint: type 'regapp policy use service', or see"), "\(answer)")
        #expect(empty.home.paths().isEmpty)
    }
}
