public import CommandParser
internal import TerminalUI

extension ExitCode {
    /// Reads this process's command line, does what it asks for, and tells on standard error what went wrong.
    public static func afterRunning(_ body: (Invocation) throws(Report) -> Void) -> ExitCode {
        do throws(Report) {
            try ProcessHardening.requireOneIdentity()
            try body(try parse(ProcessArguments.live()))
            return .done
        } catch {
            error.tell()
            return error.exit
        }
    }

    private static func parse(_ arguments: [String]) throws(Report) -> Invocation {
        do throws(UsageError) {
            return try CommandLineParser(isReadByPerson: Terminal.isTerminal(.standardOutput)).parse(
                arguments)
        } catch {
            throw Report(error)
        }
    }
}
