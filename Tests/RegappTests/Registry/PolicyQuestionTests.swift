import Foundation
import RegappTestSupport
import Testing

/// Rules under which some accounts could no longer log in: which, and what is asked before they are saved.
@Suite struct PolicyQuestionTests {
    private let session: RegistrySession
    private let edited: EditedSession

    private static let words = "1 account \(Answer.shutOut): bob@x.example"
    private static let question = words + "\r\nSave these rules? [y/N] "
    /// Under `albums`, where Ann has to log in by her email.
    private static let albumsWords = words + "; 1 account would have to log in by email, not by first name"
    private static let albumsQuestion = "by email, not by first name\r\nSave these rules? [y/N] "
    private static let menu = "3. Discard\r\n\(Shown.choose(3, 1))"
    /// What an editor does to require a password, which Bob has not set yet.
    private static let requiringPassword = #"sed -i 's/"required":\["email",/&"password",/'"#

    init() throws {
        session = try RegistrySession(of: "ann@x.example")
        edited = EditedSession(session)
        try session.put("bob@x.example", "Bob")
    }

    private var policy: String? { session.home.text("policy.json") }

    private static func refused(_ consequences: String) -> Answer {
        .error(
            65, "nothing was saved: \(consequences)",
            hint: "add --yes to save these rules without being asked")
    }

    @Test func `if regapp cannot ask, nothing is saved without --yes`() throws {
        let before = session.home.tree()
        #expect(try session("policy use albums") == Self.refused(Self.albumsWords))
        #expect(session.home.tree() == before)
        let saved = try session("policy use albums --yes")
        #expect(
            saved.status == 0 && saved.err.hasPrefix("regapp: warning: \(Self.albumsWords)\n"), "\(saved)")
        #expect(policy == RegistrySession.albums)
        #expect(try session.login("--email", "bob@x.example", "password1").status == 77)
        #expect(try session("policy use authorisation").err.contains("no longer") == false)
    }

    @Test func `accounts that a profile's rules leave unused are counted`() throws {
        #expect(
            try session("policy use profile").err.contains(
                "2 accounts \(Answer.shutOut): ann@x.example, bob@x.example\n"))
        for number in 10..<20 { try session.put("c\(number)@x.example", hash: RegistrySession.hash) }
        #expect(
            try session("policy use profile").err.contains(
                "12 accounts \(Answer.shutOut): ann@x.example, bob@x.example, c10@x.example, c11@"))
        #expect(try session("policy use profile").err.contains(", c17@x.example and 2 more\n"))
        #expect(policy == RegistrySession.cheap)
    }

    private static let rekeyed = "2 accounts would have to log in by email, not by first name"
    @Test func `another login key is asked about, since people have to log in by something else`() throws {
        let requiring = RegistrySession.cheap.replacing("}", with: #","required":["email"]}"#)
        try session.home.write("policy.json", requiring)
        #expect(try session("policy use albums") == Self.refused(Self.rekeyed))
        #expect(policy == requiring)
        let edit = #"sed -i 's/"loginKey":"firstName"/"loginKey":"email"/'"#
        #expect(
            try edited.edit(edit, ["policy", "edit"]).says(65, "error: nothing was saved: \(Self.rekeyed)\n"))
        #expect(policy == requiring)
        let file = try session.file(
            "new.json", RegistrySession.cheap.replacing("}", with: #","loginKey":"email"}"#))
        let checked = try session("policy check \(file)")
        #expect(checked.status == 0 && checked.err.hasSuffix("warning: \(Self.rekeyed)\n"), "\(checked)")
        for (answer, isSaved) in [("\n", false), ("y\n", true)] {
            let terminal = try PseudoTerminal(.regapp, ["policy", "use", "albums"], in: session.home)
            try terminal.send(answer, after: Self.rekeyed + "\r\nSave these rules? [y/N] ")
            #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
            #expect((policy == requiring) != isSaved)
        }
        let back = try session("policy use authorisation --yes")
        #expect(
            back.err.hasPrefix(
                "regapp: warning: 2 accounts would have to log in by first name, not by email\n"))
    }

    @Test(
        arguments: [("n\n", 0), ("\n", 0), ("\u{04}", 130), ("\u{03}", 130), ("y\n", 0)] as [(String, Int32)])
    func `on a terminal it is asked, and only a yes saves`(answer: String, status: Int32) throws {
        let terminal = try PseudoTerminal(.regapp, ["policy", "use", "albums"], in: session.home)
        try terminal.send(answer, after: Self.albumsQuestion)
        #expect(try terminal.waitForExit() == .exited(status), "\(terminal.output)")
        #expect(policy == (answer == "y\n" ? RegistrySession.albums : RegistrySession.cheap))
        #expect(status != 0 || terminal.output.contains(Answer.nothingChanged) == (answer != "y\n"))
    }

    @Test func `a document that another process saves during the question is not replaced`() throws {
        let terminal = try PseudoTerminal(.regapp, ["policy", "use", "albums"], in: session.home)
        try terminal.expect(Self.albumsQuestion)
        let theirs = RegistrySession.cheap.replacing("}", with: #","minimumAge":7}"#)
        try session.home.write("policy.json", theirs)
        #expect(try terminal.waitForExit(typing: "y\n") == .exited(75), "\(terminal.output)")
        #expect(policy == theirs)
    }

    // MARK: The editor

    @Test func `an edit is kept where no question can be asked, and saved with --yes`() throws {
        let refused = try edited.edit(Self.requiringPassword, ["policy", "edit"])
        #expect(refused.status == 65 && refused.err.contains("error: nothing was saved: \(Self.words)\n"))
        #expect(refused.err.contains(Answer.textIsKept))
        #expect(policy == RegistrySession.cheap)
        #expect(
            try edited.edit(Self.requiringPassword, ["policy", "edit", "--yes"]).says(
                0, "warning: \(Self.words)\n"))
        #expect(policy?.contains(#""required":["email","password","#) == true)
    }

    @Test(
        arguments: [("n\n", 1), ("\n", 1), ("\u{04}", 130), ("\u{03}", 130), ("y\n", 0)] as [(String, Int32)])
    func `an edit is asked about too, and after no it can go on`(answer: String, status: Int32) throws {
        let terminal = try edited.terminal(Self.requiringPassword, ["policy", "edit"])
        try terminal.send(answer, after: Self.question)
        if status == 1 {
            try terminal.send("d\n", after: "What now?\r\n1. Edit again\r\n2. Keep for later\r\n" + Self.menu)
        }
        #expect(try terminal.waitForExit() == .exited(status), "\(terminal.output)")
        #expect((policy == RegistrySession.cheap) == (status != 0))
        #expect(terminal.output.contains(Answer.textIsKept) == (status == 130))
    }

    @Test func `an edit that rules saved elsewhere are merged into is asked about again`() throws {
        let terminal = try edited.terminal(Self.requiringPassword, ["policy", "edit"])
        try terminal.expect(Self.question)
        try session.home.write(
            "policy.json", RegistrySession.cheap.replacing("}", with: #","passwordDigits":2}"#))
        try terminal.send("y\n")
        try terminal.send("n\n", after: Self.question)
        try terminal.send("k\n", after: Self.menu)
        #expect(try terminal.waitForExit() == .exited(65), "\(terminal.output)")
        #expect(policy?.contains(#""passwordDigits":2"#) == true && policy?.contains("required") == false)
    }

    @Test func `an edit after use begins with every key, and nothing changed is nothing saved`() throws {
        let session = try Session()
        #expect(try session("policy use albums").status == 0)
        let file = session.home.text("policy.json")
        let edited = EditedSession(session)
        let unchanged = try edited.edit(
            EditedSession.script(#"cp "$1" "$REGAPP_DOCUMENTS/../seen""#), ["policy", "edit"])
        #expect(unchanged.err.hasSuffix(Answer.unchanged) && session.home.text("policy.json") == file)
        let seen = try String(contentsOfFile: session.home.path + "/seen", encoding: .utf8)
        for key in ["policy", "passwordLength", "required", "minimumAge", "loginKey", "hash", "hashCost"] {
            #expect(seen.contains("\n  \"\(key)\": "), "\(key)")
        }
    }

    @Test func `a copy of rules whose regapp was killed before anything was written goes by itself`() throws {
        for text in [RegistrySession.cheap, nil] {
            let session = try Session()
            if let text { try session.home.write("policy.json", text) }
            let edited = EditedSession(session)
            #expect(try edited.edit(EditedSession.script("kill -9 $PPID"), ["policy", "edit"]).status == nil)
            #expect(session.home.paths().contains { $0.hasPrefix(".regapp-edits/") })
            // The copy of an editor that ends at once stays until the next edit.
            let unchanged = try edited.edit("true", ["policy", "edit"])
            #expect(unchanged.status == 0 && unchanged.err.hasSuffix(Answer.unchanged))
            #expect(
                session.home.paths().filter { $0.hasPrefix(".regapp-edits/") && $0.hasSuffix("policy.json") }
                    .count == 1)
        }
    }

    // MARK: A file

    @Test func `check says what the rules of a file would mean, and changes nothing`() throws {
        let before = session.home.tree()
        let file = try session.file("new.json", RegistrySession.albums)
        let checked = try session("policy check \(file)")
        #expect(checked.status == 0 && checked.out.hasSuffix(Answer.inRegistry(2)), "\(checked)")
        #expect(checked.out.hasPrefix("Policy: albums, a registry; accounts log in by email and password, "))
        #expect(
            checked.err == """
                regapp: warning: \(Answer.lacking(2))
                regapp: warning: \(Self.albumsWords)

                """)
        let same = try session("policy check", session.home.document("policy.json"))
        #expect(same.status == 0 && !same.err.contains("no longer"))
        let wrong = try session("policy check -", input: .text("{\n\"policy\": \"album\"}"))
        #expect(wrong.status == 65 && wrong.err.hasPrefix("regapp: error: standard input:2:11: policy must"))
        #expect(try session("policy check", file + "x").status == 74)
        #expect(session.home.tree() == before)
    }

    @Test func `check does without a documents directory, unless one is named`() throws {
        let empty = try Session()
        let file = try session.file("new.json", RegistrySession.albums)
        let checked = try empty.run(
            ["policy", "check", file], environment: ["HOME": nil, "REGAPP_DOCUMENTS": nil])
        #expect(checked.status == 0 && checked.err.isEmpty, "\(checked)")
        #expect(checked.out.hasPrefix("Policy: albums") && !checked.out.contains("accounts in"))
        // The directory that the variable names does not exist yet.
        #expect(try empty.run(["policy", "check", file]) == checked)
        let misnamed = try empty.run(
            ["policy", "check", file], environment: ["REGAPP_DOCUMENTS": "~/documents"])
        #expect(misnamed.status == 74)
        #expect(try empty("policy check \(file) --documents none").status == 74)
        #expect(empty.home.paths().isEmpty)
    }

    @Test func `show says how people log in as the keys say`() throws {
        let rules = [
            ("albums", "firstName", "accounts log in by first name and password, then search albums"),
            ("authorisation", "email", "accounts log in by email and password"),
        ]
        for (name, key, words) in rules {
            try session.home.write("policy.json", #"{"policy":"\#(name)","loginKey":"\#(key)"}"#)
            #expect(try session("policy").out.hasPrefix("Policy: \(name), a registry; \(words)\n"))
        }
    }
}
