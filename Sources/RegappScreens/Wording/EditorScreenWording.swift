package import Accounts
package import CommandParser
package import RegappWording
package import StrictJSON
package import TerminalUI

// Messages of screens about an editor's text, and the dialog with its questions.

extension Notice {
    package static func edited(isChanged: Bool, and more: [String]) -> Notice {
        news(isChanged ? "saved" : "nothing was changed", and: more)
    }

    /// - Parameter kept: the text's path; nil if it is not kept.
    package static func notEdited(_ report: Report, kept: String?, and more: [String]) -> Notice {
        let advice: [Hint] =
            kept.map { ["your text is kept in \(prose: $0); the next 'Editor' continues with it"] } ?? []
        // Other hints name commands.
        let hints = report == .noEditor ? report.hints : []
        let errors = report.errors.isEmpty ? ["nothing was saved"] : report.errors
        return problem(Report(report.exit, errors), then: more.map { Hint(prose: $0) } + advice + hints)
    }
}

extension Dialog<EditorDecision.Answer?> {
    /// Asks what has to be decided before an editor's text is saved.
    static func editor(_ decision: EditorDecision) -> Dialog {
        switch decision {
        case .keptCopy(let path):
            asking(
                "A text was kept", [.sentence("it was not saved, and is in \(path)")], decision,
                decision.titles)
        case .wrong(let wrong, let text):
            asking("Not saved", wrong.parts(text), decision, ["Fix it", "Keep for later", "Discard"])
        case .rules(let survey):
            asking("Save these rules?", [.sentence(survey.shutOutWords)], decision, decision.titles)
        case .conflict(let conflict):
            .conflict(conflict, nil, back: .edit, mine: .mine, theirs: .theirs)
        }
    }

    /// Escape keeps the text.
    private static func asking(
        _ title: String, _ parts: [Alert.Part], _ decision: EditorDecision, _ titles: [String]
    ) -> Dialog {
        Dialog(
            title: title, parts: parts, buttons: zip(titles, decision.answers).map { ($0, $1) },
            escape: decision.answers.firstIndex(of: .keep) ?? 0)
    }
}

extension EditorDecision.Wrong {
    /// More mistakes than these are only counted.
    private static let mostMistakes = 3

    fileprivate func parts(_ text: MaskedText) -> [Alert.Part] {
        guard case .problems(let problems) = self else {
            return Report(self, "the text").errors.map(Alert.Part.sentence)
        }
        let told = problems.prefix(Self.mostMistakes).flatMap { problem in
            [
                Alert.Part.sentence("line \(problem.position.line): \(problem.message)"),
                .passage(text.passage(at: problem.position)),
            ]
        }
        let rest = problems.count - Self.mostMistakes
        return told + (rest > 0 ? [.sentence("and \(rest) more")] : [])
    }
}
