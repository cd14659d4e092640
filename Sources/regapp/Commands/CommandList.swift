import RegappCommandLine
import RegappWording

protocol RegappCommand: Command {
    /// When it returns, some output may still be in the buffer of the context.
    func run(_ context: inout CommandContext) throws
}

extension Regapp {
    /// Every command, in the order of the help.
    static let commands: [any RegappCommand.Type] = [
        ScreensCommand.self,
        PolicyShowCommand.self, PolicyListCommand.self, PolicyCheckCommand.self, PolicyEditCommand.self,
        PolicyUseCommand.self, PolicySetCommand.self, PolicyUnsetCommand.self,
        RegisterCommand.self,
        AccountsScreenCommand.self, AccountsListCommand.self, AccountsShowCommand.self,
        AccountsVerifyCommand.self,
        AccountsEditCommand.self, AccountsPasswordCommand.self, AccountsChangePasswordCommand.self,
        AccountsLockCommand.self,
        AccountsUnlockCommand.self, AccountsRemoveCommand.self, AccountsSeenCommand.self,
        AccountsImportCommand.self, AccountsExportCommand.self,
        CheckCommand.self, HistoryCommand.self, UndoCommand.self, RedoCommand.self,
        LoginCommand.self, ShowCommand.self, EditCommand.self, LogoutCommand.self,
        AlbumScreensCommand.self, AlbumSearchCommand.self, AlbumShowCommand.self,
        PathCommand.self, CompletionsCommand.self, ManualCommand.self, HelpCommand.self,
    ]

    static let program = Program(
        name: name, version: version, date: date, commands: commands.map { $0 },
        groups: [PolicyGroup.self, AccountsGroup.self, AlbumsGroup.self], everywhere: CommonOptions.self,
        topics: { [.exitCodes, .files, .policies, .json, .security, .backup, .services, .keys] },
        manualEnd: { ManualEnd.blocks })

    static func command(of line: ParsedLine) -> (any RegappCommand)? {
        commands.first { $0 == line.command }.map { line.read($0) }
    }
}

extension HelpSection {
    static let account = HelpSection("YOUR OWN ACCOUNT")
    static let registry = HelpSection("ACCOUNTS FOR SERVERS")
    static let more = HelpSection("MORE")
}
