import RegappTestSupport
import Testing

/// A registry in a directory that a service may read through its group, whatever the registry's owner does.
@Suite(OtherUser.needsRoot, Tool.require("setpriv", install: "util-linux")) struct SharedGroupCommandTests {
    private static let service: UInt32 = 54321
    private let registry: RegistrySession
    private let owner: BuiltProgram

    /// Ann's registry belongs to `nobody`, who is in the service's group, which may read it.
    init() throws {
        registry = try RegistrySession(of: "ann@x.example")
        owner = try BuiltProgram.regapp.running(
            as: OtherUser.nobody, groups: [OtherUser.nobody, Self.service], in: registry.home)
        try share("chown -R 65534:54321 documents; chmod -R u=rwX,g=rX,o= documents")
    }

    private func share(_ script: String) throws {
        let answer = try registry.shell(script)
        try #require(answer.status == 0, "\(answer)")
    }

    private func run(_ arguments: String..., input: String = "") throws -> Answer {
        Answer(try owner.run(arguments, in: registry.home, input: .text(input)), in: registry.home)
    }

    /// Whether the service, which is in its own group alone, finds the password right.
    private func verifies(_ email: String, _ password: String) throws -> Bool {
        let service = try BuiltProgram.regapp.running(as: Self.service, in: registry.home)
        let result = try service.run(
            ["accounts", "verify", "--password-stdin", email], in: registry.home, input: .text(password))
        return Answer(result, in: registry.home) == Answer(0)
    }

    /// Every document with its mode, owner and group.
    private func rights() throws -> [String] {
        let script = "cd documents; find . -path ./history -prune -o -printf '%P %m %U:%G\\n' | sort"
        return try registry.shell(script).out.split(separator: "\n").map(String.init)
    }

    @Test func `the service can read after every change, and no warning is printed`() throws {
        #expect(try verifies("ann@x.example", "password1"))
        let set = try run("accounts", "password", "ann@x.example", "--password-stdin", input: "password2")
        #expect(set == .done(Answer.passwordIsSet))
        #expect(try verifies("ann@x.example", "password2"))
        let bob = try run(
            "register", "--email=bob@x.example", "--first-name=Bob", "--last-name=Doe", "--password-stdin",
            input: "password3")
        #expect(bob.status == 0 && !bob.err.contains("warning"), "\(bob)")
        #expect(try verifies("bob@x.example", "password3"))
        let people = try registry.file("people.csv", "email,lastName\nann@x.example,Roe\nbob@x.example,Ray\n")
        try share("chmod 644 people.csv")
        let imported = try run("accounts", "import", people, "--update")
        #expect(imported.status == 0 && !imported.err.contains("warning"), "\(imported)")
        #expect(try run("edit", "--first-name", "Robert").err.hasSuffix(Answer.saved))
        #expect(try run("cancel").err == "regapp: undone\n")
        #expect(try run("policy", "use", "authorisation").err == "")
        #expect(try verifies("ann@x.example", "password2") && verifies("bob@x.example", "password3"))
        #expect(
            try rights() == [
                " 750 65534:54321", ".lock 600 65534:65534", "accounts 750 65534:54321",
                "accounts/ann@x.example.json 640 65534:54321", "accounts/bob@x.example.json 640 65534:54321",
                "policy.json 640 65534:54321", "session.json 600 65534:65534",
            ])
        #expect(try run("check") == Answer(0, out: "2 accounts, \(Answer.nothingWrong)\n"))
        #expect(try run("edit", "--email", "eve@x.example").err.hasSuffix(Answer.saved))
        #expect(try verifies("eve@x.example", "password3"))
        let history = try registry.shell(
            "stat -c '%a %U:%G %u:%g' documents/history/*1.json documents/history")
        #expect(
            history.out.split(separator: "\n").map { $0.split(separator: " ").last } == [
                "65534:65534", "65534:65534",
            ])
    }

    @Test func `a folder that is not there is made for the service too`() throws {
        try share("rm -r documents/accounts")
        for step in ["register", "import"] {
            let answer =
                if step == "register" {
                    try run("register", "--email=ann@x.example", "--first-name=A", "--last-name=D")
                } else {
                    try run(
                        "accounts", "import",
                        try registry.file("two.csv", "email\na@x.example\nb@x.example\n"),
                        "--allow-missing")
                }
            #expect(answer.status == 0, "\(answer)")
            #expect(try rights().contains("accounts 750 65534:54321"))
            #expect(try registry.shell("find documents/accounts -name '*.json' ! -perm 640").out == "")
            try share("rm -r documents/accounts; chmod 644 *.csv || true")
        }
    }

    @Test func `a directory may only let the service through to the accounts`() throws {
        try share(
            "cd documents; chgrp 65534 . policy.json; chmod 711 .; chmod 600 policy.json; chmod 750 accounts")
        #expect(try !verifies("ann@x.example", "password1"))
        let found = try run("check")
        #expect(found.out.hasPrefix("a service of the group 54321 cannot read ~/documents/policy.json"))
        let set = try run("accounts", "password", "ann@x.example", "--password-stdin", input: "password2")
        #expect(set == .done(Answer.passwordIsSet))
        #expect(try run("policy", "set", "history", "400").status == 0)
        #expect(try rights().contains("policy.json 640 65534:54321"))
        #expect(try rights().contains("accounts/ann@x.example.json 640 65534:54321"))
        #expect(try verifies("ann@x.example", "password2"))
        #expect(try run("check") == Answer(0, out: "1 account, \(Answer.nothingWrong)\n"))
    }

    @Test func `looser modes than that draw a warning`() throws {
        try share("chmod 646 documents/policy.json; chmod 660 documents/accounts/*")
        let places = "~/documents/policy.json ~/documents/accounts/ann@x.example.json"
        #expect(
            try run("check").out == """
                \(Answer.othersReach) ~/documents/policy.json (mode 646) and 1 more; type chmod -R u=rwX,g=rX,o= \(places)

                """)
        let answer = try run("accounts", "password", "ann@x.example", "--password-stdin", input: "password2")
        #expect(
            answer.says(
                0, "policy.json (mode 646)", "'regapp check' prints what corrects it",
                "its group could change ~/documents/accounts/ann@x.example.json until now (mode 660)"))
        #expect(try rights().contains("accounts/ann@x.example.json 640 65534:54321"))
    }

    @Test func `a writer outside the group gets a hint how the service can read again`() throws {
        let stranger = try BuiltProgram.regapp.running(as: OtherUser.nobody, in: registry.home)
        func setPassword() throws -> Answer {
            let result = try stranger.run(
                ["accounts", "password", "ann@x.example", "--password-stdin"], in: registry.home,
                input: .text("password2"))
            return Answer(result, in: registry.home)
        }
        #expect(
            try setPassword().says(
                0, "accounts/ann@x.example.json the group that should read it, so it has mode 600",
                "let root type chmod g+s ~/documents/accounts"))
        #expect(try rights().contains("accounts/ann@x.example.json 600 65534:65534"))
        #expect(try !verifies("ann@x.example", "password2"))
        try share("chmod g+s documents/accounts")
        #expect(try setPassword() == .done(Answer.passwordIsSet))
        #expect(try verifies("ann@x.example", "password2"))
    }

    /// What happens to shared directories, as root or as their owner does it.
    private static let accidents = [
        "chmod -R 777 documents",
        // As git makes files anew, under two umasks.
        "cp -r documents copy; rm -r documents/accounts documents/policy.json; umask 027; "
            + "cp -r --no-preserve=mode copy/accounts copy/policy.json documents; rm -r copy; "
            + "chown -R 65534:65534 documents/accounts documents/policy.json",
        "chmod -R go= documents/accounts documents/policy.json; chgrp -R 65534 documents/accounts",
        // As editors of root save.
        "cd documents/accounts; cp ann@x.example.json new; mv new ann@x.example.json; chown root:root *.json; "
            + "chmod 600 *.json",
        "chown root:root documents/policy.json",
        "chmod 750 documents/accounts/*.json",
        "chown -R root:root documents", "chown root:root documents", "chown -R root:root documents/accounts",
        "chgrp -R root documents", "chgrp -R 65534 documents/accounts", "chgrp root documents",
        "chgrp 65534 documents/accounts/u3@x.example.json", "chmod 700 documents",
        "chgrp -R root documents; chmod g+s documents documents/accounts",
        "tar -C documents -cf b.tar .; rm -r documents; mkdir documents; tar -C documents --no-same-owner -xpf b.tar",
        "tar -C documents -cf b.tar accounts policy.json; rm -r documents/accounts documents/policy.json; "
            + "setpriv --reuid=65534 --regid=65534 --clear-groups -- "
            + "tar -C documents -xf b.tar",
        "umask 077; cp -r documents/accounts a; rm -r documents/accounts; mv a documents/accounts",
        "chmod 600 documents/policy.json", "chgrp 65534 documents/policy.json",
    ]

    @Test(arguments: accidents, [false, true])
    func `after the line of a check is followed, the service works`(accident: String, isRoot: Bool) throws {
        for number in 1...12 {
            try registry.put("u\(number)@x.example", hash: RegistrySession.hash)
        }
        try share("chown -R 65534:54321 documents/accounts; chmod 640 documents/accounts/*")
        try share(accident)
        var check = try run("check")
        // Who may not list it is told to ask root.
        if isRoot || check.status == 74 { check = try registry("check") }
        #expect(check.status == 65 && check.out.split(separator: "type ").count == 2, "\(check)")
        for line in check.out.split(separator: "\n") {
            guard let type = line.firstRange(of: "type ") else { continue }
            let command = line[type.upperBound...].replacing("~", with: registry.home.path)
                .replacing("USER", with: "nobody").replacing("GROUP", with: "\(Self.service)")
            let user =
                line.contains("let root type")
                ? "PATH=$PATH:/usr/sbin:/sbin "
                : "setpriv --reuid=65534 --regid=65534 --groups=65534,54321 -- "
            try share("\(user)sh -c '\(command.replacing("'", with: "'\\''"))'")
        }
        #expect(try run("check") == Answer(0, out: "13 accounts, \(Answer.nothingWrong)\n"))
        for email in ["ann@x.example", "u12@x.example"] { #expect(try verifies(email, "password1")) }
        let set = try run("accounts", "password", "u11@x.example", "--password-stdin", input: "password2")
        #expect(set.status == 0 && !set.err.contains("warning"), "\(set)")
    }

    @Test func `chmod 750 is all a group needs, and one command that a check of the owner prints`() throws {
        // The directory has the name of its folder of accounts, which alone may be given to the group as a whole.
        try share("mv documents accounts; chown -R 65534:65534 accounts; chmod -R go= accounts")
        let directory = ["--documents", registry.home.path + "/accounts"]
        func run(_ words: String..., by program: BuiltProgram) throws -> Answer {
            Answer(
                try program.run(words + directory, in: registry.home, input: .text("password1")),
                in: registry.home)
        }
        try share("chmod 750 accounts")
        let member = try BuiltProgram.regapp.running(
            as: OtherUser.second, groups: [OtherUser.nobody], in: registry.home)
        func verify() throws -> Answer {
            try run("accounts", "verify", "ann@x.example", "--password-stdin", by: member)
        }
        #expect(try verify().status == 74)
        let command = "chmod -R u=rwX,g=rX,o= ~/accounts/policy.json ~/accounts/accounts"
        let check = try run("check", by: owner)
        #expect(check.status == 65 && check.out.hasSuffix("(mode 600) and 2 more; type \(command)\n"))
        try share(
            "setpriv --reuid=65534 --regid=65534 --clear-groups -- "
                + command.replacing("~", with: registry.home.path))
        #expect(try verify() == Answer(0))
        #expect(try run("check", by: owner) == Answer(0, out: "1 account, \(Answer.nothingWrong)\n"))
    }

    @Test func `a check names what a service cannot read, and another owner, and what a mode means`() throws {
        try share("chmod 600 documents/accounts/*; chown root documents/policy.json")
        let lines = try run("check").out.split(separator: "\n").map(String.init)
        let places = "~/documents/policy.json ~/documents/accounts/ann@x.example.json"
        #expect(
            lines == [
                "~/documents/policy.json belongs to root, not to nobody; a service of the group 54321 cannot read "
                    + "~/documents/accounts/ann@x.example.json (mode 600); let root type chown -R --no-dereference "
                    + "nobody:54321 \(places) && runuser -u nobody -- chmod -R u=rwX,g=rX,o= \(places)"
            ])
        try share("chown nobody documents/policy.json; chmod 750 documents/accounts/*")
        #expect(
            try run("check").out.hasPrefix("its group can execute ~/documents/accounts/ann@x.example.json"))
    }
}
