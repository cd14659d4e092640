/// The commands for the registry of accounts.
enum AccountsCommands {
    static let account = ArgumentDeclaration("EMAIL", .accountEmail, "the e-mail of the account")

    static let list = CommandDeclaration(
        .accountsList, ["accounts", "list"], "List the accounts",
        discussion: [
            "On a terminal it prints an aligned table. In a pipe each account is one line without a "
                + "header, its columns separated by tabs, the e-mail first."
        ],
        options: [.json.with("print a JSON array")],
        examples: [Example("Count the accounts", "regapp accounts list | wc -l")])

    static let show = CommandDeclaration(
        .accountsShow, ["accounts", "show"], "Show an account",
        arguments: [account],
        options: [.json.with("print one JSON object with the fields of the file")],
        examples: [Example("Show an account", "regapp accounts show ann@example.com")])

    static let verify = CommandDeclaration(
        .accountsVerify, ["accounts", "verify"], "Check the password of an account, for services",
        discussion: [
            "A service types 'regapp accounts verify --password-stdin -- \"$user\"': after -- the name of a user "
                + "is never taken for an option.",
            "Nobody is logged in or out by it. The exit code is the answer: 0 if the password is right, 77 "
                + "if it is wrong or there is no such account. Nothing else ends with 0: --help does so only "
                + "on a terminal.",
        ],
        arguments: [account], options: OptionDeclaration.passwordSources, answersByExitCode: true,
        examples: [
            Example("Let a service ask", "regapp accounts verify --password-stdin -- \"$user\""),
            Example(
                "Check a password", "regapp accounts verify ann@example.com --password-stdin < secret.txt"),
        ])

    static let password = CommandDeclaration(
        .accountsPassword, ["accounts", "password"], "Set the password of an account",
        discussion: ["Without an option the new password is asked for twice, on a terminal."],
        arguments: [account], options: OptionDeclaration.passwordSources,
        examples: [Example("Set a password", "regapp accounts password ann@example.com")])

    static let remove = CommandDeclaration(
        .accountsRemove, ["accounts", "remove"], "Remove an account, and log it out",
        arguments: [account], options: [.yes],
        examples: [Example("Remove an account from a script", "regapp accounts remove ann@example.com --yes")]
    )

    static let check = CommandDeclaration(
        .accountsCheck, ["accounts", "check"], "Check every file of the registry",
        discussion: [
            "Reads all files and changes none. Each thing that is wrong is named with what to do about it: "
                + "broken rules, names that do not fit, twins, loose file modes, missing passwords, "
                + "leftovers. The exit code is 65 if anything is wrong."
        ],
        examples: [Example("Check the registry", "regapp accounts check")])

    static let importing = CommandDeclaration(
        .accountsImport, ["accounts", "import"], "Register the accounts of a file",
        discussion: [
            "Either all accounts are taken in or none. Each bad line is named with its number, field and "
                + "rule. Without --format the ending of the file decides: .json, .csv, .htpasswd, "
                + ".passwd-file."
        ],
        arguments: [ArgumentDeclaration("FILE", .file, "the file to read")],
        options: [
            .format.with(
                value: ValueDeclaration("FORMAT", .choices(["json", "csv", "htpasswd", "passwd-file"])),
                "the format of the file: json, csv, htpasswd or passwd-file"),
            .update, .allowMissing, .dryRun,
        ],
        examples: [
            Example("See what an import would do", "regapp accounts import people.csv --dry-run"),
            Example(
                "Take over the users of a web server",
                "regapp accounts import users --format htpasswd --allow-missing"),
        ])

    static let export = CommandDeclaration(
        .accountsExport, ["accounts", "export"], "Print the accounts for another program",
        discussion: [
            "json and csv hold everything and can be imported again. htpasswd is for nginx and Apache, "
                + "passwd-file for Dovecot, ldif for OpenLDAP; these three leave out accounts without a "
                + "password hash and name them on standard error. A plain password is never exported."
        ],
        options: [
            .format.with("the format to write: json (the default), csv, htpasswd, passwd-file or ldif")
        ],
        examples: [
            Example("Let nginx ask for the passwords", "regapp accounts export --format htpasswd > htpasswd"),
            Example("Keep a copy", "regapp accounts export > accounts-copy.json"),
        ])

    static let group = CommandGroup(
        name: "accounts", summary: "Keep the registry of accounts",
        discussion: [
            "A registry is there under the policies 'albums' and 'authorisation'; see 'regapp policy'. "
                + "Whoever may write the documents directory may use these commands."
        ],
        alone: nil, commands: [list, show, verify, password, remove, check, importing, export],
        examples: [
            Example("List the accounts", "regapp accounts list"),
            Example("Take in the accounts of a file", "regapp accounts import people.csv"),
        ])
}
