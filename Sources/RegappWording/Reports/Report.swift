package import CommandParser

/// What a failed run says on standard error, and its exit code.
///
/// To end a run, throw a report that a function of `Wording/` makes, or an error of a module that a caller may branch
/// on: ``init(of:)`` turns any error into a report at the edge.
///
/// Sentences are lowercase, without a period, values quoted. A hint says what to type next.
package struct Report: Error, Equatable, Sendable {
    package let exit: ExitCode
    /// One line each.
    package let errors: [String]
    /// One line each.
    package let hints: [Hint]

    package init(_ exit: ExitCode, _ errors: [String], hints: [Hint] = []) {
        self.exit = exit
        self.errors = errors
        self.hints = hints
    }

    package init(_ exit: ExitCode, _ error: String, hint: Hint? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    /// Nothing needs to be said about an interruption.
    package static let interrupted = Report(.interrupted, [])

    package var message: Message {
        Message(errors.map(DiagnosticLine.error) + hints.map(DiagnosticLine.hint))
    }
}

/// What a run says on standard error. Made by functions of `Wording/`.
package struct Message: Equatable, Sendable {
    package let lines: [DiagnosticLine]

    package init(_ lines: [DiagnosticLine]) { self.lines = lines }

    package init(_ lines: DiagnosticLine...) { self.init(lines) }

    package var errors: [String] {
        lines.compactMap { if case .error(let text) = $0 { text } else { nil } }
    }
}

/// A line on standard error, without the program's name.
package enum DiagnosticLine: Equatable, Sendable {
    case error(String)
    case warning(String)
    case hint(Hint)
    case done(Hint)

    package var isError: Bool { if case .error = self { true } else { false } }
}
