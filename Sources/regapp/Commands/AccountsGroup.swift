import RegappCommandLine

enum AccountsGroup: CommandGroup {
    static let name = "accounts"

    static let page = CommandPage(
        "Manage the registry of accounts", section: .registry,
        discussion: [
            "There is a registry under every policy but 'profile'; see 'regapp policy list'. These "
                + "commands are for the administrator: any user who may write to the documents "
                + "directory."
        ],
        examples: [
            Example("List the accounts", "regapp accounts list"),
            Example("Import the accounts of a file", "regapp accounts import people.csv"),
        ])

    static var alone: (any Command.Type)? { AccountsScreenCommand.self }
}
