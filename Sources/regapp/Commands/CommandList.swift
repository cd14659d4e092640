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
        groups: [.policy, .accounts, .albums], everywhere: CommonOptions.self,
        topics: { [.exitCodes, .questions, .files, .policies, .json, .security, .backup, .services, .keys] },
        manualEnd: { .manualEnd })

    static func command(of line: ParsedLine) -> (any RegappCommand)? {
        commands.first { $0 == line.command }.map { line.read($0) }
    }
}

extension HelpSection {
    static let account = HelpSection("YOUR OWN ACCOUNT")
    static let registry = HelpSection("ACCOUNTS FOR SERVERS")
    static let more = HelpSection("MORE")
}

extension CommandGroup {
    static let accounts = CommandGroup(
        "accounts", alone: AccountsScreenCommand.self,
        CommandPage(
            "Manage the registry of accounts", section: .registry,
            discussion: [
                "There is a registry under every policy but 'profile'; see 'regapp policy list'. These "
                    + "commands are for the administrator: any user who may write to the documents "
                    + "directory. Some change several accounts at once ('regapp help several')."
            ],
            examples: ["Import the accounts of a file": "regapp accounts import people.csv"]))

    static let policy = CommandGroup(
        "policy", alone: PolicyShowCommand.self,
        CommandPage(
            "Show or choose the rules for accounts", section: .registry,
            discussion: [
                "A policy says who may log in and which values are accepted. Each documents directory has one, "
                    + "in policy.json; without that file it is 'profile'."
            ],
            examples: ["Keep a registry for a web or mail server": "regapp policy use service"]))

    static let albums = CommandGroup(
        "albums", alone: AlbumScreensCommand.self, unnamed: AlbumSearchCommand.self,
        CommandPage(
            "Search albums in the iTunes catalogue", section: .more,
            discussion: [
                "You must be logged in. Alone, on a terminal, it opens the album screens. Words that are not "
                    + "a command are searched for.",
                "The program 'curl', found on your PATH, asks the catalogue. It uses the proxies and "
                    + "certificates that the environment names, but not ~/.curlrc. Without curl, cached answers are still shown.",
            ],
            examples: ["Search": "regapp albums kind of blue"]))
}
