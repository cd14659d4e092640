import RegappProcesses
import RegappCommandLine
import RegappValues
import RegappStore
import RegappTerminal
import RegappCore
import RegappWording
import RegappJSON

/// The editor that the user chose or, on a terminal, the usual one, and how it is started on a file.
struct Editor: Sendable {
    /// The shell command as the user wrote it.
    let command: String
    /// The path of the program that its first word names; nil if there is none.
    private let program: String?

    /// The first of `$VISUAL`, `$EDITOR`, `editor` and `vi` that exists; nil if there is none. Without `isOnTerminal`,
    /// only one that was chosen counts. `find` returns the path of the program that a shell would run for a name.
    init?(variable: (String) -> String?, isOnTerminal: Bool, find: (String) -> String?) {
        let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(variable).first { !$0.allSatisfy(\.isWhitespace) }
        let usual = isOnTerminal ? ["editor", "vi"].first { find($0) != nil } : nil
        guard let command = chosen ?? usual else { return nil }
        self.command = command
        program = find(Self.firstWord(of: command))
    }

    /// Runs the editor on a file until it ends, and restores the terminal. `line` is where to start, if the editor
    /// supports that; the editor inherits the open file `lock`, and so keeps it open while it runs.
    func edit(_ path: String, line: Int?, holding lock: FileDescriptor) -> ProgramEnd {
        let terminal = SavedTerminalMode()
        var start = ProgramStart("/bin/sh", words(for: path, line: line))
        start.descriptors[lock.rawValue] = lock.rawValue
        let isPlain = Appearance.live.converses
        terminal?.show("waiting for the editor to close the file ...", endsLine: isPlain)
        return ForegroundProgram.run(start) { end in
            let isKilled = if case .signalled = end { true } else { false }
            terminal?.restore(erasesRow: !isPlain, endsScreen: isKilled && !isPlain)
        }
    }

    /// The words of the shell that runs the editor. The shell does not parse the path, so it may contain anything.
    func words(for path: String, line: Int?) -> [String] {
        // A shell that waits would die of the Ctrl-C that the editor handles. So a plain command replaces the shell;
        // for any other, such as one with variables, the shell gets a trap, which the editor does not inherit.
        let isPlain = program != nil && !command.contains { "=;&|<>(){}!#\n".contains($0) }
        let script = (isPlain ? "exec " : "trap : INT QUIT; ") + command + " \"$@\""
        return ["sh", "-c", script, Self.firstWord(of: command)] + options(line) + [path]
    }

    private func options(_ line: Int?) -> [String] {
        let typed = Self.name(Self.firstWord(of: command))
        // These two names may be links to any editor.
        let name = ["vi", "editor"].contains(typed) ? program.map(Self.name) ?? typed : typed
        let start = line.map { ["+\($0)"] } ?? []
        switch name {
        // The text may contain a password: no swap file, no history and, whatever the user's settings say, no backup.
        case "vim", "nvim", "gvim", "vimx", "rvim", "ex", "view", "vimdiff", "evim", "eview":
            let settings = "silent! set noundofile nobackup noswapfile viminfo="
            return ["-n", "-i", "NONE", "-c", settings] + start
        case "vi", "nvi", "elvis", "vile", "nano", "rnano", "pico", "emacs", "emacsclient", "mg", "zile":
            return start
        default: return []
        }
    }

    /// `vim` for `/usr/bin/vim.basic`.
    private static func name(_ path: String) -> String {
        String(FileAccess.name(of: path).prefix { $0 != "." && $0 != "-" })
    }

    /// Programs that run the program named by their first argument.
    private static let launchers: Set<String> = ["command", "env", "exec", "nice", "nohup"]

    /// The first word of a command without its quotes, skipping variable assignments and programs that run another.
    static func firstWord(of command: String) -> String {
        ShellLine.read(command).words.first { !$0.isAssignment && !launchers.contains($0) } ?? ""
    }
}

extension String {
    fileprivate var isAssignment: Bool {
        guard let equals = firstIndex(of: "="), let first, !first.isNumber else { return false }
        let name = self[..<equals]
        return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}

/// A text in the editor of an ``EditorSession``: the edit, and the copy that the editor works on.
final class EditedText {
    var edit: TextEdit
    let found: LocatedDocument
    let copy: WorkingCopy
    /// Whether it continues a text that was kept.
    let isKept: Bool
    /// The line at which the editor starts.
    var line: Int?
    /// The copy's content when it was last seen.
    var known: WorkingCopy.Content
    /// The accepted change of the rules.
    var confirmed: ProposedPolicy?
    /// A change of the rules that waits for a decision.
    var undecided: ProposedPolicy?
    private var reported: [JSONMerge.Member] = []

    init(
        _ edit: TextEdit, of found: LocatedDocument, in copy: WorkingCopy, isKept: Bool, line: Int?,
        known: WorkingCopy.Content
    ) {
        self.edit = edit
        self.found = found
        self.copy = copy
        self.isKept = isKept
        self.line = line
        self.known = known
    }

    /// Writes the edit's text to the copy, unless an editor that is still open has saved since.
    func write() throws {
        let content = try copy.content()
        if content != known, case .text(let newer) = content, !newer.isBlank {
            // Start over from the newer text: it was written before anything was merged.
            edit = TextEdit(edit.subject, of: found, in: copy, holding: newer)
        }
        known = .text(edit.text)
        guard content != known else { return }
        // A text that is too long stays in the copy, where the person can shorten it.
        if case .unusable(.tooLarge) = content { return }
        try copy.replace(with: edit.text, of: edit.mine.origin)
    }

    func drainUnreported() -> [JSONMerge.Member] {
        defer { reported = edit.merged }
        return edit.merged.filter { !reported.contains($0) }
    }

    /// Makes sure that no text is lost if the editor failed or the text was emptied: an earlier text goes back into the
    /// copy, and the failure is thrown.
    func requireNothingToKeep(_ failure: Message) throws {
        // What was kept before, or written in an earlier run, stays as it was.
        let hasEarlierText = isKept || !edit.mine.isUnchanged(edit.text)
        if failure == .textIsEmptied, !hasEarlierText { return }
        switch try copy.content() {
        case .text(let text) where edit.mine.isUnchanged(text): return
        case .text(let text) where !text.isBlank: throw failure
        case .unusable: throw failure
        case .text, .absent:
            guard hasEarlierText else { return }
            try copy.replace(with: edit.text, of: edit.mine.origin)
            throw failure
        }
    }
}

extension [UInt8] {
    var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
