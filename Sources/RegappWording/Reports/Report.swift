package import RegappCommandLine

/// What a failed run says on standard error, and its exit code.
///
/// To end a run, throw a report, or an error of a module that the caller may branch on: ``init(of:)`` turns any error
/// into a report at the edge.
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

/// How a run ends; the numbers are those of `sysexits.h` if it has one.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failure = 1
    case usage = 64
    case data = 65
    case notFound = 67
    case unavailable = 69
    case exists = 73
    case inputOutput = 74
    /// The same command may work later.
    case busy = 75
    case denied = 77
    case interrupted = 130

    package var meaning: String {
        switch self {
        case .done: "done"
        case .failure: "any other failure"
        case .usage: "the command line is wrong"
        case .data: "a value breaks a rule, or a file holds what regapp cannot accept"
        case .notFound: "there is no such account, or no such album"
        case .unavailable: "the album catalogue cannot be reached, or answered with an error"
        case .exists: "already exists"
        case .inputOutput: "reading or writing failed; the message names the file and the reason"
        case .busy:
            "busy: another regapp holds the files, another program changed them meanwhile, there was no memory for "
                + "a hash, or the catalogue got too many requests; the same command may work later"
        case .denied: "nobody is logged in, or the credentials do not match"
        case .interrupted: "interrupted, as by Ctrl-C"
        }
    }
}

/// What regapp has to say: facts, each with its kind and what can be done next.
///
/// A fact is worded once: where it happens or, if it happens at several places, by a function in a `Wording` folder that
/// takes the facts. A command prints the message on standard error; a screen shows it between its title and its fields.
/// What can be done next is an action: a command line names the command, which can be pasted; a screen names the button or
/// key that does the same, and is silent where its help line shows the way. To end a run, a message is thrown with an exit
/// code, as a ``Report``.
///
/// Sentences are lowercase, without a period, values quoted; a screen begins them with a capital.
package struct Message: Hashable, Sendable {
    package let facts: [Fact]

    package init(_ facts: [Fact]) { self.facts = facts }

    package init(_ facts: Fact...) { self.init(facts) }

    package enum Kind: Hashable, Sendable {
        case error, warning, hint, done
        /// What the person is asked to do before it goes on.
        case question
    }

    package struct Fact: Hashable, Sendable {
        package let kind: Kind
        package let sentence: Sentence
        /// What can be done next, as the end of the sentence.
        package private(set) var next: Sentence?

        package static func error(_ text: String) -> Fact {
            Fact(kind: .error, sentence: Sentence(prose: text))
        }

        package static func warning(_ text: String) -> Fact {
            Fact(kind: .warning, sentence: Sentence(prose: text))
        }

        package static func hint(_ advice: Sentence, next: Sentence? = nil) -> Fact {
            Fact(kind: .hint, sentence: advice, next: next)
        }

        package static func done(_ outcome: Sentence, next: Sentence? = nil) -> Fact {
            Fact(kind: .done, sentence: outcome, next: next)
        }

        /// One line on a command line, without its kind.
        package var text: String { next.map { ("\(sentence); \($0)" as Sentence).text } ?? sentence.text }

        /// The text on a screen; nil if it proposes what no button does.
        package var screenText: String? {
            guard let text = sentence.screenText else { return nil }
            return next?.screenText.map { "\(text); \($0)" } ?? text
        }
    }

    package var errors: [String] { facts.filter { $0.kind == .error }.map(\.text) }

    // A message of one fact.

    package static func error(_ text: String) -> Message { Message(Fact.error(text)) }

    package static func warning(_ text: String, hint: Sentence? = nil) -> Message {
        Message([Fact.warning(text)] + (hint.map { [Fact.hint($0)] } ?? []))
    }

    package static func hint(_ advice: Sentence, next: Sentence? = nil) -> Message {
        Message(Fact.hint(advice, next: next))
    }

    package static func done(_ outcome: Sentence, next: Sentence? = nil) -> Message {
        Message(Fact.done(outcome, next: next))
    }

    package static func question(_ request: String) -> Message {
        Message(Fact(kind: .question, sentence: Sentence(prose: request)))
    }

    package func followed(by other: Message?) -> Message { Message(facts + (other?.facts ?? [])) }
}
