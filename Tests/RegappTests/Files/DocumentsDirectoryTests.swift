import Foundation
import RegappTestSupport
import Testing

@Suite(.waiting) struct DocumentsDirectoryTests {
    private let session: Session

    init() throws { session = try Session() }

    /// What `user-dirs.dirs` says, and the directory below the home that follows from it.
    static let settings: [(text: String?, directory: String)] = [
        (nil, "Documents/regapp"),
        ("", "Documents/regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME/Papers\"\n", "Papers/regapp"),
        ("XDG_DOCUMENTS_DIR=$HOME/Papers\n", "Papers/regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME/My Papers/Old\"", "My Papers/Old/regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME\"\n", "regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME/\"\n", "regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME/Papers///\"\r\n", "Papers/regapp"),
        ("  XDG_DOCUMENTS_DIR=\"$HOME/Ü\\\"\\$x\"\n", "Ü\"$x/regapp"),
        ("XDG_DOCUMENTS_DIR=\"HOME/absolute\"\n", "absolute/regapp"),
        ("XDG_DOCUMENTS_DIR=\"relative/path\"\n", "Documents/regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOMER/x\"\n", "Documents/regapp"),
        ("XDG_DOCUMENTS_DIR=\"\"\n", "Documents/regapp"),
        ("#XDG_DOCUMENTS_DIR=\"$HOME/No\"\nXDG_MUSIC_DIR=\"$HOME/Music\"\n", "Documents/regapp"),
        ("XDG_DOCUMENTS_DIR=\"$HOME/A\"\nXDG_DOCUMENTS_DIR=\"$HOME/B\"\n", "B/regapp"),
    ]

    @Test(arguments: settings)
    func `the user's documents folder is found`(text: String?, directory: String) throws {
        // The text cannot know the home, so a path from the root stands as HOME/.
        if let text = text?.replacing("\"HOME/", with: "\"\(session.home.path)/") {
            try put(text, at: ".config/user-dirs.dirs")
        }
        try expectProfile(in: directory, ["REGAPP_DOCUMENTS": nil, "XDG_CONFIG_HOME": nil])
        #expect(try session("show", environment: ["REGAPP_DOCUMENTS": ""]).status == 0)
    }

    @Test func `the configuration folder is the one of the environment`() throws {
        try put("XDG_DOCUMENTS_DIR=\"$HOME/Wrong\"\n", at: ".config/user-dirs.dirs")
        try put("XDG_DOCUMENTS_DIR=\"$HOME/Right\"\n", at: "etc/user-dirs.dirs")
        try expectProfile(
            in: "Right/regapp", ["REGAPP_DOCUMENTS": nil, "XDG_CONFIG_HOME": session.home.path + "/etc"])
        try expectProfile(in: "Wrong/regapp", ["REGAPP_DOCUMENTS": nil, "XDG_CONFIG_HOME": "etc"])
    }

    @Test func `a FIFO or a device in the place of the settings counts as none`() throws {
        let settings = session.home.path + "/.config/user-dirs.dirs"
        try put("", at: ".config/other")
        try #require(unsafe mkfifo(settings, 0o600) == 0)
        try expectProfile(in: "Documents/regapp", ["REGAPP_DOCUMENTS": nil, "XDG_CONFIG_HOME": nil])
        try FileManager.default.removeItem(atPath: settings)
        try FileManager.default.createSymbolicLink(atPath: settings, withDestinationPath: "/dev/zero")
        #expect(try session("show", environment: ["REGAPP_DOCUMENTS": nil]).status == 0)
    }

    @Test func `the option goes before the variable, and the variable before the folder`() throws {
        let variables = ["REGAPP_DOCUMENTS": session.home.path + "/variable/deep"]
        try expectProfile(in: "variable/deep", variables)
        try expectProfile(in: "option", variables, options: ["--documents", "option"])
        try expectProfile(in: "other", variables, options: ["--documents=./other/"])
        try expectProfile(in: "relative", ["REGAPP_DOCUMENTS": "relative"])
        try expectProfile(in: "no-home", ["REGAPP_DOCUMENTS": session.home.path + "/no-home", "HOME": nil])
        #expect(try !everything(below: session.home.path).contains { $0.hasPrefix("Documents") })
    }

    static let homes: [String?] = [nil, "", "relative/home"]

    @Test(arguments: homes)
    func `without a home directory a hint says how to name one`(home: String?) throws {
        let expected = Answer.error(
            74, "no home directory: $HOME is not an absolute path",
            hint: "name the registry with '--documents DIR', or in REGAPP_DOCUMENTS")
        for command in ["show", "cancel", "logout"] {
            #expect(try session(command, environment: ["HOME": home, "REGAPP_DOCUMENTS": nil]) == expected)
        }
        #expect(try everything(below: session.home.path).isEmpty)
    }

    static let tildes = [("~/x y", "~/x\\ y"), ("~", "~"), ("~bob/x", "the whole path")]

    @Test(arguments: tildes)
    func `a tilde that no shell expanded is refused`(path: String, instead: String) throws {
        func refusal(_ status: Int32, _ source: String) -> Answer {
            let written = path.replacing(" ", with: "\\ ")
            return .error(
                status, "no shell has expanded the ~ of \(source) \(path)",
                hint: "write \(instead), or ./\\\(written) for a folder of that name")
        }
        for command in [
            ["show"], ["login", "--email", "abc@def.gh", "--password=54321"], ["policy", "list"],
        ] {
            for option in [["--documents=\(path)"], ["--documents", path]] {
                #expect(try session.run(command + option) == refusal(64, "--documents"), "\(command)")
            }
        }
        let answer = try session("show", environment: ["REGAPP_DOCUMENTS": path])
        #expect(answer == refusal(74, "$REGAPP_DOCUMENTS"))
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `a directory whose name begins with a tilde can be named`() throws {
        try expectProfile(in: "~", [:], options: ["--documents=./~"])
    }

    @Test(arguments: [
        ["show"], ["show", "--json"], [], ["edit", "--first-name", "Al"], ["cancel"], ["logout"],
        ["logout", "--forget"], ["policy"], ["policy", "list"], ["accounts", "list"], ["check"],
        ["accounts", "verify", "a@b.cd", "--password=x"], ["accounts", "export"],
        ["accounts", "import", "f.csv"], ["albums", "search", "x"],
    ])
    func `a directory that is named has to be there, or may be created`(command: [String]) throws {
        // A login makes a profile, and no registry.
        let isOfRegistry = ["accounts", "policy", "check"].contains(command.first)
        let maker = isOfRegistry ? "policy use service" : "login"
        let missing = Answer.error(
            74, "cannot read ~/gone: No such file or directory",
            hint: "check the path; 'regapp \(maker) --documents gone' would create it")
        _ = try session.shell("ln -s nowhere dangling")
        #expect(try session.run(command + ["--documents", "gone"]) == missing)
        let dangling = try BuiltProgram.regapp.run(command + ["--documents=dangling"], in: session.home)
        #expect(dangling.status == 74 && dangling.stderr.contains("dangling: No such file or directory"))
        #expect(try everything(below: session.home.path) == ["dangling"])
    }

    @Test func `in an empty directory that is named no account is logged in, as before`() throws {
        _ = try session.shell("mkdir -m 700 empty")
        let answer = try session("show --documents empty")
        #expect(answer == .error(77, Answer.nobody, hint: "type 'regapp login --documents empty'"))
    }

    @Test func `commands that may create the named directory do`() throws {
        try expectProfile(in: "new/one", [:], options: ["--documents", "new/one"])
        #expect(try session("policy use albums --documents another").status == 0)
        #expect(
            try session("register --documents third").says(
                64, "'regapp policy use service --documents third'"))
    }

    @Test func `messages do not name the default directory`() throws {
        #expect(try session("show", environment: ["REGAPP_DOCUMENTS": nil]) == .notLoggedIn)
        #expect(try session("show") == .notLoggedInYet)
    }

    @Test func `a directory whose path is not UTF-8 is refused, not renamed`() throws {
        let script =
            #"HOME=$(printf '%s/\351t\351' "$HOME"); unset REGAPP_DOCUMENTS; export HOME; "$REGAPP" show"#
        #expect(
            try session.shell(script)
                == .error(
                    74,
                    "the path of the folder is not UTF-8: ~/\u{FFFD}t\u{FFFD}/Documents/regapp"))
    }

    @Test func `a configuration folder that is a file counts as none`() throws {
        try put("", at: ".config")
        try expectProfile(in: "Documents/regapp", ["REGAPP_DOCUMENTS": nil, "XDG_CONFIG_HOME": nil])
    }

    @Test func `a documents directory that is no directory is named`() throws {
        try put("", at: "documents")
        #expect(
            try session("show")
                == .error(
                    74, "~/documents is not a folder",
                    hint: "name the registry with '--documents DIR', or in REGAPP_DOCUMENTS"))
        #expect(try session("check").err.contains("~/documents is not a folder"))
        #expect(try session.login("abc@def.gh", "54321").status == 74)
    }

    private func put(_ text: String, at path: String) throws {
        let file = URL(fileURLWithPath: session.home.path + "/" + path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func expectProfile(
        in directory: String, _ environment: [String: String?], options: [String] = []
    ) throws {
        let login = ["login", "--email", "abc@def.gh", "--password-stdin"] + options
        #expect(try session.run(login, input: .text("54321"), environment: environment).status == 0)
        let file = session.home.path + "/" + directory + "/profile.json"
        #expect(FileManager.default.fileExists(atPath: file), "\(directory)")
        let mode = try FileManager.default.attributesOfItem(atPath: session.home.path + "/" + directory)
        #expect(mode[.posixPermissions] as? Int == 0o700)
    }

    @Test func `a relative directory is nowhere once the working directory is gone`() throws {
        let result = try BuiltProgram(path: "/bin/sh").run(
            [
                "-c",
                "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" login --documents here "
                    + "--email abc@def.gh --password-stdin", BuiltProgram.regapp.path,
            ],
            in: session.home, input: .text("54321"))
        #expect(result.status == 74)
        #expect(result.stdout.isEmpty && result.stderr.contains("here is relative"))
    }
}
