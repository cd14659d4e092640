import CommandParser
import Synchronization
import TerminalUI

/// What a failed run says on standard error, and its exit code.
///
/// To end a run, throw a report that a function of `Wording/` makes, or an error of a module that a caller may branch
/// on: ``init(of:)`` turns any error into a report at the edge.
///
/// Sentences are lowercase, without a period, values quoted. A hint says what to type next.
struct Report: Error, Equatable, Sendable {
    let exit: ExitCode
    /// One line each.
    let errors: [String]
    /// One line each.
    let hints: [Hint]

    init(_ exit: ExitCode, _ errors: [String], hints: [Hint] = []) {
        self.exit = exit
        self.errors = errors
        self.hints = hints
    }

    init(_ exit: ExitCode, _ error: String, hint: Hint? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    /// Nothing needs to be said about an interruption.
    static let interrupted = Report(.interrupted, [])

    var message: Message {
        Message(errors.map(DiagnosticLine.error) + hints.map(DiagnosticLine.hint))
    }
}

/// What a run says on standard error. Made by functions of `Wording/`.
struct Message: Equatable, Sendable {
    let lines: [DiagnosticLine]

    init(_ lines: [DiagnosticLine]) { self.lines = lines }

    init(_ lines: DiagnosticLine...) { self.init(lines) }

    var errors: [String] {
        lines.compactMap { if case .error(let text) = $0 { text } else { nil } }
    }
}

/// A line on standard error, without the program's name.
enum DiagnosticLine: Equatable, Sendable {
    case error(String)
    case warning(String)
    case hint(Hint)
    case done(Hint)

    fileprivate var isError: Bool { if case .error = self { true } else { false } }
}

/// Standard error. Each line begins with the program's name, and with its kind unless it says what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = Appearance.live.palette(of: .error)

    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// For `--quiet`.
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

    /// - Parameter kind: the kind of line, in colour; empty for what was done.
    private static func write(_ kind: String, _ text: String) {
        // If standard error is closed, nothing can be said.
        _ = StandardStream.error.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}
