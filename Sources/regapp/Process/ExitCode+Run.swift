import RegappCommandLine
package import RegappValues
import RegappWording
import RegappTerminal

extension ExitCode {
    /// Reads this process's command line, runs the command, and reports errors on standard error.
    package static func ofRun() -> ExitCode {
        var line: ParsedLine?
        do {
            try ProcessHardening.requireOneIdentity()
            let arguments = try ProcessArguments.live.get()
            switch try Regapp.program.parse(arguments, isReadByPerson: Terminal.isTerminal(.standardOutput)) {
            case .run(let read):
                line = read
                let command: (any RegappCommand)? = Regapp.commands.first { $0 == read.description.command }
                    .map {
                        read.values.read($0)
                    }
                var context = try CommandContext(read)
                defer { context.reportWarnings() }
                context.isWriter = command.map { type(of: $0).isWriter } ?? false
                try command?.run(&context)
                try context.output.flush()
            case .help(let words): try HelpPrinter.print(words)
            case .complete(let question): try HelpPrinter.write(question.answer(Regapp.program))
            }
            return .done
        } catch {
            let failure = line.flatMap { MistypedEmail.failure(error, $0) } ?? Message(of: error)
            if ProcessArguments.everywhere.isQuiet { Diagnostics.reportErrorsOnly() }
            Diagnostics.report(failure)
            Interruption.endBySignal()
            return failure.exit
        }
    }
}

/// Prints help pages for people, as wide as their terminal.
enum HelpPrinter {
    /// In columns; wider lines are hard to read.
    private static let maximumWidth = 100

    static var width: Int { min(Terminal.columns(of: .standardOutput), maximumWidth) }

    static func print(_ words: [String], inPages: Bool = false) throws {
        let topic = Regapp.program.completed(topic: words)
        let text = try Regapp.program.help(for: topic, width: width)
        try write(text, inPages: inPages)
        if topic != words { Diagnostics.report(.hint("this is \(.help(topic))")) }
    }

    /// - Parameter inPages: whether a pager shows a text that has no room on the terminal.
    static func write(_ text: String, inPages: Bool = false) throws {
        guard !inPages || !Pager.shows(text) else { return }
        var output = Output()
        try output.text(text)
        try output.flush()
    }
}
