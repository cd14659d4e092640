internal import RegappProcesses
import RegappTerminal

/// Shows a text on a terminal page by page, as git does: with `$PAGER`, or else `less -FRX`.
enum Pager {
    /// What a shell answers for a program that it cannot run.
    private static let refusals: [ProgramEnd] = [.exited(126), .exited(127)]

    /// Returns false if the text is still to be printed: there is room for all of it, no pager is wanted, or it cannot
    /// be run.
    static func shows(_ text: String) -> Bool {
        guard Terminal.isTerminal(.standardOutput), !Appearance.live.converses,
            let rows = Terminal.rows(of: .standardOutput), text.count(where: { $0 == "\n" }) >= rows,
            let command = command, let start = start(command).reading(text)
        else { return false }
        let end = ForegroundProgram.run(start, inheriting: nil) { _ in }
        if case .notStarted = end { return false }
        return !refusals.contains(end)
    }

    /// Nil if the user wants no pager, by `PAGER=` or `PAGER=cat`, or has none.
    private static var command: String? {
        guard let chosen = ProcessEnvironment.liveVariable("PAGER") else {
            let folders = ProcessEnvironment.liveVariable("PATH") ?? ""
            return ForegroundProgram.find("less", in: folders).map { _ in "less" }
        }
        return chosen.allSatisfy(\.isWhitespace) || chosen == "cat" ? nil : chosen
    }

    /// The shell has a trap, which the pager does not inherit: Ctrl-C is for the pager alone.
    private static func start(_ command: String) -> ProgramStart {
        ProgramStart("/bin/sh", ["sh", "-c", "LESS=${LESS-FRX}; export LESS; trap : INT QUIT; \(command)"])
    }
}
