internal import RegappCommandLine
package import RegappValues
internal import RegappTerminal

/// What a failed run says on standard error, and its exit code. To end a run, throw a report, or an error of a module
/// that the caller may branch on: ``init(of:)`` turns any error into a report at the edge.
package struct Report: Error, Equatable, Sendable {
    package let exit: ExitCode
    package let message: Message

    package init(_ exit: ExitCode, _ message: Message) {
        self.exit = exit
        self.message = message
    }

    package init(_ exit: ExitCode, _ errors: [String], hints: [Sentence] = []) {
        self.init(exit, Message(errors.map(Message.error) + hints.map { .hint($0) }))
    }

    package init(_ exit: ExitCode, _ error: String, hint: Sentence? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    package var errors: [String] { message.errors }

    package var hints: [Sentence] { message.facts.filter { $0.kind == .hint }.map(\.sentence) }

    /// The message of a run that goes on.
    package var asWarning: Message { Message(errors.map { .warning($0) } + hints.map { .hint($0) }) }

    /// Nothing needs to be said about an interruption.
    package static let interrupted = Report(.interrupted, [])
}

/// What regapp has to say: facts, each with its kind and what can be done next.
///
/// A fact is worded once: where it happens or, if that is in several places, by a function in a `Wording` folder. A
/// command prints the message on standard error; a screen shows it between its title and its fields. What can be done
/// next is an action: a command line names the command, which can be pasted; a screen names the button or key that
/// does the same, and is silent where its help line shows the way. To end a run, throw it as a ``Report``.
///
/// Sentences are lowercase, without a period, values quoted. A screen capitalizes them, and a hint by itself.
package struct Message: Hashable, Sendable {
    package private(set) var facts: [Fact]

    /// What several messages say, one after the other.
    package init(_ messages: [Message]) { facts = messages.reduce(into: []) { $0 += $1.facts } }

    private init(_ kind: Kind, _ sentence: Sentence, next: Sentence? = nil) {
        facts = [Fact(kind: kind, sentence: sentence, next: next)]
    }

    package enum Kind: Hashable, Sendable {
        case error, warning, hint, done
        /// Nothing had to be done.
        case note
        case question
    }

    package struct Fact: Hashable, Sendable {
        package let kind: Kind
        package let sentence: Sentence
        package let next: Sentence?

        /// One line on a command line, without its kind. Emails are quoted for the shell only in what can be typed: in a
        /// hint, and in what can be done next.
        package var text: String {
            let text = kind == .hint ? sentence.text : sentence.statement
            return next.map { "\(text); \($0.text)" } ?? text
        }

        /// The text on a screen, as sentences; nil if it names a command that no button or key stands for. A value at
        /// its beginning, such as a key, stays as it is.
        package var screenText: String? {
            guard let text = sentence.screenText else { return nil }
            let isValue = if case .value? = sentence.parts.first { true } else { false }
            let first = isValue ? text : text.sentenceCased
            return next?.screenText.map { "\(first). \($0.sentenceCased)" } ?? first
        }
    }

    /// The message as a question, or as the title of a dialog.
    package var asked: String { facts.map(\.text.sentenceCased).joined(separator: " ") }

    package var errors: [String] { facts.filter { $0.kind == .error }.map(\.text) }

    // A message of one fact.

    package static func error(_ text: String) -> Message { Message(.error, Sentence(prose: text)) }

    package static func warning(_ text: String, hint: Sentence? = nil) -> Message {
        Message(.warning, Sentence(prose: text)).followed(by: hint.map { .hint($0) })
    }

    package static func hint(_ advice: Sentence, next: Sentence? = nil) -> Message {
        Message(.hint, advice, next: next)
    }

    package static func done(_ outcome: Sentence, next: Sentence? = nil) -> Message {
        Message(.done, outcome, next: next)
    }

    package static func note(_ finding: Sentence) -> Message { Message(.note, finding) }

    package static func question(_ request: String) -> Message {
        Message(.question, Sentence(prose: request))
    }

    package func followed(by other: Message?) -> Message {
        var both = self
        if let other { both.facts += other.facts }
        return both
    }
}
