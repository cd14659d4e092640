public import CommandParser
public import DocumentStore
internal import TerminalUI

/// What a person is told on standard error about a run that failed, and the exit code for programs.
///
/// Sentences are lowercase, without a period, values quoted. A hint says what to type next.
public struct Report: Error, Equatable, Sendable {
    /// How the run ends.
    public let exit: ExitCode
    /// What is wrong, one line each.
    public let errors: [String]
    /// What to do about it, one line each.
    public let hints: [Hint]

    /// Puts a report together.
    public init(_ exit: ExitCode, _ errors: [String], hints: [Hint] = []) {
        self.exit = exit
        self.errors = errors
        self.hints = hints
    }

    /// A report of one line and at most one hint.
    public init(_ exit: ExitCode, _ error: String, hint: Hint? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    /// A run that was interrupted, of which nothing needs to be said.
    public static let interrupted = Report(.interrupted, [])

    /// Tells it on standard error.
    public func tell() {
        for error in errors { Diagnostics.error(error) }
        for hint in hints { Diagnostics.hint(hint) }
    }
}

/// Lines on standard error, each with the program's name and what kind of line it is.
public enum Diagnostics {
    /// Tells what went wrong.
    public static func error(_ text: String) { write("error", text) }

    /// Tells what may go wrong.
    public static func warning(_ text: String) { write("warning", text) }

    /// Tells what to do next, or what has become of what was done.
    public static func hint(_ hint: Hint) { write("hint", hint.text) }

    /// Tells what the store noticed, and what to type about it.
    public static func tell(_ warning: StoreWarning) {
        let words = warning.words
        self.warning(words.warning)
        if let hint = words.hint { self.hint(hint) }
    }

    private static func write(_ kind: String, _ text: String) {
        // Where standard error is closed there is nobody left to tell.
        _ = StandardStream.error.write(Array("regapp: \(kind): \(text.printable)\n".utf8))
    }
}
