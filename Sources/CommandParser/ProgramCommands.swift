/// The commands about regapp itself.
enum ProgramCommands {
    static let screens = CommandDeclaration(
        .screens, [], "Manage accounts on this machine, in files that you can read and edit",
        discussion: [
            "Alone on a terminal, regapp opens its screens; elsewhere it prints what 'regapp show' prints."
        ],
        options: [.version],
        examples: [
            Example("Create a profile, or log in", "regapp login"),
            Example("See who is logged in", "regapp show"),
            Example("Change a value, and take it back", "regapp edit --first-name Ann && regapp cancel"),
        ])

    static let completions = CommandDeclaration(
        .completions, ["completions"], "Print a script that lets a shell complete regapp's commands",
        arguments: [
            ArgumentDeclaration("SHELL", .choices(Shell.allCases.map(\.rawValue)), "bash, zsh or fish")
        ],
        examples: [
            Example("bash, in ~/.bashrc", "source <(regapp completions bash)"),
            Example(
                "zsh, in a directory of $fpath",
                "mkdir -p ~/.zfunc && regapp completions zsh > ~/.zfunc/_regapp"),
            Example(
                "fish",
                "mkdir -p ~/.config/fish/completions && "
                    + "regapp completions fish > ~/.config/fish/completions/regapp.fish"),
        ])

    static let manual = CommandDeclaration(
        .manual, ["manual"], "Print the manual page",
        examples: [
            Example("Read it", "regapp manual | man -l -"),
            Example(
                "Install it",
                "mkdir -p ~/.local/share/man/man1 && regapp manual > ~/.local/share/man/man1/regapp.1"),
        ])

    static let help = CommandDeclaration(
        .help, ["help"], "Explain a command or a topic",
        arguments: [
            ArgumentDeclaration(
                "COMMAND", .topic, "a command such as 'login' or 'accounts import', or a topic",
                isRequired: false, repeats: true)
        ],
        examples: [
            Example("Explain a command", "regapp help accounts import"),
            Example("What the exit codes mean", "regapp help exit-codes"),
        ])
}
