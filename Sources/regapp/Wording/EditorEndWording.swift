import RegappCommandLine
import RegappCore
import RegappJSON
import RegappProcesses
import RegappStore
import RegappWording

// What only commands and the screens' editor say about an editor's text.

extension Report {
    /// An edit that saved nothing.
    init(_ failure: EditorSession.Failure) {
        switch failure {
        case .discarded: self.init(.failure, "the text was discarded; nothing was changed")
        case .emptied: self.init(.failure, "the text was emptied or removed; nothing was changed")
        case .editorFailed(let ending): self.init(.failure, "\(ending.words); nothing was changed")
        }
    }
}

extension ProgramEnd {
    /// How an editor ended that did not end well.
    fileprivate var words: String {
        switch self {
        // sh(1), "Exit status for commands".
        case .exited(127): "the editor was not found; $VISUAL or $EDITOR names one"
        case .exited(let code): "the editor ended with \(code)"
        case .signalled(let signal): "the editor was ended by signal \(signal)"
        case .notStarted(let errno): "the editor cannot be run: \(Errno(rawValue: errno).reason)"
        }
    }
}

extension Report {
}

extension Message {
    static func textStillOpen(path: String) -> Message {
        Message(
            .warning(
                "\(path) is still open in an editor, or cannot be removed; later changes there are not seen"
            ),
            .hint(waitingEditor))
    }

    static let waitingEditor: Sentence =
        "choose an editor that waits, or its option for waiting, such as 'gvim -f'"

    static func merged(_ members: [JSONMerge.Member], _ subject: Edit.Subject) -> Message {
        Message(
            members.map { member in
                let change = subject == .policy || Field(rawValue: member.key) != nil ? member.change : ""
                return .mergedMeanwhile(member.key.noun + change)
            })
    }
}

extension JSONMerge.Member {
    /// `: Ann → Anna`
    fileprivate var change: String { ": \(mine.displayText(for: key)) → \(theirs.displayText(for: key))" }
}
