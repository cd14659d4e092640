import CommandParser
import Glibc
import RegappProcess

/// `regapp`: reads the command line, runs the command, tells what went wrong, exits.
///
/// A file of `Commands/` holds a command. Everything else lives in the modules: rules and files in Accounts, the
/// disk in DocumentStore, questions and printable text in TerminalUI, the command line in CommandParser, and what
/// this process shares with `regapp-albums` in RegappProcess.
@main
enum Program {
    static func main() {
        ProcessHardening.apply()
        exit(ExitCode.afterRunning(run).rawValue)
    }

    private static func run(_ invocation: Invocation) throws(Report) {
        var context = try CommandContext(invocation)
        defer { context.tellWarnings() }
        try invocation.command.run(&context)
        try context.output.flush()
    }
}
