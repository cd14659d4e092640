import Accounts
import CommandParser
import DocumentStore
import TerminalUI

/// Runs the person's editor on a document in the place of the screens, as `edit --editor` does.
struct ScreenEditor {
    let store: DocumentStore
    let environment: ProcessEnvironment

    /// Edits a document; what came of it, to be said on the screen that follows.
    func edit(_ document: Edit.Subject) -> Notice {
        let present = ProcessEnvironment.live() ?? environment
        let conversation = Conversation.open()
        var worthKnowing: [String] = []
        var mistakes: [String] = []
        var kept: String?
        do {
            let session = try EditorSession(document, in: store, present, conversation) { message in
                for line in message.lines { conversation?.tell(line.words) }
                if message.errors.isEmpty {
                    worthKnowing += message.lines.map(\.words)
                } else {
                    mistakes = message.errors
                }
            }
            let saved = try session.run(keeping: &kept) { change in
                guard change.mayShutOut else { return true }
                let survey = try change.survey()
                return try survey.shutOut == 0 || survey.isAccepted(by: conversation)
            }
            return .edited(isChanged: saved?.isChanged ?? false, and: worthKnowing)
        } catch {
            // A text that is kept with its mistakes was told of them on the way.
            let report = Report(of: error)
            let told = report.errors.isEmpty ? Report(report.exit, mistakes) : report
            return .notEdited(told, kept: kept, and: worthKnowing)
        }
    }
}

extension DiagnosticLine {
    /// The line without what kind of line it is.
    fileprivate var words: String {
        switch self {
        case .error(let text), .warning(let text): text
        case .hint(let hint), .done(let hint): hint.text
        }
    }
}
