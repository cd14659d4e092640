import CommandParser
import Synchronization
import TerminalUI

/// What a failed run says on standard error, and its exit code.
///
/// To end a run, throw a report that a function of `Wording/` makes, or an error of a module that the caller may
/// branch on: ``init(of:)`` turns any error into a report at the edge.
struct Report: Error, Equatable, Sendable {
    let exit: ExitCode
    let message: Message

    /// - Parameters:
    ///   - errors: one line each.
    ///   - hints: one line each; what to type next.
    init(_ exit: ExitCode, _ errors: [String], hints: [Hint] = []) {
        self.exit = exit
        message = Message(errors.map(Message.Fact.error) + hints.map(Message.Fact.hint))
    }

    init(_ exit: ExitCode, _ error: String, hint: Hint? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    var errors: [String] { message.errors }

    var hints: [Hint] { message.facts.filter { $0.kind == .hint }.map(\.sentence) }

    /// Nothing needs to be said about an interruption.
    static let interrupted = Report(.interrupted, [])
}

/// Standard error. Each line begins with the program's name, and with its kind unless it says what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = Appearance.live.palette(of: .error)

    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// For `--quiet`.
    static func tellErrorsOnly() { quiet.store(true, ordering: .relaxed) }

    static func tell(_ message: Message) {
        for fact in message.facts where !isQuiet || fact.kind == .error {
            switch fact.kind {
            case .error: write(palette.printed("error", .problem) + ": ", fact.text)
            case .warning: write(palette.printed("warning", .attention) + ": ", fact.text)
            case .hint: write(palette.printed("hint", .hint) + ": ", fact.text)
            case .done: write("", fact.text)
            }
        }
    }

    /// - Parameter kind: the kind of line, in colour; empty for what was done.
    private static func write(_ kind: String, _ text: String) {
        // If standard error is closed, nothing can be said.
        _ = StandardStream.error.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}
