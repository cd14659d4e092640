import CommandParser
import Synchronization
import TerminalUI

/// What a person is told on standard error about a run that failed, and the exit code for programs.
///
/// Whoever ends a run throws one, made by a function of `Wording/`, or an error of a module that somebody may branch
/// on; ``init(of:)`` makes a report of either at the edge.
///
/// Sentences are lowercase, without a period, values quoted. A hint says what to type next.
struct Report: Error, Equatable, Sendable {
    /// How the run ends.
    let exit: ExitCode
    /// What is wrong, one line each.
    let errors: [String]
    /// What to do about it, one line each.
    let hints: [Hint]

    init(_ exit: ExitCode, _ errors: [String], hints: [Hint] = []) {
        self.exit = exit
        self.errors = errors
        self.hints = hints
    }

    /// A report of one line and at most one hint.
    init(_ exit: ExitCode, _ error: String, hint: Hint? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    /// A run that was interrupted, about which nothing needs to be said.
    static let interrupted = Report(.interrupted, [])

    /// What is told.
    var message: Message {
        Message(errors.map(DiagnosticLine.error) + hints.map(DiagnosticLine.hint))
    }
}

/// What a person is told on standard error besides results. Functions of `Wording/` make it.
struct Message: Equatable, Sendable {
    let lines: [DiagnosticLine]

    init(_ lines: [DiagnosticLine]) { self.lines = lines }

    init(_ lines: DiagnosticLine...) { self.init(lines) }

    /// Those of its lines that tell what went wrong.
    var errors: [String] {
        lines.compactMap { if case .error(let text) = $0 { text } else { nil } }
    }
}

/// A line on standard error, without the program's name before it.
enum DiagnosticLine: Equatable, Sendable {
    /// What went wrong.
    case error(String)
    /// What may go wrong.
    case warning(String)
    /// What to do next.
    case hint(Hint)
    /// What was done.
    case done(Hint)

    fileprivate var isError: Bool { if case .error = self { true } else { false } }
}

/// Standard error, where each line begins with the program's name and says what kind of line it is, unless it says
/// what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = StandardStream.error.palette

    /// Whether only errors are told.
    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// Tells errors only from now on, as `--quiet` has it.
    static func tellErrorsOnly() { quiet.store(true, ordering: .relaxed) }

    static func tell(_ message: Message) {
        for line in message.lines {
            if isQuiet, !line.isError { continue }
            switch line {
            case .error(let text): write(palette.printed("error", .problem) + ": ", text)
            case .warning(let text): write(palette.printed("warning", .attention) + ": ", text)
            case .hint(let hint): write(palette.printed("hint", .hint) + ": ", hint.text)
            case .done(let outcome): write("", outcome.text)
            }
        }
    }

    /// - Parameter kind: what kind of line it is, in its colour; nothing of what was done.
    private static func write(_ kind: String, _ text: String) {
        // Where standard error is closed there is nobody left to tell.
        _ = StandardStream.error.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}
