import RegappProcesses
import RegappStore
import RegappWording

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
