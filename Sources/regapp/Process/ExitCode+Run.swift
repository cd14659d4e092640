import RegappCommandLine
import RegappWording
import RegappTerminal

extension ExitCode {
    /// Reads this process's command line, runs the command, and reports errors on standard error.
    static func afterRunning(
        _ program: Program, _ body: (ParsedLine) throws -> Void
    ) -> ExitCode {
        do {
            try ProcessHardening.requireOneIdentity()
            let isReadByPerson = Terminal.isTerminal(.standardOutput)
            switch try program.parse(ProcessArguments.live(), isReadByPerson: isReadByPerson) {
            case .run(let line): try body(line)
            case .help(let words): try HelpPrinter.print(words, of: program)
            case .complete(let question):
                var output = Output()
                try output.text(question.answer(program))
                try output.flush()
            }
            return .done
        } catch {
            let report = Report(of: error)
            if ProcessArguments.isQuiet { Diagnostics.tellErrorsOnly() }
            Diagnostics.tell(report.message)
            Interruption.endBySignal()
            return report.exit
        }
    }
}

/// Prints a help page for people, as wide as their terminal.
enum HelpPrinter {
    /// In columns; wider lines are hard to read.
    private static let maximumWidth = 100

    /// - Throws: `UsageError` if the words name no page.
    static func print(_ words: [String], of program: Program) throws {
        let width = min(Terminal.columns(of: .standardOutput), maximumWidth)
        let topic = program.completed(topic: words)
        var output = Output()
        try output.text(program.help(for: topic, width: width))
        try output.flush()
        if topic != words { Diagnostics.tell(.helpIsOf(topic)) }
    }
}
