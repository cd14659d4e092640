import Foundation
import RegappTestSupport
import Testing

/// What root, and other users, may do in a user's documents directory.
@Suite(OtherUser.needsRoot, Tool.require("setpriv", install: "util-linux")) struct OwnersCommandTests {
    private static let profile = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session

    init() throws { session = try Session(profile: Self.profile) }

    /// What an error about another user's file says.
    private static func refusal(_ path: String, _ user: String, hint: String) -> Answer {
        .error(74, "cannot use \(path): it belongs to \(user)", hint: hint)
    }

    /// The hint is the line that was typed, to be pasted as its owner.
    private static func directory(
        _ path: String, _ user: String = "nobody", as owner: String = "runuser -u nobody --", typed: [String]
    ) -> Answer {
        refusal(path, user, hint: (["\(owner) regapp"] + typed).joined(separator: " "))
    }

    /// What an error about another user's link to a directory of root's says.
    private static func link(_ path: String) -> Answer {
        .error(
            74, "cannot use \(path): it is a link of nobody to a folder of root",
            hint:
                "name that folder itself: a link on its path has to belong to you, to root or to its owner"
        )
    }

    private static func stray(_ path: String, _ user: String = "nobody") -> Answer {
        refusal(path, user, hint: "a folder and everything in it must belong to one user")
    }

    /// Every name below the home with what `ls` prints of it.
    private func listing() throws -> String {
        let script =
            "find . \\( -type d -printf '%p %m %U %G\\n' -o -printf '%p %m %U %G %s %l %T@\\n' \\) | sort"
        return try session.shell(script).out
    }

    private func prepare(_ script: String) throws {
        let answer = try session.shell(script)
        try #require(answer.status == 0, "\(answer)")
    }

    // MARK: Root in a user's directory

    @Test(arguments: [
        "login --email abc@def.gh --password-file secret", "login --email new@def.gh --password-file secret",
        "edit --first-name Ann", "cancel --yes", "logout", "logout --forget", "policy use albums --yes",
        "policy use profile",
    ])
    func `root changes nothing there, and its owner can go on`(line: String) throws {
        let arguments = try ShellWords.split(line)
        try prepare("umask 077; echo 98765 >secret; chown 65534 secret")
        #expect(try session("edit --last-name Doe").status == 0)
        try prepare("rm documents/.lock; chown -R 65534:65534 documents; chmod 711 .")
        let before = try listing()
        let answer = try session.run(arguments)
        let refusal = Self.directory("~/documents", typed: arguments)
        // What `--yes` accepts is told before.
        let isRefused = answer.status == refusal.status && answer.err.hasSuffix(refusal.err)
        #expect(line.hasSuffix("--yes") ? isRefused : answer == refusal, "\(answer)")
        #expect(try listing() == before)
        let owner = try BuiltProgram.regapp.running(as: OtherUser.nobody, in: session.home)
        let own = try owner.run(arguments, in: session.home)
        #expect(own.status == 0, "\(Answer(own, in: session.home))")
    }

    @Test(arguments: [
        "register --email c@x.example --first-name Cy --last-name Doe --password-file secret",
        "login --email ann@x.example --password-file secret",
        "accounts password ann@x.example --password-file secret",
        "accounts edit ann@x.example --password-file secret", "accounts remove ann@x.example --yes",
        "accounts import people.csv --allow-missing", "accounts import people.csv --allow-missing --update",
    ])
    func `root changes nothing in another user's registry`(line: String) throws {
        let arguments = try ShellWords.split(line)
        let registry = try RegistrySession(of: "ann@x.example")
        _ = try registry.file("secret", "password1\n")
        let rows = arguments.contains("--update") ? "ann@x.example,Eve\n" : ""
        _ = try registry.file("people.csv", "email,firstName\nbob@x.example,Bob\n\(rows)")
        let prepared = try registry.shell(
            "chmod 644 people.csv; chmod 600 secret; chown -R 65534 documents secret")
        #expect(prepared.status == 0)
        let before = registry.home.tree()
        #expect(try registry.run(arguments) == Self.directory("~/documents", typed: arguments))
        #expect(registry.home.tree() == before)
        let owner = try BuiltProgram.regapp.running(as: OtherUser.nobody, in: registry.home)
        let own = try owner.run(arguments, in: registry.home)
        #expect(own.status == 0, "\(Answer(own, in: registry.home))")
    }

    /// A row: how the place is prepared, what `--documents` names, and what is said.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let script: String
        let documents: String
        let owned: String
        var user = "nobody"
        var owner = "runuser -u nobody --"
        var isLinkToRoots = false
    }

    @Test(arguments: [
        Place(
            testDescription: "nothing yet, in another user's home", script: "mkdir ann; chown 65534 ann",
            documents: "ann/regapp", owned: "~/ann"),
        Place(
            testDescription: "nothing yet, deep in another user's home", script: "mkdir ann; chown 65534 ann",
            documents: "ann/Documents/regapp", owned: "~/ann"),
        Place(
            testDescription: "a directory of a user without a name",
            script: "mkdir -m 700 ann; chown 54321 ann",
            documents: "ann",
            owned: "~/ann", user: "user 54321", owner: "setpriv --reuid=54321 --clear-groups --"),
        Place(
            testDescription: "another user's link to a directory of root's",
            script: "mkdir ann; ln -s ../documents ann/regapp; chown -hR 65534 ann",
            documents: "ann/regapp", owned: "~/ann/regapp", isLinkToRoots: true),
        Place(
            testDescription: "another user's link on the path",
            script: "mkdir ann; ln -s .. ann/there; chown -hR 65534 ann",
            documents: "ann/there/documents", owned: "~/ann/there", isLinkToRoots: true),
        Place(
            testDescription: "another user's dangling link in a directory of all",
            script: "mkdir -m 1777 tmp; ln -s ../new tmp/regapp; chown -h 65534 tmp/regapp",
            documents: "tmp/regapp", owned: "~/tmp/regapp"),
        Place(
            testDescription: "another user's directory in a directory of all",
            script: "mkdir -m 1777 tmp; mkdir -m 700 tmp/regapp; chown 65534 tmp/regapp",
            documents: "tmp/regapp", owned: "~/tmp/regapp"),
    ])
    func `root makes nothing there`(place: Place) throws {
        try prepare(place.script)
        let before = try listing()
        let path = session.home.path + "/" + place.documents
        for arguments in [
            ["login", "--email", "new@def.gh", "--password-stdin"], ["policy", "use", "albums"],
        ] {
            let typed = arguments + ["--documents", path]
            let result = try session.run(typed, input: .text("54321"))
            let refusal = Self.directory(
                place.owned, place.user, as: place.owner,
                typed: arguments + ["--documents", "~/" + place.documents])
            let expected = place.isLinkToRoots ? Self.link(place.owned) : refusal
            #expect(result == expected)
        }
        #expect(try listing() == before)
    }

    @Test func `in a directory that all users share each can have a directory`() throws {
        try prepare("mkdir -m 1777 tmp")
        for user in [nil, OtherUser.nobody] {
            let program = try user.map { try BuiltProgram.regapp.running(as: $0, in: session.home) }
            let path = session.home.path + "/tmp/\(user ?? 0)"
            let result = try (program ?? .regapp).run(
                ["login", "--email", "abc@def.gh", "--password-stdin", "--documents", path],
                in: session.home, input: .text("54321"))
            #expect(result.status == 0, "\(Answer(result, in: session.home))")
        }
        #expect(try session.shell("stat -c '%U %a' tmp/*").out == "root 700\nnobody 700\n")
    }

    // MARK: Planted in root's directory

    /// What another user plants in a directory that every user may write, and what regapp says.
    static let planted: [(name: String, script: String, file: String)] = [
        ("a link to root's file", "ln -s ../precious documents/profile.json", "profile.json"),
        ("a dangling link", "ln -s ../new documents/profile.json", "profile.json"),
        ("a file", "cp precious documents/profile.json", "profile.json"),
        ("a lock file", "cp precious documents/profile.json; : >documents/.lock", ".lock"),
        (
            "a draft", "mkdir documents/.regapp-folder.tmp; cp precious documents/.regapp-folder.tmp",
            ".regapp-folder.tmp"
        ),
        (
            "a change",
            "mkdir documents/history; cp precious documents/history/00000001.doing", "history"
        ),
        ("a record", "mkdir documents/history; cp precious documents/history/last", "history"),
    ]

    @Test(arguments: planted)
    func `a file or link that another user planted is not followed, changed or removed`(
        name: String, script: String, file: String
    ) throws {
        try prepare("mv documents/profile.json precious; chmod 777 documents; umask 0; \(script)")
        try prepare("find documents -mindepth 1 -exec chown -h 65534 {} +")
        let before = try listing()
        let loose = """
            regapp: warning: \(Answer.othersReach) ~/documents (mode 777)
            regapp: hint: chmod 700 ~/documents

            """
        let found = try session.login("new@def.gh", "54321")
        #expect(found == Answer(74, err: loose + Self.stray("~/documents/\(file)").err))
        if session.home.mode("profile.json") != nil {
            #expect(try session("logout --forget") == found)
        }
        try prepare("find documents -name .lock -user 0 -delete")
        #expect(try listing() == before)
    }

    @Test func `root's own link does not lead into another user's folder`() throws {
        let script = """
            mkdir ann; mv documents/profile.json ann/me.json; ln -s ../ann/me.json documents/profile.json
            """
        try prepare(script + "; chown 65534 ann")
        #expect(
            try session("edit --first-name Ann")
                == Self.directory("~/documents/../ann", typed: ["edit", "--first-name", "Ann"]))
        try prepare("chown 0 ann; chown 65534 ann/me.json")
        #expect(
            try session("edit --first-name 'My Ann' --password 54321").err.contains(
                #"hint: runuser -u nobody -- regapp edit --first-name My\ Ann --password"# + "\n"))
        #expect(
            try session.shell("cat ann/me.json; ls -A documents").out == Self.profile
                + ".lock\nprofile.json\n")
    }

    // MARK: Readers

    @Test func `root reads another user's directory, also by that user's link, not its own files`() throws {
        try prepare("chown -R 65534 documents")
        let shown = Answer(0, out: Answer.profile("abc@def.gh"))
        #expect(try session("show") == shown)
        try prepare(
            "cd documents; mv profile.json real; ln -s real profile.json; chown -h 65534 profile.json")
        #expect(try session("show") == shown)
        try prepare("chown 0 documents/real")
        #expect(
            try session("show")
                == .error(
                    74, "cannot use ~/documents/profile.json: it is a link of nobody to a file of this user"))
        try prepare("chown -h 0 documents/profile.json")
        #expect(try session("show") == shown)
        try prepare("rm documents/profile.json; mv documents/real documents/profile.json")
        #expect(try session("show") == shown, "root's file itself, as an earlier root has left it")
        try prepare("chown 54321 documents/profile.json")
        #expect(try session("show") == Self.stray("~/documents/profile.json", "user 54321"))
        #expect(session.home.paths() == ["profile.json"])
    }

    /// Each reads the directory, and none through a link that another user has put in its place.
    @Test(arguments: [
        "show", "check", "path", "accounts list", "accounts export --format htpasswd",
        "accounts export --format htpasswd --output ann/export",
        "accounts verify ann@x.example --password-stdin", "policy show", "cancel --show",
    ])
    func `root follows another user's link only to a directory of that user`(line: String) throws {
        let registry = try RegistrySession(of: "ann@x.example")
        let shell = { try registry.shell($0) }
        #expect(try shell("mkdir ann; ln -s ../documents ann/registry; chown -hR 65534 ann").status == 0)
        let before = registry.home.tree()
        func run() throws -> Answer {
            try registry(line, "--documents", registry.home.path + "/ann/registry", input: .text("password1"))
        }
        if line != "path" {
            #expect(try run() == Self.link("~/ann/registry"))
            #expect(try shell("ls ann").out == "registry\n")
        }
        #expect(try shell("chown -R 65534 documents").status == 0)
        let allowed = try run()
        #expect(!allowed.err.contains("cannot use"), "\(allowed)")
        #expect(registry.home.tree() == before)
    }

    @Test func `a directory that cannot be read is the one thing that a check names`() throws {
        try prepare("chown -R 65534 documents; ln -s documents link; chown -h 54321 link; chmod 711 .")
        let linked = try session("check --documents", session.home.path + "/link")
        #expect(
            linked.status == 74 && linked.out.isEmpty && linked.err.hasPrefix("regapp: error: "), "\(linked)")
        #expect(linked.err.split(separator: "link of user 54321").count == 2, "\(linked)")
        for mode in ["000", "300", "600"] {
            try prepare("chmod \(mode) documents")
            let owner = try BuiltProgram.regapp.running(as: OtherUser.nobody, in: session.home)
            let checked = Answer(try owner.run(["check"], in: session.home), in: session.home)
            #expect(checked == .error(74, "cannot list ~/documents: Permission denied"), "\(mode)")
        }
    }

    @Test func `a service reads the directory of another user`() throws {
        let registry = try RegistrySession(of: "ann@x.example", "bob@x.example")
        let script = """
            chown -R 65534:54322 documents; chmod -R u=rwX,g=rX,o= documents
            chown 54321 documents/accounts/bob@x.example.json
            """
        #expect(try registry.shell(script).status == 0)
        let service = try BuiltProgram.regapp.running(as: OtherUser.second, in: registry.home)
        let arguments = ["accounts", "verify", "--password-stdin", "ann@x.example"]
        let right = try service.run(arguments, in: registry.home, input: .text("password1"))
        #expect(Answer(right, in: registry.home) == Answer(0))
        let list = try service.run(["accounts", "list"], in: registry.home)
        #expect(list.status == 65 && list.stdout.contains("ann@x.example"))
        let bob = "~/documents/accounts/bob@x.example.json"
        #expect(Answer(list, in: registry.home).err.contains("cannot use \(bob): it belongs to user 54321"))
        let typed = ["policy", "use", "albums", "--yes"]
        let write = try service.run(typed, in: registry.home)
        let refusal = Self.directory("~/documents", as: "let root type runuser -u nobody --", typed: typed)
        #expect(write.status == 74 && Answer(write, in: registry.home).err.hasSuffix(refusal.err))
    }
}
