import RegappProcesses
import RegappCommandLine
import RegappStore
import RegappTerminal

/// The editor that the user chose or, on a terminal, the usual one, and how it is started on a file.
struct Editor: Sendable {
    /// The shell command as the user wrote it.
    let command: String
    /// The path of the program that its first word names; nil if there is none.
    private let program: String?

    /// The first of `$VISUAL`, `$EDITOR`, `editor` and `vi` that exists; nil if there is none.
    ///
    /// - Parameter isOnTerminal: whether a person is there; if not, only an editor that was chosen counts.
    init?(_ environment: ProcessEnvironment, isOnTerminal: Bool) {
        let folders = environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        self.init(
            variable: environment.variable, isOnTerminal: isOnTerminal,
            find: { ForegroundProgram.find($0, in: folders) })
    }

    init?(variable: (String) -> String?, isOnTerminal: Bool, find: (String) -> String?) {
        let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(variable).first { !$0.allSatisfy(\.isWhitespace) }
        let usual = isOnTerminal ? ["editor", "vi"].first { find($0) != nil } : nil
        guard let command = chosen ?? usual else { return nil }
        self.command = command
        program = find(Self.firstWord(of: command))
    }

    /// Runs the editor on a file until it ends, and restores the terminal.
    ///
    /// - Parameters:
    ///   - line: where to start, if the editor supports that.
    ///   - lock: an open file that the editor inherits, and so keeps open while it runs.
    func edit(_ path: String, line: Int?, holding lock: FileDescriptor) -> ProgramEnd {
        let terminal = SavedTerminalMode()
        let start = ProgramStart("/bin/sh", words(for: path, line: line))
        let isPlain = Appearance.live.converses
        terminal?.show("waiting for the editor to close the file ..." + (isPlain ? "\n" : ""))
        return ForegroundProgram.run(start, inheriting: lock.rawValue) { end in
            terminal?.restoreMode()
            if !isPlain { terminal?.eraseRow() }
            if case .signalled = end { terminal?.endScreen() }
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
        let lineArgument = line.map { ["+\($0)"] } ?? []
        switch kind {
        // The text may contain a password: no swap file, no history and, whatever the user's settings say, no backup.
        case .vim:
            let settings = "silent! set noundofile nobackup noswapfile viminfo="
            return ["-n", "-i", "NONE", "-c", settings] + lineArgument
        case .lineFirst: return lineArgument
        case .other: return []
        }
    }

    private enum Kind { case vim, lineFirst, other }

    private var kind: Kind {
        let typed = Self.name(Self.firstWord(of: command))
        // These two may be any editor.
        let name = ["vi", "editor"].contains(typed) ? program.map(Self.name) ?? typed : typed
        switch name {
        case "vim", "nvim", "gvim", "vimx", "rvim", "ex", "view", "vimdiff", "evim", "eview": return .vim
        case "vi", "nvi", "elvis", "vile", "nano", "rnano", "pico", "emacs", "emacsclient", "mg", "zile":
            return .lineFirst
        default: return .other
        }
    }

    /// `vim` of `/usr/bin/vim.basic`.
    private static func name(_ path: String) -> String {
        String(FileAccess.name(of: path).prefix { $0 != "." && $0 != "-" })
    }

    /// Programs that run the program named by their first argument.
    private static let launchers: Set<String> = ["command", "env", "exec", "nice", "nohup"]

    /// The first word of a command without its quotes, skipping variable assignments and programs that run another.
    static func firstWord(of command: String) -> String {
        ShellLine.words(of: command).first { !$0.isAssignment && !launchers.contains($0) } ?? ""
    }
}

extension String {
    /// Whether a shell takes the word for a variable assignment.
    fileprivate var isAssignment: Bool {
        guard let equals = firstIndex(of: "="), let first, !first.isNumber else { return false }
        let name = self[..<equals]
        return !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
