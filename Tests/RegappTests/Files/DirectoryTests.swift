import Foundation
import RegappTestSupport
import Testing

/// What a directory server gets of the accounts, and gives: `export --base`, `--changes` and `import` of LDIF.
@Suite(.waiting) struct DirectoryTests {
    private let session: RegistrySession
    private let now: String

    private static let base = "ou=people,dc=example,dc=org"

    /// A registry of Ann and Zoe, and what a directory has of them.
    init() throws {
        session = try RegistrySession(of: "ann@x.example")
        try session.put("zoe@x.example", "Zoe", hash: RegistrySession.hash)
        let answer = try session("accounts export --format ldif --base", Self.base)
        #expect(answer.status == 0 && answer.err.isEmpty)
        #expect(answer.out.hasPrefix("dn: mail=ann@x.example,\(Self.base)\nobjectClass: inetOrgPerson\n"))
        now = try session.file("now.ldif", answer.out)
    }

    private func changes(
        _ options: String..., from file: String? = nil, input: ProgramInput = .nothing,
        environment: [String: String?] = [:]
    ) throws -> Answer {
        let words = ["accounts", "export", "--format", "ldif", "--base", "OU=People, DC=example,DC=org"]
        return try session.run(
            words + ["--changes", file ?? now] + options, input: input, environment: environment)
    }

    @Test func `differences are printed, and entries deleted only with --delete`() throws {
        try session.put("ann@x.example", "Anna", hash: RegistrySession.hash)
        #expect(try session("accounts remove zoe@x.example --yes").status == 0)
        let records = """
            dn: mail=ann@x.example,ou=People,dc=example,dc=org
            changetype: modify
            replace: cn
            cn: Anna Doe
            -
            replace: givenName
            givenName: Anna
            -


            """
        #expect(
            try changes()
                == Answer(
                    0, out: records,
                    err: "regapp: hint: 1 entry has no account; add --delete to delete it\n"))
        let deletion = "dn: mail=zoe@x.example,ou=People,dc=example,dc=org\nchangetype: delete\n\n"
        #expect(try changes("--delete") == Answer(0, out: records + deletion))
        let file = session.home.path + "/changes.ldif"
        #expect(try changes("--delete", "--output", file) == Answer(0))
        #expect(FileManager.default.contents(atPath: file) == Data((records + deletion).utf8))
    }

    @Test func `an account that cannot be accepted keeps its entry, and the rest is printed`() throws {
        try session.put("ann@x.example", hash: "!" + RegistrySession.hash)
        try session.home.write("accounts/zoe@x.example.json", "{")
        let answer = try changes("--delete")
        #expect(answer.status == 65 && answer.err.contains("zoe@x.example.json:1:2: "))
        #expect(answer.out.hasPrefix("dn: mail=ann@x.example,") && answer.out.contains("{CRYPT}!$6$"))
        #expect(!answer.out.contains("zoe"))
    }

    @Test func `after a password is written by hand the old one matches no entry of the directory`() throws {
        try session.put("ann@x.example", password: "password2", hash: RegistrySession.hash)
        let record = """
            dn: mail=ann@x.example,ou=People,dc=example,dc=org
            changetype: modify
            replace: userPassword
            userPassword: {CRYPT}!
            -


            """
        let answer = try changes()
        #expect(
            answer.says(
                65, "ann@x.example has a plain password, which is never exported",
                "'regapp accounts password ann@x.example'", "because the password is in plain text"))
        #expect(answer.out == record)
        #expect(try session.login("--email", "ann@x.example", "password2").status == 0)
        let after = try changes()
        #expect(after.out.contains("userPassword:") && !after.out.contains("{CRYPT}!") && after.err.isEmpty)
    }

    @Test func `an account that check calls wrong is not deleted, and named`() throws {
        let move = "cd documents/accounts && mv zoe@x.example.json Zoe@x.example.json"
        #expect(try session.shell(move).status == 0)
        let stray = "regapp: error: ~/documents/accounts/Zoe@x.example.json "
        let answer = try changes("--delete")
        #expect(answer.status == 65 && answer.out.isEmpty && answer.err.hasPrefix(stray))
        #expect(answer.err.contains("error: 1 file is left out"))
        #expect(try session("check").out.contains("Zoe@x.example.json: the name does not match its email"))
    }

    @Test func `an attribute that an account has no more gets a line that removes it`() throws {
        let text = String(decoding: FileManager.default.contents(atPath: now) ?? Data(), as: UTF8.self)
        let more = text.replacing("sn: Doe\n", with: "sn: Doe\ntelephoneNumber: 1\n")
        let answer = try changes(from: "-", input: .text(more))
        #expect(answer.status == 0 && answer.out.isEmpty)
        let start =
            "regapp: hint: 2 attributes of entries are not in the registry, and not removed; this removes one: "
        #expect(answer.err.hasPrefix(start) && answer.err.hasSuffix(" | ldapmodify\n"))
        let line = answer.err.dropFirst(start.count).replacing(" | ldapmodify", with: "")
        let record = """
            dn: mail=ann@x.example,ou=People,dc=example,dc=org
            changetype: modify
            delete: telephoneNumber

            """
        #expect(try session.shell(String(line)) == Answer(0, out: record))
    }

    @Test func `an editor that has moved the old file away keeps its entry`() throws {
        let folder = "cd documents/accounts && "
        #expect(try session.shell(folder + "mv zoe@x.example.json zoe@x.example.json~").status == 0)
        let answer = try changes("--delete")
        #expect(answer.status == 0 && answer.out.isEmpty)
        #expect(
            answer.err.contains(
                "warning: zoe@x.example has no account, but ~/documents/accounts/zoe@x.example.json~ is from the last"
            ))
        #expect(try session.shell(folder + "cp zoe@x.example.json~ zoe@x.example.json").status == 0)
        let removed = try session("accounts remove zoe@x.example --yes")
        #expect(removed.says(0, "\(Answer.undoBrings) it back", "accounts/zoe@x.example.json~ stays"))
    }

    @Test func `an empty registry deletes no entry, and another base is reported`() throws {
        let other = try session(
            "accounts export --format ldif --base ou=staff,dc=example,dc=org --changes", now)
        #expect(other.status == 0 && other.out.contains("mail=ann@x.example,ou=staff,dc=example,dc=org"))
        #expect(other.err.contains("now.ldif has no entry below ou=staff,dc=example,dc=org: every account"))
        for email in ["ann@x.example", "zoe@x.example"] {
            #expect(try session("accounts remove \(email) --yes").status == 0)
        }
        let answer = try changes("--delete")
        #expect(answer.status == 65 && answer.out.isEmpty)
        #expect(answer.err.contains("error: there are no accounts, so every entry of an account would"))
        #expect(answer.err.contains("; add --allow-empty to delete them anyway"))
        let emptied = try changes("--delete", "--allow-empty")
        #expect(emptied.status == 0 && emptied.out.split(separator: "changetype: delete").count == 3)
    }

    @Test(arguments: [
        ("dn: cn=a\nmail:: !\n", ":2: the value after '::' is not base64"),
        ("dn: cn=a\nchangetype: modify\n", ":2: a change record"), ("dn: cn=a\nmail: b", ":2: the file ends"),
    ])
    func `a file that cannot be read is reported with its line`(text: String, told: String) throws {
        let file = try session.file("bad.ldif", text)
        let answer = try changes(from: file)
        #expect(answer.status == 65 && answer.out.isEmpty && answer.err.contains("bad.ldif" + told))
        #expect(answer.err.contains("hint: print what the directory has with 'ldapsearch -LLL' or 'slapcat'"))
        #expect(try changes(from: file + "x").status == 74)
    }

    @Test func `missing passwords and entries are reported`() throws {
        let text = String(decoding: FileManager.default.contents(atPath: now) ?? Data(), as: UTF8.self)
        let answer = try changes(from: "-", input: .text(text.replacing(/userPassword(.|\n )*\n/, with: "")))
        #expect(answer.status == 0 && answer.out.contains("replace: userPassword\n"))
        #expect(answer.err.contains("warning: no entry in standard input shows a password"))
        try session.put("ann@x.example")
        try session.put("bob@x.example", "Bob")
        let left = try changes()
        #expect(left.status == 0 && left.out.isEmpty)
        #expect(left.err.contains(/warning: ann@x.example .*; its entry keeps the password/))
        #expect(left.err.contains(/warning: bob@x.example .*left out/))
        try session.home.write("policy.json", #"{"policy":"authorisation","phoneMask":"none"}"#)
        try session.put("bob@x.example", "Bob", hash: "!", more: #""phone": "1_2""#)
        let refused = try changes()
        #expect(refused.status == 65 && refused.err.contains("phone holds a character that ldif cannot"))
    }

    @Test func `many changes wait in a file without a name`() throws {
        let name = String(repeating: "a", count: 200)
        for number in 0..<2_000 {
            try session.put("a\(number)@x.example", name, hash: RegistrySession.hash)
        }
        let empty = try session.file("now.ldif", "dn: \(Self.base)\n")
        let whole = try changes(from: empty, environment: ["TMPDIR": session.home.path])
        #expect(whole.status == 0 && whole.out.utf8.count > 1 << 20)
        #expect(whole.out.split(separator: "changetype: add\n").count == 2_003)
        let left = try FileManager.default.contentsOfDirectory(atPath: session.home.path)
        #expect(!left.contains { $0.hasPrefix("regapp-") })
        let answer = try changes(from: empty, environment: ["TMPDIR": session.home.path + "/none"])
        #expect(answer.out.isEmpty)
        #expect(answer.says(74, "none: No such file or directory", "hint: set TMPDIR to a directory"))
    }

    @Test(arguments: [
        (["--base", "dc=x"], "--base needs --format ldif"),
        (["--format", "csv", "--changes", "x"], "--changes needs --format ldif"),
        (["--allow-empty"], "--allow-empty needs --output FILE"),
        (["--format", "ldif", "--delete"], "--delete needs --changes NOW.ldif"),
        (["--format", "ldif", "--base", "people"], "--base takes the name of an entry"),
        (["--format", "ldif", "--changes", "x", "a@b.cd"], "--changes compares all accounts"),
    ])
    func `options without what they need are refused`(options: [String], told: String) throws {
        let session = try RegistrySession()
        let result = try BuiltProgram.regapp.run(["accounts", "export"] + options, in: session.home)
        #expect(result.status == 64 && result.stderr.contains(told))
    }

    @Test func `a directory's persons are imported, and what they keep comes back`() throws {
        try session.put("cy@x.example", "Cy", hash: "!" + RegistrySession.hash)
        let exported = try session("accounts export --format ldif").out
        let path = try session.file("whole.ldif", exported)
        let other = try RegistrySession()
        #expect(try other("accounts import", path).says(0, "regapp: skipped, not persons: 2 entries"))
        #expect(try other("accounts export --format ldif").out == exported)
        #expect(try other.login("--email", "ann@x.example", "password1").status == 0)
        #expect(try other.login("--email", "cy@x.example", "password1").status == 77)
        let nobody = try session.file(
            "nobody.ldif", "dn: cn=a\nobjectClass: person\ncn: a\nsn: a\n\n" + "dn: cn=b\nmail: x\nmail: y\n")
        let refused = try other("accounts import", nobody)
        #expect(refused.status == 65)
        #expect(refused.err.contains("nobody.ldif:1: the entry has no mail"), "\(refused)")
        #expect(refused.err.contains("nobody.ldif:8: a second mail is ignored; x is used"))
        #expect(try other("accounts import", now, "--skip-existing").status == 0)
    }
}
