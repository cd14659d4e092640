import Synchronization
internal import RegappProcesses
import RegappValues
import RegappJSON
import RegappTerminal
import RegappWording

/// A command's standard output, buffered and written in large pieces. On a terminal nothing is printed that could
/// control it or that a person would not see. A pipe gets values exactly as they are where a program asks for them:
/// ``json(_:)``, ``exact(_:)`` and ``lines(_:)``.
struct Output: ~Copyable {
    private static let pieceSize = 64 << 10
    let isTerminal = Terminal.isTerminal(.standardOutput)
    private var pending: [UInt8] = []
    private lazy var palette = Appearance.live.palette(of: .standardOutput)

    /// Adds a line for people, made printable.
    mutating func line(_ text: String) throws { try self.text(text.printable + "\n") }

    /// Adds a line about what was done, as ``line(_:)`` does, unless the run is quiet.
    mutating func outcome(_ line: String) throws {
        if !Diagnostics.isQuiet { try self.line(line) }
    }

    /// Adds a line for people that begins with a label, which ends with the ASCII character `end`.
    mutating func labelled(_ text: String, until end: Unicode.Scalar = ":") throws {
        try self.text(withFaintLabel(text.printable, until: end) + "\n")
    }

    /// A line that needs no escaping, with its label faint.
    mutating func withFaintLabel(_ line: String, until end: Unicode.Scalar = ":") -> String {
        // Every start prints lines, most of them without colour.
        guard palette.depth != .none, let last = line.unicodeScalars.firstIndex(of: end) else { return line }
        let label = String(line[...last])
        // Not a substring: appending one would make every start a fifth slower.
        let rest = String(line[line.unicodeScalars.index(after: last)...])
        return faint(label) + rest
    }

    /// A text that describes what is beside or below it; it must need no escaping.
    mutating func faint(_ text: String) -> String { palette.printed(text, .printedLabel) }

    /// Adds text that needs no escaping.
    mutating func text(_ text: String) throws {
        try bytes(Array(text.utf8))
    }

    /// Adds a line with a value for a program, as ``exact(_:)`` gives it.
    mutating func value(_ value: String) throws { try text(exact(value) + "\n") }

    /// A value for a program; printable on a terminal.
    func exact(_ value: String) -> String { isTerminal ? value.printable : value }

    /// Adds lines that end in LF or CR LF for a program; printable on a terminal.
    mutating func lines(_ bytes: [UInt8]) throws {
        try lines(bytes) { ($0.hasSuffix("\r") ? String($0.dropLast()) : $0).printable }
    }

    /// Adds JSON, or a part of it that ends outside a string. On a terminal it is escaped further, and stays JSON.
    mutating func json(_ bytes: [UInt8]) throws {
        try lines(bytes) { $0.printable(escape: JSONText.escape) }
    }

    private mutating func lines(_ bytes: [UInt8], _ printable: (String) -> String) throws {
        guard isTerminal else { return try self.bytes(bytes) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try text(lines.map { printable(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n"))
    }

    private mutating func bytes(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// - Throws: a message with exit code 74 if the output is full or closed.
    mutating func flush() throws {
        let bytes = pending
        pending = []
        if let number = Terminal.Stream.standardOutput.write(bytes) {
            throw Message.output(number)
        }
    }
}

/// Standard error. Each line begins with the program's name, and with its kind unless it says what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = Appearance.live.palette(of: .standardError)

    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// For `--quiet`.
    static func reportErrorsOnly() { quiet.store(true, ordering: .relaxed) }

    static func report(_ message: Message) {
        for fact in message.facts where !isQuiet || fact.kind == .error {
            switch fact.kind {
            case .error: write(palette.printed("error", .problem) + ": ", fact.text)
            case .warning: write(palette.printed("warning", .attention) + ": ", fact.text)
            case .hint: write(palette.printed("hint", .hint) + ": ", fact.text)
            case .done, .note, .question: write("", fact.text)
            }
        }
    }

    /// - Parameter kind: the kind of line, in colour; empty for what was done.
    private static func write(_ kind: String, _ text: String) {
        // If standard error is closed, nothing can be said.
        _ = Terminal.Stream.standardError.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}

/// Shows a text on a terminal page by page, as git does: with `$PAGER`, or else `less -FRX`.
enum Pager {
    /// The exit codes of a shell that cannot run the program.
    private static let refusals: [ProgramEnd] = [.exited(126), .exited(127)]

    /// Returns false if the text is still to be printed: it all has room, or no pager is wanted or can be run.
    static func shows(_ text: String) -> Bool {
        guard Terminal.isTerminal(.standardOutput), !Appearance.live.converses,
            let rows = Terminal.rows(of: .standardOutput), text.count(where: { $0 == "\n" }) >= rows,
            let command = command
        else { return false }
        // The shell has a trap, which the pager does not inherit: Ctrl-C is for the pager alone.
        let script = "LESS=${LESS-FRX}; export LESS; trap : INT QUIT; \(command)"
        guard let start = ProgramStart("/bin/sh", ["sh", "-c", script]).reading(text) else { return false }
        let end = ForegroundProgram.run(start)
        if case .notStarted = end { return false }
        return !refusals.contains(end)
    }

    /// Nil if the user wants no pager, by `PAGER=` or `PAGER=cat`, or has none.
    private static var command: String? {
        guard let chosen = ProcessEnvironment.liveVariable("PAGER") else {
            let folders = ProcessEnvironment.liveVariable("PATH") ?? ""
            return ForegroundProgram.find("less", in: folders).map { _ in "less" }
        }
        return chosen.allSatisfy(\.isWhitespace) || chosen == "cat" ? nil : chosen
    }
}

/// Shows on the terminal what a long command is doing, a few times a second, unless the terminal is stopped (Ctrl-S).
/// Any thread that holds no lock may call it.
final class ProgressLine: Sendable {
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var progress: Progress
        var work: AccountsProgress?
        var next = ContinuousClock.now
    }

    private let isShown = Terminal.isTerminal(.standardError) && !Diagnostics.isQuiet
    private let state = Mutex(State(progress: Progress(Appearance.live.progress)))

    /// Prints the progress when it is due, or at once if other work begins, which may then be silent for long.
    func tick(_ work: AccountsProgress, _ count: Int = 0, of all: Int? = nil) {
        guard isShown else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard work != state.work || now >= state.next, Terminal.Stream.standardError.takesBytes else {
                return
            }
            state.work = work
            state.next = now + Self.interval
            state.progress.tick(work.line(count, of: all))
        }
    }

    func clear() {
        state.withLock { $0.progress.clear() }
    }
}
