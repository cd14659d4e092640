import RegappCore
import RegappStore
import RegappScreens
import RegappWording

/// Runs the user's editor on a document in place of the screens, like `edit --editor`, but asks questions on the
/// screens.
final class ScreenEditor {
    private let document: Edit.Subject
    private let store: DocumentStore
    private let environment: ProcessEnvironment
    private var session: EditorSession?
    private var notes: [String] = []
    private var mistakes: [String] = []

    init(_ document: Edit.Subject, in store: DocumentStore, _ environment: ProcessEnvironment) {
        (self.document, self.store, self.environment) = (document, store, environment.present)
    }

    func begin() -> EditorOutcome { run { try $0.begin(confirming: confirm) } }

    func answer(_ answer: EditorDecision.Answer) -> EditorOutcome {
        run { try $0.answer(answer, confirming: confirm) }
    }

    /// Reports where the text is kept, if the user has not decided about it.
    func leave() {
        if let kept = session?.keep() { Diagnostics.report(.textIsKept(path: kept, document)) }
    }

    /// Notes what new rules mean for the accounts; if some could no longer log in as now, that is to be decided.
    private func confirm(_ change: PolicyChange) throws -> EditorSession.Verdict {
        guard change.mayShutOut || change.after.policy.isRegistry else { return .accepted }
        let survey = try change.survey()
        guard survey.isHarmless else { return .undecided(survey) }
        note(.survey(survey, inForce: false))
        return .accepted
    }

    private func run(_ work: (inout EditorSession) throws -> EditorSession.Step) -> EditorOutcome {
        do {
            var session =
                try self.session
                ?? EditorSession(document, in: store, environment, canAsk: true) { [weak self] message in
                    self?.note(message)
                }
            defer { self.session = session }
            do {
                switch try work(&session) {
                case .needs(let decision): return .needs(decision)
                case .ended(let saved):
                    return .ended(.edited(saved, of: document, and: notes))
                }
            } catch {
                // If the text is kept, its mistakes have already been reported.
                let report = Report(of: error)
                let shown = report.errors.isEmpty ? Report(report.exit, mistakes) : report
                return .ended(.notEdited(shown, kept: session.keep(), and: notes))
            }
        } catch {
            return .ended(.notEdited(Report(of: error), kept: nil, and: []))
        }
    }

    private func note(_ message: Message) {
        if message.errors.isEmpty {
            notes += message.facts.map(\.text)
        } else {
            mistakes = message.errors
        }
    }
}
