import RegappTestSupport
import Testing

/// What the guide gives a teacher: the accounts of her class, and no others.
@Suite struct ClassTests {
    private let session: RegistrySession
    private let script: String

    init() throws {
        session = try RegistrySession()
        for (email, rest) in [
            ("ann", #""class":"4a""#), ("cy", #""class":"5b""#), ("-x", #""class":["4a","5b"]"#),
        ] {
            try session.home.write(
                "accounts/\(email)@x.example.json",
                #"{"email":"\#(email)@x.example","firstName":"A","lastName":"B","passwordHash":"\#(RegistrySession.hash)",\#(rest)}"#
            )
        }
        let page = try Repository.text("Sources/regapp/Guide.docc/OtherPrograms.md")
        let text = page.components("```sh\n#!/bin/sh\n# /usr/local/bin/class-4a", "```")
        script = text.replacing("/usr/local/bin/regapp", with: BuiltProgram.regapp.path)
            .replacing("/srv/accounts", with: session.home.path + "/documents")
    }

    private func type(_ words: String..., environment: [String: String?] = [:]) throws -> Answer {
        Answer(
            try BuiltProgram(path: "/bin/sh").run(
                ["-c", script, "class-4a"] + words, in: session.home, environment: environment),
            in: session.home)
    }

    @Test func `a teacher reaches her class, by one word at a time`() throws {
        let (cy, condition) = ("cy@x.example", "class=4a")
        #expect(try session("accounts show", cy, "--where", condition).status == 67)
        #expect(try session("accounts lock", cy, "--where", condition, "--dry-run").status == 67)
        #expect(try session("accounts unlock", cy, "--where", condition).status == 67)
        #expect(try session.setPassword(of: cy, to: "password2", "--where", condition).status == 67)
        #expect(try type("list").out.contains("ann@x.example") && !type("list").out.contains("cy@x.example"))
        #expect(try type("lock", "ann@x.example").err.hasSuffix("; 'class-4a undo' undoes it\n"))
        #expect(try type("undo").status == 0 && session("accounts list --locked --count").out == "0\n")
        for word in ["show", "lock", "unlock", "password"] {
            #expect(try type(word, "ann@x.example").status == 0, "\(word)")
            #expect(try type(word, "-x@x.example").status == 0, "\(word)")
        }
        // As hints write it.
        #expect(try type("accounts", "list").out == type("list").out)
        #expect(try type("accounts", "show", "ann@x.example").status == 0)
        #expect(try type("accounts", "show", cy).status == 67)
        #expect(try type("accounts", "edit", "ann@x.example").status == 64)
        #expect(try type("undo", "1").says(64, "anything else is for an administrator"))
        #expect(try type("accounts").status == 64 && type().status == 64)
        let before = session.accounts
        for word in ["show", "lock", "unlock", "password"] {
            for email in [
                "cy@x.example", "CY@x.example", "no@x.example", "--where=class=5b", "--from=/dev/stdin", "",
            ] {
                #expect(try type(word, email).status != 0, "\(word) \(email)")
            }
            #expect(try type(word, "ann@x.example", "cy@x.example").status == 64)
        }
        for words in [
            ["edit", "ann@x.example"], ["list", "--where=class=5b"], ["remove", "ann@x.example"],
        ] {
            #expect(try type(words[0], words[1]).status == 64)
        }
        let other = try Session().home.path
        let environment = [
            "REGAPP_DOCUMENTS": other, "PATH": other, "REGAPP_COMMAND": "x", "IFS": "@", "ENV": other,
            "HOME": other,
        ]
        #expect(try type("lock", "cy@x.example", environment: environment).status == 67)
        // A mistyped key acts on no account, whatever the condition.
        for condition in ["klass!=5b", "klass=", "klass=4a"] {
            let answer = try session("accounts lock ann@x.example --where", condition)
            #expect(answer.says(67, Answer.noKey("klass")))
        }
        #expect(session.accounts == before)
        // A file that cannot be parsed belongs to no class.
        try session.home.write("accounts/dot@x.example.json", "{bad")
        let file = #"{"email":"EMAIL","firstName":5,"class":"CLASS"}"#
        for (email, group) in [("eli@x.example", "5b"), ("fay@x.example", "4a")] {
            let text = file.replacing("EMAIL", with: email).replacing("CLASS", with: group)
            try session.home.write("accounts/\(email).json", text)
        }
        let list = try type("list")
        #expect(list.status == 65 && list.err.contains("fay@x.example.json"), "her own class")
        #expect(!list.err.contains("eli") && !list.err.contains("dot"), "\(list)")
        #expect(list.err.contains("2 files are left out"))
        for word in ["show", "lock", "unlock", "password"] {
            let broken = try type(word, "dot@x.example")
            #expect(broken.status == 67 && !broken.err.contains("dot@x.example.json"), "\(broken)")
        }
        #expect(try type("lock", "ann@x.example", environment: environment).status == 0)
        // A pupil who has left the class.
        #expect(try session("accounts edit ann@x.example --set class=5b").status == 0)
        #expect(try type("unlock", "ann@x.example").status == 67)
    }
}

extension String {
    /// What stands between the first `start` and the next `end`, with neither.
    fileprivate func components(_ start: String, _ end: String) -> String {
        let rest = ranges(of: start).first.map { self[$0.upperBound...] } ?? ""
        return String(rest[..<(rest.ranges(of: end).first?.lowerBound ?? rest.endIndex)])
    }
}
