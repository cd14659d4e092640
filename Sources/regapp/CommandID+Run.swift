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
        case .accountsList: try AccountsListCommand.run(&context)
        case .accountsShow: try AccountsShowCommand.run(&context)
        case .accountsVerify: try AccountsVerifyCommand.run(&context)
        case .accountsPassword: try AccountsPasswordCommand.run(&context)
        case .accountsRemove: try AccountsRemoveCommand.run(&context)
        case .accountsCheck: try AccountsCheckCommand.run(&context)
        case .accountsImport: try AccountsImportCommand.run(&context)
        case .accountsExport: try AccountsExportCommand.run(&context)
        case .policyShow: try PolicyShowCommand.run(&context)
        case .policyList: try PolicyListCommand.run(&context)
        case .policyUse: try PolicyUseCommand.run(&context)
        case .completions: try CompletionsCommand.run(&context)
        case .manual: try context.output.text(Regapp.manual())
        case .albumsScreens, .albumsSearch, .albumsShow: try AlbumsCommand.run()
        }
    }
}
