internal import TerminalUI

/// Why there are no screens.
public enum ScreenObstacle: Hashable, Sendable {
    /// Standard input or standard output is no terminal.
    case noTerminal
    /// `--no-input` was given.
    case noInput
    /// `ACCESSIBLE` is set, as a screen reader's user does.
    case accessible
    /// `TERM` names a terminal that knows only lines, or none.
    case plainTerminal(String?)
}

extension ProcessEnvironment {
    /// What keeps screens from being shown; nil where they can be shown and are wanted.
    ///
    /// - Parameter noInput: whether `--no-input` was given.
    public func screenObstacle(noInput: Bool) -> ScreenObstacle? {
        if noInput { return .noInput }
        guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else {
            return .noTerminal
        }
        if variable("ACCESSIBLE") != nil { return .accessible }
        let name = variable("TERM")
        return [nil, "dumb"].contains(name) ? .plainTerminal(name) : nil
    }
}
