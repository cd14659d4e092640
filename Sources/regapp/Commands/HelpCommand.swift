import CommandParser
import RegappProcess
import TerminalUI

/// `regapp help`: a page for people, as wide as their terminal.
enum HelpCommand {
    /// Wider lines are hard to read.
    private static let maximumWidth = 100

    static func run(_ context: inout CommandContext) throws(Report) {
        let columns = Terminal.size(of: .standardOutput)?.columns ?? 80
        let width = min(columns == 0 ? 80 : columns, maximumWidth)
        try context.output.text(Regapp.help(for: context.invocation.arguments, width: width))
    }
}
