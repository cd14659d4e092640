import Accounts
import CommandParser
import StrictJSON
import TerminalUI

// Messages of screens about an editor's text, and the dialog with its questions.

extension Message {
    static func edited(isChanged: Bool, and more: [String]) -> Message {
        Message([.saved(isChanged)] + more.map { .hint(Hint(prose: $0)) })
    }

    /// - Parameter kept: the text's path; nil if it is not kept.
    static func notEdited(_ report: Report, kept: String?, and more: [String]) -> Message {
        let advice = kept.map { [Hint.kept($0, .own)] } ?? []
        // Other hints are about the command line.
        let hints = report == .noEditor ? report.hints : []
        let errors = report.errors.isEmpty ? ["nothing was saved"] : report.errors
        return Report(report.exit, errors, hints: more.map { Hint(prose: $0) } + advice + hints).message
    }
}

extension Alert {
    /// More mistakes than these are only counted.
    private static let mostMistakes = 3

    /// Asks what has to be decided before an editor's text is saved; the ids of its buttons are the answers.
    static func editor(_ decision: EditorSession.Decision) -> Alert {
        typealias Answer = EditorSession.Answer
        switch decision {
        case .keptCopy(let path):
            return Alert(
                title: "A text was kept", parts: [.sentence("it was not saved, and is in \(path)")],
                buttons: buttons(decision.answers, decision.titles), escape: Answer.keep.rawValue)
        case .wrong(let wrong, let text):
            let titles = ["Fix it", "Keep for later", "Discard"]
            return Alert(
                title: "Not saved", parts: parts(wrong, text), buttons: buttons(decision.answers, titles),
                escape: Answer.keep.rawValue)
        case .rules(let survey):
            return Alert(
                title: "Save these rules?", parts: [.sentence(survey.consequences)],
                buttons: buttons(decision.answers, decision.titles), escape: Answer.keep.rawValue)
        case .conflict(let conflict):
            return .conflict(conflict, nil, buttons: [Answer.edit, .mine, .theirs].map(\.rawValue))
        }
    }

    private static func buttons(_ answers: [EditorSession.Answer], _ titles: [String]) -> [Button] {
        zip(answers, titles).map { Button($0.rawValue, $1) }
    }

    private static func parts(_ wrong: EditorSession.Wrong, _ text: MaskedText) -> [Part] {
        guard case .problems(let problems) = wrong else {
            return Report(wrong, "the text").errors.map(Part.sentence)
        }
        let told = problems.prefix(mostMistakes).flatMap { problem in
            [
                Part.sentence("line \(problem.position.line): \(problem.message)"),
                .passage(text.passage(at: problem.position)),
            ]
        }
        let rest = problems.count - mostMistakes
        return told + (rest > 0 ? [.sentence("and \(rest) more")] : [])
    }
}
