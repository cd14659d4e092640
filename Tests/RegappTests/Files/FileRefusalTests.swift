import Foundation
import RegappTestSupport
import Testing

/// Files and directories that are not as regapp makes them.
@Suite struct FileRefusalTests {
    private static let text = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session
    private let path: String

    init() throws {
        session = try Session(profile: Self.text)
        path = session.home.document("profile.json")
    }

    // MARK: Things that are no files

    /// A way to put something else in the profile's place, and what is said about it.
    @Test(arguments: [
        ("a FIFO", "mkfifo documents/profile.json", "it is \(Answer.notRegular)"),
        ("a directory", "mkdir documents/profile.json", "it is \(Answer.notRegular)"),
        ("a large file", "truncate -s 1048577 documents/profile.json", "it has more than 1048576 bytes"),
    ])
    func `special files and giant ones are neither read nor replaced`(
        name: String, script: String, reason: String
    ) throws {
        #expect(try session.shell("rm documents/profile.json; umask 077; \(script)").status == 0)
        let before = try everything(below: session.home.path)
        for command in ["show", "logout"] {
            #expect(
                try session(command) == .error(74, "cannot use ~/documents/profile.json: \(reason)"),
                "\(name)")
        }
        #expect(
            try session.login("abc@def.gh", "54321")
                == .error(74, "cannot use ~/documents/profile.json: \(reason)"))
        #expect(
            try everything(below: session.home.path).filter { $0 != "documents/.lock" } == before, "\(name)")
    }

    @Test func `deep nesting is an error with a place, not a crash`() throws {
        let deep = String(repeating: "[", count: 200_000)
        try session.home.write("profile.json", "{\"email\":\"abc@def.gh\",\"x\":\(deep)")
        #expect(try session("show").says(65, "error: ~/documents/profile.json:1:"))
    }

    // MARK: Links

    @Test func `logout removes the link's target and keeps the link, login and cancel restore it`() throws {
        #expect(
            try session.shell("mv documents/profile.json documents/real; ln -s real documents/profile.json")
                .status == 0)
        #expect(try session("logout").status == 0)
        #expect(session.home.paths() == [".lock", "history", "profile.json"])
        #expect(try session("show") == .notLoggedIn)
        #expect(try session("logout") == .notLoggedIn)
        #expect(try session("cancel").status == 0)
        #expect(session.home.text("real") == Self.text && session.home.mode("real") == 0o600)
        #expect(try session("logout --forget").status == 0)
        #expect(session.home.paths() == [".lock", "profile.json"])
        #expect(try session.login("new@def.gh", "54321").status == 0)
        #expect(session.home.mode("real") == 0o600)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "real")
    }

    static let unlinkable = ["history", ".lock"]

    @Test(arguments: unlinkable)
    func `no other file may be a link`(name: String) throws {
        try session.home.write("victim", "{}")
        #expect(try session.shell("ln -s victim documents/\(name)").status == 0)
        #expect(try session("edit --first-name Al").says(74, "~/documents/\(name)"))
        #expect(session.home.text("victim") == "{}" && session.profile == Self.text)
    }

    // MARK: Modes

    @Test func `looser modes draw a warning, and only a replaced file is made private`() throws {
        #expect(try session.shell("chmod 751 documents; chmod 644 documents/profile.json").status == 0)
        let folder = """
            regapp: warning: \(Answer.othersReach) ~/documents (mode 751)
            regapp: hint: chmod 700 ~/documents

            """
        let file = """
            regapp: warning: \(Answer.othersReach) ~/documents/profile.json (mode 644)
            regapp: hint: chmod 600 ~/documents/profile.json

            """
        #expect(try session("show") == Answer(0, out: Answer.profile("abc@def.gh"), err: folder + file))
        #expect(session.home.mode("profile.json") == 0o644)
        let until = "regapp: warning: other users could reach ~/documents/profile.json until now (mode 644)\n"
        let edit = try session("edit --first-name Al")
        #expect(edit.err == Answer.saved("First name: not set → Al") + folder + until)
        #expect(session.home.mode("profile.json") == 0o600 && session.home.mode("") == 0o751)
        #expect(try session.shell("chmod 644 documents/profile.json").status == 0)
        #expect(try session("logout").err.hasSuffix(folder + until))
    }

    @Test func `the hint about a mode can be typed, whatever the path`() throws {
        let name = "it's $HOME; \"x\""
        let result = try session.run(
            ["login", "--email", "abc@def.gh", "--password-stdin", "--documents", name], input: .text("54321")
        )
        #expect(result.status == 0)
        let script = """
            chmod 755 "$NAME"; "$REGAPP" show --documents "$NAME" 2>&1 >&- | sed -n 's/^regapp: hint: //p' | sh
            stat -c %a "$NAME"
            """
        #expect(try session.shell(script, environment: ["NAME": name]).out == "700\n")
    }

    static let masks = ["000", "022", "077", "777"]

    @Test(arguments: masks)
    func `new files are private whatever the umask`(mask: String) throws {
        let script = """
            umask \(mask); export REGAPP_DOCUMENTS="$HOME/new/deep"
            printf 54321 | "$REGAPP" login --email abc@def.gh --password-stdin >&2
            "$REGAPP" edit --first-name Al >&2
            find new -printf '%P %m\n' | LC_ALL=C sort
            """
        #expect(
            try session.shell(script).out
                == " 700\ndeep 700\ndeep/.lock 600\ndeep/history 700\ndeep/history/00000001.json 600\n"
                + "deep/history/last 600\ndeep/profile.json 600\n")
    }

    // MARK: Permissions, which do not bind the superuser

    @Test(Tool.require("setpriv", install: "util-linux"))
    func `readers work in a write-protected directory, writers fail and leave it as it is`() throws {
        let program = try BuiltProgram.regapp.unprivileged(in: session.home)
        #expect(try session.shell("chmod 500 documents").status == 0)
        let show = try program.run(["show"], in: session.home)
        #expect(Answer(show, in: session.home) == Answer(0, out: Answer.profile("abc@def.gh")))
        for command in [["edit", "--first-name", "Al"], ["logout"]] {
            let result = try program.run(command, in: session.home)
            #expect(
                Answer(result, in: session.home)
                    == .error(74, "cannot lock ~/documents/.lock: Permission denied"))
        }
        #expect(session.home.tree() == ["profile.json": Array(Self.text.utf8)])
    }

    @Test(Tool.require("setpriv", install: "util-linux"))
    func `a file that may not be read is named with the reason`() throws {
        let program = try BuiltProgram.regapp.unprivileged(in: session.home)
        #expect(try session.shell("chmod 000 documents/profile.json").status == 0)
        for command in [["show"], ["edit", "--first-name", "Al"], ["logout"]] {
            let result = try program.run(command, in: session.home)
            #expect(
                Answer(result, in: session.home)
                    == .error(74, "cannot read ~/documents/profile.json: Permission denied"))
        }
    }
}
