import CommandParser
import RegappProcess

extension CommandID {
    /// Runs the command; what it prints is in the context's output when it returns.
    func run(_ context: inout CommandContext) throws(Report) {
        switch self {
        case .screens: try ScreensCommand.run(&context)
        case .login: try LoginCommand.run(&context)
        case .show: try ShowCommand.run(&context)
        case .edit: try EditCommand.run(&context)
        case .cancel: try CancelCommand.run(&context)
        case .logout: try LogoutCommand.run(&context)
        case .register: try RegisterCommand.run(&context)
        case .help: try HelpCommand.run(&context)
        case .version: try context.output.line("regapp \(Regapp.version)")
        default: throw Report(.failure, "this command does not exist yet")
        }
    }
}
