internal import TerminalUI

extension ProcessEnvironment {
    /// Whether screens can be shown and are wanted: a terminal on both sides, with a `TERM` that knows more than
    /// lines, and nobody who asked for plain text.
    ///
    /// - Parameter noInput: whether `--no-input` was given. A screen reader's user sets `ACCESSIBLE`.
    public func hasScreens(noInput: Bool) -> Bool {
        guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else { return false }
        guard !noInput, variable("ACCESSIBLE") == nil else { return false }
        return ![nil, "dumb"].contains(variable("TERM"))
    }
}
