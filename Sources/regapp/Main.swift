import Glibc
import RegappProcess

/// `regapp`: reads the command line, runs the command, tells what went wrong, exits.
///
/// A file of `Commands/` holds a command, and `CommandList.swift` lists them. Everything else lives in the modules: rules
/// and files in Accounts, the disk in DocumentStore, questions and printable text in TerminalUI, the command line in
/// CommandParser, and what this process shares with `regapp-albums` in RegappProcess.
@main
enum Main {
    static func main() {
        ProcessHardening.apply()
        exit(
            ExitCode.afterRunning(Regapp.program) { line throws(Report) in
                var context = try CommandContext(line)
                defer { context.tellWarnings() }
                try Regapp.command(of: line)?.run(&context)
                try context.output.flush()
            }.rawValue)
    }
}
