import RegappCommandLine

enum AccountsGroup: CommandGroup {
    static let name = "accounts"

    static let page = CommandPage(
        "Manage the registry of accounts", section: .registry,
        discussion: [
            "There is a registry under every policy but 'profile'; see 'regapp policy list'. These "
                + "commands are for the administrator: any user who may write to the documents "
                + "directory.",
            "Commands that take several accounts find all of them before they change the first, and change all or "
                + "none, even in a crash. One 'regapp undo' undoes the change. 'regapp accounts list --where "
                + "team=board --fields email' prints the emails of a team, for --from -.",
        ],
        examples: [
            "List the accounts": "regapp accounts list",
            "Import the accounts of a file": "regapp accounts import people.csv",
        ])

    static var alone: (any Command.Type)? { AccountsScreenCommand.self }
}

enum PolicyGroup: CommandGroup {
    static let name = "policy"

    static let page = CommandPage(
        "Show or choose the rules for accounts", section: .registry,
        discussion: [
            "A policy says who may log in and which values are accepted. Each documents directory has one, "
                + "in policy.json; without that file it is 'profile'."
        ],
        examples: [
            "Show the rules": "regapp policy",
            "Keep a registry for a web or mail server": "regapp policy use service",
        ])

    static var alone: (any Command.Type)? { PolicyShowCommand.self }
}

enum AlbumsGroup: CommandGroup {
    static let name = "albums"

    static let page = CommandPage(
        "Search albums in the iTunes catalogue", section: .more,
        discussion: [
            "You must be logged in. Alone, on a terminal, it opens the album screens. Words that are not "
                + "a command are searched for.",
            "The program 'curl', found on your PATH, asks the catalogue. It uses the proxies and "
                + "certificates that the environment names, but not ~/.curlrc. Without curl, cached answers are still shown.",
        ],
        examples: ["Search": "regapp albums kind of blue"])

    static var alone: (any Command.Type)? { AlbumScreensCommand.self }
    static var unnamed: (any Command.Type)? { AlbumSearchCommand.self }
}
