import CommandParser
import TerminalUI

extension ExitCode {
    /// Reads this process's command line, does what it asks for, and tells on standard error what went wrong.
    ///
    /// - Parameter body: runs a command.
    static func afterRunning(
        _ program: Program, _ body: (ParsedLine) throws(Report) -> Void
    ) -> ExitCode {
        do throws(Report) {
            try ProcessHardening.requireOneIdentity()
            switch try meaning(of: ProcessArguments.live(), program) {
            case .run(let line): try body(line)
            case .help(let words): try HelpPrinter.print(words, of: program)
            case .complete(let question):
                var output = Output()
                try output.text(question.answer(program))
                try output.flush()
            }
            return .done
        } catch {
            error.tell()
            return error.exit
        }
    }

    private static func meaning(
        of arguments: [String], _ program: Program
    ) throws(Report) -> CommandLineMeaning {
        do throws(UsageError) {
            return try program.parse(arguments, isReadByPerson: Terminal.isTerminal(.standardOutput))
        } catch {
            throw Report(error)
        }
    }
}

/// Prints a page of help for people, as wide as their terminal.
enum HelpPrinter {
    /// Wider lines are hard to read.
    private static let maximumWidth = 100

    /// - Throws: a report with exit code 64 where the words name no page.
    static func print(_ words: [String], of program: Program) throws(Report) {
        let columns = Terminal.size(of: .standardOutput)?.columns ?? 80
        let width = min(columns == 0 ? 80 : columns, maximumWidth)
        let page: String
        let topic = program.completed(topic: words)
        do throws(UsageError) { page = try program.help(for: topic, width: width) } catch {
            throw Report(error)
        }
        var output = Output()
        try output.text(page)
        try output.flush()
        if topic != words { Diagnostics.tell(HelpRemark(topic)) }
    }

    /// Which page is shown, where its name was not typed whole.
    private struct HelpRemark: Remark {
        let lines: [DiagnosticLine]
        init(_ topic: [String]) { lines = [.hint("this is \(.help(topic))")] }
    }
}
