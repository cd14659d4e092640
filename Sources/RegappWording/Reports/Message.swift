package import RegappCommandLine

/// What regapp has to say: facts, each with its kind and what can be done next.
///
/// A fact is worded once, by a function in a `Wording` folder that takes the facts. A command prints the message on
/// standard error; a screen shows it between its title and its fields. What can be done next is an action: a command
/// line names the command, which can be pasted; a screen names the button or key that does the same, and is silent where
/// its help line shows the way. To end a run, a message is thrown with an exit code, as a ``Report``.
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

        package static func question(_ request: String) -> Fact {
            Fact(kind: .question, sentence: Sentence(prose: request))
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

    package static func question(_ request: String) -> Message { Message(Fact.question(request)) }

    package func followed(by other: Message?) -> Message { Message(facts + (other?.facts ?? [])) }
}
