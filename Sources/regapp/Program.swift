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
        exit(run().rawValue)
    }

    private static func run() -> ExitCode {
        do throws(Report) {
            let arguments = try ProcessArguments.live()
            let invocation: Invocation
            do throws(UsageError) { invocation = try CommandLineParser().parse(arguments) } catch {
                throw Report(error)
            }
            var context = try CommandContext(invocation)
            defer { context.tellWarnings() }
            try invocation.command.run(&context)
            try context.output.flush()
            return .done
        } catch {
            error.tell()
            return error.exit
        }
    }
}
