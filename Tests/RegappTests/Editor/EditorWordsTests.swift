import Testing

@testable import regapp

/// Which editor is run, and with which words.
@Suite struct EditorWordsTests {
    /// The programs of a machine, with what their names lead to.
    private static let programs = [
        "vim": "/usr/bin/vim.basic", "vi": "/usr/bin/vim.basic", "editor": "/bin/nano", "nano": "/bin/nano",
        "emacs": "/usr/bin/emacs-gtk", "emacsclient": "/usr/bin/emacsclient.emacs", "code": "/usr/bin/code",
        "nvim": "/usr/bin/snap", "/opt/My Ed/vim": "/opt/My Ed/vim",
    ]
    private static let vim = [
        "-n", "-i", "NONE", "-c", "silent! set noundofile nobackup noswapfile viminfo=",
    ]

    private static func editor(
        _ variables: [String: String], isOnTerminal: Bool = true, programs: [String: String] = programs
    ) -> Editor? {
        Editor(variable: { variables[$0] }, isOnTerminal: isOnTerminal, find: { programs[$0] })
    }

    @Test func `the first that there is`() {
        #expect(Self.editor(["VISUAL": "code --wait", "EDITOR": "vi"])?.command == "code --wait")
        #expect(Self.editor(["VISUAL": "  ", "EDITOR": "no-such"])?.command == "no-such")
        #expect(Self.editor([:])?.command == "editor")
        #expect(Self.editor([:], programs: ["vi": "/bin/busybox"])?.command == "vi")
        #expect(Self.editor([:], programs: [:]) == nil)
        #expect(Self.editor([:], isOnTerminal: false) == nil)
        #expect(Self.editor(["EDITOR": "ed"], isOnTerminal: false)?.command == "ed")
    }

    @Test func `a directory is no program`() {
        #expect(ForegroundProgram.find("bin", in: "/usr") == nil)
        #expect(ForegroundProgram.find("/usr/bin", in: "") == nil)
        #expect(ForegroundProgram.find("env", in: "/no-such:/usr:/usr/bin") == "/usr/bin/env")
    }

    /// What a person chose, what the shell is to run, and with which words before the path at line 7.
    static let rows: [(editor: String, script: String, words: [String])] = [
        ("vim", #"exec vim "$@""#, vim + ["+7"]), ("vim -f", #"exec vim -f "$@""#, vim + ["+7"]),
        ("vi", #"exec vi "$@""#, vim + ["+7"]), ("nvim", #"exec nvim "$@""#, vim + ["+7"]),
        ("'/opt/My Ed/vim' -y", #"exec '/opt/My Ed/vim' -y "$@""#, vim + ["+7"]),
        (#"/opt/My\ Ed/vim"#, #"exec /opt/My\ Ed/vim "$@""#, vim + ["+7"]),
        ("$HOME/bin/vim", #"trap : INT QUIT; $HOME/bin/vim "$@""#, vim + ["+7"]),
        ("TERM=xterm vim", #"trap : INT QUIT; TERM=xterm vim "$@""#, vim + ["+7"]),
        ("editor", #"exec editor "$@""#, ["+7"]), ("nano -w", #"exec nano -w "$@""#, ["+7"]),
        ("emacs -nw", #"exec emacs -nw "$@""#, ["+7"]),
        ("emacsclient -t", #"exec emacsclient -t "$@""#, ["+7"]),
        ("code --wait", #"exec code --wait "$@""#, []), ("no-such", #"trap : INT QUIT; no-such "$@""#, []),
        ("true; vim", #"trap : INT QUIT; true; vim "$@""#, []),
        ("vim 2>/dev/null", #"trap : INT QUIT; vim 2>/dev/null "$@""#, vim + ["+7"]),
    ]

    @Test(arguments: rows.indices)
    func `the words that an editor is run with`(index: Int) throws {
        let row = Self.rows[index]
        let editor = try #require(Self.editor(["EDITOR": row.editor]))
        let words = editor.words(for: "/a path/x.json", line: 7)
        #expect(words.prefix(3) == ["sh", "-c", row.script])
        #expect(Array(words.dropFirst(4)) == row.words + ["/a path/x.json"])
        #expect(
            editor.words(for: "/x", line: nil).dropFirst(4) == row.words.dropLast(row.words.isEmpty ? 0 : 1)
                + ["/x"])
    }
}
