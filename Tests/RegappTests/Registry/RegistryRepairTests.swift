import RegappTestSupport
import Foundation
import Testing

/// What an operator can do about files in `accounts/` that cannot be accepted.
@Suite struct RegistryRepairTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

    static let unsupported = "$sm3$abc$2m1GhQR7eHmBWkFNvs2M20"
    static let tooCostly =
        "$6$rounds=900000000$saltsalt$"
        + "feZmm8z/E1fjlBx97.mIeOr/Xez9yKySeh0vuHIoC654nLqV9O6yRnqDuoNShKmXbRy4ZkJxnMfr2GAyYXsZT."

    @Test(arguments: [unsupported, tooCostly, "nonsense"])
    func `a hash that cannot be used is repaired by a new password, as the hint says`(hash: String) throws {
        try session.put("ann@x.example", hash: hash)
        let refused = try session("accounts show ann@x.example")
        #expect(refused.status == 65)
        let hints = refused.err.split(separator: "\n").filter { $0.contains("hint: ") }
        #expect(hints == ["regapp: hint: type 'regapp accounts password ann@x.example'"])
        let before = try #require(session.text(of: "ann"))
        #expect(try session.setPassword(of: "ann@x.example", to: "password7") == .done(Answer.passwordIsSet))
        let after = try #require(session.text(of: "ann"))
        let start = try #require(before.range(of: hash)).lowerBound
        #expect(after.hasPrefix(before[..<start]) && after.hasSuffix("\"\n}\n"))
        #expect(try session.login("--email", "ann@x.example", "password7").status == 0)
        let visible = try session("accounts password ann@x.example --password password8")
        #expect(visible.status == 0 && visible.err.hasPrefix(Answer.visiblePassword))
        #expect(try session.login("--email", "ann@x.example", "password8").status == 0)
    }

    @Test func `a check notices a folder that is gone, and accounts that are gone`() throws {
        #expect(
            try session("register --email ann@x.example --first-name A --last-name B --password password7")
                .status == 0)
        #expect(try session("check").status == 0)
        #expect(try session.shell("rm -r documents/accounts").status == 0)
        #expect(try session("check").says(65, "accounts"))
        let missing = try session.shell("REGAPP_DOCUMENTS=$PWD/nowhere \"$REGAPP\" check")
        #expect(missing.says(74, "nowhere"), "\(missing)")
    }

    @Test func `a hash that is null is repaired, and any other problem stays and is reported`() throws {
        let text = #"{"email":"ann@x.example","firstName":"A","lastName":"B","passwordHash":null}"#
        try session.home.write("accounts/ann@x.example.json", text)
        func repair() throws -> Answer { try session.setPassword(of: "ann@x.example", to: "password7") }
        #expect(try repair().status == 0)
        try session.home.write(
            "accounts/ann@x.example.json", text.replacing("passwordHash", with: "password"))
        #expect(try repair().status == 0)
        #expect(try session("check").status == 0)
        let broken = #"{"email":"ann@x.example","firstName":5,"passwordHash":"x"}"#
        try session.home.write("accounts/ann@x.example.json", broken)
        let repaired = try repair()
        #expect(repaired.status == 0)
        #expect(repaired.err.hasPrefix("regapp: \(Answer.passwordIsSet)\n"))
        #expect(
            repaired.err.contains("regapp: warning: ann@x.example cannot log in until its file is corrected")
        )
        #expect(try !session("accounts show ann@x.example").err.contains("accounts password"))
        let after = session.text(of: "ann") ?? ""
        #expect(after.hasPrefix(#"{"email":"ann@x.example","firstName":5,"passwordHash":"$"#))
    }

    @Test func `an edit mends a value that breaks a rule, and is judged by what comes of it`() throws {
        let broken =
            #"{"email":"ann@x.example","firstName":"A","lastName":"B","birthday":"31.13.1990","phone":7}"#
        try session.home.write("accounts/ann@x.example.json", broken)
        #expect(try session("accounts edit ann@x.example --birthday 1990-05-31").says(65, "phone"))
        #expect(session.text(of: "ann") == broken)
        let whole = try session("accounts edit ann@x.example --birthday 1990-05-31 --phone 9161234567")
        #expect(whole.status == 0, "\(whole)")
        #expect(try session("accounts show ann@x.example").status == 0)
    }

    @Test func `an account that breaks a rule is locked, with what remains to correct afterwards`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let broken = try #require(session.text(of: "ann")).replacing("Ann", with: "\\u0007")
        try session.home.write("accounts/ann@x.example.json", broken)
        #expect(try session("accounts lock ann@x.example").status == 0)
        #expect(session.text(of: "ann")?.contains(#": "!$"#) == true)
        let unlocked = try session("accounts unlock ann@x.example")
        #expect(unlocked.status == 0)
        #expect(unlocked.err.contains("warning: ann@x.example cannot log in until its file is corrected"))
        #expect(session.text(of: "ann") == broken)
    }

    @Test func `an update with a hash or a password repairs an account as well`() throws {
        for name in ["ann", "bob", "eve"] { try session.put("\(name)@x.example", hash: Self.unsupported) }
        let rows = "ann@x.example,,\(RegistrySession.hash)\nbob@x.example,password1,\n"
        let answer = try session.importing("p.csv", "email,password,passwordHash\n" + rows, "--update")
        #expect(answer.out.hasSuffix("2 accounts updated\n"))
        for key in ["ann", "bob"] {
            #expect(try session.login("--email", "\(key)@x.example", "password1").status == 0)
        }
        let names = try session.importing("n.csv", "email,lastName\neve@x.example,Roe\n", "--update")
        #expect(names.status == 65)
    }

    @Test(arguments: [
        "{", "", "[]", #"{"email":"ann@x.example","passwordHash":"$1$abc$x"}"#, #"{"email":"nonsense"}"#,
        #"{"email":"Ann@X.example","phone":5}"#,
    ])
    func `remove also removes a file that cannot be accepted`(text: String) throws {
        try session.home.write("accounts/ann@x.example.json", text)
        #expect(try session("accounts remove ann@x.example --yes").status == 0)
        #expect(session.accounts.isEmpty)
    }

    @Test func `remove leaves a file that holds another email alone`() throws {
        try session.home.write("accounts/ann@x.example.json", #"{"email":"bob@x.example"}"#)
        #expect(try session("accounts remove ann@x.example --yes").status == 67)
        #expect(session.accounts.count == 1)
        #expect(try session("accounts list").err.contains("is not an account: its email is bob@x.example\n"))
    }

    @Test func `a phone that is none is refused everywhere, and a stored one is a note of check`() throws {
        let session = try RegistrySession(
            policy: #"{"policy":"service","phoneMask":"none","hash":"bcrypt","hashCost":4}"#)
        let odd = "8.9161E+10"
        let new = ["register", "--email=ann@x.example", "--password=sunny day", "--phone"]
        #expect(try session.run(new + [odd]).status == 65)
        #expect(try session.run(new + ["030/90 18-20"]).status == 0)
        #expect(try session("accounts edit ann@x.example --phone", odd).status == 65)
        let file = try session.file("p.csv", "email,phone\nbob@x.example,\(odd)\n")
        #expect(
            try session("accounts import \(file) --allow-missing").says(
                65, "phone \"\(odd)\" must be digits, spaces and", "hint: a spreadsheet has cut off '\(odd)'")
        )
        #expect(session.accounts.count == 1)
        try session.put("eve@x.example", hash: RegistrySession.hash, more: #""phone": "\#(odd)""#)
        let checked = try session("check")
        #expect(checked.status == 0 && checked.out.contains("eve@x.example.json: the phone holds more than"))
        #expect(try session("accounts edit eve@x.example --first-name Eve").status == 0)
    }

    @Test func `check says what to do about what does not belong there`() throws {
        try session.home.write("accounts/stray/x.json", "{}")
        try session.home.write(".regapp-7.tmp", "")
        try session.home.write("session.json/x", "")
        try session.home.write("accounts/.regapp-2.tmp", "")
        try session.home.write("history/doing-1", "")
        let link = session.home.document("accounts/link@x.example.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
        let out = try session("check").out
        for line in [
            "note: ~/documents/accounts/stray: not one of regapp's files; regapp ignores it",
            "accounts/link@x.example.json: it is a symbolic link; only profile.json and policy.json may be links",
            "/session.json: it is \(Answer.notRegular); move it away",
            "/.regapp-7.tmp: named like a temporary file of regapp, but not one; remove it",
            "accounts/.regapp-2.tmp: left over from a regapp that was interrupted; the next change removes it",
            "/history/doing-1: left over from a regapp that was interrupted; the next change completes or removes it",
        ] { #expect(out.contains(line), "\(out)") }
    }

    @Test(arguments: ["accounts list", "accounts export", "check"])
    func `a file whose name is not UTF-8 is passed over, and check notes it`(command: String) throws {
        let session = try RegistrySession(of: "ann@x.example")
        let answer = try session.shell(
            "printf x > \"$REGAPP_DOCUMENTS\"/accounts/$(printf 'b\\377.json'); $REGAPP \(command)")
        #expect(answer.status == 0)
        #expect((answer.out + answer.err).contains("accounts/b") == (command == "check"), "\(answer)")
    }
}
