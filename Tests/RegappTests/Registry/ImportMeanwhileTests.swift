import RegappTestSupport
import Testing

/// What other processes do while accounts are imported.
@Suite(.waiting) struct ImportMeanwhileTests {
    private static let header = "email,firstName,lastName\n"

    private static func lines(_ count: Int) -> String {
        (0..<count).map { "user\(100_000 + $0)@x.example,Ann,Roe\n" }.joined()
    }

    /// Begins to import what comes through the pipe `in`, which is open as 3, and waits until accounts are written down.
    private static let begin = """
        cd "$HOME"; mkfifo in
        "$REGAPP" accounts import in --format csv $OPTIONS & exec 3>in
        cat some.csv >&3
        until [ -d "$REGAPP_DOCUMENTS/accounts/.regapp-texts-1.tmp" ]; do kill -0 $! || exit 9; done

        """

    private func start() throws -> RegistrySession {
        let session = try RegistrySession()
        try session.put("ann@x.example")
        _ = try session.file("some.csv", Self.header + "ann@x.example,Ann,Roe\n" + Self.lines(600))
        return session
    }

    @Test func `accounts are registered while the file is read, and what was drafted is no account`() throws {
        let session = try start()
        let answer = try session.shell(
            Self.begin + """
                "$REGAPP" register --email zoe@x.example --first-name Zoe --last-name Doe --no-input || exit 8
                "$REGAPP" accounts list | wc -l
                "$REGAPP" check | grep -c -e regapp- -e doing
                exec 3>&-; wait $!
                """, environment: ["OPTIONS": "--update"])
        #expect(answer.status == 0, "\(answer)")
        #expect(answer.out.hasSuffix("2\n0\n\(Answer.imported(600, updated: 1))\n"), "\(answer)")
        #expect(session.accounts.count == 602)
    }

    @Test(arguments: [
        #"printf '{"email":"ann@x.example"}' >"$FILE""#, #"rm "$FILE""#,
        #""$REGAPP" accounts edit ann@x.example --last-name Zed >edited"#,
    ])
    func `if an account was changed during the import, nothing is imported`(handEdit: String) throws {
        let session = try start()
        let answer = try session.shell(
            Self.begin + """
                FILE="$REGAPP_DOCUMENTS/accounts/ann@x.example.json"
                \(handEdit)
                cp -r "$REGAPP_DOCUMENTS/accounts" before
                exec 3>&-; wait $!; status=$?
                diff -r -x ".regapp-*" "$REGAPP_DOCUMENTS/accounts" before && ls -A "$REGAPP_DOCUMENTS" | grep regapp; exit $status
                """, environment: ["OPTIONS": "--update"])
        #expect(answer.status == 75, "\(answer)")
        #expect(answer.err.contains("accounts/ann@x.example.json was changed meanwhile"), "\(answer)")
        #expect(answer.out.isEmpty, "\(answer)")
    }

    @Test(Tool.require("strace", install: "strace"))
    func `an account created at the last moment is left alone and named, others are imported`() throws {
        let session = try start()
        let file = try session.file("many.csv", Self.header + Self.lines(30))
        // The import stops as soon as its first account is there.
        let answer = try session.shell(
            #"""
            umask 077; cd "$HOME"; A="$REGAPP_DOCUMENTS/accounts"
            strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:signal=STOP:when=1                 sh -c 'echo $$ >number; exec "$REGAPP" accounts import many.csv' &
            until [ -e "$A/user100000@x.example.json" ]; do kill -0 $! || exit 9; done
            [ ! -e "$A/user100029@x.example.json" ] || exit 8
            printf hand >"$A/user100029@x.example.json"
            kill -CONT "$(cat number)"; wait $!; status=$?
            cat "$A/user100029@x.example.json"; ls "$A" | wc -l; ls -A "$REGAPP_DOCUMENTS" | grep regapp; exit $status
            """#)
        #expect(answer.status == 75, "\(answer)")
        #expect(answer.out == "\(Answer.imported(29))\nhand31\n", "\(answer)")
        let path = "~/documents/accounts/user100029@x.example.json"
        #expect(
            answer.err == """
                regapp: error: \(path) was changed meanwhile; it was left as it is
                regapp: error: the other accounts were imported
                regapp: hint: import the file again with --update to change them too, or with --skip-existing

                """)
        let again = try session("accounts import \(file) --skip-existing")
        #expect(again == Answer(0, out: "\(Answer.imported(0, unchanged: 30))\n"))
    }
}
