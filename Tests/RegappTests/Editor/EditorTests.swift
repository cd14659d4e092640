import Foundation
import RegappTestSupport
import Testing

/// `edit --editor` with editors that do anything.
@Suite struct EditorTests {
    private let session: EditedSession

    init() throws { session = try EditedSession() }

    @Test func `a correct text is saved byte for byte, and cancel undoes it`() throws {
        #expect(
            try session.edit("sed -i s/Ann/Bob/")
                == Answer(
                    0, out: Answer.profile("ann@mail.example", firstName: "Bob"),
                    err: Answer.saved("First name: Ann → Bob")))
        #expect(session.profile == EditedSession.text.replacing("Ann", with: "Bob"))
        #expect(session.rest == [".lock", "history"])
        #expect(try session("cancel").status == 0)
        #expect(session.profile == EditedSession.text)
    }

    private static func sh(_ script: String) -> String { EditedSession.script(script) }

    /// An editor, how `edit --editor` ends with it, and whether a text is kept.
    static let editors: [(name: String, editor: String, status: Int32?, keeps: Bool, says: String)] = [
        ("nothing, at once", "true", 0, true, Answer.nothingChanged),
        ("empties", "truncate -s0", 1, false, "the text was emptied or removed; \(Answer.nothingChanged)"),
        ("leaves a blank line", sh(#"echo >"$1""#), 1, false, "emptied"),
        ("removes", "rm", 1, false, "the text was emptied or removed; \(Answer.nothingChanged)"),
        ("fails", "false", 1, false, "\(Answer.editorEnded(1)); \(Answer.nothingChanged)"),
        ("fails after a change", sh(#"sed -i s/Ann/Bob/ "$1"; exit 1"#), 1, true, "ended with 1"),
        ("kills itself", sh("kill -9 $$"), 1, false, "the editor was ended by signal 9"),
        ("kills itself after a change", sh(#"sed -i s/Ann/Bob/ "$1"; kill -9 $$"#), 1, true, "signal 9"),
        ("is none", "no-such-editor", 1, false, "cannot run the editor 'no-such-editor'; "),
        ("kills regapp", sh(#"sed -i s/Ann/Bob/ "$1"; kill -9 $PPID"#), nil, true, ""),
        ("breaks a rule", "sed -i s/12345/1/", 65, true, "/profile.json:2:13: \(Answer.mustHave("5"))"),
        ("breaks the syntax", "sed -i s/,//g", 65, true, "/profile.json:2:2: a comma is missing before this"),
        ("writes 2 MiB", sh(#"head -c 2097152 /dev/zero >"$1""#), 65, true, "has more than 1048576 bytes"),
        ("makes a directory", sh(#"rm "$1"; mkdir "$1""#), 65, true, "it is \(Answer.notRegular)"),
        ("makes a link", sh(#"mv "$1" "$1.x"; ln -s "$1.x" "$1""#), 65, true, "it is a symbolic link"),
        ("makes a FIFO", sh(#"rm "$1"; mkfifo "$1""#), 65, true, "it is \(Answer.notRegular)"),
    ]

    @Test(arguments: editors.indices)
    func `an editor that does anything loses nothing`(index: Int) throws {
        let (name, editor, status, keeps, says) = Self.editors[index]
        let answer = try session.edit(editor)
        #expect(answer.status == status && (says.isEmpty || answer.err.contains(says)), "\(name): \(answer)")
        #expect(session.profile == EditedSession.text)
        #expect(session.rest.contains(session.kept()) == keeps)
        if !keeps { #expect(session.rest == [".lock"]) }
        let isTold = answer.err.contains(
            "\(Answer.textIsKept)~/documents/\(session.kept()); continue with 'regapp edit --editor'")
        #expect(isTold == (keeps && status != nil && status != 0), "\(answer)")
        #expect(answer.err.contains("the editor ended at once") == (keeps && status == 0))
        for path in session.rest where session.home.read(path) == nil { #expect(path.contains("edits")) }
    }

    static let savers: [(name: String, editor: String)] = [
        ("renames over", sh(#"sed s/Ann/Bob/ "$1" >"$1.new"; mv "$1.new" "$1""#)),
        ("writes a backup and a swap file", sh(#"touch "$1.swp"; sed -i~ s/Ann/Bob/ "$1""#)),
        ("sets another mode", sh(#"sed -i s/Ann/Bob/ "$1"; chmod 666 "$1""#)),
        ("takes writing away", sh(#"sed -i s/Ann/Bob/ "$1"; chmod 400 "$1""#)),
        ("has variables before it", "NAME=Bob sh -c 'sed -i s/Ann/$NAME/ \"$1\"' sh"),
        ("has commands around it", "true; sed -i s/Ann/Bob/"),
        ("has a quoted name", "'sed' \"-i\" s/Ann/Bob/"),
    ]

    @Test(arguments: savers.indices)
    func `an editor that saves in its own way has saved, and leaves nothing`(index: Int) throws {
        let answer = try session.edit(Self.savers[index].editor)
        #expect(answer.status == 0, "\(Self.savers[index].name): \(answer)")
        #expect(session.profile == EditedSession.text.replacing("Ann", with: "Bob"))
        #expect(session.rest == [".lock", "history"] && session.home.mode("profile.json") == 0o600)
    }

    @Test func `the copy is the editor's alone, in a folder of its own, and named as the document`() throws {
        let answer = try session.edit(
            Self.sh(
                #"stat -c %a:%n "$1" "${1%/*}" "${1%/*/*}" >&2; case "$1" in *.json) ;; *) exit 1; esac"#),
            environment: ["VISUAL": ""])
        #expect(
            answer.err.hasPrefix(
                """
                600:~/documents/.regapp-edits/1/profile.json
                700:~/documents/.regapp-edits/1
                700:~/documents/.regapp-edits

                """))
        #expect(answer.status == 0)
    }

    @Test func `the first editor that there is, is run`() throws {
        #expect(try session.edit("false", environment: ["VISUAL": "true"]).status == 0)
        #expect(try session.edit("true", environment: ["VISUAL": " "]).status == 0)
        #expect(
            try session.edit(nil)
                == .error(64, "no editor is chosen", hint: "set $VISUAL or $EDITOR, as in EDITOR=nano"))
        #expect(try session.edit("true", ["edit", "--editor", "--first-name", "Al"]).status == 64)
        #expect(session.profile == EditedSession.text && !session.rest.contains("history"))
        #expect(try EditedSession(Session()).edit("true") == .notLoggedInYet)
    }

    @Test func `a kept copy is named by check alone, goes on a terminal or with everything else`() throws {
        #expect(try session.edit("sed -i s/12345/1/").status == 65)
        let kept = "kept in ~/documents/\(session.kept()); "
        #expect(
            try session("check").out.hasPrefix("note: ~/documents/\(session.kept()): a text that was kept"))
        #expect(try !session("show").description.contains("edits"))
        let next = try session.edit("sed -i s/Ann/Bob/")
        #expect(next.status == 0 && next.err.hasPrefix("regapp: hint: your unsaved text is \(kept)"))
        #expect(try session("edit --last-name Lee").status == 0)
        #expect(session.home.text(session.kept())?.contains("\"1\"") == true)
        #expect(try session("logout --forget").status == 0)
        #expect(session.home.paths() == [".lock"])
    }

    @Test func `a copy whose regapp was killed before anything was written goes by itself`() throws {
        #expect(try session.edit(Self.sh("kill -9 $PPID")).status == nil)
        #expect(session.rest.contains(session.kept()))
        #expect(try session.edit("sed -i s/Ann/Bob/").err == Answer.saved("First name: Ann → Bob"))
        #expect(session.rest == [".lock", "history"])
    }

    @Test func `a copy whose editor still runs after regapp was killed is not touched`() throws {
        let begun = session.home.path + "/begun", end = session.home.path + "/end"
        let script = Self.sh(
            #"mkfifo \#(end); kill -9 $PPID; : >\#(begun); read x <\#(end); sed -i s/Ann/Bob/ "$1""#)
        // A pipe opens for reading once there is a writer.
        #expect(try session.shell("mkfifo \(begun)").status == 0)
        #expect(try session.edit(script).status == nil)
        #expect(try session.shell("cat \(begun)").status == 0)
        #expect(
            try session("check").out.hasPrefix("note: ~/documents/\(session.kept()): open in an editor\n"))
        #expect(try session.edit("sed -i s/Ann/Eve/").err == Answer.saved("First name: Ann → Eve"))
        let forgotten = try session("logout --forget")
        #expect(forgotten.status == 74 && forgotten.err.contains("is still open in an editor"))
        #expect(!forgotten.err.contains("nothing is left"))
        #expect(session.home.text(session.kept()) == EditedSession.text)
        #expect(try session.shell("echo >\(end)").status == 0)
    }

    @Test func `a kept copy goes into no other person's profile`() throws {
        #expect(try session.edit("sed -i 's/12345/1/;s/Ann/Bob/'").status == 65)
        #expect(try session.login("zoe@mail.example", "54321").status == 0)
        let zoe = session.profile
        let terminal = try session.terminal(#"sed -i s/\"1\"/\"123456\"/"#)
        #expect(try terminal.waitForExit(typing: "c\n", after: "1. Continue with it\r\n") == .exited(75))
        #expect(session.profile == zoe && session.rest.contains(session.kept()))
    }

    @Test func `a text that an editor has written again is forgotten too`() throws {
        #expect(try session("edit --last-name Lee").status == 0)
        try session.home.write(".regapp-edits/1/profile.json", EditedSession.text)
        #expect(try session("logout --forget").status == 0)
        #expect(session.home.paths() == [".lock"])
    }

    @Test func `a kept copy whose origin is lost stays`() throws {
        #expect(try session.edit("sed -i s/12345/1/").status == 65)
        try session.home.write(".regapp-edits/1/origin", "")
        #expect(try session.edit("true").err.hasSuffix(Answer.unchanged))
        #expect(session.home.text(session.kept())?.contains("\"1\"") == true)
    }

    // MARK: What others do meanwhile

    @Test func `commands and hand edits change the same document while the editor runs`() throws {
        let meanwhile = #""$REGAPP" edit --last-name Lee 2>&1; sed -i s/Ann/Bob/ "$1""#
        let merged = try session.edit(Self.sh(meanwhile))
        #expect(merged.status == 0, "\(merged)")
        #expect(merged.err.contains("regapp: \(Answer.merged)last name: not set → Lee\n"))
        #expect(
            session.profile
                == "{ \"email\":\"ann@mail.example\",\n\t\"password\":\"12345\", \"firstName\":\"Bob\", \"lastName\":\"Lee\" }\n"
        )
        #expect(
            try session.edit(
                Self.sh(#""$REGAPP" edit --first-name Eve >&2; sed -i s/Bob/Zoe/ "$1""#)
            ).says(75, Answer.changed("first name")))
        #expect(
            session.profile?.contains("Eve") == true
                && session.home.text(session.kept())?.contains("Zoe") == true)
        #expect(
            try session.edit(Self.sh(#""$REGAPP" logout >&2; sed -i s/Eve/Zoe/ "$1""#)).says(
                75, "was removed or renamed meanwhile; nothing was saved"))
        #expect(session.profile == nil && session.home.text(session.kept(2))?.contains("Zoe") == true)
    }

    @Test func `a directory that became read-only leaves the text where it is`() throws {
        // No mode keeps the superuser from writing; a directory in the place of the next file does.
        let answer = try session.edit(
            Self.sh(
                #"sed -i s/Ann/Bob/ "$1"; rm "$REGAPP_DOCUMENTS/.lock"; mkdir "$REGAPP_DOCUMENTS/.lock""#))
        #expect(answer.status == 74 && session.profile == EditedSession.text, "\(answer)")
        #expect(session.home.text(session.kept())?.contains("Bob") == true)
    }

    @Test func `a profile that is wrong already and stays so is reported again`() throws {
        try session.home.write("profile.json", EditedSession.text.replacing("12345", with: "1"))
        let answer = try session.edit("true")
        #expect(answer.status == 0 && answer.out.isEmpty)
        #expect(answer.err.contains("profile.json:2:13: \(Answer.mustHave("5 characters"))\n"))
        #expect(answer.err.hasSuffix(Answer.unchanged))
    }
}
