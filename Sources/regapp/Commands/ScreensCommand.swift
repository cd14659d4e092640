import CommandParser
import RegappProcess

/// `regapp` alone: what `show` prints, or how to log in.
enum ScreensCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        try ShowCommand.run(&context)
    }
}
