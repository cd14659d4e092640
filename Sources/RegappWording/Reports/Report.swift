package import RegappCommandLine

/// What a failed run says on standard error, and its exit code.
///
/// To end a run, throw a report that a function of a `Wording` folder makes, or an error of a module that the caller may
/// branch on: ``init(of:)`` turns any error into a report at the edge.
package struct Report: Error, Equatable, Sendable {
    package let exit: ExitCode
    package let message: Message

    package init(_ exit: ExitCode, _ message: Message) { (self.exit, self.message) = (exit, message) }

    package init(_ exit: ExitCode, _ errors: [String], hints: [Sentence] = []) {
        self.init(exit, Message(errors.map(Message.Fact.error) + hints.map { .hint($0) }))
    }

    package init(_ exit: ExitCode, _ error: String, hint: Sentence? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    package var errors: [String] { message.errors }

    package var hints: [Sentence] { message.facts.filter { $0.kind == .hint }.map(\.sentence) }

    /// Nothing needs to be said about an interruption.
    package static let interrupted = Report(.interrupted, [])
}
