import CommandParser
import RegappProcess

/// `regapp completions`: a script for a shell.
enum CompletionsCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        // The parser lets nothing but a shell's name through.
        guard let shell = context.invocation.arguments.first.flatMap(Shell.init) else { return }
        try context.output.text(Regapp.completions(for: shell))
    }
}
