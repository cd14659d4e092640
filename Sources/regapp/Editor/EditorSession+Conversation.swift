import RegappCore
import RegappWording
import RegappTerminal

extension EditorSession {
    /// - Parameter confirm: as for ``begin(confirming:)``.
    /// - Returns: what was saved; nil if nothing was changed.
    /// - Throws: a report that says what happened to the text.
    static func run(
        _ subject: Edit.Subject, _ context: inout CommandContext,
        confirming confirm: (PolicyChange, inout CommandContext) throws -> Bool = { _, _ in true }
    ) throws -> Edit.Saved? {
        let conversation = context.conversation()
        func verdict(_ change: PolicyChange, _ context: inout CommandContext) throws -> Verdict {
            try confirm(change, &context) ? .accepted : .rejected
        }
        var session = try EditorSession(
            subject, in: try context.store(), context.environment, canAsk: conversation != nil
        ) { Diagnostics.report($0) }
        do {
            var step = try session.begin { try verdict($0, &context) }
            while true {
                switch step {
                case .ended(let saved): return saved
                case .needs(let decision):
                    let answer = try conversation?.answer(decision) ?? .keep
                    step = try session.answer(answer) { try verdict($0, &context) }
                }
            }
        } catch {
            if let kept = session.keep() {
                let report = Report(of: error)
                throw Report(report.exit, report.errors, hints: report.hints + [.kept(kept, subject)])
            }
            throw error as? AccountsError == .nobodyLoggedIn ? try context.nobodyLoggedIn() : error
        }
    }
}

extension Conversation {
    fileprivate func answer(_ decision: EditorDecision) throws -> EditorDecision.Answer {
        var (question, choices) = (Message.question("what now?"), decision.titles.map { Menu.Choice($0) })
        switch decision {
        case .keptCopy(let path): say(.textIsKept(path: path))
        case .wrong: break
        case .rules(let survey):
            say(.warning(survey.consequences))
            question = .saveRules
        case .conflict(let conflict):
            question = .choice(of: conflict)
            choices = Menu.Choice.sides(of: conflict, nil) + [.init(Menu.Choice.editAgain)]
        }
        return decision.answers[try choose(question, among: choices)]
    }
}
