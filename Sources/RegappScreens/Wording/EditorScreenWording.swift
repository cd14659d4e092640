package import RegappCore
internal import RegappCommandLine
package import RegappWording
internal import RegappJSON
internal import RegappTerminal

// Messages of screens about an editor's text, and the dialog with its questions.

extension Message {
    /// - Parameter saved: nil if nothing was changed.
    package static func edited(_ saved: Edit.Saved?, of subject: Edit.Subject, and more: [String]) -> Message
    {
        let news = saved.map { $0.message(of: subject) } ?? .saved(false)
        return news.followed(by: Message(more.map { .hint(Sentence(prose: $0)) }))
    }

    /// - Parameter kept: the text's path; nil if it is not kept.
    package static func notEdited(_ report: Report, kept: String?, and more: [String]) -> Message {
        let advice = kept.map { [Sentence.kept($0, .own)] } ?? []
        // Other hints are about the command line.
        let hints = report == .noEditor ? report.hints : []
        let errors = report.errors.isEmpty ? ["nothing was saved"] : report.errors
        return Report(report.exit, errors, hints: more.map { Sentence(prose: $0) } + advice + hints).message
    }
}

extension Dialog<EditorDecision.Answer> {
    /// Asks what has to be decided before an editor's text is saved.
    static func editor(_ decision: EditorDecision, home: String?) -> Dialog {
        switch decision {
        case .keptCopy(let path):
            asking(
                "A text was kept",
                Message.textIsKept(path: HomePath.text(of: path, home: home)).texts.map(Alert.Part.sentence),
                decision)
        case .wrong(let wrong, let text): asking("Not saved", wrong.parts(text), decision)
        case .rules(let survey):
            asking(Message.saveRules.asked, [.sentence(survey.consequences)], decision)
        case .conflict(let conflict):
            .conflict(conflict, nil, back: .edit, mine: .mine, theirs: .theirs)
        }
    }

    /// Escape keeps the text.
    private static func asking(
        _ title: String, _ parts: [Alert.Part], _ decision: EditorDecision
    ) -> Dialog {
        Dialog(
            title: title, parts: parts, buttons: zip(decision.titles, decision.answers).map { ($0, $1) },
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
        let first = problems.prefix(Self.mostMistakes).flatMap { problem in
            [
                Alert.Part.sentence("line \(problem.position.line): \(problem.message)"),
                .passage(text.passage(at: problem.position)),
            ]
        }
        let rest = problems.count - Self.mostMistakes
        return first + (rest > 0 ? [.sentence("and \(rest) more")] : [])
    }
}
