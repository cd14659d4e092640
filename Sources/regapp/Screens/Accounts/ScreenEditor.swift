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
        var mistakes: Report?
        var kept: String?
        do throws(Report) {
            let session = try EditorSession(document, in: store, present, conversation) { remark in
                for line in remark.lines { conversation?.tell(line.words) }
                if let report = remark as? Report {
                    mistakes = report
                } else {
                    worthKnowing += remark.lines.map(\.words)
                }
            }
            let saved = try session.run(keeping: &kept) { _ in }
            return .edited(isChanged: saved?.isChanged ?? false, and: worthKnowing)
        } catch {
            // A text that is kept with its mistakes was told of them on the way.
            let report = error.errors.isEmpty ? mistakes ?? error : error
            return .notEdited(report, kept: kept, and: worthKnowing)
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
