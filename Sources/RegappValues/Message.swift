/// What regapp has to say: facts, each with its kind and what can be done next; and how a run ends that ends with it.
///
/// A fact is worded once: where it happens or, if that is in several places, by a function in a `Wording` folder. A
/// command prints the message on standard error; a screen shows it between its title and its fields. What can be done
/// next is an action: a command line names the command, which can be pasted; a screen names the button or key that
/// does the same, and is silent where its help line shows the way.
///
/// To end a run, throw a failure, or an error of a module that the caller may branch on: `Message(of:)` makes a message
/// of any error, with the sentences that `AccountsError.explanation` has for those of documents.
///
/// Sentences are lowercase, without a period, values quoted. A screen capitalizes them, and a hint by itself.
package struct Message: Error, Hashable, Sendable {
    /// The exit code of a run that ends with this message; `done` unless something failed.
    package let exit: ExitCode
    package private(set) var facts: [Fact]

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
    }

    /// A failure. If there are no errors, nothing needs to be said about it.
    package init(_ exit: ExitCode, _ errors: [String], hints: [Sentence] = []) {
        self.exit = exit
        facts =
            errors.map { Fact(kind: .error, sentence: Sentence(prose: $0), next: nil) }
            + hints.map { Fact(kind: .hint, sentence: $0, next: nil) }
    }

    package init(_ exit: ExitCode, _ error: String, hint: Sentence? = nil) {
        self.init(exit, [error], hints: hint.map { [$0] } ?? [])
    }

    /// What several messages say, one after the other. The first failure decides how a run ends.
    package init(_ messages: [Message]) {
        exit = messages.first { $0.exit != .done }?.exit ?? .done
        facts = messages.flatMap(\.facts)
    }

    private init(_ kind: Kind, _ sentence: Sentence, next: Sentence? = nil) {
        exit = .done
        facts = [Fact(kind: kind, sentence: sentence, next: next)]
    }

    // A message of one fact.

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

    package func followed(by other: Message?) -> Message { Message([self] + (other.map { [$0] } ?? [])) }

    // What a failure says.

    /// The errors as they were written, which may hold characters that a terminal must not get.
    package var errors: [String] { facts.filter { $0.kind == .error }.compactMap(\.sentence.prose) }

    package var hints: [Sentence] { facts.filter { $0.kind == .hint }.map(\.sentence) }

    /// The failure with other hints.
    package func with(hints: [Sentence]) -> Message { Message(exit, errors, hints: hints) }

    /// A failure with what else it left undone, and what to do about that.
    package func leaving(_ error: String, hint: Sentence) -> Message {
        Message(exit, errors + [error], hints: [hint])
    }

    /// The message of a run that goes on.
    package var asWarning: Message { Message(errors.map { .warning($0) } + hints.map { .hint($0) }) }
}
